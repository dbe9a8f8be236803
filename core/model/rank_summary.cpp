// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/rank_summary.h"

#include "core/base/vectors.h"
#include "core/model/varint.h"

namespace kinetoscope {

namespace {

template <typename T> std::size_t bytesOfColumn(const std::vector<T>& column)
{
    return column.capacity() * sizeof(T);
}

} // namespace

std::vector<TimeRange> RankSummary::computeUnder(const SummaryRun& run) const
{
    VarintReader reader { std::span(blobs).subspan(run.blob) };
    const std::int64_t count = reader.next().value_or(0);
    std::vector<TimeRange> ranges;
    Timestamp at = run.start;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto distance = reader.next();
        const auto length = reader.next();
        if (!distance || !length)
            break;
        const Timestamp begin = saturatingAdd(at, *distance);
        at = saturatingAdd(begin, *length);
        ranges.push_back({ begin, at });
    }
    return ranges;
}

std::vector<SummaryParts> RankSummary::partsBeforeRuns() const
{
    std::vector<SummaryParts> all;
    all.reserve(runs.size());
    SummaryParts sums {};
    for (const SummaryRun& run : runs) {
        VarintReader reader { std::span(blobs).subspan(run.blob) };
        const std::int64_t count = reader.next().value_or(0);
        for (std::int64_t i = 0; i < 2 * count && reader.next(); ++i) { }
        for (Nanoseconds& sum : sums)
            sum = saturatingAdd(sum, reader.next().value_or(0));
        all.push_back(sums);
    }
    return all;
}

std::vector<std::int64_t> RankSummary::numbersOfSteps() const
{
    std::vector<std::int64_t> numbers = mapped(steps, &SummaryStep::number);
    sortUnique(numbers);
    return numbers;
}

std::size_t RankSummary::memoryBytes() const
{
    std::size_t bytes = sizeof(*this) + names.memoryBytes() + bytesOfColumn(steps) + bytesOfColumn(stepNumbers)
        + bytesOfColumn(shapes) + bytesOfColumn(runs) + bytesOfColumn(sequences) + bytesOfColumn(blobs)
        + bytesOfColumn(kernels);
    for (const SummaryGroup& group : groups)
        bytes += sizeof(group) + bytesOfColumn(group.ranks) + group.name.size() + group.description.size();
    for (const SummaryFinding& finding : health)
        bytes += sizeof(finding) + finding.sentence.size();
    return bytes;
}

std::string RankSummary::tracePath() const
{
    if (meta.folder.empty() || meta.trace.starts_with('/'))
        return meta.trace;
    return meta.folder + "/" + meta.trace;
}

void appendRunBlob(std::vector<std::uint8_t>& blobs, const SummaryRun& run, std::span<const TimeRange> under,
    const SummaryParts& beforeLessLast)
{
    appendVarint(blobs, static_cast<std::int64_t>(under.size()));
    Timestamp at = run.start;
    for (const TimeRange& range : under) {
        appendVarint(blobs, saturatingSubtract(range.begin, at));
        appendVarint(blobs, range.length());
        at = range.end;
    }
    for (const Nanoseconds part : beforeLessLast)
        appendVarint(blobs, part);
}

} // namespace kinetoscope
