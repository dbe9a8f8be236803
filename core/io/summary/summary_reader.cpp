// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/summary/summary_reader.h"

#include "core/io/summary/database.h"
#include "core/io/summary/run_reader.h"
#include "core/io/summary/summary_format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

namespace kinetoscope {

namespace {

Error damaged(Message what)
{
    return Error { ErrorCode::NotATrace,
        { KT_PHRASE("summary", "This summary is damaged: %1. Make it again with summarize."), std::move(what) } };
}
Error damagedTable(const char* table)
{
    return damaged({ KT_PHRASE("summary", "the table %1 has values that cannot be"), arg::Text { table } });
}

/// The one value of a PRAGMA or of a count.
Result<std::int64_t> oneNumber(Database& database, const char* sql)
{
    KT_TRY(Statement statement, database.prepare(sql));
    KT_TRY(const bool row, statement.step());
    return row ? statement.integer(0).value_or(0) : 0;
}

class SummaryReader {
public:
    SummaryReader(const std::string& path, const Progress& progress)
        : m_progress(progress)
    {
        m_summary.path = path;
    }

    Result<Done> open()
    {
        KT_TRY(m_database, Database::openForReading(m_summary.path));
        KT_TRY(const std::int64_t application, oneNumber(m_database, "PRAGMA application_id"));
        if (application != kSummaryApplicationId)
            return Error { ErrorCode::NotATrace,
                { KT_PHRASE("summary", "This is a SQLite database, but no summary of a trace.") } };
        KT_TRY(const std::int64_t version, oneNumber(m_database, "PRAGMA user_version"));
        if (version > kSummaryVersion)
            return Error { ErrorCode::Unsupported,
                { KT_PHRASE("summary",
                      "This summary has format %1, and this program reads up to %2: a newer Kinetoscope made it."),
                    arg::Number { version }, arg::Number { kSummaryVersion } } };
        if (version < 1)
            return damaged({ KT_PHRASE("summary", "it has no format number") });
        // SQLite reads zeros where the end of its last page is missing.
        const Result<std::int64_t> pages = oneNumber(m_database, "PRAGMA page_count");
        const Result<std::int64_t> pageSize = oneNumber(m_database, "PRAGMA page_size");
        if (!pages || !pageSize)
            return pages ? pageSize.error() : pages.error();
        std::error_code failure;
        const std::uintmax_t size = std::filesystem::file_size(m_summary.path, failure);
        if (failure || size != static_cast<std::uintmax_t>(*pages) * static_cast<std::uintmax_t>(*pageSize))
            return damaged({ KT_PHRASE("summary", "it was cut short") });
        for (const char* table : { "meta", "names", "steps", "groups", "runs", "kernels", "health" }) {
            KT_TRY(const bool isThere, m_database.hasPlainTable(table));
            if (!isThere)
                return damaged({ KT_PHRASE("summary", "the table %1 is missing"), arg::Text { table } });
        }
        return readMeta();
    }

    Result<std::shared_ptr<const RankSummary>> read()
    {
        using ReadTable = Result<Done> (SummaryReader::*)();
        for (const ReadTable readTable :
            { &SummaryReader::readNames, &SummaryReader::readSteps, &SummaryReader::readGroups,
                &SummaryReader::readRuns, &SummaryReader::readKernels, &SummaryReader::readHealth }) {
            KT_TRY_DONE(m_progress.carryOn());
            KT_TRY_DONE((this->*readTable)());
        }
        return std::shared_ptr<const RankSummary>(std::make_shared<RankSummary>(std::move(m_summary)));
    }

    [[nodiscard]] const SummaryMeta& meta() const { return m_summary.meta; }

private:
    /// Calls `take(statement)` for each row, until it says false: the values cannot be.
    template <typename Take> Result<Done> eachRow(const char* table, const char* sql, const Take& take)
    {
        Result<Statement> statement = m_database.prepare(sql);
        if (!statement)
            return damaged(statement.error().message);
        StopCheck check(m_progress);
        for (;;) {
            const Result<bool> row = statement->step();
            if (!row)
                return row.error().code == ErrorCode::OutOfMemory ? row.error() : damaged(row.error().message);
            if (!*row)
                return Done {};
            if (!take(*statement) || statement->isOdd())
                return damagedTable(table);
            if (check.after(16))
                return Error::stopped();
        }
    }

    Result<Done> readMeta();
    void takeMeta();

    Result<Done> readNames()
    {
        std::int64_t next = 0;
        return eachRow("names", "SELECT id, text FROM names ORDER BY id", [&](Statement& row) {
            const std::int64_t id = row.neededInteger(0);
            const auto text = row.text(1);
            if (id != next++ || !text)
                return false;
            return m_summary.names.intern(*text).value == static_cast<std::uint32_t>(id); // also that none is twice
        });
    }

    /// Position of a name; nothing for NULL and for what there is not, which makes `isSound` false.
    StringId nameAt(Statement& row, int column, bool& isSound) const
    {
        const std::optional<std::int64_t> id = row.integer(column);
        if (!id)
            return {};
        if (*id < 0 || static_cast<std::uint64_t>(*id) >= m_summary.names.size()) {
            isSound = false;
            return {};
        }
        return StringId { static_cast<std::uint32_t>(*id) };
    }

