// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/changes.h"

#include "core/analysis/causes/call_names.h"
#include "core/analysis/causes/path/rank_path.h"
#include "core/analysis/causes/replay/launched_again.h"
#include "core/base/ascii.h"
#include "core/base/display_name.h"
#include "core/base/name_pattern.h"
#include "core/model/kernel_names.h"
#include "core/query/op_names.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace kinetoscope {

namespace {

constexpr std::array<std::string_view, 7> kChangeWords { "host", "work", "kernel", "op", "wait", "fuse", "graph" };
constexpr std::string_view kListedWork = "listed work";
constexpr std::string_view kListedStretches = "listed stretches";
/// Of waits: those that are tried where nobody asks, and what the row is called.
constexpr std::string_view kSynchronisation = "synchronisation";

std::optional<ChangeKind> kindOfChange(std::string_view text)
{
    for (std::size_t i = 0; i < kChangeWords.size(); ++i) {
        if (text.starts_with(kChangeWords[i]) && text.substr(kChangeWords[i].size()).starts_with(":"))
            return static_cast<ChangeKind>(i);
    }
    return std::nullopt;
}

std::optional<Cause> hostCauseOf(std::string_view word)
{
    for (std::size_t i = 0; i < kCauseCount; ++i) {
        if (word == toString(static_cast<Cause>(i)) && isHostCause(static_cast<Cause>(i)))
            return static_cast<Cause>(i);
    }
    return std::nullopt;
}

std::string hostCauses()
{
    std::string words;
    for (std::size_t i = 0; i < kCauseCount; ++i) {
        if (isHostCause(static_cast<Cause>(i)))
            words += (words.empty() ? "" : ", ") + std::string(toString(static_cast<Cause>(i)));
    }
    return words;
}

constexpr std::array<std::pair<std::string_view, KernelType>, 4> kTypesOfWork {
    { { "compute", KernelType::Computation }, { "communication", KernelType::Communication },
        { "copy", KernelType::Memory }, { "other_work", KernelType::Other } }
};

std::optional<KernelType> typeOfWork(std::string_view word)
{
    const auto found = std::ranges::find(kTypesOfWork, word, &std::pair<std::string_view, KernelType>::first);
    return found != kTypesOfWork.end() ? std::optional(found->second) : std::nullopt;
}

bool isPattern(std::string_view name)
{
    return name.size() >= 2 && name.front() == '/' && name.back() == '/';
}

/// A name, or a pattern between slashes.
class NameChoice {
public:
    explicit NameChoice(std::string_view text)
        : m_text(text)
    {
        if (isPattern(text)) {
            auto pattern = NamePattern::compile(text.substr(1, text.size() - 2));
            if (pattern)
                m_pattern.emplace(std::move(pattern).value());
        }
    }
    [[nodiscard]] bool has(std::string_view name) const { return m_pattern ? m_pattern->isIn(name) : name == m_text; }

private:
    std::string_view m_text;
    std::optional<NamePattern> m_pattern;
};

/// Whether a change is whole in front of a semicolon: with what is behind it, it would be taken for one name.
bool isCutBySemicolon(std::string_view text)
{
    const std::string_view before = text.substr(0, text.find(';'));
    const std::size_t equals = before.rfind('=');
    return before.size() < text.size() && equals != std::string_view::npos && kindOfChange(before)
        && Factor::parse(trimmed(before.substr(equals + 1)));
}

Result<NamedChange> parseChange(std::string_view text)
{
    if (isCutBySemicolon(text))
        return invalidArgument({ KT_PHRASE("what-if", "Changes are separated by commas, not by semicolons: %1."),
            arg::Name { std::string(text) } });
    const std::optional<ChangeKind> kind = kindOfChange(text);
    const std::size_t equals = text.rfind('=');
    const std::string_view factorText = equals != std::string_view::npos ? trimmed(text.substr(equals + 1)) : "";
    const auto factor = Factor::parse(factorText);
    if (!kind || !factor)
        return invalidArgument({ KT_PHRASE("what-if",
                                     "%1 is no change: write WHAT:TARGET=FACTOR, where WHAT is host, work, kernel, op, "
                                     "wait, fuse or graph and FACTOR a decimal of at most six digits, without a sign."),
            arg::Name { std::string(text) } });
    const std::size_t colon = text.find(':');
    NamedChange change { *kind, std::string(text.substr(colon + 1, equals - colon - 1)), *factor,
        std::string(factorText) };
    const Message what = Message::verbatim(std::string(text));
    if (*kind == ChangeKind::Host && change.target != kAllTargets && !hostCauseOf(change.target))
        return invalidArgument({ KT_PHRASE("what-if", "%1 is no cause of host time. Write all, or one of %2."),
            arg::Name { change.target }, arg::Text { hostCauses() } });
    if (*kind == ChangeKind::Work && !typeOfWork(change.target))
        return invalidArgument(
            { KT_PHRASE("what-if", "%1 is no type of work: compute, communication, copy or other_work."),
                arg::Name { change.target } });
    if (*kind == ChangeKind::Wait && !factor->isZero())
        return invalidArgument(
            { KT_PHRASE("what-if", "A wait can only be taken away: %1=0."), arg::Text { "wait:" + change.target } });
    if (*kind == ChangeKind::Fuse && !factor->isOne())
        return invalidArgument(
            { KT_PHRASE("what-if", "A chain can only be fused: %1=1."), arg::Text { "fuse:" + change.target } });
    if (*kind == ChangeKind::Graph && (change.target != kRepeated || !factor->isOne()))
        return invalidArgument({ KT_PHRASE("what-if",
            "Only launches that come again in the same order can be launched as graphs: graph:repeated=1.") });
    if (isPattern(change.target)) {
        if (const auto pattern = NamePattern::compile(change.target.substr(1, change.target.size() - 2)); !pattern)
            return pattern.error();
    }
    return change;
}

/// Multiplies the factors of work that `isMeant` accepts.
template <typename IsMeant>
void changeWork(const Recording& recording, Change& change, const Factor& factor, IsMeant isMeant)
{
    if (change.factorOfWork.empty())
        change.factorOfWork.assign(recording.works().size(), 0);
    std::map<std::uint16_t, std::uint16_t> changed; // where a factor that there was has become another
    for (WorkNumber work = 0; work < recording.works().size(); ++work) {
        if (!isMeant(recording.works().slice(work)))
            continue;
        const std::uint16_t before = change.factorOfWork[work];
        const auto [to, isNew] = changed.try_emplace(before, static_cast<std::uint16_t>(change.factors.size()));
        if (isNew)
            change.factors.push_back(change.factors[before].times(factor));
        change.factorOfWork[work] = to->second;
    }
}

/// Which names of a trace are meant; each is looked at once. A name that the trace does not have may be one as it is
/// displayed, which people copy.
std::vector<bool> namesMeant(const Trace& trace, std::string_view target)
{
    const NameChoice choice(target);
    std::vector<bool> meant(trace.strings().size());
    bool isAny = isPattern(target);
    for (std::size_t i = 0; i < meant.size(); ++i) {
        meant[i] = choice.has(trace.text(StringId { i }));
        isAny = isAny || meant[i];
    }
    if (isAny)
        return meant;
    const DisplayNames shown(trace.strings(), sliceNames(trace));
    for (std::size_t i = 0; i < meant.size(); ++i)
        meant[i] = shown.view(StringId { i }) == target;
    return meant;
}

/// Work whose launch has an op of a name around it.
std::vector<bool> launchedInside(const Trace& trace, std::string_view target)
{
    const SliceTable& slices = trace.slices();
    const std::vector<bool> meant = namesMeant(trace, target);
    std::vector<bool> isInside(slices.size()); // rows in tree order: what is around comes first
    for (std::uint32_t row = 0; row < slices.size(); ++row) {
        if (!isHostCallTree(slices.kind[row]))
            continue;
        const SliceId parent = slices.parent[row];
        isInside[row] = (parent.isValid() && isInside[parent.index()])
            || (slices.kind[row] == EventKind::CpuOp && meant[slices.name[row].index()]);
    }
    return isInside;
}

void changeHost(std::array<Factor, kCauseCount>& host, const NamedChange& change)
{
    for (std::size_t i = 0; i < kCauseCount; ++i) {
        if (change.target == kAllTargets || change.target == toString(static_cast<Cause>(i)))
            host[i] = host[i].times(change.factor);
    }
}

void keepSleeps(const Recording& recording, Change& change)
{
    const Trace& trace = recording.trace();
    const StringId sleep = trace.strings().find(kSleepFrame);
    change.isKept.assign(recording.ends.size(), false);
    for (OperationNumber i = 0; i < recording.ends.size(); ++i)
        change.isKept[i] = sleep.isValid() && recording.causes[i] == Cause::Python && recording.owners[i].isValid()
            && trace.slices().name[recording.owners[i].index()] == sleep;
}

void removeWaits(const Recording& recording, Change& change, std::string_view target)
{
    const Trace& trace = recording.trace();
    const bool isStandard = target == kSynchronisation;
    const bool isAll = target == kAllTargets;
    const std::vector<bool> meant = isStandard || isAll ? std::vector<bool>() : namesMeant(trace, target);
    if (change.isRemoved.empty())
        change.isRemoved.assign(recording.blocking.size(), false);
    for (std::size_t i = 0; i < recording.blocking.size(); ++i) {
        const Blocking& each = recording.blocking[i];
        const Cause cause = recording.causes[each.operation];
        const bool isOfSetUp =
            cause == Cause::MemoryAllocation || cause == Cause::CodeLoading || cause == Cause::DataLoading;
        if (isStandard ? each.way != BlockingWay::FullQueue && !isOfSetUp
                       : isAll || meant[trace.slices().name[each.call.index()].index()])
            change.isRemoved[i] = true;
    }
    if (isStandard)
        change.host[static_cast<std::size_t>(Cause::Synchronisation)] = Factor::none();
}

std::vector<std::string_view> namesOfChain(std::string_view target)
{
    std::vector<std::string_view> names;
    while (true) {
        const std::size_t bar = target.find('|');
        names.push_back(target.substr(0, bar));
        if (bar == std::string_view::npos)
            return names;
        target.remove_prefix(bar + 1);
    }
}

/// Launch calls that launch nothing but work that is fused cost nothing.
void dropFusedLaunches(const Recording& recording, Change& change)
{
    const Trace& trace = recording.trace();
    std::vector<bool> isDropped(trace.slices().size());
    for (WorkNumber work = 0; work < recording.works().size(); ++work) {
        const SliceId launch = recording.works().launchOf(work);
        if (change.fusedAfter[work] == kNoWork || !launch.isValid())
            continue;
        const auto links = trace.launches().of(launch);
        isDropped[launch.index()] = std::ranges::all_of(links, [&](const LaunchTable::Link& link) {
            const WorkNumber other = recording.works().numberOf(link.work);
            return other != kNoWork && change.fusedAfter[other] != kNoWork;
        });
    }
    change.isGone.assign(recording.ends.size(), false);
    for (OperationNumber i = 0; i < recording.ends.size(); ++i)
        change.isGone[i] = recording.owners[i].isValid() && isDropped[recording.owners[i].index()];
}

void fuse(const Recording& recording, Change& change, std::string_view target)
{
    const std::vector<std::string_view> names = namesOfChain(target);
    const WorkOrder& works = recording.works();
    if (change.fusedAfter.empty())
        change.fusedAfter.assign(works.size(), kNoWork);
    for (std::uint32_t stream = 0; stream < works.streamCount(); ++stream) {
        const std::vector<WorkNumber>& all = works.worksOf(stream);
        for (std::size_t first = 0; first + names.size() <= all.size();) {
            std::size_t equal = 0;
            while (equal < names.size() && recording.trace().name(works.slice(all[first + equal])) == names[equal])
                ++equal;
            if (equal < names.size()) {
                ++first;
                continue;
            }
            for (std::size_t i = 1; i < names.size(); ++i)
                change.fusedAfter[all[first + i]] = all[first + i - 1];
            first += names.size();
        }
    }
    dropFusedLaunches(recording, change);
}

/// Whether one of the stretches, which are disjoint and sorted, has some of the range.
bool isMetBy(const std::vector<TimeRange>& stretches, const TimeRange& range)
{
    const auto after = std::ranges::upper_bound(stretches, range.begin, {}, &TimeRange::end);
    return after != stretches.end() && after->begin < range.end;
}

/// Whom changes are about, for links of a path. Keeps references to both.
class ChangeTargets {
public:
    /// O(slices) where an op or graphs are meant, else O(names).
    ChangeTargets(const Trace& trace, const PathParts& parts, std::span<const NamedChange> changes)
        : m_trace(trace)
        , m_changes(changes)
        , m_names(changes.size())
        , m_insideOp(changes.size())
    {
        for (std::size_t i = 0; i < changes.size(); ++i) {
            const std::string& target = changes[i].target;
            if (changes[i].kind == ChangeKind::Op)
                m_insideOp[i] = launchedInside(trace, target);
            if (changes[i].kind == ChangeKind::Kernel || changes[i].kind == ChangeKind::Wait)
                m_names[i] = namesMeant(trace, target);
            if (changes[i].kind == ChangeKind::Graph)
                m_graphs = launchesOfTrace(trace, parts, {}).again.stretches;
            if (changes[i].kind != ChangeKind::Fuse)
                continue;
            m_names[i].assign(trace.strings().size(), false);
            for (const std::string_view name : namesOfChain(target)) {
                const std::vector<bool> meant = namesMeant(trace, name);
                for (std::size_t id = 0; id < meant.size(); ++id)
                    m_names[i][id] = m_names[i][id] || meant[id];
            }
        }
    }

