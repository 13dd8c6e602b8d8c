//! The tools, prompts and resources over an engine in this process.

mod prompts;
mod resources;

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::caller::Principal;
use domain::{Cancel, Result};
use serde_json::Value;

use super::{Profile, Service};
use crate::host::{FilledPrompt, PromptPage, ResourceSpec, ToolHost};
use crate::session::SessionContext;
use crate::tool::{Context, ToolOutput, ToolSpec};

pub use resources::all as resources;

/// Serves one caller over one connection.
pub struct LocalHost {
    service: Arc<Service>,
    principal: Principal,
    session: Arc<SessionContext>,
    profile: Profile,
}

impl LocalHost {
    /// Serves `principal`; `session` says what a search without a session does, `profile` which
    /// tools are listed.
    pub fn new(
        service: Arc<Service>,
        principal: Principal,
        session: Arc<SessionContext>,
        profile: Profile,
    ) -> Self {
        Self {
            service,
            principal,
            session,
            profile,
        }
    }

    fn context<'a>(&'a self, cancel: &'a Cancel) -> Context<'a> {
        Context {
            engine: &self.service.engine,
            caller: &self.principal.caller,
            identity: &self.principal.identity,
            base_url: &self.service.base_url,
            session: &self.session,
            cancel,
        }
    }
}

impl ToolHost for LocalHost {
    fn instructions(&self) -> &str {
        super::INSTRUCTIONS
    }

    fn tools(&self) -> Vec<ToolSpec> {
        super::tools()
            .into_iter()
            .filter(|tool| self.profile.lists(tool))
            .map(|tool| tool.spec)
            .collect()
    }

    fn when_cut(&self, tool: &str) -> &str {
        super::tool(tool).map_or("", |tool| tool.spec.when_cut)
    }

    fn takes_long(&self, tool: &str) -> bool {
        super::takes_long(tool)
    }

    fn call(&self, name: &str, arguments: &Value, cancel: &Cancel) -> ToolOutput {
        super::call(name, &self.context(cancel), arguments)
    }

    fn prompts(&self, cursor: Option<&str>, cancel: &Cancel) -> Result<PromptPage> {
        prompts::page(&self.context(cancel), cursor)
    }

    fn prompt(
        &self,
        name: &str,
        values: &BTreeMap<String, String>,
        cancel: &Cancel,
    ) -> Result<FilledPrompt> {
        prompts::filled(&self.context(cancel), name, values)
    }

    fn resources(&self) -> Vec<ResourceSpec> {
        resources::all()
    }

    fn read_resource(&self, uri: &str, cancel: &Cancel) -> Result<String> {
        resources::read(&self.context(cancel), uri)
    }
}
