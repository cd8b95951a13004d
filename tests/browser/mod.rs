//! A real browser for tests: Chromium without a window, spoken to over a pipe in the words of the
//! Chrome DevTools Protocol. No port is opened, and no driver is needed.
//!
//! ```ignore
//! let Some(mut browser) = Browser::start("my-test") else { return };
//! browser.open(&path);
//! assert_eq!(browser.evaluate("document.title"), "A page");
//! browser.assert_quiet();
//! ```

#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The contrast of two colours as WCAG has it.
pub(crate) const CONTRAST: &str = "(() => {\
    const light = (colour) => { const [r, g, b] = colour.match(/[\\d.]+/g).map((c) => c / 255)\
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));\
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05; };\
    const behind = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;\
        if (!/, 0\\)/.test(c)) return c; } return 'rgb(255, 255, 255)'; };\
    return [...document.querySelectorAll('h1, h2, h3, p, dt, dd, th, td, a, label, button, input, figcaption, code')]\
        .filter((e) => e.textContent.trim() && e.offsetParent)\
        .map((e) => { const [a, b] = [light(getComputedStyle(e).color), light(behind(e))];\
            return [Math.max(a, b) / Math.min(a, b), e.outerHTML.slice(0, 80)]; })\
        .filter(([contrast]) => contrast < 4.5); })()";

/// A browser with one page. It ends when it is dropped.
pub(crate) struct Browser {
    process: Child,
    folder: PathBuf,
    commands: File,
    messages: BufReader<File>,
    session: Option<String>,
    last_id: u64,
    /// What the page has complained about: exceptions, errors and warnings of the console.
    pub(crate) complaints: Vec<String>,
    /// The addresses that the page has asked for, itself included.
    pub(crate) requests: Vec<String>,
}