    /// Whether time of that cause and owner is touched by one of the changes.
    /// @param range  trace time.
    [[nodiscard]] bool has(Cause cause, SliceId owner, const TimeRange& range) const
    {
        for (std::size_t i = 0; i < m_changes.size(); ++i) {
            if (isMeant(i, cause, owner, range))
                return true;
        }
        return false;
    }

private:
    [[nodiscard]] bool isMeant(std::size_t change, Cause cause, SliceId owner, const TimeRange& range) const
    {
        const NamedChange& each = m_changes[change];
        const SliceTable& slices = m_trace.slices();
        const auto isNamed = [&] { return owner.isValid() && m_names[change][slices.name[owner.index()].index()]; };
        const bool isWork = cause >= Cause::Compute;
        switch (each.kind) {
        case ChangeKind::Host:
            return isHostCause(cause) && (each.target == kAllTargets || each.target == toString(cause))
                && !(each.keepsSleeps && owner.isValid() && m_trace.name(owner) == kSleepFrame)
                && !isMetBy(each.stretches, range);
        case ChangeKind::Work:
            return isWork && each.target == toString(cause);
        case ChangeKind::Kernel:
            return isWork && isNamed();
        case ChangeKind::Op: {
            const SliceId launch = isWork ? slices.partner[owner.index()] : SliceId {};
            return launch.isValid() && m_insideOp[change][launch.index()];
        }
        case ChangeKind::Listed:
            return isWork && std::ranges::binary_search(each.listed, owner);
        case ChangeKind::Wait:
            return isHostCause(cause)
                && (each.target == kAllTargets || each.target == kSynchronisation ? cause == Cause::Synchronisation
                                                                                  : isNamed());
        case ChangeKind::Fuse:
            return isNamed()
                || (cause == Cause::Launch && owner.isValid() && slices.partner[owner.index()].isValid()
                    && m_names[change][slices.name[slices.partner[owner.index()].index()].index()]);
        case ChangeKind::Graph:
            return isHostCause(cause) && isMetBy(m_graphs, range);
        case ChangeKind::Stretches:
            return isHostCause(cause) && isMetBy(each.stretches, range);
        }
        return false;
    }

