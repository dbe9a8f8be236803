#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A Slurm of one node on this computer, for a test: everything in one folder, own ports, own munge, no accounting, no services.
# Needs root, and Debian's slurm-wlm and munge.
#   slurm.sh up FOLDER [CPUS]   starts it and prints the line to be evaluated: export SLURM_CONF=...
#   slurm.sh down FOLDER        ends what `up` started, by the process ids in the folder
set -euo pipefail

folder="$(realpath -m "$2")"
host="$(hostname -s)"

stop_process() {
    [ -s "$1" ] || return 0
    local process
    process="$(cat "$1")"
    kill "$process" 2>/dev/null || return 0
    for _ in $(seq 100); do
        kill -0 "$process" 2>/dev/null || return 0
        sleep 0.1
    done
    kill -9 "$process" 2>/dev/null || true
}

# Two ports that nobody listens on: tried by connecting.
free_port() {
    local port
    while :; do
        port=$((20000 + RANDOM % 20000))
        if ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
            echo "$port"
            return
        fi
    done
}

case "$1" in
down)
    stop_process "$folder/slurmd.pid"
    stop_process "$folder/slurmctld.pid"
    stop_process "$folder/munge/pid"
    exit 0
    ;;
up) ;;
*)
    echo "slurm.sh up|down FOLDER" >&2
    exit 2
    ;;
esac

mkdir -p "$folder"/{munge,etc,state,spool,log}
chmod 0755 "$folder" "$folder/munge" # others may enter, else munge refuses
(umask 077 && head -c 128 /dev/urandom >"$folder/munge/key")
munged --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" --pid-file="$folder/munge/pid" \
    --log-file="$folder/munge/log" --seed-file="$folder/munge/seed" >&2
cat >"$folder/etc/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthInfo=socket=$folder/munge/socket
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldLogFile=$folder/log/slurmctld.log
SlurmdLogFile=$folder/log/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SchedulerParameters=sched_interval=1,sched_min_interval=0,bf_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=${3:-4} State=UNKNOWN
PartitionName=test Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF="$folder/etc/slurm.conf"
slurmctld -c -f "$SLURM_CONF" >&2
slurmd -c -f "$SLURM_CONF" -N "$host" >&2
for _ in $(seq 300); do
    if [ "$(sinfo -h -o %T 2>/dev/null)" = idle ]; then
        echo "export SLURM_CONF=$SLURM_CONF"
        exit 0
    fi
    sleep 0.1
done
echo "Slurm is not up after 30 s:" >&2
tail -n 5 "$folder"/log/*.log "$folder/munge/log" >&2
exit 1
