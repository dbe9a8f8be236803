// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/summary_discovery.h"

#include "core/base/ascii.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/io/json/json_tree.h"
#include "core/io/summary/summary_format.h"
#include "core/io/summary/summary_reader.h"
#include "core/model/job_sizes.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <tuple>

namespace kinetoscope {

namespace {

namespace fs = std::filesystem;

bool isSummaryName(std::string_view name)
{
    return !name.starts_with('.') && (name.ends_with(kSummaryEnding) || name.ends_with(kFailedEnding));
}

/// The sentence of a `.ksum.failed` file; empty where it says none.
std::string sentenceOf(const std::string& path)
{
    constexpr std::streamsize kMostBytes = 64 << 10;
    std::ifstream file(path, std::ios::binary);
    std::string json(kMostBytes, '\0');
    file.read(json.data(), kMostBytes);
    json.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
    const JsonTree tree = JsonTree::parse(json);
    if (tree.isEmpty())
        return {};
    const std::uint32_t sentence = tree.find(0, "sentence");
    return sentence == JsonTree::kNone ? std::string() : std::string(tree.value(sentence));
}

bool overlap(const RankSummary& a, const RankSummary& b)
{
    const auto unix = [](const RankSummary& summary) {
        const std::int64_t base = summary.meta.baseTime.value_or(0);
        return TimeRange { saturatingAdd(summary.meta.range.begin, base), saturatingAdd(summary.meta.range.end, base) };
    };
    return !unix(a).clippedTo(unix(b)).isEmpty() || unix(a) == unix(b);
}

/// Of two of one rank and time the newer trace counts.
void dropOlder(std::vector<std::shared_ptr<const RankSummary>>& summaries, std::vector<Remark>& remarks)
{
    std::map<std::int64_t, std::vector<std::size_t>> byRank;
    for (std::size_t i = 0; i < summaries.size(); ++i) {
        if (summaries[i] && summaries[i]->meta.rank)
            byRank[*summaries[i]->meta.rank].push_back(i);
    }
    for (const auto& [rank, places] : byRank) {
        for (std::size_t a = 0; a < places.size(); ++a) {
            for (std::size_t b = a + 1; b < places.size(); ++b) {
                auto& first = summaries[places[a]];
                auto& second = summaries[places[b]];
                if (!first || !second || !overlap(*first, *second))
                    continue;
                auto& older = second->meta.traceTime > first->meta.traceTime ? first : second;
                remarks.push_back({ "summary-older",
                    { KT_PHRASE("summary",
                          "There are two summaries of rank %1 and the same time: the one of the newer trace counts, "
                          "not this one."),
                        arg::Number { rank } },
                    older->path });
                older.reset();
            }
        }
    }
}

void remarkOnGroups(const std::vector<std::shared_ptr<const RankSummary>>& summaries, std::vector<Remark>& remarks)
{
    std::map<std::string, std::vector<std::int64_t>> known;
    std::set<std::string> several;
    for (const auto& summary : summaries) {
        for (const SummaryGroup& group : summary->groups) {
            if (group.name.empty() || group.ranks.empty())
                continue;
            const auto [first, isNew] = known.try_emplace(group.name, group.ranks);
            if (!isNew && first->second != group.ranks)
                several.insert(group.name);
        }
    }
    if (several.empty())
        return;
    constexpr std::size_t kMostNamed = 5;
    const std::size_t count = several.size();
    while (several.size() > kMostNamed)
        several.erase(std::prev(several.end()));
    remarks.push_back({ "group-ranks",
        { KT_PLURAL("summary",
              "%1 name of process groups stands for other ranks in other summaries (%2): each is a group of its own.",
              "%1 names of process groups stand for other ranks in other summaries (%2): each is a group of its own."),
            arg::Count { count }, arg::Text { joined(several, ", ") } } });
}

void remarkOnParameters(const std::vector<std::shared_ptr<const RankSummary>>& summaries, std::vector<Remark>& remarks)
{
    std::set<std::tuple<Nanoseconds, double, std::uint32_t>> parameters;
    for (const auto& summary : summaries) {
        parameters.insert({ summary->meta.kernelDelay, summary->meta.kernelShare, summary->meta.rulesCrc });
    }
    if (parameters.size() > 1)
        remarks.push_back({ "summary-parameters",
            { KT_PHRASE("summary",
                "The summaries were not all made with the same gap threshold, kernel share and rules: figures of ranks "
                "do not compare in what these decide. Make them again with one set, with summarize.") } });
}

/// Ranks of the world that are not there, and what is known of why.
void remarkOnMissingRanks(const std::vector<std::shared_ptr<const RankSummary>>& summaries,
    const std::vector<std::int64_t>& ranks, const std::vector<std::string>& failed, std::vector<Remark>& remarks)
{
    constexpr std::int64_t kLargestWorld = 1'000'000;
    JobSizes sizes;
    for (const auto& summary : summaries)
        sizes.add(summary->meta.worldSize);
    const std::int64_t world = sizes.only().value_or(0); // of several jobs nothing tells whose rank a number is
    std::vector<std::int64_t> missing;
    for (std::int64_t rank = 0; rank < std::min(world, kLargestWorld); ++rank) {
        if (!std::ranges::binary_search(ranks, rank))
            missing.push_back(rank);
    }
    if (!missing.empty())
        remarks.push_back({ "ranks-without-summary",
            { KT_PHRASE("summary", "Of the %1 ranks of the job these have no summary here: %2."), arg::Count { world },
                arg::Numbers { missing } } });
    for (const std::string& path : failed) {
        const std::string name = fs::path(path).filename().string();
        const std::string sentence = sentenceOf(path);
        const std::optional<std::int64_t> rank = rankInFileName(name);
        remarks.push_back({ "not-summarized",
            { KT_PHRASE("summary", "A trace was not summarized: %1"),
                arg::Text { sentence.empty() ? std::string("(?)") : sentence } },
            path, rank ? std::vector<std::int64_t> { *rank } : std::vector<std::int64_t> {} });
    }
}

} // namespace

std::optional<std::int64_t> rankInFileName(const std::string& fileName)
{
    const std::string name = asciiLower(fileName);
    for (std::size_t at = name.find("rank"); at != std::string::npos; at = name.find("rank", at + 1)) {
        std::size_t digit = at + 4;
        if (digit < name.size() && (name[digit] == '-' || name[digit] == '_'))
            ++digit;
        std::int64_t value = 0;
        std::size_t end = digit;
        while (end < name.size() && name[end] >= '0' && name[end] <= '9' && end - digit < 9)
            value = value * 10 + (name[end++] - '0');
        if (end > digit)
            return value;
    }
    return std::nullopt;
}

bool isFailedSummaryName(const std::string& path)
{
    return path.ends_with(kFailedEnding);
}

std::vector<std::string> summaryFilesIn(const std::string& folder)
{
    constexpr int kMostEntries = 200'000;
    constexpr int kLevels = 8;
    std::vector<std::string> found;
    int entries = 0;
    bool hasOtherFiles = false;
    bool hasDirectSummaries = false;
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end && entries < kMostEntries;
         it.increment(error), ++entries) {
        std::error_code ignored;
        const std::string name = it->path().filename().string();
        if (it->is_directory(ignored)) {
            if (name.starts_with('.') || it.depth() + 1 >= kLevels)
                it.disable_recursion_pending();
            continue;
        }
        if (isSummaryName(name)) {
            found.push_back(it->path().string());
            hasDirectSummaries = hasDirectSummaries || it.depth() == 0;
        } else if (it.depth() == 0 && !name.starts_with('.')) {
            hasOtherFiles = true;
        }
    }
    if (hasOtherFiles && !hasDirectSummaries)
        found.clear(); // a folder of traces: what lies below is of other jobs
    std::ranges::sort(found);
    return found;
}