    const Trace& m_trace;
    std::span<const NamedChange> m_changes;
    std::vector<std::vector<bool>> m_names;    ///< by change: of kernels, waits and chains, the names meant by StringId
    std::vector<std::vector<bool>> m_insideOp; ///< by change: of ops, what is launched inside them by row
    std::vector<TimeRange> m_graphs;           ///< what graphs take the time of the host out of; trace time
};

} // namespace

std::string_view toString(ChangeKind kind)
{
    switch (kind) {
    case ChangeKind::Listed:
        return kListedWork;
    case ChangeKind::Stretches:
        return kListedStretches;
    default:
        return kChangeWords[static_cast<std::size_t>(kind)];
    }
}

std::string_view wordOf(KernelType type)
{
    return std::ranges::find(kTypesOfWork, type, &std::pair<std::string_view, KernelType>::second)->first;
}

Result<std::vector<NamedChange>> parseChanges(std::span<const std::string> pieces)
{
    std::vector<NamedChange> changes;
    std::string text;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        // Names may have commas and blanks in them; a blank in front of a change is nobody's.
        text += text.empty() ? pieces[i].substr(std::min(pieces[i].find_first_not_of(' '), pieces[i].size()))
                             : "," + pieces[i];
        const std::size_t equals = text.rfind('=');
        const bool isWhole =
            equals != std::string::npos && Factor::parse(trimmed(std::string_view(text).substr(equals + 1)));
        if (!isWhole && i + 1 < pieces.size())
            continue;
        KT_TRY(NamedChange change, parseChange(text));
        changes.push_back(std::move(change));
        text.clear();
    }
    return changes;
}

