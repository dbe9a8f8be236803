// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/op_names.h"

#include "core/base/vectors.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>

namespace kinetoscope {

namespace {

constexpr std::size_t kSlicesPerCheck = 64 * 1024;

} // namespace

Result<std::vector<std::string>> opNames(const TraceSet& traces, const Progress& progress)
{
    std::set<std::string_view> names;
    for (const RankTrace& rank : traces.ranks()) {
        const SliceTable& slices = rank.trace->slices();
        std::vector<bool> isSeen(rank.trace->strings().size(), false);
        for (std::size_t row = 0; row < slices.size(); ++row) {
            if (row % kSlicesPerCheck == 0 && progress.shouldStop())
                return Error::stopped();
            if (slices.kind[row] == EventKind::CpuOp)
                isSeen[slices.name[row].index()] = true;
        }
        for (std::size_t i = 0; i < isSeen.size(); ++i) {
            if (isSeen[i])
                names.insert(rank.trace->text(StringId { static_cast<std::uint32_t>(i) }));
        }
    }
    return std::vector<std::string>(names.begin(), names.end());
}

std::vector<StringId> sliceNames(const Trace& trace)
{
    std::vector<std::uint8_t> isUsed(trace.strings().size()); // bytes: a bit waits for the one set before it
    for (const StringId name : trace.slices().name) {
        if (name.index() < isUsed.size())
            isUsed[name.index()] = 1;
    }
    return placesWhere<StringId>(isUsed, std::identity {});
}

} // namespace kinetoscope
