//! Processes that end, or are ended.

use std::io::Read;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// Far more than any takes on a machine that is busy.
pub(crate) const LONGEST: Duration = Duration::from_secs(300);

/// How long one that is asked to end may take for it: PyTorch's launcher gives its own processes 30 s.
const PARTING: Duration = Duration::from_secs(40);

/// What commands that run at the same time told, each of which has to end within this time.
#[track_caller]
pub(crate) fn outputs(commands: Vec<Command>, longest: Duration) -> Vec<Output> {
    let end = Instant::now() + longest;
    let start = |mut command: Command| {
        let command = command.stdin(Stdio::null());
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let out = whole(child.stdout.take().unwrap());
        let err = whole(child.stderr.take().unwrap());
        (child, out, err)
    };
    let mut running: Vec<_> = commands.into_iter().map(start).collect();
    if !running.iter_mut().all(|(child, ..)| ends(child, end)) {
        for (child, ..) in &mut running {
            stop(child);
        }
        // What they have started may still hold the other end.
        let said = running.iter().map(|(.., err)| {
            let said = err.recv_timeout(Duration::from_secs(1));
            String::from_utf8_lossy(&said.unwrap_or_default()).into_owned()
        });
        let said: String = said.collect();
        panic!("it took longer than {longest:?} and was killed: {said}");
    }
    let output = |(mut child, out, err): (Child, Receiver<_>, Receiver<_>)| Output {
        status: child.wait().unwrap(),
        stdout: out.recv().unwrap(),
        stderr: err.recv().unwrap(),
    };
    running.into_iter().map(output).collect()
}

/// All that comes out of a pipe, which would be full if nobody read.
fn whole(mut pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        let _ = sender.send(bytes);
    });
    receiver
}

fn ends(child: &mut Child, end: Instant) -> bool {
    while child.try_wait().unwrap().is_none() {
        if Instant::now() >= end {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

/// Asks it to end, so that it ends what it has started, and ends it.
fn stop(child: &mut Child) {
    let asked = match child.try_wait() {
        Ok(None) => Command::new("kill").arg(child.id().to_string()).status(),
        _ => return,
    };
    if !asked.is_ok_and(|status| status.success()) || !ends(child, Instant::now() + PARTING) {
        let _ = child.kill();
        let _ = child.wait();
    }
}