Message describe(const NamedChange& change)
{
    Message what = Message::verbatim(change.shown.empty() ? displayName(change.target) : change.shown);
    switch (change.kind) {
    case ChangeKind::Host:
        what = change.target == kAllTargets
            ? Message { KT_PHRASE("what-if", "all host time") }
            : Message { KT_PHRASE("what-if", "host time: %1"), causeInSentence(change.target) };
        break;
    case ChangeKind::Work:
        what = { KT_PHRASE("what-if", "GPU work: %1"), causeInSentence(change.target) };
        break;
    case ChangeKind::Kernel:
    case ChangeKind::Listed:
    case ChangeKind::Stretches:
        break;
    case ChangeKind::Op:
        what = { KT_PHRASE("what-if", "GPU work of %1"), arg::Text { change.target } };
        break;
    case ChangeKind::Wait:
        if (change.target == kSynchronisation)
            return { KT_PHRASE("what-if", "no waiting for the GPU") };
        return change.target == kAllTargets
            ? Message { KT_PHRASE("what-if", "no waiting in any call") }
            : Message { KT_PHRASE("what-if", "no waiting in %1"), arg::Text { change.target } };
    case ChangeKind::Fuse:
        return { KT_PHRASE("what-if", "%1 fused"), arg::Text { change.target } };
    case ChangeKind::Graph:
        return { KT_PHRASE("what-if", "repeated launches as graphs") };
    }
    if (change.factor.isZero())
        return { KT_PHRASE("what-if", "%1 gone"), what };
    if (change.kind == ChangeKind::Kernel && change.factor == Factor::half() && isWaitingKernelName(change.target))
        return { KT_PHRASE("what-if", "%1, by its name a wait, half as long"), what };
    if (change.factor == Factor::half())
        return { KT_PHRASE("what-if", "%1 twice as fast"), what };
    if (change.factor.isOne())
        return { KT_PHRASE("what-if", "%1 unchanged"), what };
    return { KT_PHRASE("what-if", "%1 taking %2 times as long"), what, arg::Text { change.factorText } };
}

