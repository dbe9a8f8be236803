// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/realignment.h"

#include "core/base/vectors.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <numeric>

namespace kinetoscope {

namespace {

constexpr std::array<Nanoseconds, 3> kWidths { 50'000, 500'000, 5'000'000 };
constexpr std::size_t kFewestPairs = 3;
constexpr std::size_t kMostMoved = 3;
/// Differences that are looked at, about.
constexpr std::size_t kMostDifferences = 4'000'000;

Nanoseconds differenceOf(const RunEnd& other, const RunEnd& hub)
{
    return saturatingSubtract(other.end, hub.end);
}

struct Differences {
    std::vector<Nanoseconds> sorted;
    std::size_t stride = 1; ///< every so many runs of the hub were looked at
};

/// How far apart in the sequences two runs of a part may stand: as many as one of them has lost, and some.
std::size_t reachOf(const RunsOfPart& part)
{
    constexpr std::size_t kSome = 64;
    const std::size_t lost =
        part.hub.size() > part.other.size() ? part.hub.size() - part.other.size() : part.other.size() - part.hub.size();
    return lost + kSome;
}

/// Of all pairs; of many runs, of those that stand near each other, and of a part of the hub's.
Differences differencesOf(std::span<const RunsOfPart> parts, const Progress& progress)
{
    std::size_t all = 0;
    std::size_t near = 0;
    for (const RunsOfPart& part : parts) {
        all += part.hub.size() * part.other.size();
        near += part.hub.size() * std::min(part.other.size(), 2 * reachOf(part) + 1);
    }
    const bool takesAll = all <= kMostDifferences;
    Differences differences;
    differences.stride = takesAll ? 1 : near / kMostDifferences + 1;
    for (const RunsOfPart& part : parts) {
        const std::size_t far = takesAll ? std::max(part.hub.size(), part.other.size()) : reachOf(part);
        for (std::size_t h = 0; h < part.hub.size() && !progress.shouldStop(); h += differences.stride) {
            const std::size_t first = h > far ? h - far : 0;
            const std::size_t last = std::min(part.other.size(), h + far + 1);
            for (std::size_t o = first; o < last; ++o) {
                if (canBeOne(part.hub[h], part.other[o]))
                    differences.sorted.push_back(differenceOf(part.other[o], part.hub[h]));
            }
        }
    }
    std::ranges::sort(differences.sorted);
    return differences;
}

/// The closed window of a width that holds most of sorted values, the first of such: [first, last).
std::pair<std::size_t, std::size_t> fullestWindow(std::span<const Nanoseconds> values, Nanoseconds width)
{
    std::pair<std::size_t, std::size_t> best { 0, 0 };
    std::size_t last = 0;
    for (std::size_t first = 0; first < values.size(); ++first) {
        while (last < values.size() && saturatingSubtract(values[last], values[first]) <= width)
            ++last;
        if (last - first > best.second - best.first)
            best = { first, last };
    }
    return best;
}

struct CrowdWindow {
    Nanoseconds middle = 0;
    Nanoseconds width = 0;
};

/// The fullest window of a width, and whether any other holds more than half as much.
struct Crowd {
    std::size_t first = 0;
    std::size_t count = 0;
    bool isAlone = false;
};

Crowd crowdOf(std::span<const Nanoseconds> differences, Nanoseconds width)
{
    const auto [first, last] = fullestWindow(differences, width);
    Crowd crowd { first, last - first, false };
    if (crowd.count == 0)
        return crowd;
    const Nanoseconds low = saturatingSubtract(differences[first], width);
    const Nanoseconds high = saturatingAdd(differences[last - 1], width);
    const auto below = static_cast<std::size_t>(std::ranges::lower_bound(differences, low) - differences.begin());
    const auto above = static_cast<std::size_t>(std::ranges::upper_bound(differences, high) - differences.begin());
    const auto before = fullestWindow(differences.subspan(0, below), width);
    const auto after = fullestWindow(differences.subspan(above), width);
    crowd.isAlone = crowd.count >= 2 * std::max(before.second - before.first, after.second - after.first);
    return crowd;
}

/// The differences of at most `near`.
Crowd crowdAtZero(std::span<const Nanoseconds> differences, Nanoseconds near)
{
    const auto first = std::ranges::lower_bound(differences, -near);
    const auto last = std::ranges::upper_bound(differences, near);
    return { static_cast<std::size_t>(first - differences.begin()), static_cast<std::size_t>(last - first), false };
}

/// Where the true pairs lie.
std::optional<CrowdWindow> windowOf(std::span<const Nanoseconds> differences, std::size_t fewerRuns, bool haveOneClock)
{
    const auto isEnough = [fewerRuns](const Crowd& crowd) {
        return crowd.count >= kFewestPairs && 3 * crowd.count >= fewerRuns;
    };
    const auto middleOf = [&](const Crowd& crowd) { return differences[crowd.first + (crowd.count - 1) / 2]; };
    for (const Nanoseconds width : kWidths) {
        const Crowd crowd = crowdOf(differences, width);
        if (!isEnough(crowd))
            continue;
        if (crowd.isAlone)
            return CrowdWindow { middleOf(crowd), width };
        // Nearly all fits here, and much of it elsewhere too: runs at even distances. A wider window would hold both
        // places and tell nothing; a narrow one may, where the ends of the true pairs lie closer together.
        if (5 * crowd.count >= 4 * fewerRuns) {
            const Crowd narrow = crowdOf(differences, width / 10);
            if (isEnough(narrow) && narrow.isAlone)
                return CrowdWindow { middleOf(narrow), width };
            // Of places that are as good, the one where the clocks agree: ranks of one machine have one clock.
            const Nanoseconds near = width / 10;
            const Crowd agreeing = crowdAtZero(differences, near);
            return haveOneClock && isEnough(agreeing) && 10 * agreeing.count >= 9 * crowdOf(differences, 2 * near).count
                ? std::optional(CrowdWindow { middleOf(agreeing), 2 * near })
                : std::nullopt;
        }
    }
    return std::nullopt;
}

/// The longest common order, with the least sum of distances from the middle.
class CommonOrder {
public:
    CommonOrder(const RunsOfPart& part, const CrowdWindow& window)
        : m_part(part)
        , m_window(window)
    {
    }

