#!/usr/bin/env bash
# The inspector's strict look at the listed tools: portable schemas, over stdio and HTTP, every
# profile that is listed by default, and all tools.
#
# Usage: inspector.sh PATH_OF_IBID
set -euo pipefail
binary=$(realpath "$1")
cd "$(dirname "$0")/../.."
export PATH="$PWD/target/clients/venv/bin:$PATH"
inspector=$PWD/target/clients/node/node_modules/.bin/mcp-inspector

folder=$(mktemp -d)
# The inspector keeps a catalog in the home of its user.
export HOME=$folder
server=
end() {
  [ -z "$server" ] || { kill "$server" 2>/dev/null && wait "$server" 2>/dev/null; } || true
  rm -rf "$folder"
}
trap end EXIT

# inspect NAME ARGUMENT…: lists the tools; the inspector exits with 6 on a schema it would not use.
inspect() {
  local name=$1
  shift
  if ! timeout 120 node "$inspector" --cli --method tools/list --strict "$@" >"$folder/out" 2>"$folder/err" ||
    [ -s "$folder/err" ]; then
    echo "FAILED: the inspector has something to say about the tools of $name" >&2
    tail -n 40 "$folder/err" "$folder/out" >&2
    exit 1
  fi
  local count
  count=$(python3 -c 'import json, sys; print(len(json.load(open(sys.argv[1]))["tools"]))' "$folder/out")
  echo "ok: the inspector finds nothing in the $count tools of $name"
}

inspect "ibid mcp" -- "$binary" --home "$folder/home" mcp
inspect "ibid mcp --tools full" -- "$binary" --home "$folder/home" mcp --tools full

"$binary" --home "$folder/home" --quiet serve --port 0 --json >"$folder/serve" &
server=$!
until [ -s "$folder/serve" ]; do
  kill -0 "$server" || { echo "FAILED: ibid serve ended at once" >&2; exit 1; }
  sleep 0.1
done
url=$(python3 -c 'import json, sys; print(json.loads(open(sys.argv[1]).readline())["url"].rstrip("/"))' "$folder/serve")
inspect "/mcp" --transport http "$url/mcp"
inspect "/mcp?tools=full" --transport http "$url/mcp?tools=full"
