// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/op_runs.h"

#include "core/analysis/launch/op_kernel_delays.h"
#include "core/base/sort_stably.h"
#include "core/base/text.h"

#include <map>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

namespace {

/// The innermost ATen op around a call on its own thread ([DIFF-8.2]).
class OpFinder {
public:
    explicit OpFinder(const Trace& trace)
        : m_trace(trace)
    {
    }

    [[nodiscard]] SliceId opAround(SliceId call)
    {
        const SliceTable& slices = m_trace.slices();
        SliceId at = slices.parent[call.index()];
        while (at.isValid() && !(slices.kind[at.index()] == EventKind::CpuOp && isAten(slices.name[at.index()])))
            at = slices.parent[at.index()];
        return at;
    }

private:
    bool isAten(StringId name)
    {
        const auto [it, isNew] = m_isAten.try_emplace(name, false);
        if (isNew)
            it->second = m_trace.text(name).starts_with(kAtenPrefix);
        return it->second;
    }

    const Trace& m_trace;
    std::unordered_map<StringId, bool> m_isAten;
};

} // namespace

RankOpRuns opRunsOf(const Trace& trace, const RankLaunches& rank, const Progress& progress)
{
    RankOpRuns found;
    constexpr std::uint32_t kNone = 0xffff'ffffu;
    std::vector<std::uint32_t> runOf(trace.slices().size(), kNone); // by op
    std::vector<std::uint32_t> runs(rank.launches.size(), kNone);   // by launch
    OpFinder finder(trace);
    StopCheck check(progress);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (check.after(4))
            return found;
        const SliceId op = finder.opAround(rank.launches[i].call);
        if (!op.isValid() || !trace.slices().isSound(op))
            continue;
        std::uint32_t& run = runOf[op.index()];
        if (run == kNone) {
            run = static_cast<std::uint32_t>(found.runs.size());
            found.runs.push_back({ op, 0, 0 });
        }
        ++found.runs[run].launchCount;
        runs[i] = run;
    }
    std::uint32_t end = 0;
    for (OpRun& run : found.runs) {
        run.firstLaunch = end;
        end += run.launchCount;
        run.launchCount = 0; // counted again below
    }
    found.launches.resize(end);
    for (std::size_t i = 0; i < runs.size() && !check.after(1); ++i) {
        if (runs[i] == kNone)
            continue;
        OpRun& run = found.runs[runs[i]];
        found.launches[run.firstLaunch + run.launchCount++] = rank.launches[i];
    }
    return found;
}

std::vector<OpSequence> opSequencesOf(
    const Trace& trace, std::uint32_t rank, const RankOpRuns& runs, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    std::map<std::pair<StringId, std::vector<StringId>>, OpSequence> found;
    std::pair<StringId, std::vector<StringId>> key; // one for all, so that its memory is asked for once
    StopCheck check(progress);
    for (const OpRun& run : runs.runs) {
        const std::span<const Launch> launches = runs.launchesOf(run);
        if (check.after(10 + launches.size()))
            return {};
        key.first = slices.name[run.op.index()];
        key.second.clear();
        for (const Launch& launch : launches)
            key.second.push_back(slices.name[launch.work.index()]);
        OpSequence& sequence = found[key];
        const Launch& first = launches.front();
        const Timestamp call = slices.start[first.call.index()];
        sequence.opDelay = saturatingAdd(sequence.opDelay, saturatingSubtract(call, slices.start[run.op.index()]));
        sequence.runtimeDelay =
            saturatingAdd(sequence.runtimeDelay, saturatingSubtract(slices.start[first.work.index()], call));
        for (const Launch& launch : launches)
            sequence.gpuDuration = saturatingAdd(sequence.gpuDuration, slices.duration(launch.work));
        sequence.runs.push_back(run);
    }
    std::vector<OpSequence> sequences;
    for (auto& [names, sequence] : found) {
        if (check.after(20 + names.second.size()))
            return {};
        sequence.rank = rank;
        sequence.opName = names.first;
        for (const StringId name : names.second)
            sequence.steps.emplace_back(trace.text(name));
        sequence.kernels = joined(sequence.steps, kKernelArrow);
        sequences.push_back(std::move(sequence));
    }
    sortStably(sequences, [&trace](const OpSequence& a, const OpSequence& b) {
        return a.opName != b.opName ? trace.text(a.opName) < trace.text(b.opName) : a.kernels < b.kernels;
    });
    return sequences;
}

} // namespace kinetoscope
