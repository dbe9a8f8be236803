// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/group_matcher.h"

#include "core/analysis/collectives/group_instances.h"
#include "core/analysis/collectives/matched_ranks.h"
#include "core/analysis/collectives/matching_remarks.h"
#include "core/analysis/collectives/place_matching.h"
#include "core/analysis/collectives/run_keys.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace kinetoscope {

namespace {

constexpr double kMostWrongSymbols = 0.01;

class GroupMatcher {
public:
    GroupMatcher(CollectiveMatching& matching, const TraceSet& traces, std::uint32_t group, const Progress& progress)
        : m_instances(matching, group)
        , m_traces(traces)
        , m_fileRanks(traces, matching.ranks)
        , m_progress(progress)
    {
    }

    void match(std::span<const std::uint32_t> runs)
    {
        RankRunList transfers;
        RankRunList withoutPeer;
        RankRunList collective;
        std::size_t ranks = 0;
        for (const std::uint32_t run : runs) {
            if (isTransfer(runAt(run).kind)) {
                (runAt(run).shape->peer ? transfers : withoutPeer).push_back(run);
                continue;
            }
            ranks += collective.empty() || runAt(collective.back()).rank != runAt(run).rank ? 1 : 0;
            collective.push_back(run);
        }
        matchTransfers(transfers);
        // Two receives are never one transfer, and nothing tells which send one belongs to.
        m_instances.addAlone(withoutPeer);
        if (ranks >= 2 && (matchBySequence(collective) || matchByCommsId(collective)))
            return;
        GroupRuns byRank;
        for (const std::uint32_t run : collective)
            byRank[runAt(run).rank].push_back(run);
        matchByPlace(m_instances, m_traces, byRank, m_progress);
    }

private:
    [[nodiscard]] const CommunicationRun& runAt(std::uint32_t run) const { return m_instances.runAt(run); }

    /// What lies at one place of a key.
    struct RunsAtPlace {
        std::uint32_t first = 0; ///< its first run
        std::uint32_t count = 0;
        bool isWrong = false; ///< some run cannot be of one collective with the first
    };

    /// The runs by a key that all of them have and the number of earlier runs of the rank with it. False, and nothing
    /// added, if the keys do not tell: ranks that overlap share too few of them, or other things under one key.
    /// @param runs  rank by rank.
    template <typename Key, typename KeyOf> bool matchByKey(const RankRunList& runs, const KeyOf& keyOf, MatchedBy by)
    {
        RunKeys<Key> keys;
        std::vector<RunsAtPlace> places;
        RankRunList placeOfRun; // by position in `runs`
        placeOfRun.reserve(runs.size());
        StopCheck check(m_progress);
        for (const std::uint32_t run : runs) {
            if (check.after(2))
                return true; // nobody will look at what was added
            const std::optional<Key> key = keyOf(runAt(run));
            if (!key)
                return false;
            const std::uint32_t place = keys.take(*key, runAt(run).rank);
            if (place == places.size())
                places.push_back({ .first = run });
            RunsAtPlace& at = places[place];
            ++at.count;
            at.isWrong = at.isWrong || !m_instances.fits(run, at.first);
            placeOfRun.push_back(place);
        }
        if (!doTell(places, keys.coveringRanks())) {
            m_instances.remark(numbersDisagree(m_instances.group()));
            return false;
        }
        const auto countAt = [](const RunsAtPlace& place) { return std::size_t { place.count }; };
        m_instances.addByPlace(runs, placeOfRun, mapped(places, countAt), by);
        return true;
    }
    /// @param covering  by place: the number of ranks that could have its key.
    [[nodiscard]] static bool doTell(const std::vector<RunsAtPlace>& places, const std::vector<std::size_t>& covering)
    {
        std::size_t expected = 0;
        std::size_t shared = 0;
        std::size_t wrong = 0;
        for (std::size_t place = 0; place < places.size(); ++place) {
            const bool isShared = places[place].count >= 2;
            expected += covering[place] >= 2 ? 1 : 0;
            shared += covering[place] >= 2 && isShared ? 1 : 0;
            wrong += isShared && places[place].isWrong ? 1 : 0;
        }
        return 2 * shared >= expected && static_cast<double>(wrong) <= kMostWrongSymbols * static_cast<double>(shared);
    }
    bool matchBySequence(const RankRunList& runs)
    {
        return matchByKey<std::int64_t>(
            runs, [](const CommunicationRun& run) -> std::optional<std::int64_t> { return run.sequence; },
            MatchedBy::Sequence);
    }
    bool matchByCommsId(const RankRunList& runs)
    {
        return matchByKey<std::string_view>(
            runs,
            [](const CommunicationRun& run) {
                return run.commsId ? std::optional<std::string_view>(*run.commsId) : std::nullopt;
            },
            MatchedBy::CommsId);
    }

