#!/usr/bin/env bash
# Tests the recipe of docs/guide/cluster.md for GNU parallel: counts Owen's 6 × 6 in 16 parts and hunts with 4 seeds. One worker
# is killed. The merged totals must equal those of undivided runs.
FOLDER=$(mktemp -d)
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/common.sh"
trap 'rm -rf "$FOLDER"' EXIT
need parallel parallel
prepare
parallel --will-cite -j "${WORKERS:-2}" --retries 3 "$HERE/work.sh" "$FOLDER" {} <"$FOLDER/jobs.txt" 2>"$FOLDER/log" || {
  cat "$FOLDER/log"
  exit 1
}
compare
