// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// What parameters of analyses are called, for who registers one and who reads it: written once, so that a slip of the
/// pen does not compile. That an analysis registers what it reads, tst_chart_columns sees.
namespace kinetoscope::parameter {

inline constexpr const char* kAllowlistPatterns = "allowlist-patterns";
inline constexpr const char* kAnnotation = "annotation";
inline constexpr const char* kDeviceType = "device-type";
inline constexpr const char* kDurationRatio = "duration-ratio";
inline constexpr const char* kFormula = "formula";
inline constexpr const char* kGroupBy = "group-by";
inline constexpr const char* kIncludeLastProfilerStep = "include-last-profiler-step";
inline constexpr const char* kIncludeMemoryEvents = "include-memory-events";
inline constexpr const char* kIncludeMemoryKernels = "include-memory-kernels";
inline constexpr const char* kInstance = "instance";
inline constexpr const char* kJoinBackward = "join-backward";
inline constexpr const char* kJoinNumbered = "join-numbered";
inline constexpr const char* kKind = "kind";
inline constexpr const char* kKinds = "kinds";
inline constexpr const char* kLargeShare = "large-share";
inline constexpr const char* kLaunchApi = "launch-api";
inline constexpr const char* kLeastShare = "least-share";
inline constexpr const char* kLeastTime = "least-time";
inline constexpr const char* kLevel = "level";
inline constexpr const char* kMatch = "match";
inline constexpr const char* kMaxNgramLen = "max-ngram-len";
inline constexpr const char* kMaxQueueLength = "max-queue-length";
inline constexpr const char* kMinPatternLen = "min-pattern-len";
inline constexpr const char* kModelFlops = "model-flops";
inline constexpr const char* kNames = "names";
inline constexpr const char* kNsRounding = "ns-rounding";
inline constexpr const char* kNumCandidates = "num-candidates";
inline constexpr const char* kNumGaps = "num-gaps";
inline constexpr const char* kNumKernels = "num-kernels";
inline constexpr const char* kOperatorName = "operator-name";
inline constexpr const char* kOrder = "order";
inline constexpr const char* kOutsideView = "outside-view";
inline constexpr const char* kOverheadShare = "overhead-share";
inline constexpr const char* kPeakBandwidth = "peak-bandwidth";
inline constexpr const char* kPeakFlops = "peak-flops";
inline constexpr const char* kProfilerSteps = "profiler-steps";
inline constexpr const char* kQueuedUntil = "queued-until";
inline constexpr const char* kRatioRule = "ratio-rule";
inline constexpr const char* kRuns = "runs";
inline constexpr const char* kSlowCall = "slow-call";
inline constexpr const char* kSlowStep = "slow-step";
inline constexpr const char* kSortBy = "sort-by";
inline constexpr const char* kSpeedup = "speedup";
inline constexpr const char* kStackDepth = "stack-depth";
inline constexpr const char* kTopK = "top-k";
inline constexpr const char* kUseGpuAnnotation = "use-gpu-annotation";
inline constexpr const char* kUseShortName = "use-short-name";
inline constexpr const char* kVariant = "variant";
inline constexpr const char* kWall = "wall";
inline constexpr const char* kWindow = "window";

} // namespace kinetoscope::parameter
