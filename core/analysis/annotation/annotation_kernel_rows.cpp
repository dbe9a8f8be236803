// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/annotation/annotation_kernel_rows.h"

#include "core/analysis/annotation/work_annotations.h"
#include "core/analysis/types/stream_cell.h"
#include "core/base/names/short_name.h"

#include <algorithm>

namespace kinetoscope {

namespace {

Cell numberOrNothing(std::int64_t number)
{
    return number >= 0 ? Cell { number } : Cell {};
}

} // namespace

std::string_view AnnotationKernelRows::text(std::size_t row, std::size_t columnIndex) const
{
    const RankAnnotatedKernels& rank = rankOf(row);
    const AnnotatedKernel& kernel = rank.rows[row - rank.firstRow];
    const Trace& trace = *rank.rank->trace;
    const Track& track = trace.track(trace.trackOf(kernel.work));
    const bool isFound = kernel.annotation.isValid();
    switch (static_cast<AnnotationKernelColumn>(columnIndex)) {
    case AnnotationKernelColumn::Process:
        return trace.text(track.pid);
    case AnnotationKernelColumn::Thread:
        return trace.text(track.tid);
    case AnnotationKernelColumn::ShortName:
        return rank.shortNames.at(trace.slices().name[kernel.work.index()]);
    case AnnotationKernelColumn::Category:
        return trace.category(trace.slices().category[kernel.work.index()]);
    case AnnotationKernelColumn::Annotation:
        return isFound ? trace.name(kernel.annotation) : std::string_view {};
    case AnnotationKernelColumn::Via:
        return !isFound ? "" : kernel.viaLaunch ? "launch" : "stream";
    default:
        return trace.name(kernel.work);
    }
}

Cell AnnotationKernelRows::figure(std::size_t row, std::size_t columnIndex) const
{
    const RankAnnotatedKernels& rank = rankOf(row);
    const SliceId work = rank.rows[row - rank.firstRow].work;
    const Trace& trace = *rank.rank->trace;
    const SliceTable& slices = trace.slices();
    switch (static_cast<AnnotationKernelColumn>(columnIndex)) {
    case AnnotationKernelColumn::Index:
        return std::int64_t { slices.eventIndex[work.index()] };
    case AnnotationKernelColumn::Start:
        return m_source->visibleRange(*rank.rank, work).begin;
    case AnnotationKernelColumn::Duration:
        return m_source->visibleRange(*rank.rank, work).length();
    case AnnotationKernelColumn::Stream:
        return streamCell(trace, trace.track(trace.trackOf(work)).stream);
    case AnnotationKernelColumn::Correlation:
        return numberOrNothing(slices.correlation(work));
    case AnnotationKernelColumn::Rank:
        return rank.rank->rank;
    default:
        return deviceCell(trace, trace.track(trace.trackOf(work)).device);
    }
}

Selection AnnotationKernelRows::evidence(std::size_t row, AnnotationKernelColumn column) const
{
    const RankAnnotatedKernels& rank = rankOf(row);
    const AnnotatedKernel& kernel = rank.rows[row - rank.firstRow];
    Selection selection;
    if (column != AnnotationKernelColumn::Annotation)
        selection.slices.push_back({ rank.rankIndex, kernel.work });
    else if (kernel.annotation.isValid())
        selection.slices.push_back({ rank.rankIndex, kernel.annotation });
    return selection;
}

const RankAnnotatedKernels& AnnotationKernelRows::rankOf(std::size_t row) const
{
    const auto after = std::ranges::upper_bound(m_ranks, row, {}, &RankAnnotatedKernels::firstRow);
    return *(after - 1);
}

RankAnnotatedKernels annotatedKernelsOf(const RankTrace& rank, const RankGpuWork& work, const Progress& progress)
{
    RankAnnotatedKernels kernels { &rank, work.rankIndex, {}, {}, 0 };
    const Trace& trace = *rank.trace;
    const std::vector<WorkAnnotation> annotations = annotationsOf(rank, work, progress);
    kernels.rows.reserve(work.rows.size());
    StopCheck check(progress);
    for (std::size_t i = 0; i < work.rows.size() && !check.after(1); ++i) {
        const SliceId slice = work.rows[i].slice;
        kernels.rows.push_back({ slice, annotations[i].annotation, annotations[i].viaLaunch });
        const StringId name = trace.slices().name[slice.index()];
        const auto [known, isNew] = kernels.shortNames.try_emplace(name);
        if (isNew)
            known->second = shortName(trace.text(name));
    }
    return kernels;
}

} // namespace kinetoscope
