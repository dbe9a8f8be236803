// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/annotation/annotations.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/types/parameters.h"
#include "core/base/name_pattern.h"
#include "core/numeric/fold.h"
#include "core/numeric/statistics.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace kinetoscope {

/// One row of the table.
struct AnnotationLine {
    std::string label;
    std::set<StringId> names; ///< the annotations it is about
    RunningStatistics<Nanoseconds> durations;
    Nanoseconds self = 0;
    Nanoseconds gpuBusy = 0;
    std::vector<AnnotationLine> members; ///< what was folded into it

    void merge(const AnnotationLine& other)
    {
        names.insert(other.names.begin(), other.names.end());
        durations.merge(other.durations);
        self = saturatingAdd(self, other.self);
        gpuBusy = saturatingAdd(gpuBusy, other.gpuBusy);
    }
};

/// How names become rows.
struct AnnotationNameRules {
    std::size_t keep = 1000;
    double ratio = 0.8;
    RatioRule rule = RatioRule::Quantile;
    bool joinNumbered = false;
    std::vector<NamePattern> neverFolded {};

    /// InvalidArgument where a pattern is no regular expression.
    static Result<AnnotationNameRules> from(const Parameters& parameters);
    [[nodiscard]] bool isNeverFolded(const std::string& name) const
    {
        return std::ranges::any_of(neverFolded, [&name](const NamePattern& pattern) { return pattern.isIn(name); });
    }
};

/// The rows of one rank, by name; those that are too many folded into one as section 3.2 does, by true statistics
/// ([DIFF-3.1]). O(n log n) in annotations and GPU work.
[[nodiscard]] std::vector<AnnotationLine> annotationLines(const Trace& trace, const RankAnnotations& annotations,
    const RankGpuWork& work, AnnotationSide side, const AnnotationNameRules& rules);

} // namespace kinetoscope
