// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/annotation/annotations.h"

#include "core/analysis/scope/steps.h"

#include <algorithm>
#include <map>
#include <utility>

namespace kinetoscope {

namespace {

/// Slices between two looks at the stop flag: about a millisecond of work.
constexpr std::size_t kSlicesPerCheck = 64 * 1024;

} // namespace

/// Fills one RankAnnotations.
class ScopedAnnotations::Reader {
public:
    Reader(const ScopedAnnotations& source, std::size_t i)
        : m_scope(source.scope())
        , m_side(source.m_side)
        , m_chosen(source.m_chosen[i])
        , m_rank(source.rankTrace(i))
        , m_slices(m_rank.trace->slices())
    {
        m_annotations.rankIndex = source.rankIndex(i);
        m_annotations.rank = m_rank.rank;
        if (m_side == AnnotationSide::Gpu && !m_scope.steps.empty())
            findStreams();
    }

    Result<RankAnnotations> read(const Progress& progress)
    {
        const TrackKind wanted = m_side == AnnotationSide::Host ? TrackKind::HostThread : TrackKind::DeviceAnnotation;
        for (std::size_t i = 0; i < m_rank.trace->tracks().size(); ++i) {
            const Track& track = m_rank.trace->tracks()[i];
            if (track.kind != wanted)
                continue;
            if (m_side == AnnotationSide::Gpu && !isChosen(m_scope.streams, track.stream))
                continue;
            if (!readTrack(track, TrackId { i }, progress))
                return Error::stopped();
        }
        return std::move(m_annotations);
    }

private:
    void findStreams()
    {
        for (const Track& track : m_rank.trace->tracks()) {
            if (track.kind == TrackKind::Stream)
                m_streams[{ track.device, track.stream }] = &track;
        }
    }

    bool readTrack(const Track& track, TrackId id, const Progress& progress)
    {
        const EventKind wanted =
            m_side == AnnotationSide::Host ? EventKind::UserAnnotation : EventKind::GpuUserAnnotation;
        constexpr std::uint32_t kNoRow = 0xffff'ffffu;
        // Nearest annotation around each slice of the track, as a position in m_annotations.rows.
        std::vector<std::uint32_t> around(track.sliceCount, kNoRow);
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if ((row - track.firstSlice) % kSlicesPerCheck == 0 && progress.shouldStop())
                return false;
            const SliceId parent = m_slices.parent[row];
            std::uint32_t& mine = around[row - track.firstSlice];
            if (parent.isValid())
                mine = around[parent.index() - track.firstSlice];
            if (m_slices.kind[row] != wanted)
                continue;
            const std::uint32_t outer = mine;
            if (!take(SliceTable::at(row), track, id))
                continue;
            const auto added = static_cast<std::uint32_t>(m_annotations.rows.size() - 1);
            if (outer != kNoRow)
                coverPart(outer, m_annotations.rows[added].range);
            mine = added;
        }
        progress.add(track.sliceCount);
        return true;
    }

    bool take(SliceId slice, const Track& track, TrackId id)
    {
        if (!m_slices.isSound(slice))
            return false;
        const TimeRange whole = m_rank.jobRange(slice);
        if (!m_scope.steps.empty() && !isInRanges(m_chosen, stepTime(whole, track)))
            return false;
        const std::optional<TimeRange> range = m_scope.visible(whole);
        if (!range)
            return false;
        m_annotations.rows.push_back({ *range, slice, id, track.device, range->length() });
        m_coveredUntil.push_back(range->begin);
        return true;
    }

    /// Children come in order of their starts: what reaches beyond the earlier ones is new.
    void coverPart(std::uint32_t outer, TimeRange inner)
    {
        AnnotationRow& row = m_annotations.rows[outer];
        const TimeRange part { std::max(inner.begin, m_coveredUntil[outer]), std::min(inner.end, row.range.end) };
        row.self -= part.length();
        m_coveredUntil[outer] = std::max(m_coveredUntil[outer], inner.end);
    }

    /// The moment that decides about the step.
    Timestamp stepTime(TimeRange range, const Track& track) const
    {
        const auto stream = m_streams.find({ track.device, track.stream });
        if (stream == m_streams.end())
            return range.begin;
        const auto first = m_slices.start.begin() + stream->second->firstSlice;
        const auto last = m_slices.start.begin() + stream->second->endSlice();
        const auto work = std::lower_bound(first, last, m_rank.toTraceTime(range.begin));
        if (work == last || m_rank.toJobTime(*work) >= range.end)
            return range.begin;
        const SliceId launch = m_slices.partner[static_cast<std::size_t>(work - m_slices.start.begin())];
        return launch.isValid() ? m_rank.toJobTime(m_slices.start[launch.index()]) : range.begin;
    }

    const Scope& m_scope;
    AnnotationSide m_side;
    const std::vector<TimeRange>& m_chosen;
    const RankTrace& m_rank;
    const SliceTable& m_slices;
    std::map<std::pair<std::int64_t, std::int64_t>, const Track*> m_streams; ///< only for projections chosen by step
    RankAnnotations m_annotations;
    std::vector<Timestamp> m_coveredUntil; ///< by row: end of the nested ones so far
};

Result<std::shared_ptr<const ScopedAnnotations>> ScopedAnnotations::create(
    const AnalysisInput& input, AnnotationSide side)
{
    std::shared_ptr<ScopedAnnotations> annotations(new ScopedAnnotations(input, side));
    KT_TRY(annotations->m_chosen, annotations->chosenSteps());
    return std::shared_ptr<const ScopedAnnotations>(std::move(annotations));
}

Result<RankAnnotations> ScopedAnnotations::rank(std::size_t i, const Progress& progress) const
{
    return Reader(*this, i).read(progress);
}

} // namespace kinetoscope
