//! Who is refused: other names, other pages, other users, other files.

use serde_json::json;

use crate::client::Running;

#[test]
fn the_page_is_given_with_a_strict_policy() {
    let studio = Running::start();
    let (status, answer) = studio.ask("GET", "/", &[("Host", &studio.host())], "");
    assert_eq!(status, 200, "{answer}");
    let head = answer.split("\r\n\r\n").next().expect("a head").to_lowercase();
    assert!(
        head.contains("content-security-policy: default-src 'none'; script-src 'self' 'sha256-")
    );
    assert!(!head.contains("unsafe") && !head.contains("access-control-allow"), "{head}");
    assert!(head.contains("x-content-type-options: nosniff"));
}

#[test]
fn other_hosts_are_refused() {
    let studio = Running::start();
    let port = studio.address.port();
    let own = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}"));
    for host in &own {
        assert_eq!(studio.ask("GET", "/", &[("Host", host)], "").0, 200, "{host}");
    }
    let foreign = [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("127.0.0.1:{}", port.wrapping_add(1)),
        "127.0.0.1".to_owned(),
        format!("0.0.0.0:{port}"),
    ];
    for host in &foreign {
        assert_eq!(studio.ask("GET", "/", &[("Host", host)], "").0, 421, "{host}");
    }
    let twice = [("Host", &*own[0]), ("Host", "evil.example")];
    assert_ne!(studio.ask("GET", "/", &twice, "").0, 200);
    assert_ne!(studio.ask("GET", "/", &[], "").0, 200);
}

#[test]
fn other_origins_are_refused() {
    let studio = Running::start();
    let (host, cookie) = (studio.host(), studio.cookie());
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"] {
        let headers = [("Host", &*host), ("Origin", origin)];
        assert_eq!(studio.ask("POST", "/login", &headers, studio.token()).0, 403, "{origin}");
        assert_eq!(studio.tab_with(&cookie, origin).err(), Some(403), "{origin}");
    }
    // without an origin nothing is changed and no socket is opened
    assert_eq!(studio.ask("POST", "/login", &[("Host", &host)], studio.token()).0, 403);
    assert_eq!(studio.tab_with(&cookie, "").err(), Some(403));
    let cross = [("Host", &*host), ("Sec-Fetch-Site", "cross-site")];
    assert_eq!(studio.ask("GET", "/", &cross, "").0, 403);
}

#[test]
fn without_the_token_nothing_is_answered() {
    let studio = Running::start();
    let (host, origin) = (studio.host(), studio.origin());
    let headers = [("Host", &*host), ("Origin", &*origin)];
    let mut wrong = studio.token().to_owned();
    wrong.replace_range(..1, if wrong.starts_with('0') { "1" } else { "0" });
    for token in [wrong.as_str(), "x", "0123456789abcdef0123456789abcdef"] {
        assert_eq!(studio.ask("POST", "/login", &headers, token).0, 401);
    }
    assert_eq!(studio.ask("GET", "/start", &headers, "").0, 401);
    assert_eq!(studio.tab_with("", &origin).err(), Some(401));
    let forged = format!("appell-studio-{}={}", studio.address.port(), studio.token());
    assert_eq!(studio.tab_with(&forged, &origin).err(), Some(401));
    let cookie = studio.cookie();
    let let_in = [("Host", &*host), ("Cookie", &*cookie)];
    let (status, answer) = studio.ask("GET", "/start", &let_in, "");
    assert!(status == 200 && answer.ends_with(r#"{"robot":"2r"}"#), "{answer}");
    // a cookie of one studio is none of another
    let other = Running::start();
    assert_eq!(other.tab_with(&cookie, &other.origin()).err(), Some(401));
}

#[test]
fn no_path_leads_out_of_the_page() {
    let studio = Running::start();
    let headers = [("Host", &*studio.host())];
    for path in [
        "/page/../src/lib.rs",
        "/page/%2e%2e/src/lib.rs",
        "/page/..%2fsrc%2flib.rs",
        "/page//etc/passwd",
        "/page/%2fetc%2fpasswd",
        "/page/vendor/../../Cargo.toml",
        "/page/%00",
    ] {
        let (status, answer) = studio.ask("GET", path, &headers, "");
        assert!(status == 404 || status == 400, "{path}: {answer}");
        assert!(!answer.contains("[package]") && !answer.contains("root:"), "{path}");
    }
}

#[test]
fn robot_files_outside_the_folders_are_not_read() {
    let mut tab = Running::start().tab_kept();
    for name in ["/etc/passwd.toml", "../../../../etc/hosts.urdf", "/proc/self/environ.csv"] {
        let message = tab.1.whole("open", json!({ "robot": name }));
        assert_eq!(message["findings"][0]["code"], "outside-folder", "{message}");
    }
    let scenario = "robot = \"/etc/arm.toml\"\n";
    let message = tab.1.whole("run", json!({ "what": "simulate", "text": scenario }));
    assert!(message.get("answer").is_none(), "{message}");
}

impl Running {
    /// A tab, with the studio that it belongs to.
    fn tab_kept(self) -> (Self, crate::client::Tab) {
        let tab = self.tab();
        (self, tab)
    }
}
