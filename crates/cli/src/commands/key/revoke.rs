//! `ibid key revoke`.

use clap::Args;
use domain::access::KeyId;

use super::document;
use crate::app::App;
use crate::compose;
use crate::output::text::one_line;
use crate::output::{Exit, Result};

/// End a key for good
///
/// It stays listed. Revoking it again changes nothing.
#[derive(Debug, Args)]
pub struct Revoke {
    /// The public id of the key, as `ibid key list` shows it
    #[arg(value_name = "ID")]
    id: String,
}

impl Revoke {
    /// Revokes the key.
    ///
    /// # Errors
    /// An unknown id, a home that cannot be written.
    pub fn run(self, app: &App) -> Result<Exit> {
        let id = KeyId::parse(&self.id)?;
        let reach = app.reach_whole("ibid key revoke", true)?;
        let key = reach.revoke_key(&id, &app.signals.cancel)?;
        if app.output.is_json() {
            app.output.document(&document(&key, compose::now_ms()))?;
        } else {
            let name = one_line(&key.name);
            app.output
                .answer(&format!("revoked    {name}  ({})", key.id))?;
        }
        Ok(Exit::Ok)
    }
}
