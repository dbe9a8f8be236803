// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/candidate_list.h"
#include "core/analysis/overview/candidates/slow_step_figures.h"

#include "core/analysis/overview/facts/step_facts.h"
#include "core/analysis/overview/slower_kernels.h"
#include "core/base/vectors.h"
#include "core/numeric/statistics.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// Which time of a step is meant, where that is not the host's interval.
Message nameOfWindow(const StepTimes& step, const TimeRange& window)
{
    const Nanoseconds small = window.length() / 20;
    const bool isQueued = saturatingSubtract(step.complete.begin, step.wall.begin) > small;
    const bool isLate = saturatingSubtract(step.complete.end, step.wall.end) > small;
    if (saturatingSubtract(step.complete.length(), window.length()) > small)
        return { KT_PHRASE("overview", " (in GPU time in view)") };
    if (isQueued && isLate)
        return { KT_PHRASE("overview", " (from the end of earlier GPU work to the end of its own)") };
    if (isQueued)
        return { KT_PHRASE("overview", " (from the end of earlier GPU work)") };
    return isLate ? Message { KT_PHRASE("overview", " (to the end of its GPU work)") } : Message {};
}

/// Whether a step that takes about as long as the slowest has as much of its own excess in a part of its time as the
/// slowest must have for the sentence to name that part: a half, or where the slowest itself has less, a quarter.
bool hasMoreToo(std::size_t step, std::size_t slowest, Nanoseconds median, const std::vector<Nanoseconds>& part,
    const std::vector<TimeRange>& windows)
{
    const Nanoseconds usual = medianTime(part);
    const auto shareIn = [&](std::size_t i) {
        return static_cast<double>(part[i] - usual) / static_cast<double>(windows[i].length() - median);
    };
    return shareIn(step) >= (shareIn(slowest) < 0.5 ? 0.25 : 0.5);
}

/// How long a step is that takes about as long as the slowest.
Nanoseconds leastAlike(Nanoseconds slowest, Nanoseconds median)
{
    return std::max(slowest - slowest / 10, median + (slowest - median) / 2);
}

/// Which other steps take about as long as the slowest. @param part  of each step, what the sentence says the slowest
/// has more of; nullptr: it says nothing of the kind.
Message stepsLike(std::size_t slowest, Nanoseconds median, const RankFacts& facts, const std::vector<Nanoseconds>* part)
{
    const Nanoseconds least = leastAlike(facts.stepWindows[slowest].length(), median);
    std::vector<std::size_t> places =
        placesWhere(facts.stepWindows, [least](const TimeRange& window) { return window.length() >= least; });
    std::vector<std::size_t> alike = places;
    if (part != nullptr)
        std::erase_if(alike, [&](std::size_t place) {
            return place != slowest && !hasMoreToo(place, slowest, median, *part, facts.stepWindows);
        });
    const bool areOthersAlike = alike.size() > 1;
    if (areOthersAlike)
        places = std::move(alike);
    std::vector<std::int64_t> others;
    for (const std::size_t place : places) {
        if (place != slowest)
            others.push_back(facts.steps[place].step.number);
    }
    if (others.empty())
        return {};
    std::ranges::sort(others);
    const arg::Count count { others.size() };
    arg::Numbers numbers { std::move(others) };
    if (!areOthersAlike)
        return { KT_PLURAL("overview", "; %1 other step (%2) takes about as long, but mostly for other reasons",
                     "; %1 other steps (%2) take about as long, but mostly for other reasons"),
            count, std::move(numbers) };
    const std::size_t interval = places[1] - places[0];
    const auto isElsewhere = [interval](std::size_t a, std::size_t b) { return b - a != interval; };
    const bool isRegular =
        places.size() > 2 && interval > 1 && std::ranges::adjacent_find(places, isElsewhere) == places.end();
    if (part == nullptr && isRegular)
        return { KT_PHRASE("overview", "; %1 other steps (%2) take about as long, at a regular interval of %3 steps"),
            count, std::move(numbers), arg::Count { interval } };
    if (part == nullptr)
        return { KT_PLURAL("overview", "; %1 other step (%2) takes about as long",
                     "; %1 other steps (%2) take about as long"),
            count, std::move(numbers) };
    if (isRegular)
        return { KT_PHRASE("overview",
                     "; %1 other steps (%2) take about as long and have more of the same, at a regular interval of %3 "
                     "steps"),
            count, std::move(numbers), arg::Count { interval } };
    return { KT_PLURAL("overview", "; %1 other step (%2) takes about as long and has more of the same",
                 "; %1 other steps (%2) take about as long and have more of the same"),
        count, std::move(numbers) };
}

