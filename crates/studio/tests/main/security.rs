//! Who is refused: other names, other pages, other users, other files.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::time::Duration;

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
    assert!(status == 200 && answer.contains(r#""robot":"2r""#), "{answer}");
    // a cookie of one studio is none of another
    let other = Running::start();
    assert_eq!(other.tab_with(&cookie, &other.origin()).err(), Some(401));
}

/// Both addresses of this machine for itself, and no other one.
#[test]
fn only_this_machine_reaches_it() {
    let studio = Running::start();
    let port = studio.address.port();
    let reaches = |address: IpAddr| {
        let limit = Duration::from_secs(2);
        TcpStream::connect_timeout(&SocketAddr::new(address, port), limit).is_ok()
    };
    assert!(reaches(Ipv4Addr::LOCALHOST.into()));
    if TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_ok() {
        assert!(reaches(Ipv6Addr::LOCALHOST.into()));
        let headers = [("Host", &*format!("[::1]:{port}"))];
        assert_eq!(studio.ask("GET", "/", &headers, "").0, 200);
    }
    // other addresses of loopback, and the one by which this machine reaches others, if it has one
    let mut others: Vec<IpAddr> = vec![Ipv4Addr::new(127, 0, 0, 2).into()];
    let route = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        socket.local_addr()
    });
    others.extend(route.map(|it| it.ip()).ok().filter(|it| !it.is_loopback()));
    for address in others {
        assert!(!reaches(address), "{address}");
    }
}

/// The robot is drawn before the page has a connection: only for whoever has the token or the cookie.
#[test]
fn the_first_scene_needs_the_token_or_the_cookie() {
    let studio = Running::start();
    let (host, origin, cookie) = (studio.host(), studio.origin(), studio.cookie());
    let headers = [("Host", &*host), ("Origin", &*origin)];
    for (token, status) in [(studio.token(), 200), ("0123456789abcdef0123456789abcdef", 401)] {
        let (found, answer) = studio.ask("POST", "/login", &headers, token);
        assert_eq!(found, status);
        assert_eq!(answer.contains(r#""frames":"#), status == 200, "{answer}");
    }
    let (_, page) = studio.ask("GET", "/", &headers, "");
    assert!(!page.contains("2r"), "the page itself names no robot");
    let (status, answer) =
        studio.ask("GET", "/start", &[("Host", &*host), ("Cookie", &*cookie)], "");
    let body = answer.split_once("\r\n\r\n").expect("a body").1;
    let start: serde_json::Value = serde_json::from_str(body).expect("JSON");
    assert_eq!((status, start["robot"].as_str()), (200, Some("2r")));
    let mut tab = studio.tab();
    let opened = tab.answer("open", json!({ "robot": "2r" }));
    for key in ["home", "rest", "joints", "coordinates", "tool"] {
        assert_eq!(start["scene"][key], opened[key], "{key}");
    }
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
