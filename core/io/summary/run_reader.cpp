// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/summary/run_reader.h"

#include "core/io/summary/summary_format.h"
#include "core/model/text_number.h"
#include "core/model/varint.h"

#include <array>
#include <limits>
#include <span>

namespace kinetoscope {

namespace {

/// Times of a summary lie within so much of its first event: a hundred years, far from the ends of int64.
constexpr Nanoseconds kMostDistance = 3'155'760'000'000'000'000;

bool isTime(Nanoseconds time)
{
    return time >= 0 && time <= kMostDistance;
}

} // namespace

bool RunTableReader::take(Statement& row)
{
    const std::size_t number = m_summary.runs.size();
    if (row.neededInteger(0) != static_cast<std::int64_t>(number) || number >= SummaryRun::kNone
        || m_summary.meta.first == kMaxTimestamp)
        return false;
    SummaryRun run;
    const Nanoseconds start = row.neededInteger(8);
    run.duration = row.neededInteger(9);
    if (!isTime(start) || !isTime(run.duration) || m_summary.blobs.size() >= SummaryRun::kNone)
        return false;
    run.start = saturatingAdd(m_summary.meta.first, start);
    if (!takeShape(row, run) || !takeUnder(row, run) || !takeLead(row))
        return false;
    const std::optional<std::int64_t> sequence = row.integer(3);
    m_hasSequences = m_hasSequences || sequence.has_value();
    m_summary.sequences.push_back(sequence.value_or(RankSummary::kNoSequence));
    if (const auto commsId = row.text(4))
        run.commsId = m_summary.names.intern(*commsId);
    if (const auto step = row.integer(6)) {
        const auto [known, isNew] =
            m_steps.try_emplace(*step, static_cast<std::uint32_t>(m_summary.stepNumbers.size()));
        if (isNew)
            m_summary.stepNumbers.push_back(*step);
        run.step = known->second;
    }
    if (const auto event = row.integer(13)) {
        if (*event < 0 || *event >= std::numeric_limits<std::uint32_t>::max())
            return false;
        run.event = static_cast<EventIndex>(*event);
    }
    run.blob = static_cast<std::uint32_t>(m_summary.blobs.size());
    SummaryParts less = m_before.back();
    if (number > 0) {
        for (std::size_t part = 0; part < less.size(); ++part)
            less[part] = saturatingSubtract(less[part], m_before[number - 1][part]);
    }
    appendRunBlob(m_summary.blobs, run, m_under, less);
    m_summary.runs.push_back(run);
    return true;
}

bool RunTableReader::takeShape(Statement& row, SummaryRun& run)
{
    const std::int64_t group = row.neededInteger(1);
    const std::int64_t kind = row.neededInteger(2);
    const std::int64_t part = row.neededInteger(5);
    const std::optional<std::int64_t> name = row.integer(12);
    if (group < 0 || static_cast<std::uint64_t>(group) >= m_summary.groups.size() || kind < 0
        || kind > kMostSummaryKinds || part < 0 || part > std::numeric_limits<std::uint32_t>::max()
        || (name && (*name < 0 || static_cast<std::uint64_t>(*name) >= m_namesOfFile)))
        return false;
    SummaryRunShape shape { .group = static_cast<std::uint32_t>(group),
        .kind = static_cast<std::uint8_t>(kind),
        .isKindByName = row.neededInteger(17) != 0,
        .part = static_cast<std::uint32_t>(part) };
    if (row.isText(7)) {
        shape.streamText = m_summary.names.intern(*row.text(7));
        shape.stream = numberOfText(m_summary.names.view(shape.streamText));
    } else {
        shape.stream = row.integer(7).value_or(SummaryRunShape::kHostStream);
        if (shape.stream < SummaryRunShape::kHostStream)
            return false;
    }
    shape.elements = row.integer(10);
    shape.peer = row.integer(11);
    shape.sent = row.integer(18);
    shape.received = row.integer(19);
    shape.areAmountsOwn = row.neededInteger(20) != 0;
    if (name)
        shape.name = StringId { static_cast<std::uint32_t>(*name) };
    const auto [known, isNew] = m_shapes.try_emplace(shape, static_cast<std::uint32_t>(m_summary.shapes.size()));
    if (isNew)
        m_summary.shapes.push_back(shape);
    run.shape = known->second;
    return true;
}

bool RunTableReader::takeUnder(Statement& row, const SummaryRun& run)
{
    m_under.clear();
    Nanoseconds compute = 0;
    if (const auto bytes = row.blob(14)) {
        VarintReader reader(*bytes);
        Nanoseconds at = 0; // from the start of the run
        while (!reader.isAtEnd()) {
            const auto distance = reader.next();
            const auto length = reader.next();
            if (!distance || !length || *distance < 0 || *length <= 0 || *distance > run.duration - at
                || *length > run.duration - at - *distance)
                return false;
            const Timestamp begin = saturatingAdd(run.start, at + *distance);
            at += *distance + *length;
            m_under.push_back({ begin, saturatingAdd(begin, *length) });
            compute += *length;
        }
    }
    m_underRun.push_back(partsUnder(run.duration, compute));
    return true;
}

bool RunTableReader::takeLead(Statement& row)
{
    const std::size_t number = m_summary.runs.size();
    const std::optional<std::int64_t> before = row.integer(15);
    const auto bytes = row.blob(16);
    if (!bytes || (before && (*before < 0 || static_cast<std::uint64_t>(*before) >= number)))
        return false;
    VarintReader reader(*bytes);
    std::array<std::int64_t, kLeadColumns + kSummaryParts> values {};
    std::size_t count = 0;
    while (!reader.isAtEnd()) {
        const auto value = reader.next();
        if (!value || count >= values.size())
            return false;
        values[count++] = *value;
    }
    const std::span lead(values.data(), count);
    const auto isPart = [](std::int64_t value) { return isTime(value); };
    const auto at = [&lead](LeadColumn column) { return lead[static_cast<std::size_t>(column)]; };
    if (lead.size() == kLeadColumns + kSummaryParts) {
        SummaryParts& parts = m_before.emplace_back();
        for (std::size_t part = 0; part < kSummaryParts; ++part) {
            parts[part] = lead[kLeadColumns + part];
            if (!isPart(parts[part]))
                return false;
        }
        return true;
    }
    if (lead.size() != kLeadColumns || at(LeadColumn::Overlap) != 0)
        return false;
    SummaryParts parts {};
    if (before) {
        const auto run = static_cast<std::size_t>(*before);
        for (std::size_t part = 0; part < kSummaryParts; ++part)
            parts[part] = saturatingAdd(m_before[run][part], m_underRun[run][part]);
    }
    const auto add = [&](SummaryPart part, LeadColumn column) {
        Nanoseconds& sum = parts[static_cast<std::size_t>(part)];
        sum = saturatingAdd(sum, at(column));
    };
    for (std::size_t column = 0; column < kLeadColumns; ++column) {
        if (!isPart(lead[column]))
            return false;
    }
    add(SummaryPart::Compute, LeadColumn::Compute);
    add(SummaryPart::Communication, LeadColumn::CommSame);
    add(SummaryPart::Communication, LeadColumn::CommOther);
    add(SummaryPart::Memory, LeadColumn::Memory);
    add(SummaryPart::Other, LeadColumn::Other);
    add(SummaryPart::IdleHostWait, LeadColumn::IdleHostWait);
    add(SummaryPart::IdleKernelWait, LeadColumn::IdleKernelWait);
    add(SummaryPart::IdleOther, LeadColumn::IdleOther);
    add(SummaryPart::IdleUnknownLaunch, LeadColumn::IdleUnknownLaunch);
    m_before.push_back(parts);
    return true;
}

void RunTableReader::finish()
{
    if (!m_hasSequences)
        std::vector<std::int64_t>().swap(m_summary.sequences);
    m_summary.runs.shrink_to_fit();
    m_summary.shapes.shrink_to_fit();
    m_summary.blobs.shrink_to_fit();
}

} // namespace kinetoscope
