# Shared by gnu-parallel.sh and slurm.sh, which source this file: writes the job files, and compares the merged results
# with those of undivided runs. Needs $FOLDER.
set -euo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
NODE=${NODE:-$(ls "$ROOT"/node_modules/node-*/bin/node 2>/dev/null | head -1 || true)}
export NODE=${NODE:-node}
PUZZLE=$ROOT/tests/data/owen/pieces_06x06.txt
HUNTED=$ROOT/tests/data/owen/pieces_10x10.txt
HUNT='--engine best --nodes 300000 --option memory=64'

edgewise() { "$NODE" "$ROOT/src-main/cli/edgewise.ts" "$@"; }

# need COMMAND PACKAGE...: installs Debian's packages unless the command exists. If they can't be installed, prints their
# names and exits with code 77.
need() {
  local command=$1
  shift
  command -v "$command" >/dev/null && return
  local sudo
  sudo=$([ "$(id -u)" = 0 ] || echo sudo)
  if command -v apt-get >/dev/null; then
    $sudo apt-get update -qq >/dev/null 2>&1 || true
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1 || true
  fi
  command -v "$command" >/dev/null && return
  echo "SKIPPED: $* can't be installed here"
  exit 77
}

# Writes the job files of both searches: 16 parts of a count, and 4 seeds of a hunt.
prepare() {
  export EDGEWISE_DATA=$FOLDER/data
  edgewise runs split "$PUZZLE" --parts 16 --count --out "$FOLDER/count" >"$FOLDER/count.txt"
  # shellcheck disable=SC2086
  edgewise runs split "$HUNTED" --parts 4 --by seed $HUNT --out "$FOLDER/hunt" >"$FOLDER/hunt.txt"
  cat "$FOLDER/count.txt" "$FOLDER/hunt.txt" >"$FOLDER/jobs.txt"
  [ "$(wc -l <"$FOLDER/jobs.txt")" = 20 ]
}

# Merges the results, compares them with those of the same searches undivided, and prints the figures.
compare() {
  [ -e "$FOLDER/lost" ] || { echo 'FAILED: no worker was lost'; exit 1; }
  edgewise runs merge --json --save "$FOLDER"/count/*.result.json >"$FOLDER/count.json"
  edgewise runs merge --json --save "$FOLDER"/hunt/*.result.json >"$FOLDER/hunt.json"
  edgewise solve "$PUZZLE" --count --json 2>/dev/null | tail -1 >"$FOLDER/whole.json"
  for seed in 1 2 3 4; do
    # shellcheck disable=SC2086
    edgewise solve "$HUNTED" $HUNT --seed $seed --threads 1 --json 2>/dev/null | tail -1 >>"$FOLDER/hunts.json" || true
  done
  edgewise runs --json >"$FOLDER/runs.json"
  "$NODE" - "$FOLDER" <<'SCRIPT'
const { readFileSync } = require('node:fs');
const lines = (name) => readFileSync(`${process.argv[2]}/${name}.json`, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const [[merged], [hunt], [whole], hunts, runs] = ['count', 'hunt', 'whole', 'hunts', 'runs'].map(lines);
const wrong = [];
for (const name of ['nodes', 'solutions', 'uniqueSolutions', 'distinctSolutions']) {
  if (merged[name] !== whole[name]) wrong.push(`${name}: ${merged[name]} merged, ${whole[name]} undivided`);
}
const best = Math.max(...hunts.map(({ matched }) => matched));
if (hunt.matched !== best) wrong.push(`best: ${hunt.matched} merged, ${best} when the seeds run one by one`);
if (merged.missing.length + hunt.missing.length > 0) wrong.push('parts are missing');
if (runs.length !== 2) wrong.push(`${runs.length} runs in the library, expected both that were merged`);
if (wrong.length > 0) {
  console.log(`FAILED: ${wrong.join('; ')}`);
  process.exit(1);
}
console.log(
  `MERGED: 16 parts, one of them lost and repeated: ${merged.nodes} nodes, ${merged.solutions} solutions, ` +
    `${merged.uniqueSolutions} unique, equal to the undivided run; 4 seeds, best ${hunt.matched} of ${hunt.edges} edges, equal to single runs`,
);
SCRIPT
}
