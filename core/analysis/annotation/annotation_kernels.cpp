// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/annotation/annotation_kernels.h"

#include "core/analysis/names/classification.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/stream_cell.h"
#include "core/base/names/short_name.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <memory>
#include <queue>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kAnnotationKernelsTitle = "Which annotation each GPU activity belongs to";

enum class Column : std::uint8_t {
    Index,
    Process,
    Thread,
    Start,
    Duration,
    Stream,
    Correlation,
    ShortName,
    Category,
    Annotation,
    Rank,
    Device,
    Via,
    Name,
};

std::vector<ColumnDescriptor> annotationKernelsColumns()
{
    std::vector<ColumnDescriptor> all = annotationKernelColumnsOfHta();
    for (ColumnDescriptor& column : all) {
        if (column.name == "ts")
            column.type = ColumnType::Time;
        else if (column.name == column::kDur)
            column.type = ColumnType::Duration;
        else if (column.name == column::kSName)
            column.isInFilesOnly = true; // display names say more, and are one to one
    }
    all.push_back(numberColumn("device", "Device"));
    all.push_back(textColumn("via", "Told by", TextKind::Word,
        "launch: the annotation lies around the launch of the kernel; stream: around the kernel, as the profiler drew "
        "it "
        "on the stream"));
    all.push_back(textColumn(column::kName, "Full name", TextKind::Name));
    return readFirst({ column::kName, "s_user_annotation", column::kDur, column::kTs, column::kRank }, std::move(all));
}

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

Cell numberOrNothing(std::int64_t number)
{
    return number >= 0 ? Cell { number } : Cell {};
}

/// One piece of work, and what it belongs to.
struct KernelRow {
    SliceId work;
    SliceId annotation; ///< invalid: none
    bool viaLaunch = false;
};

/// The rows of one rank.
struct RankKernels {
    const RankTrace* rank = nullptr; ///< ScopedGpuWork keeps it
    std::uint32_t rankIndex = 0;
    std::vector<KernelRow> rows;
    std::unordered_map<StringId, std::string> shortNames;
    std::size_t firstRow = 0; ///< of the table
};

/// All rows. Immutable once the last rank is added.
class KernelRows final : public ComputedRows {
public:
    explicit KernelRows(std::shared_ptr<const ScopedGpuWork> source)
        : m_source(std::move(source))
    {
    }

    void add(RankKernels rank)
    {
        rank.firstRow = m_count;
        m_count += rank.rows.size();
        m_ranks.push_back(std::move(rank));
    }

    [[nodiscard]] std::size_t count() const override { return m_count; }
    [[nodiscard]] std::size_t memoryBytes() const override
    {
        std::size_t bytes = 0;
        for (const RankKernels& rank : m_ranks)
            bytes += rank.rows.capacity() * sizeof(KernelRow);
        return bytes;
    }

    [[nodiscard]] std::string_view text(std::size_t row, std::size_t columnIndex) const override
    {
        const RankKernels& rank = rankOf(row);
        const KernelRow& kernel = rank.rows[row - rank.firstRow];
        const Trace& trace = *rank.rank->trace;
        const Track& track = trace.track(trace.trackOf(kernel.work));
        const bool isFound = kernel.annotation.isValid();
        switch (static_cast<Column>(columnIndex)) {
        case Column::Process:
            return trace.text(track.pid);
        case Column::Thread:
            return trace.text(track.tid);
        case Column::ShortName:
            return rank.shortNames.at(trace.slices().name[kernel.work.index()]);
        case Column::Category:
            return trace.category(trace.slices().category[kernel.work.index()]);
        case Column::Annotation:
            return isFound ? trace.name(kernel.annotation) : std::string_view {};
        case Column::Via:
            return !isFound ? "" : kernel.viaLaunch ? "launch" : "stream";
        default:
            return trace.name(kernel.work);
        }
    }

    [[nodiscard]] Cell figure(std::size_t row, std::size_t columnIndex) const override
    {
        const RankKernels& rank = rankOf(row);
        const SliceId work = rank.rows[row - rank.firstRow].work;
        const Trace& trace = *rank.rank->trace;
        const SliceTable& slices = trace.slices();
        switch (static_cast<Column>(columnIndex)) {
        case Column::Index:
            return std::int64_t { slices.eventIndex[work.index()] };
        case Column::Start:
            return m_source->visibleRange(*rank.rank, work).begin;
        case Column::Duration:
            return m_source->visibleRange(*rank.rank, work).length();
        case Column::Stream:
            return streamCell(trace, trace.track(trace.trackOf(work)).stream);
        case Column::Correlation:
            return numberOrNothing(slices.correlation(work));
        case Column::Rank:
            return rank.rank->rank;
        default:
            return deviceCell(trace, trace.track(trace.trackOf(work)).device);
        }
    }

