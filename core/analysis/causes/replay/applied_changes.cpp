// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/applied_changes.h"

#include "core/analysis/causes/replay/change_targets.h"
#include "core/analysis/causes/replay/launched_again.h"
#include "core/analysis/launch/graph_making.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace kinetoscope {

namespace {

/// Multiplies the factors of work that `isMeant` accepts.
template <typename IsMeant>
void changeWork(const Recording& recording, Change& change, const Factor& factor, IsMeant isMeant)
{
    if (change.factorOfWork.empty())
        change.factorOfWork.assign(recording.works().size(), 0);
    std::vector<std::uint16_t> changed(
        change.factors.size(), 0); // by factor that there was: what it becomes; 0: nothing
    for (WorkNumber work = 0; work < recording.works().size(); ++work) {
        if (!isMeant(recording.works().slice(work)))
            continue;
        std::uint16_t& own = change.factorOfWork[work];
        std::uint16_t& to = changed[own];
        if (to == 0) {
            to = static_cast<std::uint16_t>(change.factors.size());
            change.factors.push_back(change.factors[own].times(factor));
        }
        own = to;
    }
}

/// Multiplies the factors of work by those of its name: families of kernels have dozens of names, and each change by
/// itself would go through all work.
/// @param changes  of ChangeKind::Kernel.
void changeKernels(const Recording& recording, Change& change, std::span<const NamedChange> changes)
{
    const Trace& trace = recording.trace();
    struct Product {
        std::uint16_t before = 0; ///< the one that it goes on from
        Factor factor;
        bool operator==(const Product&) const = default;
    };
    std::vector<Product> products(1);                             // the first is 1, all others differ
    std::vector<std::uint16_t> ofName(trace.strings().size(), 0); // by StringId: which of them
    for (const NamedChange& each : changes) {
        std::vector<std::uint16_t> changed(products.size(), 0); // what each becomes; 0: nothing
        for (const StringId name : idsMeant(trace, each.target)) {
            std::uint16_t& own = ofName[name.index()];
            std::uint16_t& to = changed[own];
            if (to == 0) {
                // Families of one factor may have more names than there are numbers.
                const Product product { own, each.factor };
                const auto known = std::find(products.begin() + 1, products.end(), product);
                to = static_cast<std::uint16_t>(known - products.begin());
                if (known == products.end())
                    products.push_back(product);
            }
            own = to;
        }
    }
    const std::function<Factor(Factor, std::uint16_t)> times = [&](Factor factor, std::uint16_t product) {
        return product == 0 ? factor : times(factor, products[product].before).times(products[product].factor);
    };
    if (change.factorOfWork.empty())
        change.factorOfWork.assign(recording.works().size(), 0);
    const std::size_t before = change.factors.size();
    std::vector<std::uint16_t> changed(before * products.size(), 0); // by product and factor that there was
    for (WorkNumber work = 0; work < recording.works().size(); ++work) {
        const std::uint16_t product = ofName[trace.slices().name[recording.works().slice(work).index()].index()];
        if (product == 0)
            continue;
        std::uint16_t& own = change.factorOfWork[work];
        std::uint16_t& to = changed[product * before + own];
        if (to == 0) {
            to = static_cast<std::uint16_t>(change.factors.size());
            change.factors.push_back(times(change.factors[own], product));
        }
        own = to;
    }
}

void changeHost(std::array<Factor, kCauseCount>& host, const NamedChange& change)
{
    for (std::size_t i = 0; i < kCauseCount; ++i) {
        if (change.target == kAllTargets || change.target == toString(static_cast<Cause>(i)))
            host[i] = host[i].times(change.factor);
    }
}

/// Marks the operations in the slices, or at the times, that a place means.
void markPlace(const Recording& recording, std::string_view place, const Progress& progress, std::vector<bool>& marks)
{
    if (place == kGraphMaking) {
        markOperationsIn(recording, graphMakingOf(recording.trace()).all, marks);
        return;
    }
    const std::vector<bool> isInside = inSlicesOf(recording.trace(), place, progress);
    marks.resize(recording.ends.size());
    for (OperationNumber i = 0; i < recording.ends.size(); ++i) {
        if (recording.owners[i].isValid() && isInside[recording.owners[i].index()])
            marks[i] = true;
    }
}

void removeWaits(const Recording& recording, Change& change, std::string_view target)
{
    const Trace& trace = recording.trace();
    const bool isStandard = target == kStandardWaits;
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
    change.isGone.resize(recording.ends.size()); // another change may have some already
    for (OperationNumber i = 0; i < recording.ends.size(); ++i) {
        if (recording.owners[i].isValid() && isDropped[recording.owners[i].index()])
            change.isGone[i] = true;
    }
}

/// Nothing takes away or ends the waiting of what is kept, in whatever order the changes are written.
void giveBackKept(const Recording& recording, Change& change)
{
    for (std::size_t i = 0; i < std::min(change.isKept.size(), change.isGone.size()); ++i) {
        if (change.isKept[i])
            change.isGone[i] = false;
    }
    for (std::size_t i = 0; !change.isKept.empty() && i < change.isRemoved.size(); ++i) {
        if (change.isKept[recording.blocking[i].operation])
            change.isRemoved[i] = false;
    }
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

} // namespace

Grain grainFor(std::span<const NamedChange> changes)
{
    std::array<Factor, kCauseCount> host;
    for (const NamedChange& each : changes) {
        // Fusing takes single calls away, and what is in a place may begin and end at any.
        if (each.kind == ChangeKind::Fuse || each.kind == ChangeKind::In || each.kind == ChangeKind::Keep
            || (each.kind == ChangeKind::Graph && each.target == kSingle))
            return Grain::Pieces;
        if (each.kind == ChangeKind::Host)
            changeHost(host, each);
    }
    const auto isSummed = [](const Factor& factor) { return factor.isOne() || factor.isZero() || factor.isHalf(); };
    return std::ranges::all_of(host, isSummed) ? Grain::Runs : Grain::Pieces;
}

Change changeOf(
    const Recording& recording, const NameTypes& types, std::span<const NamedChange> changes, const Progress& progress)
{
    const SliceTable& slices = recording.trace().slices();
    Change change;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const NamedChange& each = changes[i];
        switch (each.kind) {
        case ChangeKind::Host:
            changeHost(change.host, each);
            break;
        case ChangeKind::Work: {
            if (each.target == kElementwiseRuns) {
                const WorkOrder& works = recording.works();
                const std::vector<bool> isMeant = elementwiseRunsOf(recording.trace(), works, progress);
                changeWork(recording, change, each.factor,
                    [&](SliceId work) { return static_cast<bool>(isMeant[works.numberOf(work)]); });
                break;
            }
            const auto type = typeOfWork(each.target);
            changeWork(
                recording, change, each.factor, [&](SliceId work) { return types.of(slices, work.index()) == type; });
            break;
        }
        case ChangeKind::Kernel: {
            const std::size_t first = i;
            while (i + 1 < changes.size() && changes[i + 1].kind == ChangeKind::Kernel)
                ++i;
            changeKernels(recording, change, changes.subspan(first, i + 1 - first));
            break;
        }
        case ChangeKind::Op: {
            const auto isInside = recording.launchedIn(each.target, 1, progress);
            if (!isInside)
                break;
            changeWork(recording, change, each.factor, [&](SliceId work) {
                const SliceId launch = slices.partner[work.index()];
                return launch.isValid() && (**isInside)[launch.index()];
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
            markOperationsIn(recording, graphsOf(recording.launches(progress).again, each.target), change.isGone);
            break;
        case ChangeKind::In:
            markPlace(recording, each.target, progress, change.isGone);
            break;
        case ChangeKind::Keep:
            markPlace(recording, each.target, progress, change.isKept);
            break;
        }
    }
    giveBackKept(recording, change);
    return change;
}

bool touchesAnything(
    const Recording& recording, const NameTypes& types, const NamedChange& change, const Progress& progress)
{
    if (change.kind == ChangeKind::Host) {
        const std::optional<Cause> cause = hostCauseOf(change.target);
        return cause ? recording.operationsOf(*cause) > 0 : !recording.ends.empty();
    }
    const Change alone = changeOf(recording, types, { &change, 1 }, progress);
    const bool isSynchronisation = change.kind == ChangeKind::Wait && change.target == kStandardWaits;
    return std::ranges::any_of(alone.factorOfWork, [](std::uint16_t factor) { return factor != 0; })
        || std::ranges::find(alone.isRemoved, true) != alone.isRemoved.end()
        || std::ranges::any_of(alone.fusedAfter, [](WorkNumber work) { return work != kNoWork; })
        || std::ranges::find(alone.isGone, true) != alone.isGone.end()
        || std::ranges::find(alone.isKept, true) != alone.isKept.end()
        || (isSynchronisation && recording.operationsOf(Cause::Synchronisation) > 0);
}

} // namespace kinetoscope
