#!/usr/bin/env bash
# Runs the official conformance suite against what ibid puts before MCP over HTTP. Fails when a
# scenario fails.
#
# Three runs: the newer revision; the older one with sessions, which its scenarios need in which
# a server asks its client something; and the older one without, as ibid serves it, where those
# scenarios, listed in stateless.yml, cannot pass.
set -euo pipefail
cd "$(dirname "$0")/../.."

bash tests/clients/setup.sh
cargo build --quiet --locked -p conformance
binary=${CARGO_TARGET_DIR:-target}/debug/conformance
PATH="$PWD/target/clients/venv/bin:$PATH"
suite=$PWD/target/clients/node/node_modules/.bin/conformance
scratch=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$scratch"
}
trap finish EXIT

# Starts the server with the given options and sets `url`.
start() {
  "$binary" "$@" >"$scratch/url" 2>>"$scratch/log" &
  server=$!
  for _ in $(seq 100); do
    url=$(cat "$scratch/url")
    [ -z "$url" ] || return 0
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
  done
  cat "$scratch/log" >&2
  echo "the server did not start" >&2
  return 1
}

stop() {
  kill "$server"
  wait "$server" 2>/dev/null || true
  server=
}

# Sums up the scenarios that count. Extensions that ibid does not have are run by the suite too,
# but not scored.
sum_up() {
  awk '
    NF == 6 && /: [0-9]+ passed, [0-9]+ failed$/ { sub(/:$/, "", $2); passed[$2] = $3; failed[$2] = $5 }
    NF == 3 && /\((extension|pending|added-after-release)\)$/ { unscored[$2] = 1 }
    END {
      for (name in passed) {
        if (name in unscored) { others++; continue }
        scenarios++; p += passed[name]; f += failed[name]
      }
      printf "%d scenarios, %d checks passed, %d failed%s", scenarios, p, f, f ? " as expected" : ""
      if (others) printf "; %d scenarios not scored", others
    }' "$1"
}

# Runs one list; further arguments go to the suite.
check() {
  local name=$1 revision=$2
  shift 2
  local code=0
  "$suite" server --url "$url" --requirements "$revision" "$@" >"$scratch/out" 2>&1 || code=$?
  if [ "$code" != 0 ]; then
    cat "$scratch/out" "$scratch/log" >&2
    echo "FAILED: $name" >&2
    return 1
  fi
  echo "ok: $name: $(sum_up "$scratch/out")"
}

start
check "2026-07-28" 2026-07-28
check "2025-11-25 without sessions" 2025-11-25 --expected-failures tests/conformance/stateless.yml
stop
start --sessions
check "2025-11-25 with sessions" 2025-11-25
stop
