#!/usr/bin/env bash
# Tests the recipe of docs/guide/cluster.md for Slurm on one node that the script starts itself: munge, controller and node
# daemon, with their state in a temporary folder. Counts Owen's 6 × 6 in 16 parts and hunts with 4 seeds, as one array. The task
# of part 5 is killed and requeued. The merged totals must equal those of undivided runs. Needs root, because slurmd does.
FOLDER=$(mktemp -d)
HERE=$(cd "$(dirname "$0")" && pwd)
. "$HERE/common.sh"
PIDS=()
finish() {
  for pid in "${PIDS[@]}"; do kill "$pid" 2>/dev/null || true; done
  sleep 1
  for pid in "${PIDS[@]}"; do kill -9 "$pid" 2>/dev/null || true; done
  rm -rf "$FOLDER"
}
trap finish EXIT
[ "$(id -u)" = 0 ] || { echo 'SKIPPED: slurmd must be root'; exit 77; }
need munged munge
need slurmctld slurm-wlm
need slurmd slurm-wlm
chmod 755 "$FOLDER"
mkdir -p "$FOLDER"/{munge,state,spool}
PORT=$((20000 + RANDOM % 20000))
NAME=$(hostname -s)
export SLURM_CONF=$FOLDER/slurm.conf
cat >"$SLURM_CONF" <<CONF
ClusterName=edgewise
SlurmctldHost=$NAME(127.0.0.1)
SlurmctldPort=$PORT
SlurmdPort=$((PORT + 1))
SlurmUser=root
AuthType=auth/munge
# A requeued task waits until the credentials of its first attempt expire (by default two minutes), then for the next scheduling round.
AuthInfo=socket=$FOLDER/munge/socket,cred_expire=15
SchedulerParameters=sched_interval=2
CredType=cred/munge
StateSaveLocation=$FOLDER/state
SlurmdSpoolDir=$FOLDER/spool
SlurmctldPidFile=$FOLDER/slurmctld.pid
SlurmdPidFile=$FOLDER/slurmd.pid
SlurmctldLogFile=$FOLDER/slurmctld.log
SlurmdLogFile=$FOLDER/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
PlugStackConfig=/dev/null
MpiDefault=none
ReturnToService=2
JobRequeue=1
KillWait=2
MailProg=/bin/true
NodeName=$NAME NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=main Nodes=$NAME Default=YES MaxTime=INFINITE State=UP
CONF
dd if=/dev/urandom of="$FOLDER/munge/key" bs=128 count=1 2>/dev/null
chmod 700 "$FOLDER/munge"
chmod 600 "$FOLDER/munge/key"
munged --foreground --force --key-file="$FOLDER/munge/key" --socket="$FOLDER/munge/socket" --pid-file="$FOLDER/munge/pid" \
  --log-file="$FOLDER/munge/log" --seed-file="$FOLDER/munge/seed" 2>/dev/null &
PIDS+=($!)
chmod 755 "$FOLDER/munge"
until_is() { # until_is SECONDS COMMAND...: waits until the command succeeds
  local left=$1
  shift
  until "$@" >/dev/null 2>&1; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || { echo "FAILED: timeout while waiting for: $*"; tail -5 "$FOLDER"/*.log 2>/dev/null; exit 1; }
    sleep 1
  done
}
until_is 20 test -S "$FOLDER/munge/socket"
slurmctld -D -c >/dev/null 2>&1 &
PIDS+=($!)
until_is 30 scontrol ping
slurmd -D >/dev/null 2>&1 &
PIDS+=($!)
until_is 60 sh -c 'sinfo -h -o %T | grep -qE "idle|mixed|allocated"'

prepare
cat >"$FOLDER/array.sh" <<SCRIPT
#!/bin/sh
#SBATCH --array=1-20 --cpus-per-task=1 --requeue --signal=TERM@60
#SBATCH --output=$FOLDER/task-%a.txt --open-mode=append
exec "$HERE/work.sh" "$FOLDER" "\$(sed -n "\${SLURM_ARRAY_TASK_ID}p" "$FOLDER/jobs.txt")" hang
SCRIPT
JOB=$(NODE=$NODE sbatch --parsable "$FOLDER/array.sh")
until_is 600 test -e "$FOLDER/lost/dead"
scontrol requeue "${JOB}_5" # as the controller does by itself when a node is gone
until_is 900 sh -c "[ -z \"\$(squeue -h -j $JOB)\" ]"
compare