    [[nodiscard]] Selection evidence(std::size_t row, Column column) const
    {
        const RankKernels& rank = rankOf(row);
        const KernelRow& kernel = rank.rows[row - rank.firstRow];
        Selection selection;
        if (column != Column::Annotation)
            selection.slices.push_back({ rank.rankIndex, kernel.work });
        else if (kernel.annotation.isValid())
            selection.slices.push_back({ rank.rankIndex, kernel.annotation });
        return selection;
    }

private:
    [[nodiscard]] const RankKernels& rankOf(std::size_t row) const
    {
        const auto after = std::ranges::upper_bound(m_ranks, row, {}, &RankKernels::firstRow);
        return *(after - 1);
    }

    std::shared_ptr<const ScopedGpuWork> m_source;
    std::vector<RankKernels> m_ranks;
    std::size_t m_count = 0;
};

RankKernels kernelsOf(const RankTrace& rank, const RankGpuWork& work, const Progress& progress)
{
    RankKernels kernels { &rank, work.rankIndex, {}, {}, 0 };
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

void remarkOn(const RankKernels& kernels, std::vector<Remark>& remarks)
{
    const bool isAnnotated =
        std::ranges::any_of(kernels.rows, [](const KernelRow& row) { return row.annotation.isValid(); });
    if (kernels.rows.empty())
        remarks.push_back(noGpuWork(*kernels.rank));
    else if (!isAnnotated)
        remarks.push_back(remarkOfRank(*kernels.rank, "no-annotations",
            { KT_PHRASE("annotation-kernels",
                "no annotation around any GPU work; wrap code in torch.profiler.record_function to have them.") }));
}

Result<AnalysisResult> runAnnotationKernels(AnalysisInputs inputs, const Parameters&, const AnalysisContext& context)
{
    KT_TRY(const auto source, ScopedGpuWork::create(inputs[0], *context.classifier));
    struct RankPart {
        RankKernels kernels;
        std::vector<Remark> remarks;
    };
    AnalysisResult result;
    const auto rows = std::make_shared<KernelRows>(source);
    const auto read = [&](std::size_t i) -> Result<RankPart> {
        KT_TRY(const RankGpuWork work, source->rank(i, context.progress));
        const RankTrace& rank = source->rankTrace(i);
        RankPart part;
        part.kernels = kernelsOf(rank, work, context.progress);
        KT_TRY_DONE(context.progress.carryOn());
        remarkOnSelection(work, rank, part.remarks);
        remarkOn(part.kernels, part.remarks);
        return part;
    };
    const auto add = [&](std::size_t, RankPart part) {
        rows->add(std::move(part.kernels));
        append(result.remarks, part.remarks);
    };
    KT_TRY_DONE(forEachRankInOrder(source->rankCount(), context, read, add));
    Table table("kernels", kAnnotationKernelsTitle, annotationKernelsColumns(), rows);
    table.setEvidence(
        [rows](std::size_t row, std::size_t column) { return rows->evidence(row, static_cast<Column>(column)); });
    result.tables.push_back(std::move(table));
    return result;
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

std::vector<ColumnDescriptor> annotationKernelColumnsOfHta()
{
    return {
        numberColumn("index", "Event"),
        textColumn("pid", "Process"),
        textColumn("tid", "Thread"),
        microsecondsColumn(column::kTs, "Start"),
        microsecondsColumn(column::kDur, "Duration"),
        numberColumn(column::kStream, "Stream"),
        numberColumn(column::kCorrelation, "Correlation"),
        textColumn(column::kSName, "Kernel"),
        textColumn("s_cat", "Category"),
        textColumn("s_user_annotation", "Annotation"),
        numberColumn(column::kRank, "Rank"),
    };
}

AnalysisDescriptor annotationKernels()
{
    return { .id = "annotation-kernels",
        .title = "Kernels by annotation",
        .question = "Which annotation does each kernel belong to?",
        .group = PanelGroup::GpuTime,
        .tables = { { "kernels", kAnnotationKernelsTitle, annotationKernelsColumns() } },
        .recordingOption = "with torch.profiler.record_function(...) around the regions",
        .run = runAnnotationKernels };
}

} // namespace kinetoscope