Message isLongerIn(const HostPlace& place)
{
    return { KT_PHRASE("overview", "; the host is in %2 for %1 longer than in the other steps on average"),
        arg::Duration { place.there }, arg::Name { place.name } };
}

/// The frame that holds nearly all of what the slow step takes longer; empty where none does, or the sentence names it.
/// A host that runs ahead may wait in it for what earlier steps launched.
Message frameOf(const RankFacts& facts, Nanoseconds excess, const std::string& named)
{
    const HostPlace& frame = facts.frameOfLongest;
    if (frame.there <= 0 || frame.there < excess - excess / 5 || frame.name == named)
        return {};
    if (shareOf(facts.waitsInFrameOfLongest, frame.there) < kLeastShareSaid)
        return isLongerIn(frame);
    return { KT_PHRASE("overview",
                 "; the host is in %2 for %1 longer than in the other steps on average, for %3 of that in calls that "
                 "wait for the GPU"),
        arg::Duration { frame.there }, arg::Name { frame.name }, arg::Duration { facts.waitsInFrameOfLongest } };
}

/// What the host does longer in the slow step, where that is much of what it has more; empty where a finding's sentence
/// names that already.
/// @param more   idle time of the group.
/// @param facts  have the frame of the step, where no call or frame itself is it.
Message grownIn(const IdleOf& group, Nanoseconds more, const RankFacts& facts, Nanoseconds excess)
{
    const HostPlace& grown = group.grown;
    if (!grown.name.empty() && grown.name == group.place.name && grown.there >= more / 2)
        return {};
    if (!grown.name.empty() && grown.name != group.place.name && grown.there >= more / 2)
        return isLongerIn(grown);
    // What the host does while the GPU is busy, or idle for other reasons, is none of it.
    return group.inGrownFrame >= more / 2 ? frameOf(facts, excess, group.place.name) : Message {};
}

/// ", though as many kernels of the same names ...", or that most of them are of names which no other step has; empty
/// where what the longest step has more is neither.
Message kernelsOf(const RankFacts& facts, const GrownPart& growth)
{
    const Nanoseconds longer = facts.sameKernelsTime - facts.sameKernelsUsual;
    const bool isComputation = growth.ofSteps == &facts.ofSteps[static_cast<std::size_t>(TimePart::Compute)];
    if (isComputation && facts.newKernelsTime > growth.excess / 2)
        return { KT_PLURAL("overview",
                     ", with %2 in %1 kernel of a name that no other step has, as where the step does something else",
                     ", with %2 in %1 kernels of names that no other step has, as where a library tries out which "
                     "kernel is fastest (cudnn.benchmark, autotuning) or the step does something else"),
            arg::Count { facts.newKernels }, arg::Duration { facts.newKernelsTime } };
    if (!isComputation || facts.sameKernels < facts.stepWindows.size() / 2 || facts.sameKernelsUsual <= 0
        || longer < growth.excess / 2)
        return {};
    return { KT_PLURAL("overview", ", though as many kernels of the same names as %1 other step: %2",
                 ", though as many kernels of the same names as %1 other steps: %2"),
        arg::Count { facts.sameKernels },
        slowerKernelsInWords(facts.sameKernels,
            static_cast<double>(facts.sameKernelsTime) / static_cast<double>(facts.sameKernelsUsual)) };
}

/// "98.75 ms more computation", and that the step has less of all else where that is more than the step takes more.
Message moreOf(Nanoseconds more, Message part, Nanoseconds excess)
{
    if (more <= excess)
        return { KT_PHRASE("overview", "%1 more %2"), arg::Duration { more }, std::move(part) };
    // A median of parts and what is left over of the median of all are a little apart.
    if (more <= excess + excess / 20)
        return { KT_PHRASE("overview", "about as much more %1"), std::move(part) };
    return { KT_PHRASE("overview", "%1 more %2 and %3 less of all else"), arg::Duration { more }, std::move(part),
        arg::Duration { more - excess } };
}

