#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# cluster_test.sh PROGRAM TRACES_FOLDER...: kinetoscope-cli summarize under a real Slurm and a real mpirun, over real traces: all are
# summarized, each once; a task that is killed is finished by the same command; what cannot be told is refused. Ends with 77, saying
# so, where Slurm, munge or mpirun are not installed, or the traces are not there.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
program="$(realpath "$1")"
shift

missing=
for needed in slurmctld slurmd sbatch srun munged mpirun; do
    command -v "$needed" >/dev/null || missing="$missing $needed"
done
if [ "$(id -u)" -ne 0 ]; then missing="$missing root"; fi
if [ -n "$missing" ]; then
    echo "DID NOT RUN: these are not here:$missing. The section [cluster] of packaging/packages.txt brings them."
    exit 77
fi

work="$(mktemp -d /tmp/kinetoscope-cluster.XXXXXX)"
finish() {
    local code=$?
    "$here/slurm.sh" down "$work/slurm" || true
    if [ "$code" -ne 0 ] && [ "$code" -ne 77 ]; then
        echo "--- what was said"
        tail -n 20 "$work"/*.log 2>/dev/null || true
    fi
    rm -rf "$work"
}
trap finish EXIT

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# Sixteen real traces, and one that is none.
mkdir -p "$work/traces"
count=0
for source in "$@"; do
    [ -d "$source" ] || continue
    while read -r trace; do
        [ "$count" -lt 16 ] || break
        count=$((count + 1))
        case "$trace" in
        *.gz) cp "$trace" "$work/traces/$(printf %02d "$count").json.gz" ;;
        *) cp "$trace" "$work/traces/$(printf %02d "$count").json" ;;
        esac
    done < <(find "$source" -type f \( -name '*.json' -o -name '*.json.gz' \) | sort)
done
if [ "$count" -lt 8 ]; then
    echo "DID NOT RUN: $count traces are here, and it takes eight: the public ones beside the project are not."
    exit 77
fi
echo "no trace at all" >"$work/traces/99.json"
all=$((count + 1))
echo "$count traces and one that is none"

# What one process makes of them: everything below must be the same, byte for byte.
"$program" summarize -o "$work/whole" "$work/traces" 2>"$work/whole.log" && fail "a broken trace is no success"
[ $? -eq 0 ] || true
grep -q "shard 0 of 1: $count summarized, 0 up to date, 1 failed" "$work/whole.log" || fail "one process: $(cat "$work/whole.log")"

same_as_whole() { # FOLDER WHAT
    diff -r "$work/whole" "$1" >"$work/diff.log" || fail "$2: not what one process makes of them: $(head -5 "$work/diff.log")"
}

eval "$("$here/slurm.sh" up "$work/slurm" 4)"
echo "Slurm is up: $(sinfo --version)"

wait_for() { # JOB
    for _ in $(seq 1200); do
        [ -z "$(squeue -h -j "$1" 2>/dev/null)" ] && return 0
        sleep 0.1
    done
    fail "job $1 does not end"
}
# Sum of a column of the last lines: "shard 3 of 8: 61 summarized, 2 up to date, 1 failed".
sum_of() { # WORD FILE...
    local word="$1"
    shift
    cat "$@" 2>/dev/null | grep -oE "[0-9]+ $word" | awk '{ sum += $1 } END { print sum + 0 }'
}
command_of() { # FOLDER [OPTION...]
    local out="$1"
    shift
    echo "srun '$program' summarize --shard auto -o '$out' $* '$work/traces'"
}
submit() { # LOG SBATCH_OPTION... -- COMMAND
    local log="$1" options=()
    shift
    while [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    shift
    sbatch --parsable -D "$work" -o "$log.%a.log" -e "$log.%a.log" "${options[@]}" --wrap "$*"
}

# 1. An array of four with two tasks each: all, each once.
job="$(submit "$work/array" --array=0-3 -n 2 -- "$(command_of "$work/out")")"
wait_for "$job"
[ "$(sum_of summarized "$work"/array.*.log)" -eq "$count" ] || fail "array: $(cat "$work"/array.*.log)"
[ "$(sum_of failed "$work"/array.*.log)" -eq 1 ] || fail "array: not one failure"
[ "$(grep -ohE 'shard [0-7] of 8' "$work"/array.*.log | sort -u | wc -l)" -eq 8 ] || fail "array: not eight shards"
same_as_whole "$work/out" "array of 4 x 2"
echo "an array of 4 x 2 tasks: $count summarized, each once"

# 2. One task is killed while the job runs; the same command does the rest, and no trace twice.
rm -rf "$work/out"
job="$(submit "$work/killed" --array=0-3 -n 1 -- "$(command_of "$work/out")")"
for _ in $(seq 600); do
    [ -n "$(find "$work/out" -name '*.ksum' 2>/dev/null | head -1)" ] && break
    sleep 0.02
done
scancel --signal=KILL --full "${job}_1" 2>/dev/null || true
wait_for "$job"
before="$(find "$work/out" -name '*.ksum' | wc -l)"
for summary in "$work"/out/*.ksum; do
    cmp -s "$summary" "$work/whole/$(basename "$summary")" || fail "killed: $summary is not whole"
done
job="$(submit "$work/again" --array=0-3 -n 1 -- "$(command_of "$work/out")")"
wait_for "$job"
[ "$(sum_of 'up to date' "$work"/again.*.log)" -eq "$before" ] || fail "again: $before were there: $(cat "$work"/again.*.log)"
[ "$(sum_of summarized "$work"/again.*.log)" -eq $((count - before)) ] || fail "again: $(cat "$work"/again.*.log)"
[ -z "$(find "$work/out" -name '.*')" ] || fail "again: leftovers: $(find "$work/out" -name '.*')"
same_as_whole "$work/out" "killed and run again"
echo "a task was killed after $before of $count; the same command did the rest"

# 3. Killed by the system while it writes, whenever that is: whole files or none, and the next run finishes.
rm -rf "$work/out"
for delay in 0.05 0.1 0.2 0.4 0.8; do
    "$program" summarize -q -o "$work/out" "$work/traces" 2>>"$work/kill.log" &
    process=$!
    sleep "$delay"
    kill -9 "$process" 2>/dev/null || true
    wait "$process" 2>/dev/null || true
    for summary in "$work"/out/*.ksum; do
        [ ! -e "$summary" ] || cmp -s "$summary" "$work/whole/$(basename "$summary")" || fail "kill: $summary is not whole"
    done
done
"$program" summarize -q -o "$work/out" "$work/traces" 2>>"$work/kill.log" || true
[ -z "$(find "$work/out" -name '.*')" ] || fail "kill: leftovers: $(find "$work/out" -name '.*')"
same_as_whole "$work/out" "killed five times"
echo "killed five times by SIGKILL: whole files or none, finished by the next run"

# 4. What cannot be told is refused: an array with holes, and tasks that no srun starts.
rm -rf "$work/out"
job="$(submit "$work/holes" --array=1,3 -n 1 -- "$(command_of "$work/out")")"
wait_for "$job"
grep -q "holes" "$work"/holes.*.log || fail "an array with holes: $(cat "$work"/holes.*.log)"
[ ! -e "$work/out" ] || fail "an array with holes wrote something"
job="$(sbatch --parsable -D "$work" -n 2 -o "$work/batch.log" -e "$work/batch.log" \
    --wrap "'$program' summarize --shard auto -o '$work/out' '$work/traces'; echo exit code \$?")"
wait_for "$job"
grep -q "SLURM_STEP_NUM_TASKS" "$work/batch.log" || fail "a batch script: $(cat "$work/batch.log")"
grep -q "exit code 2" "$work/batch.log" || fail "a batch script: $(cat "$work/batch.log")"
[ ! -e "$work/out" ] || fail "a batch script wrote something"
job="$(submit "$work/named" --array=1,3 -n 1 -- \
    "srun '$program' summarize --shard \$SLURM_ARRAY_TASK_ID/8 -o '$work/out' '$work/traces'")"
wait_for "$job"
[ "$(grep -ohE 'shard [13] of 8' "$work"/named.*.log | sort -u | wc -l)" -eq 2 ] || fail "named parts: $(cat "$work"/named.*.log)"
echo "an array with holes and a batch script without srun are refused; named parts are done"

# 5. Tasks of one node, by srun.
rm -rf "$work/out"
job="$(sbatch --parsable -D "$work" -n 2 -o "$work/node.log" -e "$work/node.log" \
    --wrap "srun '$program' summarize --shard node -o '$work/out' '$work/traces'")"
wait_for "$job"
[ "$(sum_of summarized "$work/node.log")" -eq "$count" ] || fail "node: $(cat "$work/node.log")"
same_as_whole "$work/out" "the tasks of a node"
echo "the two tasks of a node: $count summarized, each once"

# 6. mpirun. Open MPI ends all processes once one of them fails, as that with the broken trace does, unless it is told not to; then its
# own exit code says nothing.
rm -rf "$work/out"
mpirun --mca orte_abort_on_non_zero_status 0 --allow-run-as-root --oversubscribe -n 3 "$program" summarize --shard auto -o "$work/out" "$work/traces" \
    >"$work/mpirun.log" 2>&1 || true
[ "$(sum_of failed "$work/mpirun.log")" -eq 1 ] || fail "mpirun: the broken trace is not told: $(cat "$work/mpirun.log")"
[ "$(sum_of summarized "$work/mpirun.log")" -eq "$count" ] || fail "mpirun: $(cat "$work/mpirun.log")"
[ "$(grep -oE 'shard [0-2] of 3' "$work/mpirun.log" | sort -u | wc -l)" -eq 3 ] || fail "mpirun: $(cat "$work/mpirun.log")"
same_as_whole "$work/out" "mpirun"
echo "mpirun -n 3: $count summarized, each once"
[ "$all" -eq "$(find "$work/out" -type f | wc -l)" ] || fail "not a file for each trace"
echo "PASSED"
