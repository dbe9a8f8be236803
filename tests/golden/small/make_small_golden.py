#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""HTA's figures of small traces, worked out by themselves: plain loops over sets of whole microseconds, no code of the
project and none of HTA's. Writes what tst_small_golden compares hta mode with.

    make_small_golden.py              writes rank-0.json, rank-1.json and the CSV files beside itself
    make_small_golden.py OUT FILE...  only the CSV files, of other traces of whole microseconds: how the script itself
                                      was held against HTA's own output

Two things that HTA does are not worked out, and the small ranks have neither: its rows of no time where one interval
ends as another begins, and idle time before work whose launch is missing, for which it reads the start of event 0.
"""
import csv
import gzip
import json
import math
import pathlib
import re
import sys

TYPES = ["COMPUTATION", "COMMUNICATION", "MEMORY"]


def type_of(name):
    if re.match("nccl|hip|hccl", name) or "ncclKernel" in name:
        return "COMMUNICATION"
    if re.match("Memcpy|Memset|hipMemcpy|hipMemset|dma", name):
        return "MEMORY"
    if re.search("Memcpy|Memset|dma|Sync", name) or re.match(
            "nccl|Stream Wait Event|cuda.*LaunchKernel|runFunction|job_exe|packet|pe_exe", name):
        return "OTHER"
    return "COMPUTATION"


def load(trace):
    """Events that stay: (ts, dur, name, cat, stream, correlation), in the order of the file."""
    events = []
    for event in trace["traceEvents"]:
        if "dur" not in event or "cat" not in event or event["cat"] == "Trace":
            continue
        args = event.get("args", {})
        stream = args.get("stream", -1)
        events.append({"ts": event["ts"], "dur": event["dur"], "name": event["name"], "cat": event["cat"],
                       "stream": stream if isinstance(stream, int) else -1,
                       "correlation": args.get("correlation", -1)})
    return events


def is_gpu(event):
    return (event["stream"] >= 0 and event["correlation"] >= 0) or event["name"] in ("Event Sync", "Context Sync")


def without_last_step(ranks):
    names = {e["name"] for events in ranks.values() for e in events if re.match(r"ProfilerStep\s*#\d+", e["name"])}
    if len(names) < 2:
        return ranks
    last = max(names, key=lambda name: int(name.split("#")[1]))
    kept = {}
    for rank, events in ranks.items():
        start = min(e["ts"] for e in events if e["name"] == last)
        host = [e for e in events if not is_gpu(e) and e["ts"] < start]
        correlations = {e["correlation"] for e in host if e["correlation"] != -1}
        kept[rank] = [e for e in events if is_gpu(e) and e["correlation"] in correlations] + host
    return kept


def moments(events):
    """The microseconds in which one of the events runs: [3, 5) is {3, 4}."""
    return {t for e in events for t in range(e["ts"], e["ts"] + e["dur"])}


def gpu_work(events):
    return [e for e in events if e["stream"] != -1]


def of_type(events, kind):
    return [e for e in gpu_work(events) if type_of(e["name"]) == kind]


def temporal(ranks):
    for rank, events in sorted(ranks.items()):
        work = gpu_work(events)
        whole = max(e["ts"] + e["dur"] for e in work) - min(e["ts"] for e in work)
        idle = whole - len(moments(work))
        compute = len(moments(of_type(events, "COMPUTATION")))
        parts = [idle, compute, whole - compute - idle]
        yield [rank, *parts, whole, *(round(100 * part / whole, 2) for part in parts)]


def kernel_types(ranks):
    sums = {}
    for events in ranks.values():
        running = [(kind, moments(of_type(events, kind))) for kind in TYPES]
        for t in set().union(*(at for _, at in running)):
            name = " overlapping ".join(kind for kind, at in running if t in at)
            sums[name] = sums.get(name, 0) + 1
    total = sum(sums.values())
    for name, time in sorted(sums.items(), key=lambda item: -item[1]):
        yield [name, time, round(100 * time / total, 1)]


def statistics(values):
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1)) if len(values) > 1 else 0
    return [sum(values), max(values), min(values), spread, mean]


def quantile(values, q):
    place = q * (len(values) - 1)
    low = int(place)
    high = min(low + 1, len(values) - 1)
    return values[low] + (values[high] - values[low]) * (place - low)


def kernels(ranks, most=10, ratio=0.8):
    rows = []
    for rank, events in ranks.items():
        for kind in TYPES:
            durations = {}
            for e in of_type(events, kind):
                durations.setdefault(e["name"], []).append(e["dur"])
            by_sum = sorted(durations.items(), key=lambda item: -sum(item[1]))
            if len(by_sum) > most:
                cumulated = [sum(sum(d) for _, d in by_sum[:i + 1]) for i in range(len(by_sum))]
                limit = quantile(cumulated, ratio)
                folded = {}
                for i, (name, each) in enumerate(by_sum):
                    name = "others" if cumulated[i] > limit or i >= most else name
                    folded.setdefault(name, []).append(sum(each))
                by_sum = list(folded.items())
            rows += [[name, *statistics(each), kind, rank] for name, each in by_sum]
    return sorted(rows, key=lambda row: (row[6], row[0], row[7]))


def overlap(ranks):
    for rank, events in sorted(ranks.items()):
        communication = moments(of_type(events, "COMMUNICATION"))
        both = communication & moments(of_type(events, "COMPUTATION"))
        yield [rank, round(100 * len(both) / len(communication), 2) if communication else ""]


def idle(ranks, delay=30):
    categories = ["host_wait", "kernel_wait", "other"]
    for rank, events in sorted(ranks.items()):
        launches = {e["correlation"]: e["ts"] for e in events if e["correlation"] != -1 and not is_gpu(e)}
        work = [e for e in gpu_work(events) if e["cat"] in ("kernel", "gpu_memcpy", "gpu_memset", "Kernel", "Memcpy",
                                                            "Memset")]
        for stream in dict.fromkeys(e["stream"] for e in work):
            line = sorted((e for e in work if e["stream"] == stream), key=lambda e: e["ts"])
            sums = {"other": 0}
            for before, e in zip(line, line[1:]):
                end = before["ts"] + before["dur"]
                if e["correlation"] in launches and launches[e["correlation"]] > end:
                    category = "host_wait"
                else:
                    category = "kernel_wait" if e["ts"] - end < delay else "other"
                sums[category] = sums.get(category, 0) + e["ts"] - end
            total = sum(sums.values())
            for category in categories:
                if category in sums:
                    yield [rank, stream, category, sums[category],
                           round(sums[category] / total, 2) if total else ""]


TABLES = {
    "temporal_breakdown": (temporal, ["rank", "idle_time(us)", "compute_time(us)", "non_compute_time(us)",
                                      "kernel_time(us)", "idle_time_pctg", "compute_time_pctg",
                                      "non_compute_time_pctg"]),
    "gpu_kernel_breakdown.types": (kernel_types, ["kernel_type", "sum", "percentage"]),
    "gpu_kernel_breakdown.kernels": (kernels, ["name", "sum (us)", "max (us)", "min (us)", "stddev", "mean (us)",
                                               "kernel_type", "rank"]),
    "idle_time_breakdown": (idle, ["rank", "stream", "idle_category", "idle_time", "idle_time_ratio"]),
    "comm_comp_overlap": (overlap, ["rank", "comp_comm_overlap_pctg"]),
}


def small_trace(rank):
    """Three steps of twelve kernels, two copies and a collective each; the third is dropped on load. Rank 1 launches
    late and its collective hides less."""
    events = []
    correlation = 0
    free = {7: 0, 20: 0}

    def add(name, cat, ts, dur, tid, **args):
        events.append({"ph": "X", "name": name, "cat": cat, "ts": ts, "dur": dur, "pid": 0 if tid in free else 1,
                       "tid": tid, "args": args})

    def launch(call, name, cat, at, dur, stream, wait):
        nonlocal correlation
        correlation += 1
        add(call, "cuda_runtime", at, 4, 100, correlation=correlation)
        start = max(at + 4 + wait, free[stream])
        add(name, cat, start, dur, stream, stream=stream, correlation=correlation, device=rank)
        free[stream] = start + dur

    for step in range(3):
        begin = 1000 * (step + 1)
        add(f"ProfilerStep#{step}", "user_annotation", begin, 990, 100)
        add("aten::linear", "cpu_op", begin + 1, 300, 100)
        launch("cudaMemcpyAsync", "Memcpy HtoD (Pinned -> Device)", "gpu_memcpy", begin + 2, 23 + step, 7, 3)
        for i in range(12):
            name = f"gemm_{i % 11}<float, {64 << (i % 3)}>"
            launch("cudaLaunchKernel", name, "kernel", begin + 12 + i * (14 + 6 * rank), 5 + (i * 7 + step) % 19, 7,
                   2 if i % 4 else 41)
        launch("cudaLaunchKernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
               "kernel", begin + 150, 180 - 70 * rank, 20, 5)
        launch("cudaMemsetAsync", "Memset (Device)", "gpu_memset", begin + 420 + 50 * rank, 6, 7, 1)
    return {"schemaVersion": 1, "distributedInfo": {"rank": rank, "world_size": 2}, "traceEvents": events}


def main():
    here = pathlib.Path(__file__).parent
    out = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here
    ranks = {}
    for path in sys.argv[2:]:
        data = pathlib.Path(path).read_bytes()
        trace = json.loads(gzip.decompress(data) if path.endswith(".gz") else data)
        ranks[trace.get("distributedInfo", {}).get("rank", 0)] = load(trace)
    for rank in range(0 if ranks else 2):
        trace = small_trace(rank)
        lines = ",\n".join(json.dumps(event) for event in trace.pop("traceEvents"))
        text = json.dumps(trace)[:-1] + ', "traceEvents": [\n' + lines + "\n]}\n"
        (here / f"rank-{rank}.json").write_text(text)
        ranks[rank] = load(json.loads(text))
    ranks = without_last_step(ranks)
    for name, (table, header) in TABLES.items():
        with open(out / f"{name}.csv", "w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(header)
            writer.writerows(table(ranks))


main()
