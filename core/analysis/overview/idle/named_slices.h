// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/slices_around.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <optional>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Host slices with certain names, and what lies in them. Keeps a reference to the trace.
class NamedSlices {
public:
    /// O(texts).
    /// @param kind  they are of; nothing: of any, as annotations, which old files write as ops.
    NamedSlices(const Trace& trace, bool (*isNamed)(std::string_view name),
        std::optional<EventKind> kind = EventKind::PythonFunction)
        : m_trace(trace)
        , m_kind(kind)
        , m_names(trace.strings().size())
        , m_around(trace)
    {
        for (std::size_t name = 0; name < m_names.size(); ++name) {
            m_names[name] = isNamed(trace.text(StringId { name }));
            m_isAny = m_isAny || m_names[name];
        }
    }
    /// Whether a slice is one or lies in one. O(slices around it that were not around the one asked for before).
    [[nodiscard]] bool has(SliceId slice)
    {
        return m_isAny && slice.isValid() && isHostCallTree(m_trace.kind(slice))
            && m_around.of(slice, [this](bool isIn, SliceId inner) { return isIn || isOne(inner); });
    }
    /// Whether there are some in different slices of those that `holderOf` finds for them: a call that starts several
    /// processes holds all of them. O(slices + frames).
    /// @param holderOf  holderOf(frame), invalid for one that does not count.
    template <typename HolderOf> [[nodiscard]] bool areInSeveral(HolderOf holderOf, const Progress& progress) const
    {
        SliceId first;
        StopCheck check(progress);
        for (std::size_t row = 0; m_isAny && row < m_trace.slices().size() && !check.after(1); ++row) {
            const SliceId frame = SliceTable::at(row);
            const SliceId holder = isOne(frame) ? holderOf(frame) : SliceId {};
            if (first.isValid() && holder.isValid() && holder != first)
                return true;
            first = holder.isValid() ? holder : first;
        }
        return false;
    }
    /// Whether there are such names.
    [[nodiscard]] bool isAny() const { return m_isAny; }

private:
    [[nodiscard]] bool isOne(SliceId slice) const
    {
        return (!m_kind || m_trace.kind(slice) == *m_kind) && m_names[m_trace.slices().name[slice.index()].index()];
    }

    const Trace& m_trace;
    std::optional<EventKind> m_kind;
    std::vector<bool> m_names; ///< by StringId
    bool m_isAny = false;
    SlicesAround<bool, 1'000> m_around; ///< real trees are some hundred deep
};

/// Whether a frame starts a process, as Python's multiprocessing does for each worker of a data loader.
[[nodiscard]] inline bool startsProcess(std::string_view frame)
{
    constexpr std::string_view kFile = "multiprocessing/process.py(";
    constexpr std::string_view kEnd = "): start";
    return frame.find(kFile) != std::string_view::npos && frame.size() > kEnd.size()
        && frame.substr(frame.size() - kEnd.size()) == kEnd;
}

/// Whether an annotation is that of one of PyTorch's data loaders which makes its batches itself, for it has no worker
/// processes: it names the iterator.
[[nodiscard]] inline bool isLoaderWithoutWorkers(std::string_view name)
{
    return name.find("#_SingleProcessDataLoaderIter") != std::string_view::npos;
}

/// Whether a frame makes an iterator.
[[nodiscard]] inline bool makesIterator(std::string_view frame)
{
    constexpr std::string_view kEnd = "): __iter__";
    return frame.size() > kEnd.size() && frame.substr(frame.size() - kEnd.size()) == kEnd;
}

/// Whether a frame is torch.cuda.empty_cache(), which gives back what PyTorch's allocator keeps.
[[nodiscard]] inline bool emptiesCache(std::string_view frame)
{
    return frame == "<built-in function _cuda_emptyCache>"
        || (frame.find("torch/cuda/memory.py(") != std::string_view::npos
            && frame.find("): empty_cache") != std::string_view::npos);
}

/// Whether a call allocates or maps memory of the device, which empty_cache() gives back; pinned memory of the host is
/// kept elsewhere.
[[nodiscard]] inline bool allocatesOnDevice(std::string_view call)
{
    const auto begins = [call](std::string_view with) { return call.substr(0, with.size()) == with; };
    const bool isHost = call.find("Host") != std::string_view::npos;
    return !isHost
        && (begins("cudaMalloc") || begins("hipMalloc") || begins("hipExtMalloc") || begins("cuMemAlloc")
            || begins("cuMemCreate") || begins("cuMemMap") || begins("cuMemSetAccess") || begins("hipMemCreate")
            || begins("hipMemMap") || begins("hipMemSetAccess"));
}

} // namespace kinetoscope
