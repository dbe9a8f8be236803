// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/late/late_carried.h"

#include "core/analysis/ranks/wait_facts.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// With which rank the waits of a collective began, after what was carried over into it.
struct Origin {
    std::optional<std::uint32_t> root; ///< none: with the rank that the ledger has
    double share = 0;                  ///< of the waits
};

/// Finds origins in the order of the ledger: what is carried over comes from what is there already.
class Origins {
public:
    explicit Origins(const WaitFacts& facts)
        : m_facts(facts)
        , m_places(facts.matching->instances.size(), kNowhere)
    {
        const std::vector<WaitInstance>& instances = facts.ledger.instances;
        m_origins.reserve(instances.size());
        for (const WaitInstance& instance : instances) {
            m_origins.push_back(originOf(instance));
            m_places[instance.instance] = m_origins.size() - 1;
        }
    }
    /// @param place  in the ledger.
    [[nodiscard]] const Origin& of(std::size_t place) const { return m_origins[place]; }

private:
    static constexpr std::size_t kNowhere = ~std::size_t { 0 };

    [[nodiscard]] std::uint32_t lastRankOf(const WaitInstance& instance) const
    {
        return m_facts.matching->runs[instance.ranks[*instance.last()].run].rank;
    }
    /// Where the last rank came last before, if it was late there already for as long as explains the waits.
    [[nodiscard]] std::size_t carriedFrom(const WaitInstance& instance) const
    {
        const Lateness* const lateness = latenessOf(m_facts.ledger, instance);
        if (!instance.root || instance.areEndsApart || lateness == nullptr || lateness->computedBefore <= 0
            || lateness->lateBy < instance.longestWait / 2 || lateness->before == kNoInstance)
            return kNowhere;
        const std::size_t place = m_places[lateness->before];
        const WaitInstance* const before = place == kNowhere ? nullptr : &m_facts.ledger.instances[place];
        const bool isKnown = before != nullptr && before->root && !before->areEndsApart;
        return isKnown && lastRankOf(*before) == lastRankOf(instance) ? place : kNowhere;
    }
    [[nodiscard]] Origin originOf(const WaitInstance& instance) const
    {
        const std::size_t place = carriedFrom(instance);
        if (place == kNowhere || *instance.root != lastRankOf(instance)) // of another one it is known already
            return {};
        const WaitInstance& before = m_facts.ledger.instances[place];
        const Lateness& lateness = *latenessOf(m_facts.ledger, instance);
        const double carried =
            std::min(1.0, static_cast<double>(lateness.computedBefore) / static_cast<double>(lateness.lateBy));
        if (*before.root != *instance.root)
            return { before.root, carried };
        const Origin& earlier = m_origins[place];
        return { earlier.root, earlier.share * carried };
    }

    const WaitFacts& m_facts;
    std::vector<std::size_t> m_places; ///< by instance of the matching: in the ledger; kNowhere of what comes later
    std::vector<Origin> m_origins;     ///< by place in the ledger
};

} // namespace

CarriedWaits carriedWaits(const WaitFacts& facts)
{
    const Origins origins(facts);
    const std::vector<Nanoseconds> once = waitsByRun(facts.ledger, *facts.matching);
    CarriedWaits carried;
    for (std::size_t place = 0; place < facts.ledger.instances.size(); ++place) {
        const WaitInstance& instance = facts.ledger.instances[place];
        const Origin& origin = origins.of(place);
        if (!origin.root)
            continue;
        Nanoseconds waits = 0;
        for (const RankWait& rank : instance.ranks)
            waits = saturatingAdd(waits, once[rank.run]);
        Nanoseconds& sum = carried[*instance.root][*origin.root];
        sum = saturatingAdd(sum, static_cast<Nanoseconds>(static_cast<double>(waits) * origin.share));
    }
    return carried;
}

std::pair<std::uint32_t, Nanoseconds> mostCarried(const CarriedWaits& carried, const std::vector<std::uint32_t>& ranks)
{
    std::map<std::uint32_t, Nanoseconds> byOther;
    for (const std::uint32_t rank : ranks) {
        const auto ofRank = carried.find(rank);
        if (ofRank == carried.end())
            continue;
        for (const auto& [other, waits] : ofRank->second) {
            const bool isAmong = std::ranges::find(ranks, other) != ranks.end(); // then it is said of it already
            byOther[other] = saturatingAdd(byOther[other], isAmong ? 0 : waits);
        }
    }
    std::pair<std::uint32_t, Nanoseconds> most { 0, 0 };
    for (const auto& [other, waits] : byOther)
        most = waits > most.second ? std::pair(other, waits) : most;
    return most;
}

} // namespace kinetoscope
