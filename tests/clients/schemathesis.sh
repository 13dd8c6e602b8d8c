#!/usr/bin/env bash
# schemathesis over the served OpenAPI document; see openapi.py.
#
# Usage: schemathesis.sh PATH_OF_IBID [SECONDS [SEED]]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
exec "$here/../../target/clients/venv/bin/python" "$here/openapi.py" "$@"
