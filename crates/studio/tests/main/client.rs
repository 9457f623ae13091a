//! A studio that runs, requests to it, and a tab of it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use appell_studio::{Start, Studio, StudioOptions};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::WebSocket;

/// A studio; it ends when this is dropped.
pub struct Running {
    pub address: SocketAddr,
    token: String,
    goes_on: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub fn start() -> Self {
        Self::with(StudioOptions { start: Start::Robot("2r".into()), ..StudioOptions::default() })
    }

    pub fn with(options: StudioOptions) -> Self {
        let studio = Studio::bind(options).expect("a free port");
        let (address, url) = (studio.address(), studio.url());
        let goes_on = Arc::new(AtomicBool::new(true));
        let seen = Arc::clone(&goes_on);
        let thread = std::thread::spawn(move || {
            studio.run(|| seen.load(Ordering::Relaxed)).expect("it runs");
        });
        let token = url.split_once("token=").expect("a token").1.to_owned();
        Self { address, token, goes_on, thread: Some(thread) }
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    pub fn host(&self) -> String {
        self.address.to_string()
    }

    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Sends bytes as they are, and reads the answer to its end.
    pub fn raw(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).expect("it answers");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a limit");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = Vec::new();
        // a connection that is cut has said what it says
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A request with these headers; the number of the answer and the answer.
    pub fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, String) {
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        if !body.is_empty() {
            request.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        let answer = self.raw(&format!("{request}\r\n{body}"));
        let status = answer.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or_default();
        (status, answer)
    }

    /// The cookie for the token.
    pub fn cookie(&self) -> String {
        let headers = [("Host", &*self.host()), ("Origin", &*self.origin())];
        let (status, answer) = self.ask("POST", "/login", &headers, &self.token);
        assert_eq!(status, 200, "{answer}");
        let line = answer.lines().find(|it| it.to_lowercase().starts_with("set-cookie:"));
        let line = line.expect("a cookie");
        assert!(line.contains("HttpOnly") && line.contains("SameSite=Strict"), "{line}");
        line.split_once(':')
            .expect("a value")
            .1
            .split(';')
            .next()
            .expect("a pair")
            .trim()
            .to_owned()
    }

    /// A tab.
    pub fn tab(&self) -> Tab {
        self.tab_with(&self.cookie(), &self.origin()).expect("a tab")
    }

    /// A tab with a cookie and an origin, or the number of the refusal.
    pub fn tab_with(&self, cookie: &str, origin: &str) -> Result<Tab, u16> {
        let url = format!("ws://{}/socket", self.address);
        let mut request = url.into_client_request().expect("an address");
        let headers = request.headers_mut();
        if !cookie.is_empty() {
            headers.insert("Cookie", cookie.parse().expect("text"));
        }
        if !origin.is_empty() {
            headers.insert("Origin", origin.parse().expect("text"));
        }
        let stream = TcpStream::connect(self.address).expect("it answers");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit");
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Tab { socket, count: 0 }),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.goes_on.store(false, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A tab: it asks and waits for the answer.
pub struct Tab {
    pub socket: WebSocket<TcpStream>,
    count: u64,
}

impl Tab {
    /// Sends a question; its number.
    pub fn send(&mut self, ask: &str, mut body: Value) -> u64 {
        self.count += 1;
        body["id"] = json!(self.count);
        body["ask"] = json!(ask);
        self.send_text(&body.to_string());
        self.count
    }

    pub fn send_text(&mut self, text: &str) {
        self.socket.send(tungstenite::Message::text(text)).expect("it reads");
    }

    /// The next message.
    pub fn read(&mut self) -> Value {
        loop {
            if let tungstenite::Message::Text(text) = self.socket.read().expect("it answers") {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }

    /// The whole answer to a question, progress left out.
    pub fn whole(&mut self, ask: &str, body: Value) -> Value {
        let id = self.send(ask, body);
        loop {
            let message = self.read();
            if message["id"] == json!(id) && message.get("progress").is_none() {
                return message;
            }
        }
    }

    /// What is answered; panics where it is a failure.
    pub fn answer(&mut self, ask: &str, body: Value) -> Value {
        let mut message = self.whole(ask, body);
        assert!(message.get("answer").is_some(), "{message}");
        message["answer"].take()
    }
}
