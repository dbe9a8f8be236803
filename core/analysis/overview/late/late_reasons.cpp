// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/late/late_reasons.h"

#include "core/analysis/causes/owners/owner_labels.h"
#include "core/analysis/overview/candidates/candidate_list.h"
#include "core/base/sort_stably.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

/// What the last rank certainly took longer for, by reason. All idle time is that of its largest cause, since one lost
/// launch makes one of another, and all communication is one reason. Where others communicated longer, as they do in a
/// broadcast whose root comes late, they waited for some of what the last rank took longer for: for which, is known
/// only where one thing alone is longer than that.
struct LongerFor {
    LateParts parts {};
    Nanoseconds unknown = 0; ///< of the rest
};
LongerFor partsOfReasons(const Lateness& lateness)
{
    LongerFor longer { lateness.parts };
    LateParts& parts = longer.parts;
    const auto putTogether = [&parts](LatePart first, LatePart last) {
        const auto all = std::span(parts).subspan(
            static_cast<std::size_t>(first), static_cast<std::size_t>(last) - static_cast<std::size_t>(first) + 1);
        const auto largest = std::ranges::max_element(all);
        const Nanoseconds sum = std::accumulate(all.begin(), all.end(), Nanoseconds { 0 });
        std::ranges::fill(all, 0);
        *largest = sum;
    };
    putTogether(LatePart::SameGroup, LatePart::OtherGroup);
    putTogether(LatePart::IdleHostWait, LatePart::IdleUnknownLaunch);
    const auto communication = std::span(parts).subspan(static_cast<std::size_t>(LatePart::SameGroup),
        static_cast<std::size_t>(LatePart::OtherGroup) - static_cast<std::size_t>(LatePart::SameGroup) + 1);
    const Nanoseconds waitedFor = -std::min<Nanoseconds>(0, *std::ranges::min_element(communication));
    longer.unknown = -waitedFor;
    for (Nanoseconds& part : parts) {
        const Nanoseconds all = std::max<Nanoseconds>(0, part);
        part = std::max<Nanoseconds>(0, all - waitedFor);
        longer.unknown += all - part;
    }
    longer.unknown = std::max<Nanoseconds>(0, longer.unknown);
    return longer;
}

/// Waits divided in proportion, rounded down: they never add up to more.
/// @param rest  has a part of them, too.
template <std::size_t Count>
std::array<Nanoseconds, Count> divided(
    Nanoseconds waits, const std::array<Nanoseconds, Count>& parts, Nanoseconds rest = 0)
{
    const Nanoseconds whole = std::accumulate(parts.begin(), parts.end(), rest);
    std::array<Nanoseconds, Count> all {};
    std::ranges::transform(parts, all.begin(),
        [&](Nanoseconds part) { return static_cast<Nanoseconds>(static_cast<double>(waits) * shareOf(part, whole)); });
    return all;
}

/// What the host of a rank spent more time on than others.
struct MoreOfHost {
    bool isUnrecorded = false;
    Message words;    ///< "ops"; empty for what is not known
    std::string name; ///< what most of it is in; "" for none
};

/// " For %1 of these waits the reason is that its host launched work late ..."
Message launchedLate(arg::Duration time, const MoreOfHost& more, bool isComparable)
{
    if (more.words.isEmpty() && !isComparable)
        return { KT_PHRASE("overview",
                     " For %1 of these waits the reason is that its host launched work late; what it did meanwhile "
                     "cannot be compared, since the ranks did not record the same of their hosts."),
            time };
    if (more.words.isEmpty())
        return { KT_PHRASE("overview", " For %1 of these waits the reason is that its host launched work late."),
            time };
    if (more.isUnrecorded && !more.name.empty())
        return { KT_PHRASE("overview",
                     " For %1 of these waits the reason is that its host launched work late: before them it spent "
                     "more time in %2, of which nothing more was recorded, than others."),
            time, arg::Name { more.name } };
    if (more.name.empty())
        return { KT_PHRASE("overview",
                     " For %1 of these waits the reason is that its host launched work late: before them it spent more "
                     "time on %2 than others."),
            time, more.words };
    return { KT_PHRASE("overview",
                 " For %1 of these waits the reason is that its host launched work late: before them it spent more "
                 "time on %2 than others, most of that in %3."),
        time, more.words, arg::Name { more.name } };
}

