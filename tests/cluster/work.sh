#!/usr/bin/env bash
# One part: work.sh FOLDER JOB. The first go at part 5 of the count dies in the middle of its search (kill -9), as a machine does
# that loses power; `hang` as third word: nobody is told, as by a machine that is gone.
set -euo pipefail
FOLDER=$1 JOB=$2
. "$(dirname "$0")/common.sh"
export EDGEWISE_DATA=$FOLDER/data
case $JOB in
  */count/part-05.job.json)
    if mkdir "$FOLDER/lost" 2>/dev/null; then
      "$NODE" "$ROOT/src-main/cli/edgewise.ts" runs work "$JOB" --threads 1 &
      sleep 1
      kill -9 $! 2>/dev/null || true
      rm -f "${JOB%.job.json}.result.json"
      touch "$FOLDER/lost/dead"
      [ "${3:-}" = hang ] && sleep 3600
      exit 9
    fi
    ;;
esac
exec "$NODE" "$ROOT/src-main/cli/edgewise.ts" runs work "$JOB" --threads 1
