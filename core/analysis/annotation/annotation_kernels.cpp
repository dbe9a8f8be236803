// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/annotation/annotation_kernels.h"

#include "core/analysis/per_rank.h"
#include "core/base/names/short_name.h"

#include <algorithm>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kTitle = "Which annotation each piece of GPU work belongs to";

std::vector<ColumnDescriptor> columns()
{
    std::vector<ColumnDescriptor> all = annotationKernelColumnsOfHta();
    for (ColumnDescriptor& column : all) {
        if (column.name == "ts")
            column.type = ColumnType::Time;
        else if (column.name == "dur")
            column.type = ColumnType::Duration;
    }
    all.push_back({ "device", ColumnType::Int, Unit::None, "Device", "" });
    all.push_back({ "via", ColumnType::String, Unit::None, "Told by", "" });
    all.push_back({ "name", ColumnType::String, Unit::None, "Full name", "" });
    return all;
}

/// Finds the annotations of the work of one stream.
class StreamAnnotations {
public:
    /// Collects the sound projections on the stream, by start.
    StreamAnnotations(const Trace& trace, const GpuStream& stream)
        : m_slices(trace.slices())
    {
        for (const Track& track : trace.tracks()) {
            if (track.kind != TrackKind::DeviceAnnotation || track.device != stream.device
                || track.stream != stream.stream)
                continue;
            for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
                if (m_slices.kind[row] == EventKind::GpuUserAnnotation && m_slices.isSound(SliceTable::at(row)))
                    m_projections.push_back(SliceTable::at(row));
            }
        }
        std::stable_sort(m_projections.begin(), m_projections.end(),
            [this](SliceId a, SliceId b) { return m_slices.start[a.index()] < m_slices.start[b.index()]; });
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

void annotateStream(
    const Trace& trace, const RankGpuWork& work, const GpuStream& stream, std::vector<WorkAnnotation>& annotations)
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
    StreamAnnotations projections(trace, stream);
    for (const Moment& moment : moments) {
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

/// Where a row of the table comes from.
struct RowKey {
    SliceRef work;
    SliceId annotation;
};

/// The table under construction.
class KernelTable {
public:
    KernelTable()
        : m_table("kernels", kTitle, columns())
    {
    }

    /// Returns the number of rows that have an annotation.
    std::size_t add(const RankTrace& rank, const RankGpuWork& work)
    {
        m_shortNames.clear(); // ids are those of one trace
        const std::vector<WorkAnnotation> annotations = annotationsOf(rank, work);
        std::size_t annotated = 0;
        for (const GpuStream& stream : work.streams) {
            for (std::size_t i = stream.firstRow; i < stream.firstRow + stream.rowCount; ++i) {
                addRow(rank, work, stream, work.rows[i], annotations[i]);
                annotated += annotations[i].annotation.isValid() ? 1 : 0;
            }
        }
        return annotated;
    }

    [[nodiscard]] std::size_t rowCount() const { return m_table.rowCount(); }

    Table take()
    {
        const std::size_t label = m_table.columnIndex("s_user_annotation");
        m_table.setEvidence([keys = std::move(m_keys), label](std::size_t row, std::size_t column) {
            Selection selection;
            const RowKey& key = keys[row];
            if (column != label)
                selection.slices.push_back(key.work);
            else if (key.annotation.isValid())
                selection.slices.push_back({ key.work.rank, key.annotation });
            return selection;
        });
        return std::move(m_table);
    }

private:
    void addRow(const RankTrace& rank, const RankGpuWork& work, const GpuStream& stream, const GpuWorkRow& row,
        const WorkAnnotation& annotation)
    {
        const Trace& trace = *rank.trace;
        const SliceTable& slices = trace.slices();
        const std::size_t slice = row.slice.index();
        const Track& track = trace.track(stream.track);
        const bool isFound = annotation.annotation.isValid();
        const char* const via = !isFound ? "" : annotation.viaLaunch ? "launch" : "stream";
        m_table.addRow({ std::int64_t { slices.eventIndex[slice] }, std::string(trace.text(track.pid)),
            std::string(trace.text(track.tid)), row.range.begin, row.range.length(), numberOrNothing(stream.stream),
            numberOrNothing(slices.correlation(row.slice)), shortNameOf(trace, slices.name[slice]),
            std::string(trace.category(slices.category[slice])),
            isFound ? Cell { std::string(trace.name(annotation.annotation)) } : Cell { std::string() }, rank.rank,
            numberOrNothing(stream.device), std::string(via), std::string(trace.name(row.slice)) });
        m_keys.push_back({ { work.rankIndex, row.slice }, annotation.annotation });
    }

    const std::string& shortNameOf(const Trace& trace, StringId name)
    {
        const auto [known, isNew] = m_shortNames.try_emplace(name);
        if (isNew)
            known->second = shortName(trace.text(name));
        return known->second;
    }

    Table m_table;
    std::vector<RowKey> m_keys;
    std::unordered_map<StringId, std::string> m_shortNames;
};

Result<AnalysisResult> run(std::span<const AnalysisInput> inputs, const Parameters&, const AnalysisContext& context)
{
    const auto source = ScopedGpuWork::create(inputs[0], *context.classifier);
    if (!source)
        return source.error();
    AnalysisResult result;
    KernelTable table;
    const auto read = [&](std::size_t i) { return source.value()->rank(i, context.progress); };
    const auto add = [&](std::size_t i, const RankGpuWork& work) {
        const RankTrace& rank = source.value()->rankTrace(i);
        const std::size_t annotated = table.add(rank, work);
        remarkOnSelection(work, rank.trace->path(), result.remarks);
        const std::string who = "Rank " + std::to_string(rank.rank);
        if (work.rows.empty())
            result.remarks.push_back({ "no-gpu-work", who + ": no GPU work in this scope.", rank.trace->path() });
        else if (annotated == 0)
            result.remarks.push_back({ "no-annotations",
                who + ": no annotation around any GPU work; wrap code in torch.profiler.record_function to have them.",
                rank.trace->path() });
    };
    if (const Result<Done> done = forEachRankInOrder(source.value()->rankCount(), context, read, add); !done)
        return done.error();
    result.tables.push_back(table.take());
    return result;
}

} // namespace

std::vector<WorkAnnotation> annotationsOf(const RankTrace& rank, const RankGpuWork& work)
{
    std::vector<WorkAnnotation> annotations(work.rows.size());
    for (const GpuStream& stream : work.streams)
        annotateStream(*rank.trace, work, stream, annotations);
    return annotations;
}

std::vector<ColumnDescriptor> annotationKernelColumnsOfHta()
{
    return {
        { "index", ColumnType::Int, Unit::None, "Event", "" },
        { "pid", ColumnType::String, Unit::None, "Process", "" },
        { "tid", ColumnType::String, Unit::None, "Thread", "" },
        { "ts", ColumnType::Float, Unit::Microseconds, "Start", "" },
        { "dur", ColumnType::Float, Unit::Microseconds, "Duration", "" },
        { "stream", ColumnType::Int, Unit::None, "Stream", "" },
        { "correlation", ColumnType::Int, Unit::None, "Correlation", "" },
        { "s_name", ColumnType::String, Unit::None, "Kernel", "" },
        { "s_cat", ColumnType::String, Unit::None, "Category", "" },
        { "s_user_annotation", ColumnType::String, Unit::None, "Annotation", "" },
        { "rank", ColumnType::Int, Unit::None, "Rank", "" },
    };
}

AnalysisDescriptor annotationKernels()
{
    AnalysisDescriptor analysis;
    analysis.id = "annotation-kernels";
    analysis.title = "Kernels by annotation";
    analysis.question = "Which annotation does each kernel belong to?";
    analysis.group = PanelGroup::GpuTime;
    analysis.tables = { { "kernels", kTitle, columns() } };
    analysis.recordingOption = "with torch.profiler.record_function(...) around the regions";
    analysis.run = run;
    return analysis;
}

} // namespace kinetoscope