/// A step that is about as long as the slowest, or longer, and is not compared, or not all of it.
/// @param wall, median  of those that are.
Message stepCut(const RankFacts& facts, Nanoseconds wall, Nanoseconds median)
{
    const std::optional<StepCut>& cut = facts.stepCut;
    if (!cut || cut->whole < leastAlike(wall, median))
        return {};
    const arg::Number step { cut->number };
    const arg::Duration whole { cut->whole };
    const bool isBefore = cut->before >= cut->after;
    const Message where = isBefore ? Message { KT_PHRASE("overview", "before the first GPU activity") }
                                   : Message { KT_PHRASE("overview", "after the last GPU activity") };
    const arg::Duration outside { isBefore ? cut->before : cut->after };
    return cut->isLeftAside
        ? Message { KT_PHRASE("overview",
                        "; step %1, which takes %2 to the end of its GPU work, is not compared: %3 of it lie %4"),
              step, whole, outside, where }
        : Message { KT_PHRASE("overview",
                        "; of step %1, which takes %2 to the end of its GPU work, %3 lie %4 and are not compared"),
              step, whole, outside, where };
}

/// Says that a step is slow, where it takes more time for its own than for other findings' reasons, else in the
/// sentence of one of these. Keeps references to the list.
class SlowStepSentence {
public:
    SlowStepSentence(CandidateList& list, SlowStep slow)
        : m_list(list)
        , m_facts(list.facts())
        , m_slow(std::move(slow))
        , m_growth(largestGrowth(m_facts))
        , m_named(timeOfFindings())
    {
    }

    void add()
    {
        Candidate candidate = m_list.make(finding::kSlowStep, "steps", saturatingSubtract(m_slow.own, m_named));
        const bool isWorthOne = isWorthASentence(candidate, m_list.thresholds());
        // What is mostly time of other findings would come behind them, and might be left out.
        if (((!isWorthOne || m_named > m_slow.own / 2) && addToOther()) || !isWorthOne)
            return;
        addOwn(std::move(candidate));
    }

private:
    /// What of a finding's time the step has more of than usual.
    [[nodiscard]] Nanoseconds timeIn(const Candidate& each) const
    {
        const std::vector<Nanoseconds> times = timeInSteps(each, m_facts, m_slow.waited);
        const Nanoseconds time = times.empty() ? 0 : excessOfLongest(m_facts.stepWindows, times);
        return each.idleGroup ? time : std::min(time, m_slow.launched);
    }

    /// What of the excess the findings in the list have.
    [[nodiscard]] Nanoseconds timeOfFindings() const
    {
        Nanoseconds idle = 0;
        Nanoseconds work = 0;
        for (const Candidate& each : m_list.candidates()) {
            Nanoseconds& sum = each.idleGroup ? idle : work;
            sum = saturatingAdd(sum, timeIn(each));
        }
        // Idle time is more than usual, too, where other steps hide more of theirs: what its own work explains comes
        // first.
        return std::min(work, m_slow.launched) + std::min(idle, std::max<Nanoseconds>(0, m_slow.own - m_slow.launched));
    }

    [[nodiscard]] std::vector<Nanoseconds> timeOfFindingsInSteps() const
    {
        std::vector<Nanoseconds> together(m_facts.stepWindows.size());
        for (const Candidate& each : m_list.candidates()) {
            const std::vector<Nanoseconds> times = timeInSteps(each, m_facts, m_slow.waited);
            for (std::size_t step = 0; step < times.size(); ++step)
                together[step] += times[step];
        }
        return together;
    }

