//! A folder of one's own for every test: home, files and temporary files.

mod agent;
mod served;

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

pub use agent::Agent;
pub use served::{Reply, Served, client, send};

/// The user and group that own nothing.
const NOBODY: u32 = 65_534;

pub struct Place {
    root: TempDir,
}

/// How a run ended.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    #[track_caller]
    pub fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        match serde_json::from_str(&self.stdout) {
            Ok(value) => value,
            Err(error) => panic!("no JSON: {error}\n{self:#?}"),
        }
    }

    /// The first word of standard output that begins with `prefix`, without punctuation.
    #[track_caller]
    pub fn id(&self, prefix: &str) -> String {
        let found = self
            .stdout
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .find(|word| word.starts_with(prefix) && word.len() == 28);
        match found {
            Some(word) => word.to_owned(),
            None => panic!("no {prefix} id in {self:#?}"),
        }
    }
}

impl Place {
    pub fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        for folder in ["files", "tmp"] {
            fs::create_dir(root.path().join(folder)).unwrap();
        }
        Self { root }
    }

    /// A place with a few small documents in its home.
    pub fn with_library() -> Self {
        let place = Self::new();
        place.write("garden.md", GARDEN);
        place.write("kitchen.md", KITCHEN);
        place.write("keys.txt", KEYS);
        place.ibid(&["add", place.files()]).expect(0);
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    /// The folder of files, as an argument.
    pub fn files(&self) -> &str {
        // Leaked so that arguments read well; a test is a short life.
        Box::leak(
            self.path("files")
                .to_str()
                .unwrap()
                .to_owned()
                .into_boxed_str(),
        )
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path("files").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The binary over this place's home, with nothing of the user's.
    pub fn command(&self, args: &[&str]) -> Command {
        self.command_of(Path::new(env!("CARGO_BIN_EXE_ibid")), args)
    }

    fn command_of(&self, binary: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(binary);
        command
            .args(args)
            .current_dir(self.root.path())
            .env_clear()
            .env("IBID_HOME", self.path("home"))
            .env("HOME", self.root.path())
            .env("TMPDIR", self.path("tmp"))
            .stdin(Stdio::null());
        command
    }

    pub fn ibid(&self, args: &[&str]) -> Run {
        run(&mut self.command(args))
    }

    pub fn ibid_with_input(&self, args: &[&str], input: &str) -> Run {
        fs::write(self.path("input"), input).unwrap();
        let input = fs::File::open(self.path("input")).unwrap();
        run(self.command(args).stdin(input))
    }

    /// As [`Place::ibid`], by somebody whom file permissions bind also when the tests run as root.
    pub fn ibid_as_plain_user(&self, args: &[&str]) -> Run {
        if fs::metadata(self.root.path()).unwrap().uid() != 0 {
            return self.ibid(args);
        }
        // The build folder may be closed to others.
        let binary = self.path("ibid");
        // By another process: a copy that this one has open for writing cannot be run by a child,
        // and other tests are starting children meanwhile.
        let copied = Command::new("cp")
            .arg(env!("CARGO_BIN_EXE_ibid"))
            .arg(&binary)
            .status();
        assert!(copied.unwrap().success());
        set_mode(&binary, 0o755);
        set_mode(self.root.path(), 0o755);
        run(self.command_of(&binary, args).uid(NOBODY).gid(NOBODY))
    }

    /// The names of the files in the home that have to do with attaching.
    pub fn sockets(&self) -> Vec<String> {
        let names = fs::read_dir(self.path("home")).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names
            .filter(|name| name.contains("sock") || name.starts_with('.'))
            .collect()
    }

    /// Starts the binary with piped streams.
    pub fn spawn(&self, args: &[&str]) -> Child {
        self.command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }
}

pub fn run(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

pub fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Sends a signal by the ordinary tool.
pub fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill")
        .args([&format!("-{name}"), &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
}

pub const GARDEN: &str = "\
# Garden Notes

## Watering

Tomatoes want a deep watering twice a week, early in the morning, at the root and never on the
leaves. In a heat wave they get some every day.

## Pests

Aphids sit under the leaves of the roses. A jet of water removes most of them; ladybirds eat the
rest.

## Winter

Dahlias are dug up after the first frost, dried for a week and kept in sand in the cellar.
";

pub const KITCHEN: &str = "\
# Kitchen Notes

## Bread

The dough rises overnight in the fridge. Bake it in a hot iron pot, half of the time with its lid.

## Coffee

Grind the beans just before brewing. Sixty grams of coffee for a litre of water.
";

pub const KEYS: &str = "\
Signing keys are rotated every ninety days by the platform team. The old key stays valid for one
more week, so that running jobs can finish.
";