    /// What one rank sent to another, each in order.
    struct Transfers {
        RankRunList sends;
        RankRunList receives;
    };
    /// Numbers of the ranks: from, to.
    using RankPair = std::pair<std::int64_t, std::int64_t>;

    /// By source and destination: the n-th send is the n-th receive.
    void matchTransfers(const RankRunList& transfers)
    {
        std::map<RankPair, Transfers> between;
        for (const std::uint32_t run : transfers) {
            const std::int64_t own = m_fileRanks.numberOf(runAt(run).rank);
            const std::int64_t peer = *runAt(run).shape->peer;
            if (runAt(run).kind == CollectiveKind::Send)
                between[{ own, peer }].sends.push_back(run);
            else
                between[{ peer, own }].receives.push_back(run);
        }
        for (const auto& [ranks, ofPair] : between)
            pairTransfers(ranks, ofPair);
    }
    void pairTransfers(const RankPair& ranks, const Transfers& transfers)
    {
        const auto& [sends, receives] = transfers;
        const auto isNumbered = [this](std::uint32_t run) { return runAt(run).sequence.has_value(); };
        if (std::ranges::all_of(sends, isNumbered) && std::ranges::all_of(receives, isNumbered)) {
            pairBySequence(transfers);
        } else if (sends.size() == receives.size()) {
            for (std::size_t i = 0; i < sends.size(); ++i)
                m_instances.addPair({ sends[i], receives[i] }, MatchedBy::Place);
        } else {
            m_instances.addAlone(sends);
            m_instances.addAlone(receives);
            const auto from = m_fileRanks.rankOf(ranks.first);
            const auto to = m_fileRanks.rankOf(ranks.second);
            if (from && to)
                m_instances.remark(transferCounts(
                    m_traces.ranks()[*from].rank, sends.size(), m_traces.ranks()[*to].rank, receives.size()));
        }
    }
    void pairBySequence(const Transfers& transfers)
    {
        std::map<std::pair<std::int64_t, std::uint32_t>, std::vector<std::uint32_t>> bySequence;
        for (const RankRunList* runs : { &transfers.sends, &transfers.receives }) {
            std::map<std::int64_t, std::uint32_t> before;
            for (const std::uint32_t run : *runs)
                bySequence[{ *runAt(run).sequence, before[*runAt(run).sequence]++ }].push_back(run);
        }
        for (auto& [key, runs] : bySequence)
            m_instances.addPair(std::move(runs), MatchedBy::Sequence);
    }

    GroupInstances m_instances;
    const TraceSet& m_traces;
    FileRanks m_fileRanks;
    const Progress& m_progress;
};

} // namespace

void matchGroup(CollectiveMatching& matching, const TraceSet& traces, std::uint32_t group,
    std::span<const std::uint32_t> runs, const Progress& progress)
{
    GroupMatcher(matching, traces, group, progress).match(runs);
}

} // namespace kinetoscope