impl Browser {
    /// Starts one, with a name for its folder of temporary files. `None`, with a word about it, where
    /// no browser is installed, except in CI, where that is an error.
    pub(crate) fn start(name: &str) -> Option<Browser> {
        let Some(program) = program() else {
            assert!(std::env::var_os("CI").is_none(), "CI has no Chromium");
            eprintln!("SKIPPED: no Chromium was found; NEURALATEX_CHROMIUM may name one");
            return None;
        };
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("browser-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("tmp")).expect("the folder can be made");
        let [input, output] = ["in", "out"].map(|pipe| folder.join(pipe));
        let made = Command::new("mkfifo").arg(&input).arg(&output).status();
        assert!(made.is_ok_and(|made| made.success()), "pipes can be made");
        // The shell opens the pipes as the files 3 and 4, where the browser looks for them.
        let process = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<in 4>out"])
            .arg(program)
            .args(["--headless=new", "--remote-debugging-pipe", "--no-sandbox"])
            .args(["--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
            ])
            .args([
                "--force-device-scale-factor=1",
                "--hide-scrollbars",
                "--mute-audio",
            ])
            .arg(format!("--user-data-dir={}", folder.join("user").display()))
            .arg("about:blank")
            .current_dir(&folder)
            // Relative, as the name of a socket in it may have a hundred letters and no more.
            .env("TMPDIR", "tmp")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the shell runs");
        let commands = File::options().write(true).open(&input).expect("a pipe");
        let messages = BufReader::new(File::open(&output).expect("a pipe"));
        let mut browser = Browser {
            process,
            folder,
            commands,
            messages,
            session: None,
            last_id: 0,
            complaints: Vec::new(),
            requests: Vec::new(),
        };
        browser.attach();
        Some(browser)
    }

    /// Takes the first page, and listens to all that it says.
    fn attach(&mut self) {
        let target = self.call("Target.createTarget", json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = self.call("Target.attachToTarget", target);
        self.session = attached["sessionId"].as_str().map(str::to_string);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
        self.size(1280, 900);
    }

    /// Opens a file, and waits until it is there. What was heard of earlier pages is forgotten.
    pub(crate) fn open(&mut self, path: &Path) {
        let path = path.canonicalize().expect("the page is a file");
        self.complaints.clear();
        self.requests.clear();
        let url = format!("file://{}", path.display());
        self.call("Page.navigate", json!({ "url": url }));
        self.wait_until("document.readyState === 'complete' && location.protocol === 'file:'");
    }

    /// The value of an expression in the page; promises are waited for.
    ///
    /// # Panics
    /// If it throws.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        let answer = self.call(
            "Runtime.evaluate",
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true }),
        );
        let thrown = &answer["exceptionDetails"];
        assert!(thrown.is_null(), "{expression}: {thrown}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true, for half a minute at most.
    pub(crate) fn wait_until(&mut self, expression: &str) {
        let began = Instant::now();
        while self.evaluate(expression) != true {
            assert!(
                began.elapsed() < Duration::from_secs(30),
                "{expression}: never"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Prefers dark or light.
    pub(crate) fn dark(&mut self, is_dark: bool) {
        let value = if is_dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": value }]);
        self.call(
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        );
    }

    /// The size of the window, in pixels of CSS.
    pub(crate) fn size(&mut self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Presses a key, by its name in `KeyboardEvent.key`.
    pub(crate) fn press(&mut self, key: &str) {
        let (text, code) = match key {
            "Enter" => ("\r", 13),
            " " => (" ", 32),
            "Tab" => ("", 9),
            "End" => ("", 35),
            "Home" => ("", 36),
            "ArrowLeft" => ("", 37),
            "ArrowUp" => ("", 38),
            "ArrowRight" => ("", 39),
            "ArrowDown" => ("", 40),
            "Backspace" => ("", 8),
            _ => (key, 0),
        };
        for kind in ["keyDown", "keyUp"] {
            let text = if kind == "keyDown" { text } else { "" };
            let event =
                json!({ "type": kind, "key": key, "text": text, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Types a text into what has the focus.
    pub(crate) fn insert(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// Moves the pointer, in pixels from the upper left of the window.
    pub(crate) fn point(&mut self, x: f64, y: f64) {
        self.mouse("mouseMoved", x, y);
    }

    /// Clicks the middle of the first element that a selector finds.
    pub(crate) fn click(&mut self, selector: &str) {
        let [x, y] = self.middle(selector);
        self.click_at(x, y);
    }

    /// Clicks at a place of the window.
    pub(crate) fn click_at(&mut self, x: f64, y: f64) {
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            self.mouse(kind, x, y);
        }
    }

    /// The middle of the first element that a selector finds, once it is in the window.
    pub(crate) fn middle(&mut self, selector: &str) -> [f64; 2] {
        let found = format!("document.querySelector({})", json!(selector));
        // What happens when a page scrolls happens in its next frame.
        self.evaluate(&format!(
            "{found}.scrollIntoView({{ block: 'center', behavior: 'instant' }});\
             new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
        ));
        let place = self.evaluate(&format!(
            "(() => {{ const box = {found}.getBoundingClientRect();\
             return [box.left + box.width / 2, box.top + box.height / 2]; }})()"
        ));
        [0, 1].map(|i| place[i].as_f64().expect("a place"))
    }

    fn mouse(&mut self, kind: &str, x: f64, y: f64) {
        let button = if kind == "mouseMoved" { "none" } else { "left" };
        let event = json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": 1 });
        self.call("Input.dispatchMouseEvent", event);
    }

    /// Writes a picture (PNG) of the page: of the window, or of all of it.
    pub(crate) fn screenshot(&mut self, path: &Path, whole: bool) {
        let asked = json!({ "format": "png", "captureBeyondViewport": whole });
        let asked = match whole {
            false => asked,
            true => {
                let size = self.evaluate(
                    "[document.documentElement.clientWidth, document.documentElement.scrollHeight]",
                );
                json!({ "format": "png", "captureBeyondViewport": true,
                        "clip": { "x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1 } })
            }
        };
        let answer = self.call("Page.captureScreenshot", asked);
        let picture = decoded(answer["data"].as_str().expect("a picture"));
        fs::write(path, picture).expect("the picture can be written");
    }

    /// Panics if the page has complained, or has asked for anything but itself.
    pub(crate) fn assert_quiet(&mut self) {
        // What was said before an answer comes before it.
        self.evaluate("0");
        assert_eq!(self.complaints, [""; 0]);
        let others = self.requests.iter().filter(|url| !url.starts_with("data:"));
        assert!(others.clone().count() <= 1, "{:?}", self.requests);
        assert!(
            others.clone().all(|url| url.starts_with("file:")),
            "{:?}",
            self.requests
        );
    }

    /// Calls a method of the protocol, and hears what is said until its answer comes.
    ///
    /// # Panics
    /// If the browser calls it an error, or ends.
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        let mut message = json!({ "id": id, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.commands
            .write_all(&bytes)
            .expect("the browser listens");
        loop {
            let message = self.next();
            if message["id"] == id {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.hear(&message);
        }
    }

    fn next(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.messages
            .read_until(0, &mut bytes)
            .expect("the browser speaks");
        assert_eq!(bytes.pop(), Some(0), "the browser has ended");
        serde_json::from_slice(&bytes).expect("the browser speaks JSON")
    }

    fn hear(&mut self, message: &Value) {
        let said = &message["params"];
        match message["method"].as_str() {
            Some("Runtime.exceptionThrown") => {
                self.complaints.push(said["exceptionDetails"].to_string());
            }
            Some("Runtime.consoleAPICalled")
                if ["error", "warning", "assert"]
                    .contains(&said["type"].as_str().unwrap_or("")) =>
            {
                self.complaints.push(said["args"].to_string());
            }
            Some("Log.entryAdded") => self.complaints.push(said["entry"]["text"].to_string()),
            Some("Network.requestWillBeSent") => {
                let url = said["request"]["url"].as_str().unwrap_or("");
                self.requests.push(url.to_string());
            }
            _ => {}
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Asked to, it ends with all of its processes; some would outlive it and write on.
        let _ = self
            .commands
            .write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let began = Instant::now();
        while matches!(self.process.try_wait(), Ok(None)) && began.elapsed().as_secs() < 5 {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
        for _ in 0..50 {
            if fs::remove_dir_all(&self.folder).is_ok() {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// The browser that the environment names, or the first that is installed.
fn program() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("NEURALATEX_CHROMIUM") {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let mut found = names.iter().flat_map(|name| {
        let programs = std::env::split_paths(&path).map(move |folder| folder.join(name));
        programs.filter(|program| program.is_file())
    });
    found.next()
}

/// The bytes of base64.
fn decoded(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters: Vec<u8> = text.bytes().filter(|letter| *letter != b'=').collect();
    let mut bytes = Vec::with_capacity(letters.len() * 3 / 4);
    for part in letters.chunks(4) {
        let bits = part
            .iter()
            .fold(0, |bits, letter| bits << 6 | u32::from(value(*letter)));
        let bits = bits << (6 * (4 - part.len()));
        bytes.extend_from_slice(&bits.to_be_bytes()[1..part.len()]);
    }
    bytes
}
