// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/changes.h"

#include "core/analysis/causes/replay/recording.h"
#include "core/base/display_name.h"
#include "core/base/sort_stably.h"
#include "core/query/op_names.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace kinetoscope {

NamedChange gone(ChangeKind kind, std::string_view target)
{
    return { kind, std::string(target), Factor::none(), "0" };
}

NamedChange twiceAsFast(ChangeKind kind, std::string_view target)
{
    return { kind, std::string(target), Factor::half(), "0.5" };
}

NamedChange launchedAsGraphs(std::string_view which)
{
    return { ChangeKind::Graph, std::string(which), {}, "1" };
}

NamedChange kept(std::string_view place)
{
    return { ChangeKind::Keep, std::string(place), {}, "1" };
}

NamedChange opAt(std::string_view op, std::string_view shapes, const NamedChange& like)
{
    return { ChangeKind::Op, std::string(op) + std::string(shapes), like.factor, like.factorText };
}

NamedChange listedWorkAt(std::vector<SliceId> work, double share)
{
    constexpr double kMillion = 1e6;
    const auto millionths = static_cast<std::int64_t>(std::clamp(share, 0.0, 1.0) * kMillion);
    std::string text = std::to_string(millionths + static_cast<std::int64_t>(kMillion)); // "1083000": 0.083
    text = (text.starts_with('2') ? "1." : "0.") + text.substr(1);
    NamedChange change { ChangeKind::Listed, std::string(toString(ChangeKind::Listed)),
        Factor::parse(text).value_or(Factor::none()), text };
    change.listed = std::move(work);
    return change;
}

std::vector<NamedChange> standardChanges(const Recording& recording, std::int64_t kernels)
{
    std::vector<NamedChange> all { hostTimeGone(Cause::DataLoading), waitingGone() };
    for (const Cause cause : { Cause::MemoryAllocation, Cause::CodeLoading, Cause::Profiler, Cause::Compilation,
             Cause::Launch, Cause::Collective, Cause::Op, Cause::Python, Cause::Unrecorded })
        all.push_back(hostTimeGone(cause));
    all.push_back(twiceAsFast(ChangeKind::Host, kAllTargets));
    all.push_back(twiceAsFast(ChangeKind::Work, wordOf(KernelType::Computation)));
    all.push_back(gone(ChangeKind::Work, wordOf(KernelType::Communication)));
    all.push_back(gone(ChangeKind::Work, wordOf(KernelType::Memory)));
    const Trace& trace = recording.trace();
    std::vector<Nanoseconds> times(trace.strings().size());
    std::vector<bool> isName(times.size());
    for (WorkNumber work = 0; work < recording.works().size(); ++work) {
        const SliceId slice = recording.works().slice(work);
        const std::size_t name = trace.slices().name[slice.index()].index();
        times[name] = saturatingAdd(times[name], trace.slices().duration(slice));
        isName[name] = true;
    }
    std::vector<std::pair<StringId, Nanoseconds>> names;
    for (std::size_t name = 0; name < times.size(); ++name) {
        if (isName[name])
            names.emplace_back(StringId { name }, times[name]);
    }
    sortStably(names, [&trace](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : trace.text(a.first) < trace.text(b.first);
    });
    names.resize(std::min(names.size(), static_cast<std::size_t>(kernels)));
    const DisplayNames shown(trace.strings(), sliceNames(trace)); // as everywhere
    for (const auto& [name, time] : names) {
        all.push_back(twiceAsFast(ChangeKind::Kernel, trace.text(name)));
        all.back().shown = shown.view(name);
    }
    return all;
}

} // namespace kinetoscope
