// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/summaries/summary_writer.h"

#include "core/analysis/collectives/summary_runs.h"
#include "core/analysis/ranks/group_words.h"
#include "core/analysis/ranks/lead_divider.h"
#include "core/io/summary/database.h"
#include "core/io/summary/summary_format.h"
#include "core/model/varint.h"

#include <fmt/core.h>

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

class SummaryWriter {
public:
    explicit SummaryWriter(const RankSummary& summary)
        : m_summary(summary)
    {
    }

    Result<std::vector<std::uint8_t>> write()
    {
        KT_TRY(m_database, Database::inMemory());
        const std::string head = fmt::format("PRAGMA page_size=4096; PRAGMA encoding='UTF-8'; "
                                             "PRAGMA application_id={}; PRAGMA user_version={}; BEGIN;{}",
            kSummaryApplicationId, kSummaryVersion, kSummarySchema);
        KT_TRY_DONE(m_database.run(head.c_str()));
        using WriteTable = Result<Done> (SummaryWriter::*)();
        for (const WriteTable writeTable : { &SummaryWriter::writeNames, &SummaryWriter::writeSteps,
                 &SummaryWriter::writeGroups, &SummaryWriter::writeRuns, &SummaryWriter::writeKernels,
                 &SummaryWriter::writeHealth, &SummaryWriter::writeMeta }) {
            KT_TRY_DONE((this->*writeTable)());
        }
        KT_TRY_DONE(m_database.run("COMMIT;"));
        return m_database.serialize();
    }

private:
    /// Inserts `count` rows, each bound by `bind(statement, i)`.
    template <typename Bind> Result<Done> insertRows(const char* sql, std::size_t count, const Bind& bind)
    {
        KT_TRY(Statement statement, m_database.prepare(sql));
        for (std::size_t i = 0; i < count; ++i) {
            bind(statement, i);
            KT_TRY_DONE(statement.insert());
        }
        return Done {};
    }

    void bindName(Statement& row, int place, StringId name) const
    {
        if (name.isValid())
            row.bind(place, static_cast<std::int64_t>(name.value));
        else
            row.bindNothing(place);
    }

    [[nodiscard]] Nanoseconds fromFirst(Timestamp time) const { return saturatingSubtract(time, m_summary.meta.first); }

    Result<Done> writeNames()
    {
        return insertRows(
            "INSERT INTO names VALUES (?, ?)", m_summary.names.size(), [&](Statement& row, std::size_t i) {
                row.bind(0, static_cast<std::int64_t>(i));
                row.bind(1, m_summary.names.view(StringId { i }));
            });
    }

    Result<Done> writeSteps()
    {
        constexpr const char* kInsert = "INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        return insertRows(kInsert, m_summary.steps.size(), [&](Statement& row, std::size_t i) {
            const SummaryStep& step = m_summary.steps[i];
            row.bind(0, step.number);
            bindName(row, 1, step.name);
            row.bind(2, fromFirst(step.range.begin));
            row.bind(3, step.range.length());
            int place = 4;
            const auto bind = [&](Nanoseconds figure) {
                if (m_summary.hasGpuWork())
                    row.bind(place++, figure);
                else
                    row.bindNothing(place++);
            };
            for (const Nanoseconds part : step.parts)
                bind(part);
            for (const Nanoseconds figure :
                { step.communication, step.launched, step.launchedBusy, step.launchedSpan, step.endLag })
                bind(figure);
        });
    }

    Result<Done> writeGroups()
    {
        constexpr const char* kInsert = "INSERT INTO groups VALUES (?, ?, ?, ?, ?)";
        return insertRows(kInsert, m_summary.groups.size(), [&](Statement& row, std::size_t i) {
            const SummaryGroup& group = m_summary.groups[i];
            row.bind(0, static_cast<std::int64_t>(i));
            row.bind(1, std::string_view(group.name));
            row.bind(2, std::string_view(group.description));
            row.bind(3, std::string_view(rankSetText(group.ranks)));
            row.bind(4, group.size);
        });
    }

    Result<Done> writeRuns();
    /// Computation beside a run: of each stretch how far it begins behind the end of the one before, and its length.
    /// @param compute  their lengths are added to it.
    [[nodiscard]] std::vector<std::uint8_t> computeUnder(const SummaryRun& run, Nanoseconds& compute) const;
    [[nodiscard]] std::vector<std::uint8_t> leadOf(
        std::size_t run, std::optional<std::uint32_t> before, const LeadDivider& divider, Nanoseconds& length) const;

    Result<Done> writeKernels()
    {
        constexpr const char* kInsert = "INSERT INTO kernels VALUES (?, ?, ?, ?, ?)";
        return insertRows(kInsert, m_summary.kernels.size(), [&](Statement& row, std::size_t i) {
            const SummaryKernel& kernel = m_summary.kernels[i];
            if (kernel.step == SummaryRun::kNone)
                row.bindNothing(0);
            else
                row.bind(0, m_summary.steps[kernel.step].number);
            row.bind(1, std::int64_t { kernel.part });
            bindName(row, 2, kernel.name);
            row.bind(3, kernel.calls);
            row.bind(4, kernel.time);
        });
    }

    Result<Done> writeHealth()
    {
        constexpr const char* kInsert = "INSERT INTO health VALUES (?, ?, ?, ?)";
        return insertRows(kInsert, m_summary.health.size(), [&](Statement& row, std::size_t i) {
            const SummaryFinding& finding = m_summary.health[i];
            row.bind(0, std::string_view(finding.code));
            row.bind(1, finding.count);
            row.bind(2, std::string_view(finding.sentence));
            row.bind(3, std::string_view(finding.severity));
        });
    }

    Result<Done> writeMeta();

    const RankSummary& m_summary;
    Database m_database;
    std::vector<SummaryParts> m_before;
};