    Result<Done> readSteps();
    Result<Done> readGroups();
    Result<Done> readRuns()
    {
        RunTableReader reader(m_summary);
        Result<Done> done = eachRow("runs", RunTableReader::kQuery, [&](Statement& row) { return reader.take(row); });
        if (done)
            reader.finish();
        return done;
    }
    Result<Done> readKernels();
    Result<Done> readHealth()
    {
        return eachRow(
            "health", "SELECT code, count, sentence, severity FROM health ORDER BY rowid", [&](Statement& row) {
                SummaryFinding& finding = m_summary.health.emplace_back();
                finding.code = row.text(0).value_or("");
                finding.count = row.neededInteger(1);
                finding.sentence = row.text(2).value_or("");
                finding.severity = row.text(3).value_or("");
                return true;
            });
    }

    const Progress& m_progress;
    Database m_database;
    RankSummary m_summary;
    std::map<std::string, std::optional<std::int64_t>, std::less<>> m_numbers; ///< of meta
    std::map<std::string, std::string, std::less<>> m_texts;
    double m_kernelShare = 0;
};

Result<Done> SummaryReader::readMeta()
{
    KT_TRY_DONE(eachRow("meta", "SELECT key, value FROM meta", [&](Statement& row) {
        const std::string key(row.text(0).value_or(""));
        if (key == summary_key::kKernelShare)
            m_kernelShare = row.real(1).value_or(0);
        else if (row.isText(1))
            m_texts[key] = row.text(1).value_or("");
        else
            m_numbers[key] = row.integer(1);
        return true;
    }));
    const auto complete = m_numbers.find(summary_key::kComplete);
    if (complete == m_numbers.end() || complete->second != 1)
        return damaged({ KT_PHRASE("summary", "it was not written to its end") });
    for (const char* key : { summary_key::kFirst, summary_key::kLast, summary_key::kRangeBegin, summary_key::kRangeEnd,
             summary_key::kResolution, summary_key::kEvents, summary_key::kKernelDelay }) {
        const auto found = m_numbers.find(key);
        if (found == m_numbers.end() || !found->second)
            return damaged({ KT_PHRASE("summary", "it does not say %1"), arg::Text { key } });
    }
    takeMeta();
    const SummaryMeta& meta = m_summary.meta;
    if (meta.resolution < 1 || meta.gpuSpan < 0 || meta.kernelDelay < 0 || !std::isfinite(meta.kernelShare))
        return damagedTable("meta");
    return Done {};
}

void SummaryReader::takeMeta()
{
    const auto number = [this](const char* key) {
        const auto found = m_numbers.find(key);
        return found == m_numbers.end() ? std::nullopt : found->second;
    };
    const auto numberOr = [&](const char* key, std::int64_t otherwise) { return number(key).value_or(otherwise); };
    const auto text = [this](const char* key) {
        const auto found = m_texts.find(key);
        return found == m_texts.end() ? std::string() : found->second;
    };
    SummaryMeta& meta = m_summary.meta;
    meta.version = text(summary_key::kVersion);
    meta.rank = number(summary_key::kRank);
    meta.worldSize = number(summary_key::kWorldSize);
    meta.trace = text(summary_key::kTrace);
    meta.folder = text(summary_key::kFolder);
    meta.host = text(summary_key::kHost);
    meta.hostSource = text(summary_key::kHostSource);
    meta.device = text(summary_key::kDevice);
    if (numberOr(summary_key::kHasBase, 0) == 1)
        meta.baseTime = numberOr(summary_key::kBase, 0);
    // Unix times in the file, those of the trace's own clock here.
    const std::int64_t base = meta.baseTime.value_or(0);
    const auto time = [&](const char* key) { return saturatingSubtract(numberOr(key, 0), base); };
    meta.resolution = numberOr(summary_key::kResolution, 0);
    if (numberOr(summary_key::kHasEvents, 1) == 1) {
        meta.first = time(summary_key::kFirst);
        meta.last = time(summary_key::kLast);
    }
    meta.range = { time(summary_key::kRangeBegin), time(summary_key::kRangeEnd) };
    meta.coreRange = { time(summary_key::kCoreBegin), time(summary_key::kCoreEnd) };
    meta.workRange = { time(summary_key::kWorkBegin), time(summary_key::kWorkEnd) };
    meta.events = static_cast<std::uint64_t>(std::max<std::int64_t>(0, numberOr(summary_key::kEvents, 0)));
    meta.gpuWork = static_cast<std::uint64_t>(std::max<std::int64_t>(0, numberOr(summary_key::kGpuWork, 0)));
    meta.gpuSpan = numberOr(summary_key::kGpuSpan, 0);
    meta.kernelDelay = numberOr(summary_key::kKernelDelay, 0);
    meta.kernelShare = m_kernelShare;
    meta.rulesCrc = static_cast<std::uint32_t>(numberOr(summary_key::kRulesCrc, 0));
    meta.stepPattern = text(summary_key::kStepPattern);
    meta.traceSize = static_cast<std::uint64_t>(std::max<std::int64_t>(0, numberOr(summary_key::kTraceSize, 0)));
    meta.traceTime = numberOr(summary_key::kTraceTime, 0);
    meta.traceHeadCrc = static_cast<std::uint32_t>(numberOr(summary_key::kHeadCrc, 0));
    meta.traceTailCrc = static_cast<std::uint32_t>(numberOr(summary_key::kTailCrc, 0));
}

Result<Done> SummaryReader::readSteps()
{
    constexpr const char* kQuery =
        "SELECT step, name, start_ns, wall_ns, compute_ns, comm_exposed_ns, mem_exposed_ns, other_exposed_ns, "
        "idle_host_wait_ns, idle_kernel_wait_ns, idle_other_ns, idle_unknown_launch_ns, comm_ns, launched, "
        "launched_busy_ns, launched_span_ns, end_lag_ns FROM steps ORDER BY rowid";
    return eachRow("steps", kQuery, [&](Statement& row) {
        SummaryStep& step = m_summary.steps.emplace_back();
        bool isSound = true;
        step.number = row.neededInteger(0);
        step.name = nameAt(row, 1, isSound);
        const Timestamp begin = saturatingAdd(m_summary.meta.first, row.neededInteger(2));
        const Nanoseconds wall = row.neededInteger(3);
        step.range = { begin, saturatingAdd(begin, wall) };
        isSound = isSound && wall >= 0 && m_summary.meta.first != kMaxTimestamp;
        for (std::size_t part = 0; part < kSummaryParts; ++part) {
            step.parts[part] = row.integer(4 + static_cast<int>(part)).value_or(0);
            isSound = isSound && step.parts[part] >= 0 && step.parts[part] <= wall;
        }
        step.communication = row.integer(12).value_or(0);
        step.launched = row.integer(13).value_or(0);
        step.launchedBusy = row.integer(14).value_or(0);
        step.launchedSpan = row.integer(15).value_or(0);
        step.endLag = row.integer(16).value_or(0);
        return isSound && step.communication >= 0 && step.launched >= 0 && step.launchedBusy >= 0
            && step.launchedSpan >= 0
            && (m_summary.steps.size() == 1
                || m_summary.steps[m_summary.steps.size() - 2].range.begin <= step.range.begin);
    });
}

Result<Done> SummaryReader::readGroups()
{
    std::int64_t next = 0;
    std::size_t ranksInAll = 0;
    constexpr std::size_t kMostRanksInAll = 16'000'000; // of one file: a hundred groups of the largest jobs
    return eachRow("groups", "SELECT id, name, description, ranks, size FROM groups ORDER BY id", [&](Statement& row) {
        SummaryGroup& group = m_summary.groups.emplace_back();
        const std::int64_t id = row.neededInteger(0);
        group.name = row.text(1).value_or("");
        group.description = row.text(2).value_or("");
        auto ranks = ranksOfSet(row.text(3).value_or(""));
        group.size = row.integer(4).value_or(0);
        if (id != next++ || !ranks || group.size < 0)
            return false;
        group.ranks = std::move(*ranks);
        ranksInAll += group.ranks.size();
        return ranksInAll <= kMostRanksInAll;
    });
}

Result<Done> SummaryReader::readKernels()
{
    std::map<std::int64_t, std::uint32_t> places; // the first of a number
    for (std::size_t i = 0; i < m_summary.steps.size(); ++i)
        places.try_emplace(m_summary.steps[i].number, static_cast<std::uint32_t>(i));
    return eachRow(
        "kernels", "SELECT step, part, name, calls, time_ns FROM kernels ORDER BY rowid", [&](Statement& row) {
            SummaryKernel& kernel = m_summary.kernels.emplace_back();
            bool isSound = true;
            if (const auto step = row.integer(0)) {
                const auto place = places.find(*step);
                if (place == places.end())
                    return false;
                kernel.step = place->second;
            }
            const std::int64_t part = row.neededInteger(1);
            kernel.name = nameAt(row, 2, isSound);
            kernel.calls = row.neededInteger(3);
            kernel.time = row.neededInteger(4);
            if (part < 0 || part > 3 || kernel.calls < 0 || kernel.time < 0)
                return false;
            kernel.part = static_cast<std::uint8_t>(part);
            return isSound;
        });
}

} // namespace

bool isDatabaseFile(const std::string& path)
{
    constexpr std::string_view kMagic("SQLite format 3\0", 16);
    std::array<char, kMagic.size()> head {};
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) // a pipe without a writer would be waited for
        return false;
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    return file.gcount() == static_cast<std::streamsize>(head.size())
        && std::string_view(head.data(), head.size()) == kMagic;
}

Result<std::shared_ptr<const RankSummary>> readSummary(const std::string& path, const Progress& progress)
{
    SummaryReader reader(path, progress);
    KT_TRY_DONE(reader.open());
    return reader.read();
}

Result<SummaryMeta> readSummaryMeta(const std::string& path)
{
    const Progress progress;
    SummaryReader reader(path, progress);
    KT_TRY_DONE(reader.open());
    return reader.meta();
}

} // namespace kinetoscope
