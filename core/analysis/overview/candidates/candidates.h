// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/replay/changes.h"
#include "core/analysis/overview/facts/rank_facts.h"

#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// Kinds of findings that others are told apart from.
namespace finding {
inline constexpr const char* kSyncWait = "sync-wait";
inline constexpr const char* kExposedCommunication = "exposed-communication";
inline constexpr const char* kExposedCopies = "exposed-copies";
inline constexpr const char* kLateRank = "late-rank";
inline constexpr const char* kWaitsForRanks = "waits-for-ranks";
inline constexpr const char* kOutsideView = "outside-view";
inline constexpr const char* kSlowStep = "slow-step";
inline constexpr const char* kSlowRank = "slow-rank";
inline constexpr const char* kWaitsForGpu = "waits-for-gpu";
} // namespace finding

/// Another cure, which is quoted beside the first one where that saves little.
struct OtherCure {
    std::vector<NamedChange> changes {}; ///< empty for none
    Message words {};                    ///< "with the host twice as fast in ops"
    Nanoseconds curable = 0;             ///< most that it can save of the time at stake
    bool isBeside = false;               ///< quoted after the first where it saves more, however much that saves
};

/// Something that may be worth a sentence.
struct Candidate {
    std::string kind;        ///< stable, kebab-case
    std::string analysis;    ///< id of the analysis that shows more
    std::string subject {};  ///< the op or kernel that the sentence is about; "" for none
    Message sentence {};     ///< without the rank
    Nanoseconds atStake = 0; ///< what could be gained at most: the figure
    Nanoseconds named = 0;   ///< what of the time that the sentence names the cure takes away, where that is more
    std::optional<Nanoseconds> curable {}; ///< most that the cure can save of it, where that is less
    Nanoseconds whole = 0;                 ///< what the share is of
    Message wholeName;                     ///< "GPU time in view"
    std::vector<TimeRange> ranges {}; ///< what it is made of, if the facts have their ranges: job time of the rank,
    std::vector<SliceId> slices {};   ///< or slices of the rank
    std::vector<NamedChange> cure {}; ///< what a replay is to try; empty for none
    Message cureWords {};             ///< "with data loading gone"
    Message promise {};               ///< a sentence for where a replay of the cure saves half of `atStake` or more
    OtherCure other {};               ///< for where it saves less, or to be told beside it
    std::optional<IdleGroup> idleGroup {}; ///< whose time it is
    Nanoseconds waitsInCure = 0;           ///< for other ranks, told beside `atStake`, which the cure takes away, too
    Nanoseconds lost = 0;                  ///< of `atStake`, as IdleOf::lost
    bool tellsLoading = false;             ///< that ops probably load code
    bool waitsMayStay = false; ///< that the host works on what it waits for, so that a cure of waits may gain less
    Nanoseconds setUp = 0;     ///< of it, what the sentence says to be setting up communication
    bool isDoubtful = false;   ///< kernels of the rank are missing, or what most of them were launched by
    /// `atStake` is what the cure could gain if the time were waited for: a replay that gains less says what it is.
    bool isPotential = false;
    bool isOfRecorded = false; ///< `whole` is the recorded time; what is saved is told as a share of that, too
};

/// From where on something is worth a sentence; the analysis has a parameter for each.
struct FindingThresholds {
    /// Time below this share of the whole is no finding: made to vanish, it would gain less than measurements scatter.
    double smallShare = 0.02;
    /// Nor is less than this, ns, whatever its share: of a handful of kernels everything is a large share.
    Nanoseconds smallTime = 10'000;
    double largeShare = 0.2;  ///< of the busy time: from here on one kernel, or op, is worth naming
    double outsideView = 0.2; ///< of the recorded time: from here on what lies outside of the GPU's view is told
    double slowStep = 0.2;    ///< a step is slow if it takes this much more than the median one
};
[[nodiscard]] bool isWorthASentence(const Candidate& candidate, const FindingThresholds& thresholds);

/// What a rank waits for others in collectives: findings of their own, so no other claims it. Job time, disjoint and
/// sorted.
struct CollectiveWaits {
    std::int64_t rank = 0;         ///< the late one, as its file says
    std::vector<TimeRange> ranges; ///< for that one; empty for none
    std::vector<TimeRange> others; ///< for other ranks alone
    Message place;                 ///< where it waits those, as placeOfWaits() has it
    Message whom;                  ///< who those are, as LatestRank has it
    /// Of two ranks in all: the one that it can only wait for.
    std::optional<std::int64_t> onlyOther;
    bool isOnlyRank = false; ///< its file says that its job has no other: it waits for none
};

/// What is worth a sentence about one rank, in any order; nothing is made up where figures are small. Not
/// complete if told to stop.
[[nodiscard]] std::vector<Candidate> candidatesOf(const OverviewSource& source, std::size_t rank,
    const RankFacts& facts, const FindingThresholds& thresholds, const CollectiveWaits& waits,
    const Progress& progress = {});

/// The same of a summary, which knows no single kernel and gap: what the rank waits for others, and that it does.
struct SummaryWaits {
    Nanoseconds forOthers = 0; ///< but the late one, while it computes nothing
    Nanoseconds inTransfers = 0;
    bool isBesideLate = false; ///< it waits for the late one, too
};
[[nodiscard]] std::vector<Candidate> candidatesOfSummary(
    const RankFacts& facts, const FindingThresholds& thresholds, CollectiveWaits waits, const SummaryWaits& ofRank);

} // namespace kinetoscope