/// What a run did since the one before it in its group, clocks of other ranks not known: waits are not told apart.
std::vector<std::uint8_t> SummaryWriter::leadOf(
    std::size_t run, std::optional<std::uint32_t> before, const LeadDivider& divider, Nanoseconds& length) const
{
    const SummaryRun& own = m_summary.runs[run];
    const Timestamp begin = before ? m_summary.rangeOf(m_summary.runs[*before]).end : m_summary.meta.first;
    const Lead lead { { begin, own.start }, 0 };
    length = lead.length();
    const LateParts parts = divider.divide(lead, m_summary.shapeOf(own).group);
    constexpr std::array kColumns { LatePart::Compute, LatePart::SameGroup, LatePart::OtherGroup, LatePart::Copies,
        LatePart::OtherWork, LatePart::IdleHostWait, LatePart::IdleKernelWait, LatePart::IdleOther,
        LatePart::IdleUnknownLaunch, LatePart::Overlap };
    static_assert(kColumns.size() == kLeadColumns);
    std::vector<std::uint8_t> bytes;
    for (const LatePart part : kColumns)
        appendVarint(bytes, parts[static_cast<std::size_t>(part)]);
    if (length < 0) {
        for (const Nanoseconds part : m_before[run])
            appendVarint(bytes, part);
    }
    return bytes;
}

std::vector<std::uint8_t> SummaryWriter::computeUnder(const SummaryRun& run, Nanoseconds& compute) const
{
    std::vector<std::uint8_t> under;
    Timestamp at = run.start;
    for (const TimeRange& range : m_summary.computeUnder(run)) {
        appendVarint(under, range.begin - at);
        appendVarint(under, range.length());
        compute += range.length();
        at = range.end;
    }
    return under;
}

Result<Done> SummaryWriter::writeRuns()
{
    // On the trace's own clock: a rank whose job time is that of its file.
    const RankTrace rank;
    std::vector<LeadRun> byTime;
    for (const SummaryRun& run : m_summary.runs) {
        const SummaryRunShape& shape = m_summary.shapeOf(run);
        byTime.push_back({ .range = m_summary.rangeOf(run),
            .group = shape.group,
            .isHost = shape.stream == SummaryRunShape::kHostStream });
    }
    const RunsByTime runs(std::move(byTime));
    const RankTimes times(m_summary, rank);
    const LeadDivider divider(times, runs);
    m_before = m_summary.partsBeforeRuns();
    std::map<std::uint32_t, std::uint32_t> latest; // by group: its last synchronising run so far
    constexpr const char* kInsert =
        "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    return insertRows(kInsert, m_summary.runs.size(), [&](Statement& row, std::size_t i) {
        const SummaryRun& run = m_summary.runs[i];
        const SummaryRunShape& shape = m_summary.shapeOf(run);
        row.bind(0, static_cast<std::int64_t>(i));
        row.bind(1, std::int64_t { shape.group });
        row.bind(2, std::int64_t { shape.kind });
        row.bind(3, m_summary.sequenceOf(i));
        if (run.commsId.isValid())
            row.bind(4, m_summary.names.view(run.commsId));
        else
            row.bindNothing(4);
        row.bind(5, std::int64_t { shape.part });
        row.bind(6, m_summary.stepOf(run));
        if (shape.streamText.isValid())
            row.bind(7, m_summary.names.view(shape.streamText));
        else if (shape.stream == SummaryRunShape::kHostStream)
            row.bindNothing(7);
        else
            row.bind(7, shape.stream);
        row.bind(8, fromFirst(run.start));
        row.bind(9, run.duration);
        row.bind(10, shape.elements);
        row.bind(11, shape.peer);
        bindName(row, 12, shape.name);
        row.bind(13, std::int64_t { run.event });
        Nanoseconds compute = 0;
        const std::vector<std::uint8_t> under = computeUnder(run, compute);
        row.bind(14, compute);
        row.bind(15, std::span<const std::uint8_t>(under));
        const auto before = latest.find(shape.group);
        const auto beforeRun = before == latest.end() ? std::nullopt : std::optional(before->second);
        row.bind(16, beforeRun ? std::optional<std::int64_t>(*beforeRun) : std::nullopt);
        Nanoseconds length = 0;
        const std::vector<std::uint8_t> lead = leadOf(i, beforeRun, divider, length);
        row.bind(17, length);
        row.bind(18, std::span<const std::uint8_t>(lead));
        row.bind(19, std::int64_t { shape.isKindByName ? 1 : 0 });
        row.bind(20, shape.sent);
        row.bind(21, shape.received);
        row.bind(22, std::int64_t { shape.areAmountsOwn ? 1 : 0 });
        if (isSynchronising(kindOfSummary(shape.kind)))
            latest[shape.group] = static_cast<std::uint32_t>(i);
    });
}

