//! Who may ask: pages of this server, in a browser of the user who started it.
//!
//! A page of another site can send requests to this machine. So the name that was asked for (`Host`)
//! must be that of this server, which a site that changes its own address (DNS rebinding) does not
//! know to say; where a request comes from (`Origin`, `Sec-Fetch-Site`) must be this server; and what
//! is not the page itself needs a cookie, which is given for a token that only the terminal shows.

use std::fmt::Write;

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};

/// What a server knows of who may ask.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    port: u16,
    /// What the address contains behind `#`, where no other server ever sees it.
    token: String,
    /// What the browser is given for it.
    secret: String,
}

impl Guard {
    /// A guard with random secrets of 128 bits.
    pub(crate) fn new(port: u16) -> std::io::Result<Self> {
        Ok(Self { port, token: random()?, secret: random()? })
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// Cookies do not know ports: the name has it, so that two studios do not take each other's.
    fn cookie_name(&self) -> String {
        format!("appell-studio-{}", self.port)
    }

    /// The cookie for a token; nothing where it is another one.
    pub(crate) fn cookie(&self, token: &str) -> Option<HeaderValue> {
        if !is_same(token.trim(), &self.token) {
            return None;
        }
        let cookie =
            format!("{}={}; Path=/; HttpOnly; SameSite=Strict", self.cookie_name(), self.secret);
        HeaderValue::from_str(&cookie).ok()
    }

    /// Whether a request may be answered.
    pub(crate) fn check(
        &self,
        method: &Method,
        path: &str,
        headers: &HeaderMap,
    ) -> Result<(), Refusal> {
        let host = only(headers, header::HOST).ok_or(Refusal::Host)?;
        if !self.is_own(host) {
            return Err(Refusal::Host);
        }
        let changes = method != Method::GET || path == "/socket";
        match only(headers, header::ORIGIN) {
            Some(origin) if origin.strip_prefix("http://") == Some(host) => {}
            None if !changes && !headers.contains_key(header::ORIGIN) => {}
            _ => return Err(Refusal::Origin),
        }
        match only(headers, "sec-fetch-site") {
            None | Some("same-origin" | "none") => {}
            Some(_) => return Err(Refusal::Origin),
        }
        let is_public = path == "/" || path == "/login" || path.starts_with("/page/");
        if is_public || self.has_cookie(headers) { Ok(()) } else { Err(Refusal::Cookie) }
    }

    fn is_own(&self, host: &str) -> bool {
        let name = host.strip_suffix(&format!(":{}", self.port));
        matches!(name, Some("127.0.0.1" | "localhost" | "[::1]"))
    }

    fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let name = self.cookie_name();
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|it| it.to_str().ok());
        let mut pairs = cookies.flat_map(|it| it.split(';')).filter_map(|it| it.split_once('='));
        pairs.any(|(key, value)| key.trim() == name && is_same(value.trim(), &self.secret))
    }
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Host,
    Origin,
    Cookie,
}

impl Refusal {
    pub(crate) fn answer(self) -> (StatusCode, &'static str) {
        match self {
            Self::Host => {
                (StatusCode::MISDIRECTED_REQUEST, "this is not the name of this server\n")
            }
            Self::Origin => (StatusCode::FORBIDDEN, "requests of other pages are refused\n"),
            Self::Cookie => (
                StatusCode::UNAUTHORIZED,
                "open the address that `appell studio` printed, with all that follows #\n",
            ),
        }
    }
}

/// A header that occurs once and is text.
fn only(headers: &HeaderMap, name: impl header::AsHeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() { None } else { value.to_str().ok() }
}

/// Whether two texts are equal, in a time that does not depend on where they differ.
fn is_same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (x, y)| all | (x ^ y)) == 0
}

/// 128 random bits as hexadecimal digits.
fn random() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    let mut text = String::new();
    for byte in bytes {
        // writing to a string does not fail
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}
