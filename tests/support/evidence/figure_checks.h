// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/evidence/evidenced_cell.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope::tests {

/// Whether a figure follows from the evidence of its cell.
using EvidenceRule = std::function<bool(const EvidencedCell&)>;

// Numbers.
[[nodiscard]] bool isNear(double a, double b, double tolerance = 1e-9);
/// @param decimals  to which the percentage is rounded.
[[nodiscard]] bool isPercent(double shown, double part, double whole, int decimals = 2);
[[nodiscard]] std::vector<double> asDoubles(const std::vector<Nanoseconds>& all);
[[nodiscard]] double sumOf(const std::vector<double>& all);
[[nodiscard]] double meanOf(const std::vector<double>& all);
/// A column of describe() (SPEC.md A.1), of values that are shown in `unit`.
[[nodiscard]] bool isStatistic(const std::string& column, double shown, const std::vector<double>& values, double unit);

// Any analysis.
[[nodiscard]] bool isTime(const EvidencedCell& cell);
[[nodiscard]] bool isCountOfItems(const EvidencedCell& cell);
[[nodiscard]] bool isCountOfHostSlices(const EvidencedCell& cell);
[[nodiscard]] bool isCountOfDeviceSlices(const EvidencedCell& cell);
[[nodiscard]] bool isCountOfNames(const EvidencedCell& cell);
/// A moment is when something of it begins or ends.
[[nodiscard]] bool isMoment(const EvidencedCell& cell);
/// A time of the cell's own evidence in percent of another cell of the row.
[[nodiscard]] EvidenceRule percentOf(std::string whole);
/// A time of the evidence in percent of the sum of a column over several rows.
[[nodiscard]] EvidenceRule percentOfRows(std::string sum, std::vector<std::string_view> sameIn, int decimals = 2);
/// A share of 1.
[[nodiscard]] EvidenceRule shareOf(std::string whole);
/// The sum of the evidence, in us, for each of what another cell counts.
[[nodiscard]] EvidenceRule meanPer(std::string count);
[[nodiscard]] EvidenceRule statisticOfLengths();

// Launches: the pair of a row is its call and its work.
/// [DIFF-8.1]: from the end of the call to the start of the work.
[[nodiscard]] bool isRawDelay(const EvidencedCell& cell);
/// What is no stretch of time is 0.
[[nodiscard]] bool isTimeOrNothing(const EvidencedCell& cell);

// Series: queues and copies.
[[nodiscard]] bool isQueueStatistic(const EvidencedCell& cell);
[[nodiscard]] bool isBandwidth(const EvidencedCell& cell);
/// The bandwidth after the moment of the row.
[[nodiscard]] bool isBandwidthAtTime(const EvidencedCell& cell);
/// A copy of 0 ns ends a tick later.
[[nodiscard]] bool isMomentOfCopies(const EvidencedCell& cell);
/// The length of the queue of the row's stream at its moment.
[[nodiscard]] bool isQueueLength(const EvidencedCell& cell);
/// The greatest length lasts during each of the stretches.
[[nodiscard]] bool isQueueLengthOfStretches(const EvidencedCell& cell);
/// Length of the queue over the time from the first to the last event.
[[nodiscard]] bool isMeanQueueOverTime(const EvidencedCell& cell);
/// In parts of the time from the first start to the last end of all slices of the rank.
[[nodiscard]] bool isShareOfExtent(const EvidencedCell& cell);

// Ops, annotations and others.
[[nodiscard]] bool isTimeOfOutermostCalls(const EvidencedCell& cell);
/// The work below each call, once for each call around its launch; or that for each call.
[[nodiscard]] bool isWorkBelowCalls(const EvidencedCell& cell);
[[nodiscard]] bool isPercentOfBusyTime(const EvidencedCell& cell);
/// From the first launch (or work without one) to the last end of the work.
[[nodiscard]] bool isWallTime(const EvidencedCell& cell);
/// What a finding about slices says of their time.
[[nodiscard]] bool isTimeConcerned(const EvidencedCell& cell);
[[nodiscard]] bool isShareConcerned(const EvidencedCell& cell);
/// The greatest of a column of the series of the same rank and device.
[[nodiscard]] EvidenceRule greatestOf(std::string column);
/// What of host ops no op inside of them covers.
[[nodiscard]] bool isSelfTimeOfOps(const EvidencedCell& cell);
[[nodiscard]] bool isTimeAtStake(const EvidencedCell& cell);
[[nodiscard]] bool isShareAtStake(const EvidencedCell& cell);
/// Occurrences of so many kernels each.
[[nodiscard]] bool isTimeBetweenKernels(const EvidencedCell& cell);
/// Occurrences of an op and its kernels.
[[nodiscard]] bool isTimeBetweenKernelsOfOps(const EvidencedCell& cell);
[[nodiscard]] bool isSkewOfStarts(const EvidencedCell& cell);
/// What the two pieces of work have in common, or by how much the first outlasts the start of the second call.
[[nodiscard]] bool isOverlap(const EvidencedCell& cell);
/// What of each annotation no other one nested in it covers.
[[nodiscard]] bool isTimeOutsideOfNested(const EvidencedCell& cell);
/// Busy time of the annotation's device inside of each annotation; of a host annotation, of all devices of the rank.
[[nodiscard]] bool isBusyTimeInside(const EvidencedCell& cell);
[[nodiscard]] EvidenceRule shareOfNames(bool (*isIn)(std::string_view), std::string whole);

} // namespace kinetoscope::tests
