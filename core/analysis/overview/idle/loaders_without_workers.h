// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/slices_around.h"
#include "core/model/trace.h"

#include <string_view>
#include <vector>

namespace kinetoscope {

/// Tells of host slices whether they lie where one of PyTorch's data loaders makes its batches itself, because it has
/// no worker processes: the annotation that it makes names its iterator. Keeps a reference to the trace.
class LoadersWithoutWorkers {
public:
    /// O(texts).
    explicit LoadersWithoutWorkers(const Trace& trace)
        : m_trace(trace)
        , m_names(trace.strings().size())
        , m_around(trace)
    {
        for (std::size_t name = 0; name < m_names.size(); ++name) {
            m_names[name] =
                trace.text(StringId { name }).find("#_SingleProcessDataLoaderIter") != std::string_view::npos;
            m_isAny = m_isAny || m_names[name];
        }
    }
    /// @param slice  invalid: false. O(slices around it that were not around the one asked for before).
    [[nodiscard]] bool has(SliceId slice)
    {
        return m_isAny && slice.isValid() && isHostCallTree(m_trace.kind(slice))
            && m_around.of(slice, [this](bool isIn, SliceId inner) {
                   return isIn || m_names[m_trace.slices().name[inner.index()].index()];
               });
    }

private:
    const Trace& m_trace;
    std::vector<bool> m_names; ///< by StringId
    bool m_isAny = false;
    SlicesAround<bool, 1'000> m_around; ///< real trees are some hundred deep
};

} // namespace kinetoscope
