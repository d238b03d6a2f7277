#!/usr/bin/env bash
# Installs the other programs from the Python index into a folder of their own, builds both sides, compares and times.
# Arguments go to compare.py: see `run.sh --help`.
set -euo pipefail
cd "$(dirname "$0")"
target="${CARGO_TARGET_DIR:-$(cd ../.. && pwd)/target}"
home="${WISHBONE_PEERS:-$target/peers}"

if [ ! -x "$home/venv/bin/python" ]; then
    python3 -m venv "$home/venv"
fi
# One by one: what the index has not for this machine is left out.
while read -r package; do
    "$home/venv/bin/pip" install --quiet --disable-pip-version-check "$package" || echo "$package cannot be installed" >&2
done < requirements.txt
cargo build --release -p wishbone-benches --features derivatives --example peers
exec "$home/venv/bin/python" compare.py "$target/release/examples/libpeers.so" --build "$home/build" "$@"
