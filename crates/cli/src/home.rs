//! Which folder holds everything.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use domain::{Error, ErrorKind, Result};
use etcetera::BaseStrategy as _;

/// The folder that the user means: `--home`, else `IBID_HOME`, else `ibid` in the user's data
/// folder (`$XDG_DATA_HOME`, else `~/.local/share`). Absolute; it need not exist.
///
/// # Errors
/// `Unavailable` when there is no such folder because the user has none.
pub fn resolve(flag: Option<&Path>) -> Result<PathBuf> {
    choose(flag, std::env::var_os("IBID_HOME"), || {
        etcetera::choose_base_strategy()
            .ok()
            .map(|strategy| strategy.data_dir())
    })
}

fn choose(
    flag: Option<&Path>,
    variable: Option<OsString>,
    data: impl FnOnce() -> Option<PathBuf>,
) -> Result<PathBuf> {
    let named = flag
        .map(Path::to_path_buf)
        // A variable that is set to nothing is a variable that is not set.
        .or_else(|| variable.filter(|v| !v.is_empty()).map(PathBuf::from));
    let path = match named {
        Some(path) => path,
        None => data().ok_or_else(no_home)?.join("ibid"),
    };
    std::path::absolute(&path).map_err(|_| no_home())
}

fn no_home() -> Error {
    Error::new(
        ErrorKind::Unavailable,
        "cannot tell where the data folder is",
    )
    .hint("name one with `--home DIR` or the variable `IBID_HOME`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data() -> Option<PathBuf> {
        Some(PathBuf::from("/data"))
    }

    #[test]
    fn the_flag_comes_before_the_variable_and_that_before_the_data_folder() {
        let variable = || Some(OsString::from("/variable"));
        let flag = Path::new("/flag");
        assert_eq!(
            choose(Some(flag), variable(), data).unwrap(),
            Path::new("/flag")
        );
        assert_eq!(
            choose(None, variable(), data).unwrap(),
            Path::new("/variable")
        );
        assert_eq!(choose(None, None, data).unwrap(), Path::new("/data/ibid"));
    }

    #[test]
    fn an_empty_variable_counts_as_unset() {
        let home = choose(None, Some(OsString::new()), data).unwrap();
        assert_eq!(home, Path::new("/data/ibid"));
    }

    #[test]
    fn without_any_folder_the_error_says_how_to_name_one() {
        let error = choose(None, None, || None).unwrap_err();
        assert!(error.hint.unwrap().contains("IBID_HOME"));
    }
}
