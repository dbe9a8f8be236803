// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/profiler_ranges.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/health/health_finding.h"
#include "core/analysis/health/host_clock.h"
#include "core/analysis/health/shared_correlations.h"
#include "core/analysis/launch/graph_captures.h"
#include "core/analysis/scope/steps.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kRowsPerCheck = 64 * 1024;

double percentOf(Nanoseconds part, Nanoseconds whole)
{
    return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

/// Slices of one kind of trouble, their time, and the worst of them.
struct Collected {
    std::vector<SliceId> slices;
    Nanoseconds time = 0;
    Nanoseconds worst = 0;

    void add(SliceId slice, Nanoseconds amount)
    {
        slices.push_back(slice);
        time = saturatingAdd(time, amount);
        worst = std::max(worst, amount);
    }
};

/// Looks at every slice of the scope once.
class SliceChecker {
public:
    /// @param chosen  as chosenStepRanges() has them of the scope.
    SliceChecker(const RankTrace& rank, const Scope& scope, std::vector<TimeRange> chosen,
        const KernelClassifier& classifier, double muchOverhead)
        : m_rank(rank)
        , m_trace(*rank.trace)
        , m_slices(m_trace.slices())
        , m_scope(scope)
        , m_chosen(std::move(chosen))
        , m_classifier(classifier)
        , m_muchOverhead(muchOverhead)
        , m_captures(m_trace)
        , m_isLaunch(m_trace.strings().size())
    {
    }

    Result<Done> read(const Progress& progress)
    {
        m_shared = workOfSharedCorrelations(m_trace, progress);
        for (const Track& track : m_trace.tracks()) {
            m_latestEnd = kMinTimestamp;
            m_previous = SliceId {};
            for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
                if ((row - track.firstSlice) % kRowsPerCheck == 0 && progress.shouldStop())
                    return Error::stopped();
                const SliceId slice = SliceTable::at(row);
                if (m_slices.isSound(slice) && isInScope(track, slice))
                    look(track, slice);
            }
            progress.add(track.sliceCount);
        }
        return Done {};
    }

    void report(std::vector<HealthFinding>& findings)
    {
        reportLinks(findings);
        reportTimes(findings);
        reportRest(findings);
    }

private:
    [[nodiscard]] bool isInScope(const Track& track, SliceId slice) const
    {
        const TimeRange range = m_rank.jobRange(slice);
        if ((track.isDeviceSide() && !isChosen(m_scope.streams, track.stream)) || !m_scope.visible(range))
            return false;
        if (m_scope.steps.empty())
            return true;
        const SliceId launch = track.isDeviceSide() ? m_slices.partner[slice.index()] : SliceId {};
        return isInRanges(m_chosen, launch.isValid() ? m_rank.toJobTime(m_slices.start[launch.index()]) : range.begin);
    }

    void look(const Track& track, SliceId slice)
    {
        const EventKind kind = m_slices.kind[slice.index()];
        if (isGpuWork(kind))
            lookAtWork(slice, track.kind == TrackKind::Stream);
        else if (isApiCall(kind))
            lookAtCall(slice);
        else if (kind == EventKind::Overhead)
            lookAtOverhead(slice);
        if (track.kind == TrackKind::HostThread && m_slices.has(slice, kSliceOverlapping))
            m_hostOverlaps.add(slice, m_slices.duration(slice));
        if (isDouble(slice))
            m_doubles.add(slice, m_slices.duration(slice));
        m_previous = slice;
    }

    void lookAtWork(SliceId slice, bool isOnStream)
    {
        const Nanoseconds duration = m_slices.duration(slice);
        const Timestamp start = m_slices.start[slice.index()];
        ++m_workCount;
        m_workTime = saturatingAdd(m_workTime, duration);
        if (duration == 0)
            m_empty.add(slice, 0);
        const SliceId launch = m_slices.partner[slice.index()];
        const bool isShared = !launch.isValid() && std::ranges::binary_search(m_shared, slice);
        m_unnumbered += !launch.isValid() && !isShared && m_slices.correlation(slice) < 0 ? 1 : 0;
        if (!launch.isValid())
            (isShared ? m_sharing : m_unlinked).add(slice, duration);
        else if (start < m_slices.start[launch.index()])
            m_before.add(slice, saturatingSubtract(m_slices.start[launch.index()], start));
        if (!isOnStream)
            return;
        if (start < m_latestEnd) {
            const Nanoseconds shared = saturatingSubtract(std::min(m_latestEnd, m_slices.end(slice)), start);
            if (shared > 0)
                m_overlaps.add(slice, shared);
        }
        m_latestEnd = std::max(m_latestEnd, m_slices.end(slice));
    }

    void lookAtOverhead(SliceId slice)
    {
        m_overheadRanges.push_back(m_slices.range(slice));
        m_overhead.add(slice, m_slices.duration(slice));
    }

    void lookAtCall(SliceId slice)
    {
        const StringId name = m_slices.name[slice.index()];
        std::optional<bool>& isLaunch = m_isLaunch[name.index()];
        if (!isLaunch)
            isLaunch = m_classifier.launchesKernel(m_trace.text(name));
        if (!*isLaunch)
            return;
        ++m_launchCount;
        if (!m_slices.partner[slice.index()].isValid())
            (m_captures.has(slice) ? m_captured : m_idleLaunches).add(slice, m_slices.duration(slice));
    }

    /// The same event once more: rows of equal times stand next to each other.
    [[nodiscard]] bool isDouble(SliceId slice) const
    {
        return m_previous.isValid() && m_slices.duration(slice) > 0
            && m_slices.start[slice.index()] == m_slices.start[m_previous.index()]
            && m_slices.duration(slice) == m_slices.duration(m_previous)
            && m_slices.name[slice.index()] == m_slices.name[m_previous.index()]
            && m_slices.kind[slice.index()] == m_slices.kind[m_previous.index()] && m_slices.correlation(slice) >= 0
            && m_slices.correlation(slice) == m_slices.correlation(m_previous);
    }

    /// Findings about slices are told rank by rank: their figures differ.
    static void add(std::vector<HealthFinding>& findings, HealthLevel level, const char* check, Message sentence,
        Collected& found, std::optional<double> share = std::nullopt)
    {
        findings.push_back({ .level = level,
            .check = check,
            .sentence = std::move(sentence),
            .count = found.slices.size(),
            .time = found.time,
            .share = share,
            .slices = std::move(found.slices) });
    }

    void reportLinks(std::vector<HealthFinding>& findings)
    {
        // Launches without work beside work without launches: the numbers may be what is missing.
        const Message orNumber = (!m_unlinked.slices.empty() && !m_idleLaunches.slices.empty()) || m_unnumbered > 0
            ? Message { KT_PHRASE("trace-health", ", or the number that links the two is missing") }
            : Message {};
        reportUnlinkedWork(findings, orNumber);
        if (!m_sharing.slices.empty()) {
            const auto share = 100.0 * static_cast<double>(m_sharing.slices.size()) / static_cast<double>(m_workCount);
            add(findings, HealthLevel::Serious, "shared-correlations", sharedCorrelations(m_trace, m_sharing.slices),
                m_sharing, share);
        }
        if (const std::size_t captured = m_captured.slices.size(); captured > 0)
            add(findings, HealthLevel::Info, "captured-launches",
                { KT_PLURAL("trace-health",
                      "%1 kernel launch was captured into a graph: the kernel runs when the graph is launched.",
                      "%1 kernel launches were captured into a graph: the kernel runs when the graph is launched."),
                    arg::Count { captured } },
                m_captured, 100.0 * static_cast<double>(captured) / static_cast<double>(m_launchCount));
        reportIdleLaunches(findings, orNumber);
    }

    void reportUnlinkedWork(std::vector<HealthFinding>& findings, const Message& orNumber)
    {
        const std::size_t unlinked = m_unlinked.slices.size();
        const std::size_t without = m_idleLaunches.slices.size();
        if (unlinked > 0 && unlinked == m_workCount && without > 0)
            add(findings, HealthLevel::Warning, "no-launches",
                { KT_PLURAL("trace-health",
                      "No GPU work is linked to a launch, though the file has %1 kernel launch: the numbers that link "
                      "them (correlation) are missing or differ. Why the GPU waits, and which op launched what, cannot "
                      "be told.",
                      "No GPU work is linked to a launch, though the file has %1 kernel launches: the numbers that "
                      "link them (correlation) are missing or differ. Why the GPU waits, and which op launched what, "
                      "cannot be told."),
                    arg::Count { without } },
                m_unlinked, 100.0);
        else if (unlinked > 0 && unlinked == m_workCount)
            add(findings, HealthLevel::Warning, "no-launches",
                { KT_PHRASE("trace-health",
                      "No GPU work has its launch in the file: why the GPU waits, and which op launched what, cannot "
                      "be told. Record with %1."),
                    arg::Text { recordingOptionOf(m_trace) } },
                m_unlinked, 100.0);
        else if (unlinked > 0 && unlinked == m_unnumbered && without == 0)
            add(findings, HealthLevel::Warning, "unlinked-work",
                { KT_PLURAL("trace-health",
                      "%1 GPU activity, %2 of the time of GPU work, carries no number (correlation) that would link it "
                      "to a launch.",
                      "%1 GPU activities, %2 of the time of GPU work, carry no number (correlation) that would link "
                      "them to their launches."),
                    arg::Count { unlinked }, arg::Share { m_unlinked.time, m_workTime } },
                m_unlinked, percentOf(m_unlinked.time, m_workTime));
        else if (unlinked > 0)
            add(findings, HealthLevel::Warning, "unlinked-work",
                { KT_PLURAL("trace-health",
                      "%1 GPU activity is linked to no launch in the file, %2 of the time of GPU work: the launch "
                      "came before the recording, or was lost%3.",
                      "%1 GPU activities are linked to no launch in the file, %2 of the time of GPU work: the launch "
                      "came before the recording, or was lost%3."),
                    arg::Count { unlinked }, arg::Share { m_unlinked.time, m_workTime }, orNumber },
                m_unlinked, percentOf(m_unlinked.time, m_workTime));
    }

    void reportIdleLaunches(std::vector<HealthFinding>& findings, const Message& orNumber)
    {
        const std::size_t without = m_idleLaunches.slices.size();
        if (without == 0)
            return;
        const Message counted = m_workCount == 0 ? countedNotTimed(m_trace) : Message {};
        if (!counted.isEmpty())
            add(findings, HealthLevel::Warning, "no-gpu-activity",
                { KT_PLURAL(
                      "trace-health", "%1 kernel launch and no GPU work: %2", "%1 kernel launches and no GPU work: %2"),
                    arg::Count { without }, counted },
                m_idleLaunches, 100.0);
        else if (m_workCount == 0)
            add(findings, HealthLevel::Warning, "no-gpu-activity",
                { KT_PLURAL("trace-health",
                      "%1 kernel launch and no GPU work: GPU activity was not recorded. Record with %2, and without "
                      "another profiler at work.",
                      "%1 kernel launches and no GPU work: GPU activity was not recorded. Record with %2, and without "
                      "another profiler at work."),
                    arg::Count { without }, arg::Text { "ProfilerActivity.CUDA" } },
                m_idleLaunches, 100.0);
        else
            add(findings, HealthLevel::Warning, "launches-without-work",
                { KT_PLURAL("trace-health",
                      "%1 kernel launch has no kernel linked to it, of %2: the recording stopped before it ran, or GPU "
                      "activity was dropped%3.",
                      "%1 kernel launches have no kernel linked to them, of %2: the recording stopped before they ran, "
                      "or GPU activity was dropped%3."),
                    arg::Count { without }, arg::Count { m_launchCount },
                    Message { KT_PHRASE("trace-health", "%1%2%3"), unreadable(), misnumbered(), orNumber } },
                m_idleLaunches, 100.0 * static_cast<double>(without) / static_cast<double>(m_launchCount));
    }

    /// That the loader lost something is told in rows of its own: it may be what is missing here.
    [[nodiscard]] Message unreadable() const
    {
        const auto& problems = m_trace.report().problems;
        for (std::size_t i = 0; i < problems.size(); ++i) {
            if (problems[i].count > 0 && problemInfo(static_cast<Problem>(i)).severity == Severity::Lost)
                return { KT_PHRASE("trace-health", ", or an event could not be read") };
        }
        return {};
    }

    [[nodiscard]] Message misnumbered() const
    {
        return m_shared.empty() ? Message {}
                                : Message { KT_PHRASE("trace-health", ", or another call has the same number") };
    }

    void reportTimes(std::vector<HealthFinding>& findings)
    {
        if (!m_before.slices.empty())
            add(findings, HealthLevel::Serious, "work-before-launch",
                workBeforeLaunch(m_before.slices.size(), m_before.worst, !m_shared.empty()), m_before,
                100.0 * static_cast<double>(m_before.slices.size()) / static_cast<double>(m_workCount));
        if (!m_overlaps.slices.empty())
            add(findings, HealthLevel::Warning, "stream-overlap",
                { KT_PLURAL("trace-health",
                      "%1 GPU activity begins before the earlier work of the same stream has ended; together they "
                      "share %2. Sums of durations exceed the busy time by that much.",
                      "%1 GPU activities begin before the earlier work of the same stream has ended; together they "
                      "share %2. Sums of durations exceed the busy time by that much."),
                    arg::Count { m_overlaps.slices.size() }, arg::Duration { m_overlaps.time } },
                m_overlaps, percentOf(m_overlaps.time, m_workTime));
        if (!m_hostOverlaps.slices.empty())
            add(findings, HealthLevel::Info, "host-overlap",
                { KT_PLURAL("trace-health",
                      "%1 host slice overlaps another one of the same thread without nesting; they are siblings in the "
                      "call tree.",
                      "%1 host slices overlap another one of the same thread without nesting; they are siblings in the "
                      "call tree."),
                    arg::Count { m_hostOverlaps.slices.size() } },
                m_hostOverlaps);
    }

    void reportRest(std::vector<HealthFinding>& findings)
    {
        if (!m_doubles.slices.empty())
            add(findings, HealthLevel::Serious, "duplicates",
                { KT_PLURAL("trace-health",
                      "%1 event is in the file twice: same thread or stream, times, name and correlation. Sums count "
                      "both.",
                      "%1 events are in the file twice: same thread or stream, times, name and correlation. Sums count "
                      "both."),
                    arg::Count { m_doubles.slices.size() } },
                m_doubles);
        if (!m_empty.slices.empty())
            add(findings, HealthLevel::Info, "no-duration",
                { KT_PLURAL("trace-health", "%1 GPU activity has a duration of 0.",
                      "%1 GPU activities have a duration of 0."),
                    arg::Count { m_empty.slices.size() } },
                m_empty);
        if (m_overhead.slices.empty())
            return;
        m_overhead.time = totalLength(unionOf(std::move(m_overheadRanges)));
        const double share = percentOf(m_overhead.time, m_trace.coreRange().length());
        add(findings, share >= 100 * m_muchOverhead ? HealthLevel::Warning : HealthLevel::Info, "profiler-overhead",
            { KT_PHRASE("trace-health",
                  "The profiler itself was at work for %1, %2 of the trace: around it, times are longer than without a "
                  "profiler."),
                arg::Duration { m_overhead.time }, arg::Share { m_overhead.time, m_trace.coreRange().length() } },
            m_overhead, share);
    }

    const RankTrace& m_rank;
    const Trace& m_trace;
    const SliceTable& m_slices;
    const Scope& m_scope;
    std::vector<TimeRange> m_chosen; ///< of the scope's steps, job time
    const KernelClassifier& m_classifier;
    double m_muchOverhead;
    GraphCaptures m_captures;                    ///< launches in them run when the graph is launched
    std::vector<std::optional<bool>> m_isLaunch; ///< by StringId of a call; none: not asked yet
    Timestamp m_latestEnd = kMinTimestamp;       ///< of the work so far on the track
    SliceId m_previous;                          ///< on the track

    std::uint64_t m_workCount = 0;
    Nanoseconds m_workTime = 0;
    std::uint64_t m_launchCount = 0;
    Collected m_unlinked;
    std::size_t m_unnumbered = 0;  ///< of these, without a correlation
    std::vector<SliceId> m_shared; ///< workOfSharedCorrelations()
    Collected m_sharing;           ///< those of them in scope
    Collected m_before;
    Collected m_overlaps;
    Collected m_hostOverlaps;
    Collected m_idleLaunches;
    Collected m_captured;
    Collected m_doubles;
    Collected m_empty;
    Collected m_overhead;
    std::vector<TimeRange> m_overheadRanges;
};

} // namespace

Result<Done> checkSlices(const RankTrace& rank, const Scope& scope, const KernelClassifier& classifier,
    double muchOverhead, const Progress& progress, std::vector<HealthFinding>& findings)
{
    KT_TRY(std::vector<TimeRange> chosen, chosenStepRanges(rank, scope, progress.stop));
    SliceChecker checker(rank, scope, std::move(chosen), classifier, muchOverhead);
    KT_TRY_DONE(checker.read(progress));
    checker.report(findings);
    return Done {};
}

} // namespace kinetoscope