Grain grainFor(std::span<const NamedChange> changes)
{
    std::array<Factor, kCauseCount> host;
    for (const NamedChange& each : changes) {
        // Fusing takes single calls away, sleeps are single frames, and stretches may begin and end at any.
        if (each.kind == ChangeKind::Fuse || each.keepsSleeps || !each.stretches.empty())
            return Grain::Pieces;
        if (each.kind == ChangeKind::Host)
            changeHost(host, each);
    }
    const auto isSummed = [](const Factor& factor) { return factor.isOne() || factor.isZero() || factor.isHalf(); };
    return std::ranges::all_of(host, isSummed) ? Grain::Runs : Grain::Pieces;
}

Change changeOf(const Recording& recording, const NameTypes& types, std::span<const NamedChange> changes)
{
    const Progress none;
    const SliceTable& slices = recording.trace().slices();
    Change change;
    for (const NamedChange& each : changes) {
        switch (each.kind) {
        case ChangeKind::Host:
            changeHost(change.host, each);
            if (each.keepsSleeps)
                keepSleeps(recording, change);
            if (!each.stretches.empty())
                markOperationsIn(recording, each.stretches, change.isKept);
            break;
        case ChangeKind::Work:
            changeWork(recording, change, each.factor,
                [&](SliceId work) { return types.of(slices, work.index()) == typeOfWork(each.target); });
            break;
        case ChangeKind::Kernel: {
            const std::vector<bool> meant = namesMeant(recording.trace(), each.target);
            changeWork(
                recording, change, each.factor, [&](SliceId work) { return meant[slices.name[work.index()].index()]; });
            break;
        }
        case ChangeKind::Op: {
            const std::vector<bool> isInside = launchedInside(recording.trace(), each.target);
            changeWork(recording, change, each.factor, [&](SliceId work) {
                const SliceId launch = slices.partner[work.index()];
                return launch.isValid() && isInside[launch.index()];
            });
            break;
        }
        case ChangeKind::Listed:
            changeWork(recording, change, each.factor,
                [&](SliceId work) { return std::ranges::binary_search(each.listed, work); });
            break;
        case ChangeKind::Wait:
            removeWaits(recording, change, each.target);
            break;
        case ChangeKind::Fuse:
            fuse(recording, change, each.target);
            break;
        case ChangeKind::Graph:
            markOperationsIn(
                recording, launchesOfTrace(recording.trace(), *recording.parts(), none).again.stretches, change.isGone);
            break;
        case ChangeKind::Stretches:
            markOperationsIn(recording, each.stretches, change.isGone);
            break;
        }
    }
    return change;
}

