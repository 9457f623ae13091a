//! The files of the page as answers, and the headers that go with them.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::page::{bytes, import_map, text};

/// The answer to a request for a file.
pub(crate) fn file(name: &str) -> Response {
    let Some(file) = bytes(name) else {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    };
    let kind = match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "text/plain; charset=utf-8",
    };
    ([(header::CONTENT_TYPE, kind)], file.into_owned()).into_response()
}

/// Headers of every answer. Scripts come from this server alone; the import map is the one script
/// inside the page, and its hash names it.
pub(crate) fn headers() -> Vec<(HeaderName, HeaderValue)> {
    let page = text("index.html").unwrap_or_default();
    let map = import_map(&page).unwrap_or_default();
    let hash = STANDARD.encode(Sha256::digest(map.as_bytes()));
    let policy = format!(
        "default-src 'none'; script-src 'self' 'sha256-{hash}'; style-src 'self'; connect-src 'self'; \
         img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    let policy = HeaderValue::from_str(&policy).map(|it| (header::CONTENT_SECURITY_POLICY, it));
    let fixed = fixed.into_iter().map(|(name, value)| (name, HeaderValue::from_static(value)));
    policy.into_iter().chain(fixed).collect()
}
