// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/scope/scoped_ranks.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace kinetoscope {

/// Whose annotations: `user_annotation` of host threads, or their projections on streams, `gpu_user_annotation`.
enum class AnnotationSide : std::uint8_t { Host, Gpu };

/// One annotation as a scope shows it.
struct AnnotationRow {
    TimeRange range; ///< job time, cut to the scope's range
    SliceId slice;
    TrackId track;
    std::int64_t device = Track::kNoDevice; ///< of a projection
    Nanoseconds self = 0;                   ///< part of `range` in no annotation nested in it on its track
};

/// The annotations of one rank, track by track in tree order.
struct RankAnnotations {
    std::uint32_t rankIndex = 0; ///< position in TraceSet::ranks()
    std::int64_t rank = 0;
    std::vector<AnnotationRow> rows;
};

/// Access to the annotations of a scope, rank by rank.
///
/// A host annotation belongs to the step in which it starts; a projection to the step that launched the first work it
/// spans on its stream, or, where that is unknown, to the one in which it starts. Streams choose projections only.
/// Corrupt ones are left out. Keeps the traces alive and nothing else. Immutable; thread-safe.
class ScopedAnnotations : public ScopedRanks {
public:
    /// InvalidArgument if the scope's step pattern is no regular expression.
    [[nodiscard]] static Result<std::shared_ptr<const ScopedAnnotations>> create(
        const AnalysisInput& input, AnnotationSide side);

    [[nodiscard]] AnnotationSide side() const { return m_side; }

    /// O(slices of the side's tracks). Cancelled if `progress` says stop; never otherwise.
    [[nodiscard]] Result<RankAnnotations> rank(std::size_t i, const Progress& progress) const;

private:
    class Reader;

    ScopedAnnotations(const AnalysisInput& input, AnnotationSide side)
        : ScopedRanks(input)
        , m_side(side)
    {
    }

    AnnotationSide m_side;
    std::vector<std::vector<TimeRange>> m_chosen; ///< by rank: union of the chosen steps, job time
};

} // namespace kinetoscope
