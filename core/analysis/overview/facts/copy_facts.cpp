// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/facts/copy_facts.h"

#include "core/analysis/causes/owners/owner_labels.h"
#include "core/analysis/overview/idle/host_places.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

/// An op that does nothing but copy: that a copy was launched in it says nothing.
bool isCopyingOp(std::string_view name)
{
    static constexpr std::array<std::string_view, 6> kCopying { "aten::to", "aten::_to_copy", "aten::copy_",
        "aten::clone", "aten::contiguous", "aten::_copy_from" };
    return std::ranges::find(kCopying, name) != kCopying.end();
}

/// A frame of PyTorch, or of a function that is built in.
bool isOfPyTorch(std::string_view name)
{
    return name.starts_with("torch/") || name.starts_with("<");
}

/// Name of the outermost op around the launch of a copy, or where that only copies of the innermost annotation, no
/// step, if there is one, else of the innermost Python function that is none of PyTorch; invalid for none.
StringId launcherOf(const Trace& trace, const StepSlices& steps, SliceId copy)
{
    const SliceTable& slices = trace.slices();
    SliceId op;
    SliceId annotation;
    SliceId function;
    SliceId around = slices.partner[copy.index()];
    for (std::size_t i = 0; around.isValid() && i < kMostSlicesAround; ++i, around = slices.parent[around.index()]) {
        if (trace.kind(around) == EventKind::CpuOp)
            op = around;
        else if (trace.kind(around) == EventKind::UserAnnotation && !annotation.isValid() && !steps.contains(around))
            annotation = around;
        else if (trace.kind(around) == EventKind::PythonFunction && !function.isValid()
            && !isOfPyTorch(trace.name(around)))
            function = around;
    }
    const SliceId other = annotation.isValid() ? annotation : function;
    const bool isNamedByOp = op.isValid() && !(other.isValid() && isCopyingOp(trace.name(op)));
    const SliceId found = isNamedByOp ? op : other;
    return found.isValid() ? slices.name[found.index()] : StringId {};
}

std::string mainLauncher(const Trace& trace, const TimeByName& launchers)
{
    Nanoseconds all = 0;
    for (const auto& [name, time] : launchers)
        all = saturatingAdd(all, time);
    const auto most = mostOf(launchers);
    return most != launchers.end() && most->first.isValid() && most->second > all / 2
        ? nameInSentence(trace.text(most->first))
        : std::string();
}

} // namespace

ExposedMemory exposedMemoryOf(
    const Trace& trace, const RankGpuWork& work, const std::vector<TimeRange>& exposed, const Progress& progress)
{
    constexpr std::size_t kMemsets = 4; // behind the directions
    struct Kind {
        std::size_t number = SIZE_MAX; ///< not looked at yet
        bool isPageable = false;
        bool isPinned = false;
    };
    std::vector<Kind> kinds(trace.strings().size());
    const SliceTable& slices = trace.slices();
    const auto kindOf = [&](const GpuWorkRow& row) {
        const StringId name = slices.name[row.slice.index()];
        Kind& kind = kinds[name.index()];
        if (kind.number == SIZE_MAX)
            kind = { isMemsetName(trace.text(name)) ? kMemsets
                                                    : static_cast<std::size_t>(copyDirectionOf(trace.text(name))),
                trace.text(name).find("Pageable") != std::string_view::npos,
                trace.text(name).find("Pinned") != std::string_view::npos };
        return kind;
    };
    struct Runs {
        std::vector<TimeRange> ranges;
        std::size_t count = 0;  ///< of those that run in the exposed time
        std::int64_t bytes = 0; ///< as ExposedCopies has it, of any
        Nanoseconds copying = 0;
        Nanoseconds inTheWay = 0;
    };
    struct OfStream {
        Nanoseconds computation = 0;
        Nanoseconds copies = 0; ///< and memsets
    };
    std::vector<OfStream> streams(trace.tracks().size());
    for (const GpuWorkRow& row : work.rows) {
        OfStream& stream = streams[trace.trackOf(row.slice).index()];
        if (row.type == KernelType::Computation && !exposed.empty())
            stream.computation = saturatingAdd(stream.computation, row.range.length());
        if (row.type == KernelType::Memory && !exposed.empty())
            stream.copies = saturatingAdd(stream.copies, row.range.length());
    }
    // One that casts what it copies may be the copies' own.
    const auto computes = [&](const GpuWorkRow& row) {
        const OfStream& stream = streams[trace.trackOf(row.slice).index()];
        return stream.computation > 0 && stream.computation >= stream.copies;
    };
    std::array<std::array<Runs, 2>, kMemsets + 1> runs; // by kind, and whether pageable
    std::array<TimeByName, kMemsets + 1> launchers;
    const StepSlices steps(trace);
    std::int64_t bytes = 0;
    std::int64_t count = 0;
    StopCheck check(progress);
    for (const GpuWorkRow& row : work.rows) {
        if (exposed.empty() || check.after(1))
            break;
        if (row.type != KernelType::Memory)
            continue;
        const Kind kind = kindOf(row);
        const auto next = std::ranges::upper_bound(exposed, row.range.begin, {}, &TimeRange::end);
        if (next == exposed.end() || next->begin >= row.range.end)
            continue;
        Runs& ofKind = runs[kind.number][kind.isPageable ? 1 : 0];
        if (const auto size = trace.args().bytes.find(slices.eventIndex[row.slice.index()]); size && *size > 0) {
            ofKind.bytes = saturatingAdd(ofKind.bytes, *size);
            ofKind.copying = saturatingAdd(ofKind.copying, row.range.length());
            if (kind.isPinned && computes(row))
                ofKind.inTheWay = saturatingAdd(ofKind.inTheWay, row.range.length());
        }
        if (const auto size = trace.args().bytes.find(slices.eventIndex[row.slice.index()]); kind.isPageable && size) {
            bytes = saturatingAdd(bytes, std::max<std::int64_t>(0, *size));
            ++count;
        }
        ofKind.ranges.push_back(row.range);
        ++ofKind.count;
        if (kind.number == kMemsets) // nobody asks what launches them
            continue;
        Nanoseconds& byLauncher = launchers[kind.number][launcherOf(trace, steps, row.slice)];
        for (auto part = next; part != exposed.end() && part->begin < row.range.end && !check.after(1); ++part)
            byLauncher = saturatingAdd(byLauncher, part->clippedTo(row.range).length());
    }
    ExposedMemory found;
    std::vector<TimeRange> pageable;
    for (std::size_t kind = 0; kind < runs.size(); ++kind) {
        std::vector<TimeRange> ofPageable = intersectionOf(unionOf(std::move(runs[kind][1].ranges)), exposed);
        std::vector<TimeRange> all = intersectionOf(unionOf(std::move(runs[kind][0].ranges)), exposed);
        append(all, ofPageable);
        const Nanoseconds time = totalLength(unionOf(std::move(all)));
        if (time > found.most.time)
            found.most = { kind == kMemsets,
                kind == kMemsets ? CopyDirection::Unknown : static_cast<CopyDirection>(kind), time,
                runs[kind][0].count + runs[kind][1].count, totalLength(ofPageable), runs[kind][1].count,
                runs[kind][0].bytes, runs[kind][0].copying, runs[kind][0].inTheWay,
                mainLauncher(trace, launchers[kind]) };
        append(pageable, ofPageable);
    }
    found.pageable = stretchesOf(unionOf(std::move(pageable)));
    found.pageableBytes = count > 0 ? bytes / count : 0;
    return found;
}

} // namespace kinetoscope