Result<Done> SummaryWriter::writeMeta()
{
    KT_TRY(Statement statement, m_database.prepare("INSERT INTO meta VALUES (?, ?)"));
    Result<Done> all = Done {};
    const auto write = [&](const char* key, const auto& value) {
        if (!all)
            return;
        statement.bind(0, std::string_view(key));
        statement.bind(1, value);
        all = statement.insert();
    };
    const auto number = [&](const char* key, auto value) { write(key, static_cast<std::int64_t>(value)); };
    const auto optional = [&](const char* key, const std::optional<std::int64_t>& value) { write(key, value); };
    const auto text = [&](const char* key, const std::string& value) { write(key, std::string_view(value)); };
    const SummaryMeta& meta = m_summary.meta;
    const std::int64_t base = meta.baseTime.value_or(0);
    const auto time = [&](const char* key, Timestamp value) { number(key, saturatingAdd(value, base)); };
    text(summary_key::kFormat, "kinetoscope.summary");
    text(summary_key::kVersion, meta.version);
    optional(summary_key::kRank, meta.rank);
    optional(summary_key::kWorldSize, meta.worldSize);
    text(summary_key::kTrace, meta.trace);
    text(summary_key::kFolder, meta.folder);
    text(summary_key::kHost, meta.host);
    text(summary_key::kHostSource, meta.hostSource);
    text(summary_key::kDevice, meta.device);
    number(summary_key::kBase, base);
    number(summary_key::kHasBase, meta.baseTime ? 1 : 0);
    number(summary_key::kResolution, meta.resolution);
    const bool hasEvents = meta.first != kMaxTimestamp;
    number(summary_key::kHasEvents, hasEvents ? 1 : 0);
    time(summary_key::kFirst, hasEvents ? meta.first : 0);
    time(summary_key::kLast, hasEvents ? meta.last : 0);
    time(summary_key::kRangeBegin, meta.range.begin);
    time(summary_key::kRangeEnd, meta.range.end);
    time(summary_key::kCoreBegin, meta.coreRange.begin);
    time(summary_key::kCoreEnd, meta.coreRange.end);
    time(summary_key::kWorkBegin, meta.workRange.begin);
    time(summary_key::kWorkEnd, meta.workRange.end);
    number(summary_key::kEvents, meta.events);
    number(summary_key::kGpuWork, meta.gpuWork);
    number(summary_key::kGpuSpan, meta.gpuSpan);
    number(summary_key::kKernelDelay, meta.kernelDelay);
    write(summary_key::kKernelShare, meta.kernelShare);
    number(summary_key::kRulesCrc, meta.rulesCrc);
    text(summary_key::kStepPattern, meta.stepPattern);
    number(summary_key::kTraceSize, meta.traceSize);
    number(summary_key::kTraceTime, meta.traceTime);
    number(summary_key::kHeadCrc, meta.traceHeadCrc);
    number(summary_key::kTailCrc, meta.traceTailCrc);
    number(summary_key::kComplete, 1);
    return all;
}

} // namespace

Result<std::vector<std::uint8_t>> summaryBytes(const RankSummary& summary)
{
    return SummaryWriter(summary).write();
}

} // namespace kinetoscope