    std::vector<RunPair> find(const Progress& progress)
    {
        // Best chains that end at or before a position of `other`, as a tree of prefixes: chains grow hub run by hub
        // run, so that the chains of earlier hub runs are all in it.
        const std::size_t size = m_part.other.size();
        m_tree.assign(size + 1, kNone);
        std::vector<std::uint32_t> byEnd(size);
        std::iota(byEnd.begin(), byEnd.end(), 0u);
        const auto endOf = [this](std::uint32_t o) { return m_part.other[o].end; };
        std::ranges::stable_sort(byEnd, {}, endOf);
        for (std::uint32_t h = 0; h < m_part.hub.size() && !progress.shouldStop(); ++h) {
            std::vector<std::pair<std::uint32_t, std::uint32_t>> made; // place in `other`, chain
            const Timestamp middle = saturatingAdd(m_part.hub[h].end, m_window.middle);
            const auto first = std::ranges::lower_bound(byEnd, saturatingSubtract(middle, m_window.width), {}, endOf);
            const auto last = std::ranges::upper_bound(byEnd, saturatingAdd(middle, m_window.width), {}, endOf);
            std::vector<std::uint32_t> near(first, last);
            std::ranges::sort(near);
            for (const std::uint32_t o : near) {
                const Nanoseconds distance = distanceOf(h, o);
                if (distance > m_window.width)
                    continue;
                const std::uint32_t before = bestBefore(o);
                Chain chain { h, o, before, 1, distance };
                if (before != kNone) {
                    chain.length += m_chains[before].length;
                    chain.sum = saturatingAdd(chain.sum, m_chains[before].sum);
                }
                m_chains.push_back(chain);
                made.emplace_back(o, static_cast<std::uint32_t>(m_chains.size() - 1));
            }
            for (const auto& [o, chain] : made)
                insert(o, chain);
        }
        std::vector<RunPair> pairs;
        for (std::uint32_t chain = bestBefore(static_cast<std::uint32_t>(size)); chain != kNone;
             chain = m_chains[chain].before)
            pairs.emplace_back(m_chains[chain].hub, m_chains[chain].other);
        std::ranges::reverse(pairs);
        return pairs;
    }

private:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    struct Chain {
        std::uint32_t hub = 0;
        std::uint32_t other = 0;
        std::uint32_t before = kNone;
        std::uint32_t length = 0;
        Nanoseconds sum = 0;
    };

    /// Out of reach where the two cannot be one collective.
    [[nodiscard]] Nanoseconds distanceOf(std::uint32_t h, std::uint32_t o) const
    {
        if (!canBeOne(m_part.hub[h], m_part.other[o]))
            return std::numeric_limits<Nanoseconds>::max();
        const Nanoseconds from = saturatingSubtract(differenceOf(m_part.other[o], m_part.hub[h]), m_window.middle);
        return from < 0 ? saturatingSubtract(0, from) : from;
    }