bool hasTarget(const Trace& trace, const NamedChange& change)
{
    const auto isThere = [&trace](std::string_view target) {
        const std::vector<bool> meant = namesMeant(trace, target);
        return std::ranges::find(meant, true) != meant.end();
    };
    switch (change.kind) {
    case ChangeKind::Kernel:
    case ChangeKind::Op:
        return isThere(change.target);
    case ChangeKind::Wait:
        return change.target == kAllTargets || change.target == kSynchronisation || isThere(change.target);
    case ChangeKind::Fuse:
        return std::ranges::all_of(namesOfChain(change.target), isThere);
    default:
        return true;
    }
}

std::string written(const NamedChange& change)
{
    return std::string(toString(change.kind)) + ":" + change.target + "=" + change.factorText;
}

bool touchesAnything(const Recording& recording, const NameTypes& types, const NamedChange& change)
{
    if (change.kind == ChangeKind::Host) {
        const std::optional<Cause> cause = hostCauseOf(change.target);
        return cause ? recording.operationsOf(*cause) > 0 : !recording.ends.empty();
    }
    const Change alone = changeOf(recording, types, { &change, 1 });
    const bool isSynchronisation = change.kind == ChangeKind::Wait && change.target == kSynchronisation;
    return std::ranges::any_of(alone.factorOfWork, [](std::uint16_t factor) { return factor != 0; })
        || std::ranges::find(alone.isRemoved, true) != alone.isRemoved.end()
        || std::ranges::any_of(alone.fusedAfter, [](WorkNumber work) { return work != kNoWork; })
        || std::ranges::find(alone.isGone, true) != alone.isGone.end()
        || (isSynchronisation && recording.operationsOf(Cause::Synchronisation) > 0);
}

Selection touchedLinks(const PathRank& rank, std::span<const NamedChange> changes, const std::optional<Step>& step,
    const CauseThresholds& thresholds)
{
    const Progress none;
    const Trace& trace = *rank.rank.trace;
    PathWalk walk(trace, thresholds, rank.types, none);
    const PathWindow window = step ? walk.around({ &step->slice, 1 }).front() : walk.whole();
    const ChangeTargets targets(trace, *walk.parts(), changes);
    Selection selection;
    for (const PathLink& link : walk.links(window)) {
        if (targets.has(link.cause, link.owner, link.range))
            selection.intervals.push_back(rank.interval(link.place, link.range));
    }
    return selection;
}

} // namespace kinetoscope