    /// Adds to the finding with most of what the step takes more; false where no finding has much of it.
    bool addToOther()
    {
        if (m_named == 0)
            return false;
        const auto time = [this](const Candidate& each) { return timeIn(each); };
        Candidate& most = *std::ranges::max_element(m_list.candidates(), {}, time);
        const Nanoseconds ofMost = timeIn(most);
        // Reasons that are more than the whole are not told beside each other.
        const auto addUp = [&](Nanoseconds more) { return more + ofMost <= m_slow.excess; };
        // Where work of other steps hides more of it than usual, this one has more of it for no reason of its own.
        if (m_growth.isBusy && m_growth.excess > ofMost) {
            addTo(most,
                addUp(m_growth.excess) ? Message { KT_PHRASE("overview", "%1 more %2 and %3 more of it"),
                    arg::Duration { m_growth.excess }, m_growth.part, arg::Duration { ofMost } }
                                       : moreOf(m_growth.excess, m_growth.part, m_slow.excess),
                {}, *m_growth.ofSteps);
            return true;
        }
        const std::vector<Nanoseconds> together = timeOfFindingsInSteps();
        const Nanoseconds ofOthers = excessOfLongest(m_facts.stepWindows, together) - ofMost;
        if (ofOthers >= ofMost / 3 && ofMost + ofOthers >= m_slow.excess / 4 && addUp(ofOthers)) {
            addTo(most,
                { KT_PHRASE("overview", "%1 more of it and %2 more of the time of other findings"),
                    arg::Duration { ofMost }, arg::Duration { ofOthers } },
                {}, together);
            return true;
        }
        if (ofMost < m_slow.excess / 4)
            return false;
        addTo(most, moreOf(ofMost, { KT_PHRASE("overview", "of it") }, m_slow.excess),
            most.idleGroup ? grownIn(m_facts.of(*most.idleGroup), ofMost, m_facts, m_slow.excess)
                           : frameOf(m_facts, m_slow.excess, {}),
            timeInSteps(most, m_facts, m_slow.waited));
        return true;
    }

    /// @param more   "12 ms more of it". @param where  it takes that, empty for nothing to say.
    /// @param part   by step, that of which it has more.
    void addTo(Candidate& other, Message more, Message where, const std::vector<Nanoseconds>& part) const
    {
        other.sentence = { KT_PHRASE("overview",
                               "%1 Step %2%3, which takes %4 more than the median of %5 steps, has %6 than usual%7%8."),
            std::move(other.sentence), number(), window(), arg::Duration { m_slow.excess },
            arg::Count { m_facts.stepWindows.size() }, std::move(more), std::move(where), othersLike(&part) };
    }

    void addOwn(Candidate candidate)
    {
        const Nanoseconds excess = m_slow.excess;
        candidate.ranges = { m_facts.stepWindows[m_slow.place] };
        const bool isPartSaid = m_growth.excess > excess / 2;
        const Message part = !isPartSaid
            ? Message {}
            : Message { KT_PHRASE("overview", "; it has %1%2"), moreOf(m_growth.excess, m_growth.part, excess),
                  kernelsOf(m_facts, m_growth) };
        const Message frame = frameOf(m_facts, excess, {});
        m_list.add(std::move(candidate),
            { KT_PHRASE("overview", "Step %1 takes %2%3, %4 more than the median of %5 steps (%6)%7%8%9."), number(),
                arg::Duration { m_facts.stepWindows[m_slow.place].length() }, window(), arg::Duration { excess },
                arg::Count { m_facts.stepWindows.size() }, arg::Duration { m_slow.median },
                part.isEmpty()        ? frame
                    : frame.isEmpty() ? part
                                      : Message { KT_PHRASE("overview", "%1%2"), part, frame },
                othersLike(isPartSaid ? m_growth.ofSteps : nullptr),
                m_named < excess / 20
                    ? Message {}
                    : Message { KT_PHRASE("overview", "; %1 of the %2 that it takes more are time of other findings"),
                        arg::Duration { std::min(m_named, excess) }, arg::Duration { excess } } });
    }

    /// As stepsLike(), and which step is not compared.
    [[nodiscard]] Message othersLike(const std::vector<Nanoseconds>* part) const
    {
        const Message cut = stepCut(m_facts, m_facts.stepWindows[m_slow.place].length(), m_slow.median);
        Message others = stepsLike(m_slow.place, m_slow.median, m_facts, part);
        return cut.isEmpty() ? others : Message { KT_PHRASE("overview", "%1%2"), std::move(others), cut };
    }

    [[nodiscard]] arg::Number number() const { return { m_facts.steps[m_slow.place].step.number }; }
    [[nodiscard]] Message window() const
    {
        return nameOfWindow(m_facts.steps[m_slow.place], m_facts.stepWindows[m_slow.place]);
    }

    CandidateList& m_list;
    const RankFacts& m_facts;
    const SlowStep m_slow;
    const GrownPart m_growth;  ///< what of the step is more than usual
    const Nanoseconds m_named; ///< timeOfFindings()
};

} // namespace

void addSlowStep(CandidateList& list, const CollectiveWaits& waits)
{
    if (std::optional<SlowStep> slow = slowStepIn(list.facts(), waits, list.thresholds().slowStep))
        SlowStepSentence(list, std::move(*slow)).add();
}

} // namespace kinetoscope
