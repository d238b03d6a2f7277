#!/usr/bin/env bash
# Measures what the pages of docs/book/speed tell, and writes them; arguments name the pages, without any all are written.
# Most of its time goes into compiling the solvers of all methods. Nothing else should run beside it.
set -euo pipefail
cd "$(dirname "$0")/.."
pages=docs/book/speed

# Writes a page when it is whole: its title, and what a command prints.
page() {
    local name=$1 title=$2
    shift 2
    printf '== %s\n' "$name" >&2
    {
        printf '# %s\n\nPrinted by `benches/pages.sh %s`.\n\n' "$title" "$name"
        printf '%s; %s; %s.\n' "$(date -u +%F)" "$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1)" "$(rustc --version)"
        [ "$name" = threads ] || printf 'Times: processor time, least (median) where there are two.\n\n'
        "$@"
    } >"$pages/$name.part"
    mv "$pages/$name.part" "$pages/$name.md"
}

# Large vehicles, and the vehicles of the literature, on one thread and on two.
threads() {
    cargo run --release -q -p wishbone-threads --features large,literature --bin threads
    printf '\n## Vehicles whose loops iterate\n\n'
    cargo run --release -q -p wishbone-threads --features large,literature --bin literature
}

write() {
    local run="cargo run --release -q -p"
    case $1 in
    benches)
        rm -rf "${CARGO_TARGET_DIR:-target}/criterion"
        cargo bench -q -p wishbone-benches --features derivatives,batch >&2
        page benches "Benches" $run wishbone-benches --features derivatives,batch --bin page
        ;;
    solvers) page solvers "Solvers" $run wishbone-benches --features methods --bin table ;;
    large) page large "Large vehicles" $run wishbone-compiler --example scaling ;;
    threads) page threads "Threads" threads ;;
    peers) benches/peers/run.sh --out benches/peers/results.md >&2 ;;
    *)
        printf 'no page is called `%s`: benches, large, threads, solvers, peers\n' "$1" >&2
        exit 2
        ;;
    esac
}

[ $# -gt 0 ] || set -- benches large threads solvers peers
for name in "$@"; do write "$name"; done