    [[nodiscard]] bool isBetter(std::uint32_t a, std::uint32_t b) const
    {
        if (a == kNone || b == kNone)
            return b == kNone && a != kNone;
        return m_chains[a].length != m_chains[b].length ? m_chains[a].length > m_chains[b].length
                                                        : m_chains[a].sum < m_chains[b].sum;
    }
    /// Of chains that end before position `o` of `other`.
    [[nodiscard]] std::uint32_t bestBefore(std::uint32_t o) const
    {
        std::uint32_t best = kNone;
        for (std::uint32_t at = o; at > 0; at &= at - 1) {
            if (isBetter(m_tree[at], best))
                best = m_tree[at];
        }
        return best;
    }
    void insert(std::uint32_t o, std::uint32_t chain)
    {
        for (std::uint32_t at = o + 1; at < m_tree.size(); at += at & (~at + 1)) {
            if (isBetter(chain, m_tree[at]))
                m_tree[at] = chain;
        }
    }

    const RunsOfPart& m_part;
    const CrowdWindow& m_window;
    std::vector<Chain> m_chains;
    std::vector<std::uint32_t> m_tree; ///< Fenwick tree over positions of `other`: best chain
};

/// Whether differences of ends in so narrow a range are the true ones: in the other one they lie farther apart than the
/// ends of one collective, so that it is not by chance.
bool isMuchNarrower(Nanoseconds moved, Nanoseconds now)
{
    return now > kWidths.front() && moved < now / 5;
}

/// Largest less smallest difference of the ends of as many pairs, from a place on in each sequence; nothing if the
/// symbols differ there, or the pairs are too few.
std::optional<Nanoseconds> rangeOfPairs(
    const RunsOfPart& part, std::size_t firstOfHub, std::size_t firstOfOther, std::size_t pairs)
{
    if (pairs < kFewestPairs)
        return std::nullopt;
    Nanoseconds least = kMaxTimestamp;
    Nanoseconds most = kMinTimestamp;
    for (std::size_t i = 0; i < pairs; ++i) {
        const RunEnd& hub = part.hub[firstOfHub + i];
        const RunEnd& other = part.other[firstOfOther + i];
        if (!canBeOne(other, hub))
            return std::nullopt;
        const Nanoseconds difference = differenceOf(other, hub);
        least = std::min(least, difference);
        most = std::max(most, difference);
    }
    return saturatingSubtract(most, least);
}

/// Whether the difference of the ends changes all at once, as no clock does.
bool hasJump(const RunsOfPart& part)
{
    constexpr Nanoseconds kJump = 100'000;
    for (std::size_t i = 1; i < part.hub.size(); ++i) {
        const Nanoseconds before = differenceOf(part.other[i - 1], part.hub[i - 1]);
        const Nanoseconds change = saturatingSubtract(differenceOf(part.other[i], part.hub[i]), before);
        if (change > kJump || change < -kJump)
            return true;
    }
    return false;
}

/// Each rank lost a run somewhere: most of the rest fits, some of it at other places of the sequence.
/// @param range  of the differences by place.
bool fitsBetterRealigned(const RunsOfPart& part, Nanoseconds range, const Progress& progress)
{
    const auto pairs = realigned({ &part, 1 }, false, progress);
    if (!pairs || 5 * pairs->front().size() < 3 * part.hub.size())
        return false;
    Nanoseconds least = kMaxTimestamp;
    Nanoseconds most = kMinTimestamp;
    bool isElsewhere = false;
    for (const auto& [h, o] : pairs->front()) {
        const Nanoseconds difference = differenceOf(part.other[o], part.hub[h]);
        least = std::min(least, difference);
        most = std::max(most, difference);
        isElsewhere = isElsewhere || h != o;
    }
    return isElsewhere && saturatingSubtract(most, least) < range / 5;
}

/// Differences of the ends in one step.
struct StepFit {
    Nanoseconds least = kMaxTimestamp;
    Nanoseconds most = kMinTimestamp;
};

/// In order, of the steps in which both ran the same if the other rank numbers them higher by `shift`.
std::vector<StepFit> stepFits(const RunsOfSteps& hub, const RunsOfSteps& other, std::int64_t shift)
{
    std::vector<StepFit> fits;
    for (const auto& [step, runs] : hub) {
        const auto found = other.find(saturatingAdd(step, shift));
        if (found == other.end() || !std::ranges::equal(runs, found->second, {}, &RunEnd::symbol, &RunEnd::symbol))
            continue;
        StepFit& fit = fits.emplace_back();
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const Nanoseconds difference = differenceOf(found->second[i], runs[i]);
            fit.least = std::min(fit.least, difference);
            fit.most = std::max(fit.most, difference);
        }
    }
    return fits;
}

/// @param fits  not empty.
Nanoseconds rangeOfFits(std::span<const StepFit> fits)
{
    return saturatingSubtract(
        std::ranges::max(fits, {}, &StepFit::most).most, std::ranges::min(fits, {}, &StepFit::least).least);
}

/// How far the clocks are apart if the fits are true. @param fits  not empty.
Nanoseconds distanceOfClocks(std::span<const StepFit> fits)
{
    std::vector<Nanoseconds> sorted = mapped(fits, &StepFit::least);
    std::ranges::sort(sorted);
    const Nanoseconds median = sorted[(sorted.size() - 1) / 2];
    return median < 0 ? saturatingSubtract(0, median) : median;
}

} // namespace

