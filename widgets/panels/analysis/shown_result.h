// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/panels/analysis/analysis_request.h"

#include <QStringList>

namespace kinetoscope {

/// A result on display and what it was made from, so that exports and commands speak of what is shown. Empty before the
/// first one.
struct ShownResult {
    std::shared_ptr<const AnalysisResult> result;
    std::shared_ptr<const TraceSet> traces;
    std::shared_ptr<const TraceSet> baseline; ///< of a comparison with another job; else null
    Parameters parameters;                    ///< complete
    Scope scope;                              ///< what the figures are about
    Scope asked;                              ///< as it was asked for, before the analysis chose one of several ranks

    /// Which input of the analysis is the open job: only its slices are on the timeline.
    [[nodiscard]] std::size_t openInput() const { return baseline ? 1 : 0; }
    /// Whether a row of a table says more than what it is about: of a rank without any figure, its number.
    [[nodiscard]] bool hasFigures() const;
    /// All remarks, one a line; what is said of several ranks once.
    [[nodiscard]] QStringList remarks(const AnalysisDescriptor& analysis) const;
    /// What the figures are about, below the title of a chart.
    [[nodiscard]] QString scopeLine(const AnalysisDescriptor& analysis) const;
    /// Title and scope below exported pictures.
    [[nodiscard]] QString footer(const AnalysisDescriptor& analysis) const;
};

} // namespace kinetoscope
