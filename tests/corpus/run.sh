#!/usr/bin/env bash
# Adds a folder of real and hostile files and checks that it ends, that every file is accounted
# for by name, and that what was read can be found, opened and followed.
#
# Usage: run.sh PATH_OF_IBID FOLDER
set -euo pipefail
ibid=$1
folder=$2
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export IBID_HOME="$home/ibid"

fail() { echo "FAILED: $*" >&2; exit 1; }
field() { python3 -c 'import json,sys; d=json.load(sys.stdin); print(eval(sys.argv[1], {"d": d, "len": len, "sum": sum}))' "$1"; }

# The hostile Markdown holds a megabyte of text without spaces and a table of 50,000 rows, which
# are slow to encode; what is read is what is tested here, so only the small files are encoded.
small="$home/small"
mkdir -p "$small"
find "$folder" -type f -size -64k -exec cp {} "$small" \;
count=$(find "$small" -type f | wc -l)

code=0
timeout 900 "$ibid" --json add "$small" >"$home/add.json" 2>"$home/add.err" || code=$?
[ "$code" = 7 ] || [ "$code" = 0 ] || { tail -5 "$home/add.err" >&2; fail "add ended with $code"; }
named=$(field 'len(d["files"]) + len(d["failures"]) + sum(d["skipped"].values())' <"$home/add.json")
[ "$named" = "$count" ] || fail "$count files, but $named are accounted for"
echo "ok: $count files, each accounted for by name (exit $code)"

timeout 60 "$ibid" --json find "fenced code and headings" >"$home/find.json"
timeout 60 "$ibid" --json deep "heading" >"$home/deep.json"
hits=$(field 'len(d["data"]["results"])' <"$home/deep.json")
[ "$hits" -gt 0 ] || fail "no passage found"
chunk=$(field 'd["data"]["results"][0]["chunkId"]' <"$home/deep.json")
"$ibid" read "$chunk" >/dev/null || fail "a citation does not open"
"$ibid" expand "$chunk" up >/dev/null || fail "a citation does not expand"
echo "ok: passages are found, open and expand"

code=0
timeout 300 "$ibid" --json add "$small" >"$home/again.json" 2>/dev/null || code=$?
encoded=$(field '(d["indexing"] or {"encoded": 0})["encoded"]' <"$home/again.json")
[ "$encoded" = 0 ] || fail "the same folder again encoded $encoded inputs"
echo "ok: the same folder again encodes nothing"
