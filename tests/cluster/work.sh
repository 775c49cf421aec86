#!/usr/bin/env bash
# work.sh FOLDER JOB [hang]: works on one part. The first attempt at part 5 of the count is killed during its search (kill -9), as if
# its machine had lost power. With `hang`, the script then does not end, as if the machine had disappeared without a message.
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