std::optional<std::vector<std::vector<RunPair>>> realigned(
    std::span<const RunsOfPart> parts, bool haveOneClock, const Progress& progress)
{
    std::size_t hubRuns = 0;
    std::size_t otherRuns = 0;
    for (const RunsOfPart& part : parts) {
        hubRuns += part.hub.size();
        otherRuns += part.other.size();
    }
    const Differences differences = differencesOf(parts, progress);
    const std::optional<CrowdWindow> window =
        windowOf(differences.sorted, std::min(hubRuns, otherRuns) / differences.stride, haveOneClock);
    if (!window)
        return std::nullopt;
    return mapped(parts, [&](const RunsOfPart& part) { return CommonOrder(part, *window).find(progress); });
}

bool hasMoreOfAKind(std::span<const RunEnd> hub, std::span<const RunEnd> other)
{
    // Of a run that its name tells alone the kernel is all that can be compared.
    const bool isAnyByName =
        std::ranges::any_of(hub, &RunEnd::isByName) || std::ranges::any_of(other, &RunEnd::isByName);
    const auto kindOf = [isAnyByName](const RunEnd& run) { return isAnyByName ? run.kernel : run.symbol; };
    std::map<std::uint32_t, std::ptrdiff_t> counts; // of the hub, less those of the other
    for (const RunEnd& run : hub)
        ++counts[kindOf(run)];
    for (const RunEnd& run : other) {
        const auto found = counts.find(kindOf(run));
        if (found != counts.end() && --found->second < 0)
            return true;
    }
    return false;
}

bool fitsBetterMoved(const RunsOfPart& part, const Progress& progress)
{
    const std::size_t all = part.hub.size();
    const std::optional<Nanoseconds> now =
        part.other.size() == all ? rangeOfPairs(part, 0, 0, all) : std::optional<Nanoseconds> {};
    if (!now)
        return false;
    for (std::size_t by = 1; by <= kMostMoved && by + kFewestPairs <= all; ++by) {
        // As many pairs by place: moving leaves some out, one of which may alone be what lies far off.
        const Nanoseconds inPlace =
            std::min(*rangeOfPairs(part, 0, 0, all - by), *rangeOfPairs(part, by, by, all - by));
        for (const auto& moved : { rangeOfPairs(part, 0, by, all - by), rangeOfPairs(part, by, 0, all - by) }) {
            if (moved && isMuchNarrower(*moved, inPlace))
                return true;
        }
    }
    return hasJump(part) && fitsBetterRealigned(part, *now, progress);
}

std::int64_t stepShift(const RunsOfSteps& hub, const RunsOfSteps& other, bool haveOneClock)
{
    constexpr Nanoseconds kAgree = kWidths.front();
    constexpr Nanoseconds kFarApart = 20 * kAgree;
    const std::vector<StepFit> now = stepFits(hub, other, 0);
    std::int64_t best = 0;
    if (now.empty())
        return best;
    Nanoseconds least = saturatingAdd(rangeOfFits(now), kAgree);
    const Nanoseconds apart = haveOneClock ? distanceOfClocks(now) : 0;
    // A clock may be a step off, too: only where recordings have no fewer steps in common so, and of machines whose
    // clocks differ a little more.
    const auto areClocksNear = [&](const std::vector<StepFit>& moved) {
        const Nanoseconds near = distanceOfClocks(moved);
        return apart > kFarApart
            && ((moved.size() >= now.size() && near <= kAgree) || (moved.size() > now.size() && near <= apart / 4));
    };
    for (std::int64_t by = 1; by <= static_cast<std::int64_t>(kMostMoved); ++by) {
        for (const std::int64_t shift : { by, -by }) {
            const std::vector<StepFit> moved = stepFits(hub, other, shift);
            if (moved.size() < kFewestPairs)
                continue;
            // As many steps by their numbers: what lies far off may be in one that moving leaves out.
            const std::size_t steps = std::min(moved.size(), now.size());
            const Nanoseconds inPlace =
                std::min(rangeOfFits(std::span(now).first(steps)), rangeOfFits(std::span(now).last(steps)));
            const Nanoseconds range = rangeOfFits(moved);
            if (range < least && (isMuchNarrower(range, inPlace) || areClocksNear(moved))) {
                best = shift;
                least = range;
            }
        }
    }
    return best;
}

} // namespace kinetoscope
