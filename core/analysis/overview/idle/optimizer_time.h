// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/slices_around.h"
#include "core/analysis/causes/work/call_names.h"
#include "core/analysis/overview/idle/optimizer_ops.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What of an optimizer of PyTorch a moment of the host belongs to.
enum class OptimizerPart : std::uint8_t {
    None,
    Step,     ///< a step of it that launches for each parameter, and does nothing else
    ZeroGrad, ///< where it fills gradients with zeros
};

/// Tells of host slices, by the annotations that PyTorch makes, what of an optimizer they are in. Keeps references to
/// both.
class OptimizerTime {
public:
    /// O(texts).
    OptimizerTime(const Trace& trace, const Progress& progress)
        : m_trace(trace)
        , m_progress(progress)
        , m_names(trace.strings().size())
        , m_around(trace)
    {
        for (std::size_t name = 0; name < m_names.size(); ++name) {
            m_names[name] = nameOf(trace.text(StringId { name }));
            m_isAny = m_isAny || m_names[name] == Name::Step || m_names[name] == Name::ZeroGrad;
        }
    }
    /// @param slice  of the host, or GPU work, which is where its launch is; invalid for none.
    /// O(slices around it that were not around the one asked for before), and O(slices inside) for the first in a step
    /// of the optimizer, O(slices) for the first of all.
    [[nodiscard]] OptimizerPart of(SliceId slice)
    {
        if (!m_isAny || !slice.isValid())
            return OptimizerPart::None;
        const SliceId host = isGpuWork(m_trace.kind(slice)) ? m_trace.slices().partner[slice.index()] : slice;
        if (!host.isValid() || !isHostCallTree(m_trace.kind(host)))
            return OptimizerPart::None;
        return m_around.of(host, [this](OptimizerPart around, SliceId inner) {
            const Name name = nameOf(inner);
            return name == Name::Step || name == Name::ZeroGrad ? partOf(inner) : around;
        });
    }

private:
    enum class Name : std::uint8_t { Other, Step, ZeroGrad, ManyAtOnce, Fill, Backward, InPlace, Calculation };

    [[nodiscard]] static Name nameOf(std::string_view text)
    {
        const auto begins = [text](std::string_view with) { return text.substr(0, with.size()) == with; };
        return begins("Optimizer.step#")                           ? Name::Step
            : begins("Optimizer.zero_grad#")                       ? Name::ZeroGrad
            : text == "aten::_foreach_zero_"                       ? Name::Fill
            : begins("aten::_foreach_") || begins("aten::_fused_") ? Name::ManyAtOnce
            : text == "aten::zero_" || text == "aten::fill_"       ? Name::Fill
            : isBackwardOp(text)                                   ? Name::Backward
            : isUpdateInPlace(text)                                ? Name::InPlace
            : isCalculationOfOptimizer(text)                       ? Name::Calculation
                                                                   : Name::Other;
    }
    [[nodiscard]] Name nameOf(SliceId slice) const { return m_names[m_trace.slices().name[slice.index()].index()]; }

