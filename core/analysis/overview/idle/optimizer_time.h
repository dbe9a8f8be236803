// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/slices_around.h"
#include "core/model/trace.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What of an optimizer of PyTorch a moment of the host belongs to.
enum class OptimizerPart : std::uint8_t {
    None,
    Step,     ///< its step, outside of the ops that take many parameters at once
    ZeroGrad, ///< where it fills gradients with zeros
};

/// Tells of host slices, by the annotations that PyTorch makes, what of an optimizer they are in. Keeps a reference to
/// the trace.
class OptimizerTime {
public:
    /// O(texts).
    explicit OptimizerTime(const Trace& trace)
        : m_trace(trace)
        , m_names(trace.strings().size())
        , m_around(trace)
    {
        const auto begins = [](std::string_view text, std::string_view with) {
            return text.substr(0, with.size()) == with;
        };
        for (std::size_t name = 0; name < m_names.size(); ++name) {
            const std::string_view text = trace.text(StringId { name });
            m_names[name] = begins(text, "Optimizer.step#")                        ? Name::Step
                : begins(text, "Optimizer.zero_grad#")                             ? Name::ZeroGrad
                : begins(text, "aten::_foreach_") || begins(text, "aten::_fused_") ? Name::ManyAtOnce
                                                                                   : Name::Other;
            m_isAny = m_isAny || m_names[name] == Name::Step || m_names[name] == Name::ZeroGrad;
        }
    }
    /// @param slice  of the host, or GPU work, which is where its launch is; invalid for none.
    /// O(slices around it that were not around the one asked for before).
    [[nodiscard]] OptimizerPart of(SliceId slice)
    {
        if (!m_isAny || !slice.isValid())
            return OptimizerPart::None;
        const SliceId host = isGpuWork(m_trace.kind(slice)) ? m_trace.slices().partner[slice.index()] : slice;
        if (!host.isValid() || !isHostCallTree(m_trace.kind(host)))
            return OptimizerPart::None;
        return m_around.of(host, [this](OptimizerPart around, SliceId inner) {
            switch (m_names[m_trace.slices().name[inner.index()].index()]) {
            case Name::Step:
                return OptimizerPart::Step;
            case Name::ZeroGrad:
                return OptimizerPart::ZeroGrad;
            case Name::ManyAtOnce:
                return OptimizerPart::None;
            case Name::Other:
                break;
            }
            return around;
        });
    }

private:
    enum class Name : std::uint8_t { Other, Step, ZeroGrad, ManyAtOnce };
    const Trace& m_trace;
    std::vector<Name> m_names; ///< by StringId
    bool m_isAny = false;
    SlicesAround<OptimizerPart, 1'000> m_around; ///< real trees are some hundred deep
};

} // namespace kinetoscope
