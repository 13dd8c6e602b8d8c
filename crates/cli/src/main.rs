//! The `ibid` binary; everything is in the library beside it.

fn main() -> std::process::ExitCode {
    cli::main()
}
