//! One tab: its messages, its limits, its answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use appell::Error;
use appell::algebra::{Budget, Cancel};
use appell::diagnostic::Diagnostic;
use axum::extract::ws::{self, WebSocket};
use serde_json::{Value, json};
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::{Instant, sleep_until, timeout};

use crate::answer::answer;
use crate::desk::{Desk, Work};
use crate::message::{Message, bad, findings};
use crate::server::Shared;

/// The longest time that work may take.
const TIME: Duration = Duration::from_secs(60);
/// How many terms a formula may have.
const TERMS: usize = 500_000;
/// Messages a second; those above wait.
const RATE: u32 = 200;
/// Pieces of work of a tab at the same time.
const AT_ONCE: usize = 4;
/// A tab that does not read for so long is closed.
const PATIENCE: Duration = Duration::from_secs(20);
/// Answers that wait for being read.
const WAITING: usize = 64;

/// Answers a tab until it is closed. What is still worked on then is cancelled.
pub(crate) async fn serve(mut socket: WebSocket, shared: Arc<Shared>) {
    let desk = Arc::new(Desk::default());
    let (outgoing, mut answers) = channel::<String>(WAITING);
    let mut running = Running::default();
    let mut window = (Instant::now(), 0);
    loop {
        let text = tokio::select! {
            biased;
            Some(text) = answers.recv() => {
                if !sent(&mut socket, text).await {
                    break;
                }
                continue;
            }
            incoming = socket.recv() => match incoming {
                Some(Ok(ws::Message::Text(text))) => text,
                Some(Ok(ws::Message::Binary(_) | ws::Message::Ping(_) | ws::Message::Pong(_))) => continue,
                Some(Ok(ws::Message::Close(_)) | Err(_)) | None => break,
            },
        };
        limited(&mut window).await;
        let message = match Message::read(&text) {
            Ok(message) => message,
            Err(problem) => {
                if !sent(&mut socket, refused(None, &[problem])).await {
                    break;
                }
                continue;
            }
        };
        running.forget_finished();
        if message.ask == "cancel" {
            running.cancel(message.count("of"));
            continue;
        }
        if running.count() >= AT_ONCE {
            let problem = bad(format!("{AT_ONCE} messages are being answered: wait for an answer"));
            if !sent(&mut socket, refused(Some(message.id), &[problem])).await {
                break;
            }
            continue;
        }
        let piece = running.begin(message.id);
        let (desk, shared, outgoing) = (Arc::clone(&desk), Arc::clone(&shared), outgoing.clone());
        tokio::spawn(async move {
            let id = message.id;
            let progress = outgoing.clone();
            let cancel = piece.cancel;
            let work = move || work(&message, &desk, &shared, &cancel, &progress);
            let text = answered(id, work).await;
            piece.finished.store(true, Ordering::Relaxed);
            // a tab that is closed reads no answer
            let _ = outgoing.send(text).await;
        });
    }
    running.cancel(None);
}

/// The answer of work on a thread of its own. A broken invariant ends this piece of work, not the studio.
async fn answered(id: u64, work: impl FnOnce() -> String + Send + 'static) -> String {
    match tokio::task::spawn_blocking(work).await {
        Ok(text) => text,
        Err(error) => {
            let problem = Diagnostic::error("internal-error", format!("this failed: {error}"));
            refused(Some(id), &[problem.hint("please report it, with the robot file")])
        }
    }
}

/// Answers a message, on a thread that may take long.
fn work(
    message: &Message,
    desk: &Desk,
    shared: &Shared,
    cancel: &Cancel,
    outgoing: &Sender<String>,
) -> String {
    let id = message.id;
    let progress = |part: f64, doing: &str| {
        let text = json!({ "id": id, "progress": { "part": part, "doing": doing } });
        // progress that finds no room is left out
        let _ = outgoing.try_send(text.to_string());
    };
    let budget = Budget::default().with_terms(TERMS).with_time(TIME).with_cancel(cancel);
    let Shared { folder, allowed, .. } = shared;
    let work = Work { desk, budget, folder, allowed, progress: &progress };
    match answer(message, &work) {
        Ok(answer) => json!({ "id": id, "answer": answer }).to_string(),
        Err(error) => failed(id, &error),
    }
}

/// An error with the places of its findings in the text that they are about.
fn failed(id: u64, error: &Error) -> String {
    let source = match error {
        Error::Read(findings) => findings.source_text(),
        _ => "",
    };
    json!({ "id": id, "findings": findings(&error.findings(), source) }).to_string()
}

fn refused(id: Option<u64>, problems: &[Diagnostic]) -> String {
    json!({ "id": id.map_or(Value::Null, Value::from), "findings": findings(problems, "") })
        .to_string()
}

/// Sends a text; false where the tab is closed or does not read.
async fn sent(socket: &mut WebSocket, text: String) -> bool {
    let sending = socket.send(ws::Message::Text(text.into()));
    matches!(timeout(PATIENCE, sending).await, Ok(Ok(())))
}

/// Waits where more messages than the rate came within this second.
async fn limited((start, count): &mut (Instant, u32)) {
    let second = Duration::from_secs(1);
    *count += 1;
    if start.elapsed() >= second {
        (*start, *count) = (Instant::now(), 1);
    } else if *count > RATE {
        sleep_until(*start + second).await;
        (*start, *count) = (Instant::now(), 1);
    }
}

/// The work of a tab, by the numbers of its messages.
#[derive(Default)]
struct Running(Vec<(u64, Piece)>);

/// One piece of work.
#[derive(Clone)]
struct Piece {
    cancel: Cancel,
    finished: Arc<AtomicBool>,
}

impl Running {
    fn begin(&mut self, id: u64) -> Piece {
        let piece = Piece { cancel: Cancel::new(), finished: Arc::default() };
        self.0.push((id, piece.clone()));
        piece
    }

    fn count(&self) -> usize {
        self.0.len()
    }

    fn forget_finished(&mut self) {
        self.0.retain(|(_, piece)| !piece.finished.load(Ordering::Relaxed));
    }

    /// Cancels the work of a message; without one, all.
    fn cancel(&self, of: Option<u64>) {
        let chosen = self.0.iter().filter(|(id, _)| of.is_none_or(|of| *id == of));
        chosen.for_each(|(_, piece)| piece.cancel.cancel());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_panics_is_a_finding_and_the_next_is_answered() {
        let runtime = tokio::runtime::Builder::new_multi_thread().build().expect("threads");
        let broken = runtime.block_on(answered(7, || panic!("a broken invariant")));
        let answer: Value = serde_json::from_str(&broken).expect("JSON");
        assert_eq!(answer["id"], 7);
        assert_eq!(answer["findings"][0]["code"], "internal-error");
        assert_eq!(runtime.block_on(answered(8, || "sound".to_owned())), "sound");
    }

    #[test]
    fn after_the_messages_of_a_second_the_next_waits_for_the_next_second() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        let start = Instant::now();
        let mut seen = (start, RATE);
        runtime.expect("a thread").block_on(limited(&mut seen));
        assert!(seen.0 >= start + Duration::from_secs(1));
        assert_eq!(seen.1, 1);
    }
}
