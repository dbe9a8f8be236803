// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/annotation/work_annotations.h"

#include "core/base/sort_stably.h"

#include <algorithm>
#include <queue>
#include <span>
#include <utility>

namespace kinetoscope {

namespace {

/// The tracks of annotations, found by device and stream: a trace may have 300 000 streams.
class AnnotationTracks {
public:
    explicit AnnotationTracks(const Trace& trace)
    {
        const std::span<const Track> tracks = trace.tracks();
        for (const Track& track : tracks) {
            if (track.kind == TrackKind::DeviceAnnotation)
                m_tracks.push_back(&track);
        }
        sortStably(m_tracks, {}, [](const Track* a) { return placeOf(*a); });
    }
    /// Those of one stream, in the order of the trace.
    [[nodiscard]] std::span<const Track* const> of(const GpuStream& stream) const
    {
        const std::pair wanted(stream.device, stream.stream);
        const auto first =
            std::ranges::lower_bound(m_tracks, wanted, {}, [](const Track* track) { return placeOf(*track); });
        const auto last =
            std::ranges::upper_bound(m_tracks, wanted, {}, [](const Track* track) { return placeOf(*track); });
        return { first, last };
    }

private:
    [[nodiscard]] static std::pair<std::int64_t, std::int64_t> placeOf(const Track& track)
    {
        return { track.device, track.stream };
    }
    std::vector<const Track*> m_tracks;
};

/// Finds the annotations of the work of one stream.
class StreamAnnotations {
public:
    /// Collects the sound projections on the stream, by start.
    StreamAnnotations(const Trace& trace, std::span<const Track* const> tracks)
        : m_slices(trace.slices())
    {
        for (const Track* track : tracks) {
            for (std::uint32_t row = track->firstSlice; row < track->endSlice(); ++row) {
                if (m_slices.kind[row] == EventKind::GpuUserAnnotation && m_slices.isSound(SliceTable::at(row)))
                    m_projections.push_back(SliceTable::at(row));
            }
        }
        std::ranges::stable_sort(m_projections, {}, [this](SliceId a) { return m_slices.start[a.index()]; });
    }

    /// Moments must come in order. Those that are over at one moment stay so: they leave from the top for good.
    SliceId at(Timestamp moment)
    {
        for (; m_next < m_projections.size() && m_slices.start[m_projections[m_next].index()] <= moment; ++m_next)
            m_open.push({ m_slices.duration(m_projections[m_next]), m_slices.start[m_projections[m_next].index()],
                m_projections[m_next] });
        while (!m_open.empty() && m_slices.end(m_open.top().slice) <= moment)
            m_open.pop();
        return m_open.empty() ? SliceId {} : m_open.top().slice;
    }

private:
    struct Open {
        Nanoseconds length = 0;
        Timestamp start = 0;
        SliceId slice;
        bool operator<(const Open& other) const // the greatest is on top: the shortest, then the latest
        {
            if (length != other.length)
                return length > other.length;
            return start != other.start ? start < other.start : slice < other.slice;
        }
    };
    const SliceTable& m_slices;
    std::vector<SliceId> m_projections;
    std::size_t m_next = 0;
    std::priority_queue<Open> m_open;
};

/// Innermost host annotation around the launch of a piece of work; invalid if there is none.
SliceId annotationOfLaunch(const SliceTable& slices, SliceId work)
{
    for (SliceId slice = slices.partner[work.index()]; slice.isValid(); slice = slices.parent[slice.index()]) {
        if (slices.kind[slice.index()] == EventKind::UserAnnotation)
            return slice;
    }
    return {};
}

/// Returns early when told to stop.
void annotateStream(const Trace& trace, const RankGpuWork& work, const GpuStream& stream,
    const AnnotationTracks& tracks, const Progress& progress, std::vector<WorkAnnotation>& annotations)
{
    const SliceTable& slices = trace.slices();
    struct Moment {
        Timestamp time = 0;
        std::size_t row = 0;
    };
    std::vector<Moment> moments;
    moments.reserve(stream.rowCount);
    for (std::size_t i = stream.firstRow; i < stream.firstRow + stream.rowCount; ++i) {
        const SliceId slice = work.rows[i].slice;
        // Rounded down: an annotation holds half a nanosecond if and only if it holds the whole one before.
        moments.push_back({ saturatingAdd(slices.start[slice.index()], slices.duration(slice) / 2), i });
    }
    sortRuns(moments, [](const Moment& a, const Moment& b) { return a.time < b.time; });
    StreamAnnotations projections(trace, tracks.of(stream));
    StopCheck check(progress);
    for (const Moment& moment : moments) {
        if (check.after(4))
            return;
        WorkAnnotation& annotation = annotations[moment.row];
        annotation.annotation = projections.at(moment.time);
        if (annotation.annotation.isValid())
            continue;
        annotation.annotation = annotationOfLaunch(slices, work.rows[moment.row].slice);
        annotation.viaLaunch = annotation.annotation.isValid();
    }
}

} // namespace

std::vector<WorkAnnotation> annotationsOf(const RankTrace& rank, const RankGpuWork& work, const Progress& progress)
{
    std::vector<WorkAnnotation> annotations(work.rows.size());
    const AnnotationTracks tracks(*rank.trace);
    for (const GpuStream& stream : work.streams) {
        if (!progress.shouldStop())
            annotateStream(*rank.trace, work, stream, tracks, progress, annotations);
    }
    return annotations;
}

} // namespace kinetoscope
