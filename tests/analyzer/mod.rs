//! rust-analyzer, spoken to as an editor does: JSON with a length before it, over its standard input and
//! output.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long to wait until all is compiled and loaded; and for an answer, which comes in a moment unless
/// something is wrong.
const LOADING: Duration = Duration::from_secs(900);
const ANSWER: Duration = Duration::from_secs(180);

/// What the server says if a file has changed meanwhile, or if it has cancelled the work for another
/// reason: ask again.
const ASK_AGAIN: [i64; 2] = [-32801, -32802];

pub(crate) struct Analyzer {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    asked: u64,
    is_ready: bool,
}

/// The program, if rustup has it.
pub(crate) fn program() -> Option<PathBuf> {
    let output = Command::new("rustup")
        .args(["which", "rust-analyzer"])
        .output()
        .ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| path.trim().into())
}

impl Analyzer {
    /// Starts the program for these crates, and waits until it knows them and their macros.
    pub(crate) fn start(
        program: &Path,
        folder: &Path,
        crates: &[&Path],
        target: &Path,
    ) -> Analyzer {
        let mut command = Command::new(program);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .current_dir(folder)
            .env("CARGO_TARGET_DIR", target)
            .env_remove("RUSTFLAGS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("rust-analyzer starts");
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut analyzer = Analyzer {
            child,
            input,
            messages,
            asked: 0,
            is_ready: false,
        };
        let manifests: Vec<PathBuf> = crates.iter().map(|path| path.join("Cargo.toml")).collect();
        analyzer.ask(
            "initialize",
            json!({
                "processId": std::process::id(),
                "rootUri": uri(folder),
                "capabilities": {
                    "textDocument": { "diagnostic": {}, "hover": { "contentFormat": ["plaintext"] } },
                    "experimental": { "serverStatusNotification": true },
                },
                "initializationOptions": {
                    "linkedProjects": manifests,
                    "checkOnSave": false,
                    "cachePriming": { "enable": false },
                    "diagnostics": { "experimental": { "enable": true } },
                },
            }),
        );
        analyzer.tell("initialized", json!({}));
        let until = Instant::now() + LOADING;
        while !analyzer.is_ready {
            analyzer.receive(until, "its crates to be loaded");
        }
        analyzer
    }

    /// Opens a file.
    pub(crate) fn open(&mut self, path: &Path, text: &str) {
        let document =
            json!({ "uri": uri(path), "languageId": "rust", "version": 0, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Gives an open file another text.
    pub(crate) fn change(&mut self, path: &Path, version: u32, text: &str) {
        let changes = json!({
            "textDocument": { "uri": uri(path), "version": version },
            "contentChanges": [{ "text": text }],
        });
        self.tell("textDocument/didChange", changes);
    }

    /// The words that it would offer behind this text, which is in the file once.
    pub(crate) fn completions(&mut self, path: &Path, text: &str, behind: &str) -> Vec<String> {
        let answer = self.ask("textDocument/completion", place(path, text, behind));
        let items = answer.get("items").unwrap_or(&answer);
        let items = items.as_array().unwrap_or_else(|| panic!("{answer}"));
        let word = |item: &Value| {
            item["filterText"]
                .as_str()
                .or(item["label"].as_str())
                .map(str::to_string)
        };
        items.iter().filter_map(word).collect()
    }

    /// What it says of the name that ends this text.
    pub(crate) fn hover(&mut self, path: &Path, text: &str, behind: &str) -> String {
        let answer = self.ask("textDocument/hover", place(path, text, behind));
        answer["contents"]["value"]
            .as_str()
            .unwrap_or_default()
            .to_string()
    }

    /// The errors in a file.
    pub(crate) fn errors(&mut self, path: &Path) -> Vec<String> {
        let document = json!({ "textDocument": { "uri": uri(path) } });
        let answer = self.ask("textDocument/diagnostic", document);
        let items = answer["items"]
            .as_array()
            .unwrap_or_else(|| panic!("{answer}"));
        let errors = items.iter().filter(|item| item["severity"] == 1);
        errors.map(|error| error["message"].to_string()).collect()
    }

    fn tell(&mut self, method: &str, parameters: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": parameters }));
    }

    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        let until = Instant::now() + ANSWER;
        loop {
            self.asked += 1;
            let id = self.asked;
            self.send(
                json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }),
            );
            let answer = loop {
                let message = self.receive(until, method);
                if message["id"] == id && message.get("method").is_none() {
                    break message;
                }
            };
            match answer["error"]["code"].as_i64() {
                None => return answer["result"].clone(),
                Some(code) if ASK_AGAIN.contains(&code) => {
                    std::thread::sleep(Duration::from_millis(100));
                }
                Some(_) => panic!("{method}: {answer}"),
            }
        }
    }

    fn send(&mut self, message: Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it listens");
        self.input.flush().expect("it listens");
    }

    /// The next message. What the server asks for gets nothing.
    fn receive(&mut self, until: Instant, what: &str) -> Value {
        let left = until.saturating_duration_since(Instant::now());
        let message = self.messages.recv_timeout(left);
        let message = message.unwrap_or_else(|error| panic!("waiting for {what}: {error}"));
        if message.get("method").is_some()
            && let Some(id) = message.get("id")
        {
            let answer = json!({ "jsonrpc": "2.0", "id": id, "result": null });
            self.send(answer);
        }
        if message["method"] == "experimental/serverStatus" {
            let status = &message["params"];
            assert_eq!(status["health"], "ok", "{status}");
            self.is_ready = status["quiescent"] == true;
        }
        message
    }
}

impl Drop for Analyzer {
    fn drop(&mut self) {
        // With all that it has started: a macro that trains, which it should not, would go on.
        let group = format!("-{}", self.child.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A message: its length, a blank line, and so many bytes.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().split_once(": ") {
            Some(("Content-Length", number)) => length = number.parse().ok()?,
            Some(_) => {}
            None => break,
        }
    }
    let mut text = vec![0; length];
    output.read_exact(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// The place behind some words of a text of ASCII letters.
fn place(path: &Path, text: &str, behind: &str) -> Value {
    assert!(
        text.is_ascii() && text.matches(behind).count() == 1,
        "{behind}"
    );
    let before = &text[..text.find(behind).unwrap() + behind.len()];
    let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
    json!({
        "textDocument": { "uri": uri(path) },
        "position": { "line": before.matches('\n').count(), "character": column },
    })
}