/// The same of a job without GPU work.
Message tookLonger(arg::Duration time, const MoreOfHost& more, bool isComparable)
{
    if (more.words.isEmpty() && !isComparable)
        return { KT_PHRASE("overview",
                     " For %1 of these waits the reason is that its host took longer before; what it did meanwhile "
                     "cannot be compared, since the ranks did not record the same of their hosts."),
            time };
    if (more.words.isEmpty())
        return { KT_PHRASE("overview", " For %1 of these waits the reason is that its host took longer before."),
            time };
    if (more.isUnrecorded && !more.name.empty())
        return { KT_PHRASE("overview",
                     " For %1 of these waits the reason is that its host took longer before: it spent more time in %2, "
                     "of which nothing more was recorded, than others."),
            time, arg::Name { more.name } };
    if (more.name.empty())
        return { KT_PHRASE("overview",
                     " For %1 of these waits the reason is that its host took longer before: it spent more time on %2 "
                     "than others."),
            time, more.words };
    return { KT_PHRASE("overview",
                 " For %1 of these waits the reason is that its host took longer before: it spent more time on %2 than "
                 "others, most of that in %3."),
        time, more.words, arg::Name { more.name } };
}

/// " For %1 of these waits the reason is ...", by reason but the host.
Message reasonMessage(LatePart reason, arg::Duration time)
{
    switch (reason) {
    case LatePart::Compute:
        return { KT_PHRASE("overview", " For %1 of these waits the reason is that it computed longer before."), time };
    case LatePart::SameGroup:
    case LatePart::OtherGroup:
    case LatePart::OtherGroupWait:
        return { KT_PHRASE("overview", " For %1 of these waits the reason is other communication before."), time };
    case LatePart::Copies:
        return { KT_PHRASE("overview", " For %1 of these waits the reason is that it copied longer before."), time };
    case LatePart::OtherWork:
        return { KT_PHRASE("overview", " For %1 of these waits the reason is other work of its GPU before."), time };
    case LatePart::BeforeRecording:
        return {
            KT_PHRASE("overview",
                " For %1 of these waits the reason was not recorded: its recording began later than that of others."),
            time
        };
    case LatePart::IdleUnknownLaunch:
        return {
            KT_PHRASE("overview",
                " For %1 of these waits the reason is idle time before work that no launch in the file is linked to."),
            time
        };
    case LatePart::IdleKernelWait:
        return { KT_PHRASE("overview", " For %1 of these waits the reason is idle time between its kernels."), time };
    case LatePart::IdleOther:
        return { KT_PHRASE(
                     "overview", " For %1 of these waits the reason is idle time that nothing recorded explains."),
            time };
    case LatePart::IdleHostWait:
    case LatePart::Overlap:
        break;
    }
    return { KT_PHRASE("overview", " For %1 of these waits the reason is that its collectives overlap."), time };
}

} // namespace

RootReasons::RootReasons(const WaitFacts& facts)
    : m_facts(facts)
    , m_byInstance(facts.matching->instances.size(), nullptr)
    , m_partsOf(facts.ledger.instances.size(), 0)
{
    for (const WaitInstance& instance : facts.ledger.instances) {
        m_byInstance[instance.instance] = &instance;
        if (!isKnown(instance))
            continue; // of pairs of a thousand ranks there are a million
        // What it is carried over from is there already.
        KnownParts parts = partsOf(instance);
        m_partsOf[placeOf(instance)] = m_parts.size();
        m_parts.push_back(parts);
    }
}

ReasonParts RootReasons::of(const WaitInstance& instance, Nanoseconds waits) const
{
    const WaitInstance* const root = explainedRootOf(instance);
    return root == nullptr ? ReasonParts {} : dividedAs(*root, waits);
}

ReasonParts RootReasons::dividedAs(const WaitInstance& known, Nanoseconds time) const
{
    const KnownParts& parts = m_parts[m_partsOf[placeOf(known)]];
    return divided(time, parts.byReason, parts.unknown);
}

const WaitInstance* RootReasons::explainedRootOf(const WaitInstance& instance) const
{
    const WaitInstance* const root = rootOf(instance);
    if (root == nullptr || !isKnown(*root))
        return nullptr;
    return latenessOf(m_facts.ledger, *root)->lateBy >= root->longestWait / 2 ? root : nullptr;
}

const WaitInstance* RootReasons::carriedOverFrom(const WaitInstance& instance) const
{
    const Lateness* const lateness = isKnown(instance) ? latenessOf(m_facts.ledger, instance) : nullptr;
    if (lateness == nullptr || lateness->computedBefore == 0 || lateness->before == kNoInstance)
        return nullptr;
    const WaitInstance* const before = m_byInstance[lateness->before];
    const bool isBefore = before != nullptr && before < &instance;
    return isBefore && isKnown(*before) && lastRankOf(*before) == lastRankOf(instance) ? before : nullptr;
}

std::vector<const Lateness*> RootReasons::ofHost(std::span<const WaitInstance* const> instances) const
{
    std::set<const WaitInstance*> all; // several collectives may wait for one
    for (const WaitInstance* const instance : instances)
        eachOf(*instance, [&all](const WaitInstance& each) { return all.insert(&each).second; });
    std::vector<const Lateness*> found;
    for (const WaitInstance* const instance : all) {
        const Lateness* const lateness = latenessOf(m_facts.ledger, *instance);
        if (partsOfReasons(*lateness).parts[static_cast<std::size_t>(LatePart::IdleHostWait)] > 0)
            found.push_back(lateness);
    }
    return found;
}