    /// @param annotation  of a step or of zero_grad().
    [[nodiscard]] OptimizerPart partOf(SliceId annotation)
    {
        const auto [known, isNew] = m_parts.try_emplace(annotation, OptimizerPart::None);
        if (isNew && nameOf(annotation) == Name::ZeroGrad)
            known->second = fills(annotation) ? OptimizerPart::ZeroGrad : OptimizerPart::None;
        else if (isNew)
            known->second = launchesForEach(annotation) ? OptimizerPart::Step : OptimizerPart::None;
        return known->second;
    }
    /// Calls `visit` for those that begin in it, on its thread.
    template <typename Visit> void eachInside(SliceId annotation, Visit visit) const
    {
        const SliceTable& slices = m_trace.slices();
        const std::size_t end = m_trace.track(m_trace.trackOf(annotation)).endSlice();
        for (std::size_t row = annotation.index() + 1; row < end && slices.start[row] < slices.end(annotation); ++row)
            visit(SliceTable::at(row));
    }
    [[nodiscard]] bool launches(SliceId slice) const
    {
        const SliceId work = m_trace.slices().partner[slice.index()];
        return isApiCall(m_trace.kind(slice)) && work.isValid() && isGpuWork(m_trace.kind(work));
    }
    /// Where gradients are set to None it launches nothing.
    [[nodiscard]] bool fills(SliceId annotation) const
    {
        bool isFilled = false;
        eachInside(annotation, [&](SliceId slice) {
            isFilled =
                isFilled || launches(slice) || (m_trace.kind(slice) == EventKind::CpuOp && nameOf(slice) == Name::Fill);
        });
        return isFilled;
    }
    /// Not where one op for many parameters lies in it: then it works so already, and what else it launches is other
    /// work. Nor where other annotations or a backward pass do, or ops that no update of parameters consists of, as in
    /// a step that is given a closure. Launches outside of PyTorch's ops are those of another library's optimizer, or
    /// of graphs.
    [[nodiscard]] bool launchesForEach(SliceId annotation)
    {
        bool isOther = runsBackward(annotation);
        std::size_t inPlace = 0;
        std::size_t elsewhere = 0;
        Timestamp endOfOp = m_trace.slices().start[annotation.index()];
        Name outermost = Name::Other;
        bool isOfOthers = false;
        eachInside(annotation, [&](SliceId slice) {
            const EventKind kind = m_trace.kind(slice);
            const Name name = nameOf(slice);
            const bool isInOp = m_trace.slices().start[slice.index()] < endOfOp;
            const bool isOp = kind == EventKind::CpuOp;
            isOther = isOther || kind == EventKind::UserAnnotation || name == Name::Step || name == Name::ZeroGrad
                || (isOp && (name == Name::ManyAtOnce || m_trace.name(slice) == "aten::_foreach_zero_"));
            constexpr std::string_view kOwn = "aten::";
            if (isOp && !isInOp) {
                const bool isOwn = m_trace.name(slice).substr(0, kOwn.size()) == kOwn;
                endOfOp = m_trace.slices().end(slice);
                outermost = name;
                isOther = isOther || (isOwn && name == Name::Other);
                isOfOthers = !isOwn;
            }
            if (!launches(slice))
                return;
            isOther = isOther || (isInOp && isOfOthers); // an op of another library does part of it
            const SliceId work = m_trace.slices().partner[slice.index()];
            const bool isUpdate = isInOp && (outermost == Name::InPlace || outermost == Name::Fill);
            ++(isUpdate && m_trace.kind(work) == EventKind::Kernel ? inPlace : elsewhere);
        });
        return !isOther && inPlace > elsewhere;
    }
    /// On any thread.
    [[nodiscard]] bool runsBackward(SliceId annotation)
    {
        const SliceTable& slices = m_trace.slices();
        if (!m_isBackwardRead) {
            m_isBackwardRead = true;
            StopCheck check(m_progress);
            for (std::size_t row = 0; row < slices.size() && !check.after(1); ++row) {
                if (slices.kind[row] == EventKind::CpuOp && nameOf(SliceTable::at(row)) == Name::Backward)
                    m_backward.push_back(slices.start[row]);
            }
            std::sort(m_backward.begin(), m_backward.end());
        }
        const auto first = std::lower_bound(m_backward.begin(), m_backward.end(), slices.start[annotation.index()]);
        return first != m_backward.end() && *first < slices.end(annotation);
    }

    const Trace& m_trace;
    const Progress& m_progress;
    std::vector<Name> m_names; ///< by StringId
    bool m_isAny = false;
    SlicesAround<OptimizerPart, 1'000> m_around; ///< real trees are some hundred deep
    std::map<SliceId, OptimizerPart> m_parts;    ///< by annotation
    bool m_isBackwardRead = false;
    std::vector<Timestamp> m_backward; ///< where ops of the backward pass begin, on any thread
};

} // namespace kinetoscope
