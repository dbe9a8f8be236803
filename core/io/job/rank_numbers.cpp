// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/job/rank_numbers.h"

#include "core/io/load_ranks.h"
#include "core/io/summary_discovery.h"
#include "core/model/job_sizes.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

namespace fs = std::filesystem;

RankTrace rankOf(std::int64_t number, LoadedFile loaded)
{
    RankTrace rank;
    rank.rank = number;
    rank.presence = loaded.trace ? RankPresence::Loaded : loaded.summary ? RankPresence::Summary : RankPresence::Listed;
    rank.path = loaded.trace ? loaded.trace->path()
        : loaded.isListed()  ? loaded.from.path
                             : loaded.summary->tracePath();
    if (loaded.isListed())
        rank.why = { KT_PHRASE("discovery", "It does not fit the memory limit beside those that are loaded.") };
    rank.trace = std::move(loaded.trace);
    rank.summary = std::move(loaded.summary);
    return rank;
}

/// A process that several traces are of, each recorded after the one before; "" without one. Ranks that run together
/// are recorded at the same time, and where they have the same number, as in containers, they are told by that.
std::string processOfCycles(
    const std::vector<LoadedFile>& traces, const std::vector<std::optional<std::int64_t>>& ranks)
{
    std::map<std::string, std::vector<TimeRange>> byProcess;
    for (std::size_t i = 0; i < traces.size(); ++i) {
        const LoadedFile& loaded = traces[i];
        if (!loaded.trace || ranks[i])
            continue;
        const auto tracks = loaded.trace->tracks();
        const auto main = std::ranges::find(tracks, true, &Track::isMainThread);
        const Nanoseconds base = loaded.trace->metadata().baseTimeNanoseconds.value_or(0);
        const TimeRange range = loaded.trace->coreRange();
        if (main != tracks.end())
            byProcess[std::string(loaded.trace->text(main->pid))].push_back(
                { saturatingAdd(base, range.begin), saturatingAdd(base, range.end) });
    }
    for (auto& [process, ranges] : byProcess) {
        std::ranges::sort(ranges, {}, &TimeRange::begin);
        const auto overlap = std::ranges::adjacent_find(
            ranges, [](const TimeRange& a, const TimeRange& b) { return b.begin < a.end || b.begin == a.begin; });
        if (ranges.size() > 1 && overlap == ranges.end())
            return process;
    }
    return {};
}

/// That the sizes that files say are not those of one job, where that is so.
/// @param isRecordedTwice  which says already why there are more files than ranks.
void remarkOnJobSizes(const std::vector<LoadedFile>& traces, bool isRecordedTwice, std::vector<Remark>& remarks)
{
    JobSizes sizes;
    for (const LoadedFile& loaded : traces)
        sizes.add(loaded.trace   ? loaded.trace->metadata().worldSize
                : loaded.summary ? loaded.summary->meta.worldSize
                                 : std::nullopt);
    if (sizes.areDifferent())
        remarks.push_back({ kJobSizesDiffer,
            { KT_PHRASE("discovery",
                  "The files say that their jobs have different sizes (world_size from %1 to %2). Not all of them ran "
                  "together, so waits between ranks and differences of clocks are told only of those of one job, "
                  "opened or chosen alone."),
                arg::Number { sizes.least() }, arg::Number { sizes.greatest() } } });
    else if (sizes.areMoreThanRanks() && !isRecordedTwice)
        remarks.push_back({ kMoreThanRanks,
            { KT_PLURAL("discovery",
                  "%2 files say that their job has %1 rank (world_size). Not all of them ran together, so waits "
                  "between ranks and differences of clocks are not told.",
                  "%2 files say that their job has %1 ranks (world_size). Not all of them ran together, so waits "
                  "between ranks and differences of clocks are told only of those of one job, opened or chosen "
                  "alone."),
                arg::Count { sizes.greatest() }, arg::Count { sizes.files() } } });
}

/// Whether two files hold one recording: the same number of events at the same times.
bool isSameRecording(const LoadedFile& a, const LoadedFile& b)
{
    if (!a.trace || !b.trace || a.trace->metadata().baseTimeNanoseconds != b.trace->metadata().baseTimeNanoseconds)
        return false;
    const SliceTable& one = a.trace->slices();
    const SliceTable& other = b.trace->slices();
    return one.size() > 0 && std::ranges::equal(one.start, other.start)
        && std::ranges::equal(one.duration32, other.duration32);
}

} // namespace

