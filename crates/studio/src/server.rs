//! The server: addresses of this machine, and what is answered at each path.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use appell::files::Folder;
use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::answer::named;
use crate::guard::Guard;
use crate::scene::scene;
use crate::{connection, served};

/// Tabs that are answered at the same time.
const TABS: usize = 64;
/// The longest message of a tab, in bytes.
const MESSAGE: usize = 1 << 20;
/// How often it looks whether it goes on.
const EVERY: Duration = Duration::from_millis(50);
/// The longest token that is compared, in bytes.
const TOKEN: usize = 256;

/// The bundled robot that is shown where none was chosen.
const USUAL: &str = "panda";

/// What the studio shows first.
#[derive(Clone, Debug, Default)]
pub enum Start {
    /// The usual robot.
    #[default]
    Choice,
    /// A robot: a bundled name or a file.
    Robot(String),
    /// A scenario.
    Scenario {
        /// Its name.
        name: String,
        /// Its text.
        text: String,
    },
    /// A paper.
    Paper {
        /// Its name.
        name: String,
        /// Its text.
        text: String,
        /// The robot that it is about, where it was given.
        robot: Option<String>,
    },
}

/// How the studio is started.
#[derive(Clone, Debug, Default)]
pub struct StudioOptions {
    /// The port; 0 takes a free one.
    pub port: u16,
    /// What it shows first.
    pub start: Start,
    /// The file that it was started with: files beside it are found by their names.
    pub beside: PathBuf,
    /// Files may be below these folders, besides that of the file and the current one.
    pub allowed: Vec<PathBuf>,
}

/// The studio, ready to answer.
pub struct Studio {
    listeners: Vec<TcpListener>,
    shared: Arc<Shared>,
}

/// What all tabs have in common; nothing of it changes.
pub(crate) struct Shared {
    guard: Guard,
    headers: Vec<(HeaderName, HeaderValue)>,
    start: Start,
    /// Where files may be.
    pub(crate) folder: Folder,
    pub(crate) allowed: Vec<PathBuf>,
    port: u16,
    tabs: Arc<Semaphore>,
}

impl Studio {
    /// Takes a port of this machine, at addresses that no other machine reaches.
    ///
    /// # Errors
    /// The port is taken, or the system gives no random numbers.
    pub fn bind(options: StudioOptions) -> io::Result<Self> {
        let first = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port))?;
        let port = first.local_addr()?.port();
        let mut listeners = vec![first];
        // a machine may have no addresses of version 6
        listeners.extend(TcpListener::bind((Ipv6Addr::LOCALHOST, port)).ok());
        for listener in &listeners {
            listener.set_nonblocking(true)?;
        }
        let shared = Shared {
            guard: Guard::new(port)?,
            headers: served::headers(),
            start: options.start,
            folder: options.allowed.iter().fold(Folder::beside(&options.beside), Folder::allow),
            allowed: options.allowed,
            port,
            tabs: Arc::new(Semaphore::new(TABS)),
        };
        Ok(Self { listeners, shared: Arc::new(shared) })
    }

    /// The address to open in a browser; it lets whoever has it in.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/#token={}", self.shared.port, self.shared.guard.token())
    }

    /// Answers as long as `goes_on` is true, which it asks some times a second.
    ///
    /// # Errors
    /// The system refuses threads or connections.
    pub fn run(self, goes_on: impl Fn() -> bool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_io()
            .enable_time()
            .build()?;
        runtime.block_on(async move {
            for listener in self.listeners {
                let listener = tokio::net::TcpListener::from_std(listener)?;
                let service = router(Arc::clone(&self.shared));
                tokio::spawn(async move { axum::serve(listener, service).await });
            }
            while goes_on() {
                tokio::time::sleep(EVERY).await;
            }
            Ok::<(), io::Error>(())
        })?;
        // work that is still going on is not waited for
        runtime.shutdown_background();
        Ok(())
    }

    /// The address by number, for tests that speak to it without a browser.
    #[doc(hidden)]
    pub fn address(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.shared.port).into()
    }
}

fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/", get(|| async { served::file("index.html") }))
        .route("/page/{*name}", get(|Path(name): Path<String>| async move { served::file(&name) }))
        .route("/login", post(login))
        .route("/start", get(start))
        .route("/socket", get(socket))
        .layer(DefaultBodyLimit::max(TOKEN))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guarded))
        .with_state(shared)
}

/// Refuses what may not be answered, and adds the headers of every answer.
async fn guarded(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let mut response = match shared.guard.check(request.method(), path, request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.answer().into_response(),
    };
    response.headers_mut().extend(shared.headers.iter().cloned());
    response
}

/// Gives the cookie for the token, and what the page shows first.
async fn login(State(shared): State<Arc<Shared>>, token: Bytes) -> Response {
    let token = String::from_utf8_lossy(&token);
    match shared.guard.cookie(&token) {
        Some(cookie) => {
            ([(header::SET_COOKIE, cookie)], start(State(shared)).await).into_response()
        }
        None => {
            (StatusCode::UNAUTHORIZED, "this is not the token of this studio\n").into_response()
        }
    }
}

/// What the page shows first.
async fn start(State(shared): State<Arc<Shared>>) -> Response {
    let first = tokio::task::spawn_blocking(move || first(&shared)).await;
    // a robot that breaks an invariant is opened again by the tab, which reports it
    let first = first.unwrap_or_else(|_| json!({}));
    ([(header::CONTENT_TYPE, "application/json")], first.to_string()).into_response()
}

/// What the studio was started with; of a robot also the scene, so that the page can draw it before it
/// has a connection.
fn first(shared: &Shared) -> Value {
    let scene = |name: &str| {
        let opened = named(name, &shared.folder, &shared.allowed).ok()?;
        scene(&opened.robot).ok()
    };
    match &shared.start {
        Start::Choice => json!({ "robot": USUAL, "scene": scene(USUAL) }),
        Start::Robot(robot) => json!({ "robot": robot, "scene": scene(robot) }),
        Start::Scenario { name, text } => json!({ "scenario": text, "name": name }),
        Start::Paper { name, text, robot } => {
            json!({ "paper": text, "name": name, "robot": robot })
        }
    }
}

/// A tab.
async fn socket(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    let Ok(place) = Arc::clone(&shared.tabs).try_acquire_owned() else {
        let message = format!("{TABS} tabs are open: close one\n");
        return (StatusCode::SERVICE_UNAVAILABLE, message).into_response();
    };
    let upgrade = upgrade.max_message_size(MESSAGE).max_frame_size(MESSAGE);
    upgrade.on_upgrade(async move |socket| {
        connection::serve(socket, shared).await;
        drop(place);
    })
}