Result<std::vector<std::shared_ptr<const RankSummary>>> readSummaries(
    const std::vector<std::string>& paths, int threads, std::vector<Remark>& remarks, const Progress& progress)
{
    std::vector<std::shared_ptr<const RankSummary>> summaries(paths.size());
    std::vector<std::optional<Error>> errors(paths.size());
    parallelFor(paths.size(), threads, [&](std::size_t i) {
        if (progress.shouldStop())
            return;
        Result<std::shared_ptr<const RankSummary>> summary = readSummary(paths[i], progress);
        std::error_code ignored;
        const std::uintmax_t size = fs::file_size(paths[i], ignored);
        progress.add(ignored ? 0 : size);
        if (summary)
            summaries[i] = std::move(summary).value();
        else
            errors[i] = summary.error();
    });
    KT_TRY_DONE(progress.carryOn());
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (!errors[i])
            continue;
        if (errors[i]->code == ErrorCode::OutOfMemory)
            return *errors[i];
        remarks.push_back({ kBadSummary, errors[i]->message, paths[i] });
    }
    dropOlder(summaries, remarks);
    return summaries;
}

void remarkOnSummaries(const std::vector<std::shared_ptr<const RankSummary>>& summaries,
    const std::vector<std::int64_t>& ranks, const std::vector<std::string>& failed, std::vector<Remark>& remarks)
{
    remarkOnParameters(summaries, remarks);
    remarkOnGroups(summaries, remarks);
    remarkOnMissingRanks(summaries, ranks, failed, remarks);
}

} // namespace kinetoscope