std::vector<RankTrace> assignRanks(std::vector<LoadedFile> traces, std::vector<Remark>& remarks)
{
    struct Claim {
        std::int64_t rank = 0;
        Message source;
    };
    std::vector<std::optional<std::int64_t>> ranks(traces.size());
    std::vector<std::optional<Claim>> refused(traces.size()); // the first that another trace has
    std::set<std::int64_t> taken;
    const auto claim = [&](auto wanted, const Message& source) {
        for (std::size_t i = 0; i < traces.size(); ++i) {
            if (ranks[i])
                continue;
            const std::optional<std::int64_t> rank = wanted(traces[i]);
            if (!rank)
                continue;
            if (taken.insert(*rank).second)
                ranks[i] = rank;
            else if (!refused[i])
                refused[i] = Claim { *rank, source };
        }
    };
    claim([](const LoadedFile& t) { return t.from.rank; }, { KT_PHRASE("discovery", "as given") });
    claim([](const LoadedFile& t) { return t.rank(); }, Message::verbatim("distributedInfo"));
    claim([](const LoadedFile& t) { return rankInFileName(fs::path(t.path()).filename().string()); },
        { KT_PHRASE("discovery", "file name") });
    std::size_t again = 0;  // traces that say a rank of another one
    std::size_t copies = 0; // of them, those of the same recording
    for (std::size_t i = 0; i < traces.size(); ++i) {
        if (!refused[i] || traces[i].rank() != refused[i]->rank)
            continue;
        ++again;
        const auto first = std::ranges::find(ranks, std::optional(refused[i]->rank));
        copies += isSameRecording(traces[i], traces[static_cast<std::size_t>(first - ranks.begin())]) ? 1 : 0;
    }
    const bool isRecordedTwice = again > 0;
    std::int64_t next = 0;
    const std::string process = processOfCycles(traces, ranks);
    remarkOnJobSizes(traces, isRecordedTwice || !process.empty(), remarks);
    std::vector<RankTrace> result;
    for (std::size_t i = 0; i < traces.size(); ++i) {
        const bool isGuessed = !ranks[i];
        if (isGuessed) {
            while (!taken.insert(next).second)
                ++next;
            ranks[i] = next;
        }
        if (refused[i])
            remarks.push_back({ kRankTwice,
                { KT_PHRASE("discovery", "Rank %1 (%2) is taken by another trace; this one is shown as rank %3."),
                    arg::Number { refused[i]->rank }, refused[i]->source, arg::Number { *ranks[i] } },
                traces[i].path() });
        else if (isGuessed && traces.size() > 1)
            remarks.push_back({ kRankGuessed,
                { KT_PHRASE("discovery", "The file does not say its rank; it is shown as rank %1."),
                    arg::Number { *ranks[i] } },
                traces[i].path() });
        result.push_back(rankOf(*ranks[i], std::move(traces[i])));
    }
    if (isRecordedTwice && copies == again)
        remarks.push_back({ kCopies,
            { KT_PLURAL("discovery",
                  "%1 file holds the same recording as another one, of the same rank: waits between ranks and "
                  "differences of clocks are told without it, where the others are opened or chosen alone.",
                  "%1 files hold the same recordings as others, of the same ranks: waits between ranks and differences "
                  "of clocks are told without them, where the others are opened or chosen alone."),
                arg::Count { copies } } });
    else if (isRecordedTwice)
        remarks.push_back({ kRecordedTwice,
            { KT_PHRASE("discovery",
                "Several traces say that they are the same rank: cycles of a profiler's schedule, or several jobs. Not "
                "all of them ran together, so waits between ranks and differences of clocks are told only of those of "
                "one recording, opened or chosen alone.") } });
    else if (!process.empty())
        remarks.push_back({ kRecordedTwice,
            { KT_PHRASE("discovery",
                  "Traces of process %1 were recorded one after the other, probably as cycles of a profiler's "
                  "schedule: each is shown as a rank, but these did not run together."),
                arg::Text { process } } });
    return result;
}

} // namespace kinetoscope
