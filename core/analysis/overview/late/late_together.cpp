// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/late/late_together.h"

#include "core/analysis/ranks/wait_facts.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>

namespace kinetoscope {

namespace {

/// Of each collective with waits the ranks that came last, and what the others waited for them.
std::vector<LateTogether> lastOnes(const WaitFacts& facts, std::optional<std::uint32_t> except)
{
    const std::vector<CommunicationRun>& runs = facts.matching->runs;
    std::vector<const WaitInstance*> byInstance(facts.matching->instances.size(), nullptr);
    std::vector<Nanoseconds> waits(runs.size(), 0);
    for (const WaitInstance& instance : facts.ledger.instances) {
        byInstance[instance.instance] = &instance;
        for (const RankWait& rank : instance.ranks)
            waits[rank.run] = rank.wait;
    }
    // In other groups since the last run of its own: a rank may come late for that, and another one is behind it.
    const auto waitedBefore = [&](std::uint32_t run) {
        Nanoseconds sum = 0;
        const auto isBetween = [&](std::uint32_t i) {
            return runs[i].rank == runs[run].rank && runs[i].group != runs[run].group;
        };
        for (std::uint32_t i = run; i > 0 && isBetween(i - 1); --i)
            sum = saturatingAdd(sum, waits[i - 1]);
        return sum;
    };
    const auto lastRanksOf = [&](const WaitInstance& instance, std::uint32_t root) {
        const Nanoseconds latest = std::ranges::max(instance.ranks, {}, &RankWait::arrival).arrival;
        const bool isLeftApart = facts.matching->instances[instance.instance].isLeftApart; // with less to send, too
        std::vector<std::uint32_t> ranks;
        for (const RankWait& rank : instance.ranks) {
            const Nanoseconds before = isLeftApart ? latest - rank.arrival : rank.wait;
            // Had the last of them come in time, a tenth were the most it gains.
            const bool isClose = before <= instance.longestWait / 10;
            if (runs[rank.run].rank == root || (isClose && waitedBefore(rank.run) < instance.longestWait / 2))
                ranks.push_back(runs[rank.run].rank);
        }
        return ranks;
    };
    const std::vector<Nanoseconds> once = waitsByRun(facts.ledger, *facts.matching);
    std::vector<LateTogether> all;
    for (const WaitInstance& instance : facts.ledger.instances) {
        if (!instance.root || instance.root == except || instance.areEndsApart)
            continue;
        const WaitInstance* const root = byInstance[instance.rootInstance];
        const bool isKnown = root != nullptr && !root->areEndsApart;
        LateTogether last { isKnown ? lastRanksOf(*root, *instance.root) : std::vector { *instance.root } };
        for (const RankWait& rank : instance.ranks) {
            const bool isLast = std::ranges::binary_search(last.ranks, runs[rank.run].rank);
            last.waits = saturatingAdd(last.waits, isLast ? 0 : once[rank.run]);
        }
        all.push_back(std::move(last));
    }
    return all;
}

/// By rank: what the others wait where it is among the last ones, and `with`, if that is a rank.
std::vector<Nanoseconds> waitsByRank(
    const std::vector<LateTogether>& all, std::size_t rankCount, std::optional<std::uint32_t> with)
{
    std::vector<Nanoseconds> waits(rankCount, 0);
    for (const LateTogether& last : all) {
        for (const std::uint32_t rank : last.ranks) {
            if (!with || std::ranges::binary_search(last.ranks, *with))
                waits[rank] = saturatingAdd(waits[rank], last.waits);
        }
    }
    return waits;
}

/// "4 and 5"; "1-3", "0-2,5" where they are many or some follow one another.
arg::List ranksOf(const std::vector<std::uint32_t>& ranks, const WaitFacts& facts)
{
    constexpr std::size_t kFew = 4;
    const auto messageOf = [](auto numbers) { return Message { KT_PHRASE("overview", "%1"), std::move(numbers) }; };
    std::vector<std::int64_t> numbers = mapped(ranks, [&facts](std::uint32_t rank) { return facts.rankOf(rank); });
    const bool hasRange = numbers.size() > 2
        && std::ranges::adjacent_find(numbers, [](auto a, auto b) { return b == a + 1; }) != numbers.end();
    arg::List list;
    if (hasRange || numbers.size() > kFew)
        list.parts.push_back(messageOf(arg::Numbers { std::move(numbers) }));
    else
        list.parts = mapped(numbers, [&](std::int64_t number) { return messageOf(arg::Number { number }); });
    return list;
}

/// In collectives whose ends lie apart, beside what is waited in others: with these it is all time that ranks wait.
Nanoseconds waitsApart(const WaitFacts& facts)
{
    Nanoseconds sum = 0;
    const std::vector<Nanoseconds> once = waitsByRun(facts.ledger, *facts.matching);
    for (const WaitInstance& instance : facts.ledger.instances) {
        for (const RankWait& rank : instance.ranks)
            sum = saturatingAdd(sum, instance.areEndsApart ? once[rank.run] : 0);
    }
    return sum;
}

} // namespace

std::vector<LateTogether> lateTogether(const WaitFacts& facts, std::optional<std::uint32_t> except)
{
    std::vector<LateTogether> rest = lastOnes(facts, except);
    std::vector<LateTogether> found;
    constexpr std::size_t kMost = 64; // each looks at all collectives again
    while (!rest.empty() && found.size() < kMost) {
        const std::vector<Nanoseconds> waits = waitsByRank(rest, facts.traces->ranks().size(), std::nullopt);
        const auto first = static_cast<std::uint32_t>(std::ranges::max_element(waits) - waits.begin());
        const std::vector<Nanoseconds> shared = waitsByRank(rest, waits.size(), first);
        LateTogether together;
        for (std::uint32_t rank = 0; rank < shared.size(); ++rank) {
            if (shared[rank] > shared[first] / 2)
                together.ranks.push_back(rank);
        }
        // Noise takes a rank away in one collective, and adds one in another.
        std::erase_if(rest, [&together](const LateTogether& last) {
            const auto isThere = [&](std::uint32_t rank) { return std::ranges::binary_search(together.ranks, rank); };
            const auto common = static_cast<std::size_t>(std::ranges::count_if(last.ranks, isThere));
            const bool isTheirs = 2 * common >= std::max(last.ranks.size(), together.ranks.size());
            together.waits = saturatingAdd(together.waits, isTheirs ? last.waits : 0);
            together.collectives += isTheirs && last.waits > 0 ? 1 : 0;
            return isTheirs;
        });
        if (together.waits == 0)
            break; // those that come with it change each time
        found.push_back(std::move(together));
    }
    sortStably(found, std::greater {}, &LateTogether::waits);
    return found;
}

std::vector<LateTogether> lateInTurn(std::span<const LateTogether> all, const WaitFacts& facts)
{
    std::vector<LateTogether> found;
    std::size_t most = 0;
    for (const LateTogether& each : all) {
        if (each.waits < all.front().waits / 2)
            break;
        found.push_back(each);
        most = std::max(most, each.collectives);
    }
    const auto isSeldom = [most](
                              const LateTogether& each) { return 2 * each.collectives + 1 < most; }; // of few one more
    if (!found.empty() && isSeldom(found.front())) // it is most behind the waits
        return {};
    std::erase_if(found, isSeldom);
    std::size_t ranks = 0;
    for (const LateTogether& each : found)
        ranks += each.ranks.size();
    const std::size_t inAll = facts.totals.ranks.size();
    const bool isEnough = inAll > 1 && (found.size() > 2 || (found.size() == 2 && 2 * ranks >= inAll));
    return isEnough ? found : std::vector<LateTogether> {};
}

WaitedFor::WaitedFor(std::span<const LateTogether> all, bool isOneLate, const WaitFacts& facts)
    : m_all(all)
    , m_inTurn(lateInTurn(all, facts))
    , m_isOneLate(isOneLate)
    , m_facts(facts)
    , m_suffered(facts.totals.suffered())
    , m_apart(waitsApart(facts))
    , m_carried(m_inTurn.empty() ? CarriedWaits {} : carriedWaits(facts))
{
    if (!areEndsApartMuch(m_apart, m_suffered))
        m_apart = 0;
}

Message WaitedFor::inWords(std::uint32_t waiting) const
{
    const auto isOne = [](const LateTogether& each) { return each.ranks.size() == 1; };
    const auto isOther = [waiting](
                             const LateTogether& each) { return !std::ranges::binary_search(each.ranks, waiting); };
    std::vector<LateTogether> turns;
    std::ranges::copy_if(m_inTurn, std::back_inserter(turns), isOther);
    if (turns.size() > 1 && std::ranges::all_of(turns, isOne))
        return inTurnInWords(turns);
    constexpr std::size_t kMostNamed = 3;
    arg::List parts;
    for (const LateTogether& each : m_all) {
        if (!isOther(each) || each.waits < m_all.front().waits / 10 || parts.parts.size() == kMostNamed)
            continue;
        const arg::List ranks = ranksOf(each.ranks, m_facts);
        parts.parts.push_back(isOne(each)
                ? Message { KT_PHRASE("overview", "%1 are for rank %2"), shareOfAll(waitsFor(each)), ranks }
                : Message {
                    KT_PHRASE("overview",
                        "%1 are for ranks %2 (which mostly come last nearly together; without their waits for each "
                        "other)"),
                    shareOfAll(each.waits), ranks });
    }
    if (parts.parts.empty())
        return {};
    return m_apart == 0
        ? Message { KT_PHRASE("overview", " Of all waits, traced to where they began, %1."), std::move(parts) }
        : Message { KT_PHRASE("overview",
                        " Of all waits, traced to where they began, %1; for %2 of them, where the ends of "
                        "the ranks lie apart, it is not known."),
              std::move(parts), shareOfAll(m_apart) };
}

/// Of several ranks, each by itself.
Message WaitedFor::inTurnInWords(const std::vector<LateTogether>& turns) const
{
    std::vector<std::uint32_t> ranks = mapped(turns, [](const LateTogether& each) { return each.ranks[0]; });
    std::ranges::sort(ranks);
    const std::vector<Nanoseconds> times = mapped(turns, [this](const LateTogether& each) { return waitsFor(each); });
    const auto [least, most] = std::ranges::minmax(times);
    const Nanoseconds together = std::accumulate(times.begin(), times.end(), Nanoseconds { 0 }, saturatingAdd);
    const arg::List named = ranksOf(ranks, m_facts);
    const Message share = most - least <= m_suffered / 100
        ? Message { KT_PHRASE("overview", "about %1"), shareOfAll(together / static_cast<Nanoseconds>(turns.size())) }
        : Message { KT_PHRASE("overview", "%1 to %2"), shareOfAll(least), shareOfAll(most) };
    if (const auto [behind, waits] = mostCarried(m_carried, ranks); waits > 0 && waits >= together / 4)
        return { KT_PHRASE("overview",
                     " Ranks %1 come last in turn there, each for %2 of all waits; for %3 of that they were late "
                     "already in collectives before, whose waits began with rank %4."),
            named, share, arg::Duration { waits }, arg::Number { m_facts.rankOf(behind) } };
    if (m_isOneLate) // who may be behind it, too
        return { KT_PHRASE("overview", " Ranks %1 come last in turn there, each for %2 of all waits."), named, share };
    return { KT_PHRASE(
                 "overview", " No single rank is behind it: ranks %1 come last in turn, each for %2 of all waits."),
        named, share };
}

/// What the others wait for ranks in the end: of one rank as the column `waits_rooted` has it, unless it comes last
/// with others, too, much lies in collectives whose ends lie apart, or ranks wait in several at once, which the column
/// adds up.
Nanoseconds WaitedFor::waitsFor(const LateTogether& each) const
{
    const std::uint32_t rank = each.ranks.front();
    const auto totals = m_facts.totals.ranks.find(rank);
    const bool isInOne = std::ranges::count_if(m_all, [rank](const LateTogether& other) {
        return std::ranges::binary_search(other.ranks, rank);
    }) == 1;
    return each.ranks.size() == 1 && isInOne && m_apart == 0 && m_facts.ledger.charged == m_facts.totals.suffered()
            && totals != m_facts.totals.ranks.end()
        ? totals->second.rooted
        : each.waits;
}

} // namespace kinetoscope