bool RootReasons::isKnown(const WaitInstance& instance) const
{
    const Lateness* const lateness = latenessOf(m_facts.ledger, instance);
    return !instance.areEndsApart && lateness != nullptr && lateness->reason
        && lateness->reason != LatePart::OtherGroupWait;
}

RootReasons::KnownParts RootReasons::partsOf(const WaitInstance& instance) const
{
    const Lateness& lateness = *latenessOf(m_facts.ledger, instance);
    const LongerFor longer = partsOfReasons(lateness);
    KnownParts parts { {}, longer.unknown };
    std::ranges::copy(longer.parts, parts.byReason.begin());
    Nanoseconds& compute = parts.byReason[static_cast<std::size_t>(LatePart::Compute)];
    const Nanoseconds carried = std::min(lateness.computedBefore, compute);
    compute -= carried;
    const WaitInstance* const before = carriedOverFrom(instance);
    ReasonParts from {};
    if (before != nullptr)
        from = dividedAs(*before, carried);
    else
        from[kLateBefore] = carried;
    if (before != nullptr && m_parts[m_partsOf[placeOf(*before)]].unknown > 0)
        parts.unknown += carried - std::accumulate(from.begin(), from.end(), Nanoseconds { 0 });
    std::ranges::transform(parts.byReason, from, parts.byReason.begin(), saturatingAdd);
    return parts;
}

Message reasonsMessage(
    const ReasonParts& byReason, Nanoseconds waits, const HostReasons& host, Nanoseconds slowBy, bool isOnGpu)
{
    const Nanoseconds much = std::max<Nanoseconds>(1, waits / 4);
    std::vector<std::pair<Nanoseconds, Message>> reasons;
    const auto add = [&](LatePart reason, Nanoseconds ofIt, std::optional<std::size_t> cause) {
        const arg::Duration time { ofIt };
        MoreOfHost more;
        if (cause)
            more = { static_cast<Cause>(*cause) == Cause::Unrecorded,
                causeInSentence(toString(static_cast<Cause>(*cause))), host.most[*cause] };
        reasons.emplace_back(ofIt,
            reason != LatePart::IdleHostWait ? reasonMessage(reason, time)
                : isOnGpu                    ? launchedLate(time, more, host.isComparable)
                                             : tookLonger(time, more, host.isComparable));
    };
    for (std::size_t part = 0; part < kLatePartCount; ++part) {
        const auto reason = static_cast<LatePart>(part);
        const Nanoseconds ofIt = byReason[part];
        const TimesByCause causes =
            reason == LatePart::IdleHostWait ? divided(ofIt, host.more, host.rest) : TimesByCause {};
        const auto largest = std::ranges::max_element(causes);
        if (std::ranges::count_if(causes, [much](Nanoseconds each) { return each >= much; }) > 1) {
            for (std::size_t cause = 0; cause < kCauseCount; ++cause)
                add(reason, causes[cause], cause);
        } else {
            const bool isMost = *largest > 0 && *largest >= ofIt / 2;
            add(reason, ofIt, isMost ? std::optional<std::size_t>(largest - causes.begin()) : std::nullopt);
        }
    }
    reasons.emplace_back(byReason[kLateBefore],
        Message { KT_PHRASE("overview",
                      " For %1 of these waits the reason is that it was late already in the collective before."),
            arg::Duration { byReason[kLateBefore] } });
    const Nanoseconds known = std::accumulate(byReason.begin(), byReason.end(), Nanoseconds { 0 }, saturatingAdd);
    if (known > 0 && known < waits / 2)
        reasons.emplace_back(waits - known,
            Message { KT_PHRASE("overview", " For %1 of these waits the reason is not known."),
                arg::Duration { waits - known } });
    sortStably(reasons, std::greater {}, &std::pair<Nanoseconds, Message>::first);
    const Message slow = slowBy == 0
        ? Message {}
        : Message { KT_PHRASE("overview", " It computes %1 more than the average of ranks that communicate."),
              arg::Duration { slowBy } };
    if (reasons.front().first == 0)
        return slow.isEmpty() ? Message { KT_PHRASE("overview", " Why it comes late is not known.") } : slow;
    Message said = std::move(reasons.front().second);
    for (std::size_t i = 1; i < reasons.size() && reasons[i].first >= much; ++i)
        said = { KT_PHRASE("overview", "%1%2"), std::move(said), std::move(reasons[i].second) };
    return slow.isEmpty() ? said : Message { KT_PHRASE("overview", "%1%2"), std::move(said), slow };
}

} // namespace kinetoscope
