// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/candidate_list.h"
#include "core/analysis/overview/candidates/host_busy_words.h"
#include "core/analysis/overview/candidates/idle_cures.h"

#include "core/analysis/causes/work/call_names.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

/// Adds candidates of time in which the GPU waits for the host to a list.
class IdleCandidates {
public:
    explicit IdleCandidates(CandidateList& list)
        : m_list(list)
        , m_facts(list.facts())
    {
    }

    /// @param kernelDelay  of addGapCandidates().
    void addAll(Nanoseconds kernelDelay)
    {
        addHostIdle();
        addGapCandidates(m_list, kernelDelay);
        addWaitsForGpu();
    }

private:
    /// Where most of it was: before or after a call, in an op.
    enum class Where : std::uint8_t { In, After };
    /// " (98.0 % of it in 'cudaFree' in 'aten::conv2d')"; empty where nothing was recorded.
    [[nodiscard]] static Message mainPlace(const IdleOf& found, Where where)
    {
        const HostPlace& place = where == Where::In ? found.place : found.after;
        if (place.name.empty())
            return {};
        const arg::Share share { place.there, found.idle.time };
        const arg::Name name { place.name };
        const arg::Name caller { place.caller };
        if (where == Where::In && place.caller.empty())
            return { KT_PHRASE("overview", " (%1 of it in %2)"), share, name };
        if (where == Where::In)
            return { KT_PHRASE("overview", " (%1 of it in %2 in %3)"), share, name, caller };
        if (place.caller.empty())
            return { KT_PHRASE("overview", " (%1 of it after %2)"), share, name };
        return { KT_PHRASE("overview", " (%1 of it after %2 in %3)"), share, name, caller };
    }
    /// ", 96.7 % of the time in 'engine.py(55): schedule'", or with what is inside it where no slice itself has much;
    /// empty where no one slice has so much that its name helps.
    [[nodiscard]] static Message placeOf(const IdleOf& found)
    {
        constexpr double kLeastShareOfOne = 0.3;
        const HostPlace& place = found.place;
        if (place.name.empty() || shareOf(place.there, found.idle.time) < kLeastShareOfOne) {
            if (found.inside.name.empty())
                return {};
            return { KT_PHRASE("overview", ", %1 of the time in %2 and what is inside it"),
                arg::Share { found.inside.there, found.idle.time }, arg::Name { found.inside.name } };
        }
        const arg::Share share { place.there, found.idle.time };
        const arg::Name name { place.name };
        if (place.caller.empty())
            return { KT_PHRASE("overview", ", %1 of the time in %2"), share, name };
        return { KT_PHRASE("overview", ", %1 of the time in %2 in %3"), share, name, arg::Name { place.caller } };
    }
    /// ", at one time", ", 12 times, 3.0 ms each on average", or ", in 12 parts of 3 gaps, ...".
    [[nodiscard]] static Message timesOf(const IdleOf& found)
    {
        if (found.idle.count == 1)
            return { KT_PHRASE("overview", ", at one time") };
        if (found.idle.count > found.gaps)
            return { KT_PHRASE("overview", ", in %1%2"), CandidateList::placesOf(found),
                CandidateList::eachPlaceOf(found) };
        return { KT_PHRASE("overview", ", %1 times%2"), arg::Count { found.idle.count }, CandidateList::eachOf(found) };
    }
    /// With what the GPU may have run meanwhile as its last sentence, where that is much of it.
    void add(IdleGroup which, Candidate candidate, Message sentence)
    {
        const IdleOf& found = m_facts.of(which);
        if (!isMuchLost(found))
            return m_list.add(std::move(candidate), std::move(sentence));
        m_list.add(std::move(candidate),
            { KT_PLURAL("overview",
                  "%3 For %2 of it the GPU may have run a kernel that is not in the file, that of %1 launch.",
                  "%3 For %2 of it the GPU may have run kernels that are not in the file, those of %1 launches."),
                arg::Count { found.lostKernels }, arg::Duration { found.lost }, std::move(sentence) });
    }
    /// "... while the host is in its data loader (98 % of it in ...), 5 times, 12 ms each on average: advice."
    void addHostCause(IdleGroup which, const char* kind, FittingPhrase<3> sentence)
    {
        const IdleOf& found = m_facts.of(which);
        add(which, m_list.makeIdle(which, kind),
            { sentence, m_list.ofView(found.idle.time), mainPlace(found, Where::In), timesOf(found) });
    }

    /// The same with how much of it the advice is about.
    void addHostCause(IdleGroup which, const char* kind, FittingPhrase<4> sentence, Nanoseconds ofIt)
    {
        const IdleOf& found = m_facts.of(which);
        add(which, m_list.makeIdle(which, kind),
            { sentence, m_list.ofView(found.idle.time), mainPlace(found, Where::In), timesOf(found),
                arg::Duration { ofIt } });
    }

    void addHostIdle()
    {
        addDataLoading();
        addAllocation();
        addFirstUse();
        addCompilation();
        addGraphMaking();
        addPythonWait();
        addHostCause(IdleGroup::Collective, "host-collective",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while a collective of a CPU backend runs on the host%2%3: it lasts until the "
                "other ranks have done their part."));
        addProfiler();
        addHostCause(IdleGroup::InSync, "sync-idle",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host is in a synchronisation or a blocking copy%2%3, and no recorded "
                "work runs: what it waits for was not recorded, or had ended and the call took that long."));
        addAfterSync();
        addHostBusy();
        addLaunchCalls();
    }
    void addDataLoading()
    {
        const IdleOf& loading = m_facts.of(IdleGroup::DataLoading);
        constexpr double kNearlyAll = 0.95;
        const bool isStarting = loading.startingWorkers > loading.idle.time / 2;
        if (isStarting && !loading.startsWorkersAgain) // that comes with workers that are kept, too
            addHostCause(IdleGroup::DataLoading, "data-loading",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host is in its data loader%2%3: for %4 of it the loader starts "
                    "its worker processes."),
                loading.startingWorkers);
        else if (isStarting)
            addHostCause(IdleGroup::DataLoading, "data-loading",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host is in its data loader%2%3: for %4 of it worker processes "
                    "are started. The file has that of several iterators: a loader that is iterated again starts its "
                    "workers anew, unless persistent_workers=True keeps them."),
                loading.startingWorkers);
        else if (shareOf(loading.withoutWorkers, loading.idle.time) >= kNearlyAll)
            addHostCause(IdleGroup::DataLoading, "data-loading",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host is in its data loader%2%3: it has no worker processes "
                    "(num_workers=0). With workers, batches can be made meanwhile; less work per sample helps, too."));
        else if (loading.withoutWorkers > loading.idle.time / 2)
            addHostCause(IdleGroup::DataLoading, "data-loading",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host is in its data loader%2%3: for %4 of it in one without "
                    "worker processes (num_workers=0). With workers, batches can be made meanwhile; less work per "
                    "sample helps, "
                    "too."),
                loading.withoutWorkers);
        else
            addHostCause(IdleGroup::DataLoading, "data-loading",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host is in its data loader%2%3: more workers, prefetching or "
                    "less work per sample may hide it."));
    }
    /// What is allocated again belongs to it: both together are to be most of the time.
    [[nodiscard]] static bool isOfEmptiedCache(const IdleOf& allocation)
    {
        return allocation.emptyingCache > allocation.idle.time / 10 && allocation.afterEmptied > 0
            && saturatingAdd(allocation.emptyingCache, allocation.afterEmptied) > allocation.idle.time / 2;
    }
    void addAllocation()
    {
        const IdleOf& allocation = m_facts.of(IdleGroup::Allocation);
        if (allocation.retried > allocation.idle.time / 2)
            addHostCause(IdleGroup::Allocation, "device-allocation",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host allocates or frees memory%2%3: for most of it PyTorch's "
                    "caching allocator frees what it kept and allocates again, as it does when an allocation fails "
                    "because memory is full; less memory in use, or expandable_segments in PYTORCH_CUDA_ALLOC_CONF "
                    "where it is in small pieces, may help."));
        else if (isOfEmptiedCache(allocation))
            addHostCause(IdleGroup::Allocation, "device-allocation",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host allocates or frees memory%2%3: for %4 of it "
                    "torch.cuda.empty_cache() gives back memory, and what is needed again afterwards has to be "
                    "allocated anew."),
                allocation.emptyingCache);
        else if (allocation.isUncached)
            addHostCause(IdleGroup::Allocation, "device-allocation",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host allocates or frees memory%2%3: nearly every aten::empty "
                    "allocates device memory itself, and about as many calls free memory again, as where PyTorch's "
                    "caching allocator is switched off (PYTORCH_NO_CUDA_MEMORY_CACHING)."));
        else
            addHostCause(IdleGroup::Allocation, "device-allocation",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host allocates or frees memory%2%3: PyTorch's caching allocator "
                    "makes few such calls once it is warm, libraries with buffers of their own make more."));
    }
    void addFirstUse()
    {
        if (const IdleOf& first = m_facts.of(IdleGroup::FirstUse);
            !isLoadingAmong(first) && comesAgain(first, first.again))
            addHostCause(IdleGroup::FirstUse, "long-allocation",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host allocates or frees memory in calls of 100 ms or more%2%3; "
                    "they come again in the second half of the GPU time in view, so warm-up does not take them away."));
        else if (comesAgain(first, first.again))
            addHostCause(IdleGroup::FirstUse, "first-use",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host is in long calls that load code, ask for something or set "
                    "it up%2%3; they come again in the second half of the GPU time in view, so warm-up does not take "
                    "them away."));
        else if (shareOf(first.afterStart, first.idle.time) >= kLeastShareSaid)
            m_list.add(m_list.makeIdle(IdleGroup::FirstUse, "first-use"), afterStart(first));
        else
            addHostCause(IdleGroup::FirstUse, "first-use",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host loads code or sets something up%2%3: usually only first "
                    "calls do so; record after some steps of warm-up to leave them out."));
    }
    /// Of what counts as loading code where much of it is after the start of what was launched.
    [[nodiscard]] Message afterStart(const IdleOf& first) const
    {
        const Message time = m_list.ofView(first.idle.time);
        const Message place = mainPlace(first, Where::In);
        const Message times = timesOf(first);
        const arg::Duration after { first.afterStart };
        if (!isNearlyAllAfterStart(first))
            return { KT_PHRASE("overview",
                         "The GPU is idle for %1 while the host is in what counts as loading code or setting something "
                         "up%2%3: usually only first calls do so; record after some steps of warm-up to leave them "
                         "out. But for %4 of it a slow launch went on when all that it launches for the first time had "
                         "started to run: its code was loaded by then, and what the launch went on with was not "
                         "recorded."),
                time, place, times, after };
        if (first.afterStart == first.idle.time && first.isOneAfterStart)
            return { KT_PHRASE("overview",
                         "The GPU is idle for %1 while the host is in a slow first launch%2%3. By then all that this "
                         "call launches for the first time had started to run: its code was loaded, and what the call "
                         "went on with was not recorded."),
                time, place, times };
        if (first.afterStart == first.idle.time)
            return { KT_PHRASE("overview",
                         "The GPU is idle for %1 while the host is in slow first launches%2%3. By then all that they "
                         "launch for the first time had started to run: its code was loaded, and what the calls went "
                         "on with was not recorded."),
                time, place, times };
        if (first.isOneAfterStart)
            return { KT_PHRASE("overview",
                         "The GPU is idle for %1 while the host is in a slow first launch%2%3. For %4 of it all that "
                         "this call launches for the first time had started to run: its code was loaded by then, and "
                         "what the call went on with was not recorded."),
                time, place, times, after };
        return { KT_PHRASE("overview",
                     "The GPU is idle for %1 while the host is in slow first launches%2%3. For %4 of it all that they "
                     "launch for the first time had started to run: its code was loaded by then, and what the calls "
                     "went on with was not recorded."),
            time, place, times, after };
    }
    void addCompilation()
    {
        const IdleOf& compiling = m_facts.of(IdleGroup::Compilation);
        if (comesAgain(compiling, m_facts.idleOfLaterSteps[static_cast<std::size_t>(IdleGroup::Compilation)]))
            addHostCause(IdleGroup::Compilation, "compilation",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host compiles code%2%3; it does so again in the later half of "
                    "the steps: something makes it compile anew, as inputs of other shapes do."));
        else if (comesAgain(compiling, compiling.late)
            || (m_facts.compiledAnew > 0 && m_facts.compiledAnew >= compiling.idle.time / 4))
            addHostCause(IdleGroup::Compilation, "compilation",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host compiles code%2%3: first steps do so, later ones where "
                    "something makes it compile anew, as inputs of other shapes do."));
        else
            addHostCause(IdleGroup::Compilation, "compilation",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host compiles code%2%3: usually only first steps do so; record "
                    "after some steps of warm-up to leave them out."));
    }
    void addPythonWait()
    {
        if (const IdleOf& waits = m_facts.of(IdleGroup::PythonWait);
            waits.place.name == kSleepFrame && waits.place.there >= waits.idle.time - waits.idle.time / 20)
            addHostCause(IdleGroup::PythonWait, "python-wait",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host sleeps in Python%2%3: for as long as the program asks "
                    "for."));
        else
            addHostCause(IdleGroup::PythonWait, "python-wait",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host sleeps or waits in Python%2%3: for another thread, a "
                    "request or a timer, which the trace does not tell."));
    }
    void addProfiler()
    {
        if (const IdleOf& profiler = m_facts.of(IdleGroup::Profiler); profiler.afterProfiler > 0)
            m_list.add(m_list.makeIdle(IdleGroup::Profiler, "profiler-overhead"),
                { KT_PHRASE("overview",
                      "The GPU is idle for %1 while the host is in work of the profiler itself%2, or for %4 of it "
                      "after the profiler had waited for the GPU, until the host has launched more%3: without "
                      "recording it "
                      "is gone."),
                    m_list.ofView(profiler.idle.time), mainPlace(profiler, Where::In), timesOf(profiler),
                    arg::Duration { profiler.afterProfiler } });
        else
            addHostCause(IdleGroup::Profiler, "profiler-overhead",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host is in work of the profiler itself%2%3: without recording it "
                    "is gone."));
    }
    void addAfterSync()
    {
        const IdleOf& after = m_facts.of(IdleGroup::AfterSync);
        Candidate candidate = m_list.makeIdle(IdleGroup::AfterSync, finding::kSyncWait);
        // Copies of pageable memory wait, whatever they are asked to do. One to the host may fetch a value, which is
        // waited for wherever it goes.
        const bool isAfterCopies = after.after.name.find("Memcpy") != std::string::npos
            || after.after.caller.find("aten::copy_") != std::string::npos;
        const bool isPageable = isAfterCopies && after.after.there > after.idle.time / 2
            && m_facts.pageable.count > after.idle.count / 2
            && m_facts.mostCopies.direction == CopyDirection::HostToDevice;
        const bool worksOnCopies = after.afterToHost > after.idle.time / 2;
        if (isPageable)
            candidate.promise = { KT_PHRASE("overview",
                "Without waiting for the GPU the host can launch ahead; copies from or to pageable memory wait in any "
                "case: that takes pinned memory, and what it saves by hiding the copies is part of this.") };
        else if (!worksOnCopies)
            candidate.promise = { KT_PHRASE("overview",
                "Without waiting for the GPU the host can launch ahead, unless it needs a value that it waited for.") };
        const std::vector<HostPart> parts = curableParts(after, m_facts);
        if (!candidate.cure.empty() && !parts.empty() && !isWorkForGraphs(m_facts)) // which would take the same time
            candidate.other = { outsideOfCaptures(halfOf(parts, m_facts), m_facts), wordsOfHalf(parts, m_facts),
                timeOfHalf(parts), worksOnCopies };
        if (candidate.other.isBeside) { // what needs the data cannot do without the wait
            candidate.curable = std::exchange(candidate.other.curable, after.idle.time);
            std::swap(candidate.cure, candidate.other.changes);
            std::swap(candidate.cureWords, candidate.other.words);
            candidate.promise = {};
        }
        const Message sentence {
            KT_PHRASE("overview",
                "The GPU is idle for %1 after the host had waited for it%2%3: it has nothing queued then, until the "
                "host has launched more%4%5."),
            m_list.ofView(after.idle.time), mainPlace(after, Where::After), timesOf(after), meanwhileIn(after),
            placeOf(after)
        };
        add(IdleGroup::AfterSync, std::move(candidate),
            worksOnCopies
                ? Message { KT_PHRASE("overview",
                                "%1 Most of this follows copies to the host, of %2 on average: where it works on these "
                                "data, it has to wait for them."),
                    sentence, arg::Bytes { after.toHostBytes } }
                : sentence);
    }
    /// "captures graphs, in 25 captures", and that it instantiates them where that is much of it.
    [[nodiscard]] Message graphMakingIn(const IdleOf& making) const
    {
        if (m_facts.idleCaptures == 0)
            return { KT_PHRASE("overview", "instantiates graphs") };
        const arg::Count captures { m_facts.idleCaptures };
        const Nanoseconds instantiating = making.idle.time - m_facts.idleInCaptures;
        if (instantiating <= making.idle.time / 10)
            return { KT_PLURAL("overview", "captures graphs, in %1 capture", "captures graphs, in %1 captures"),
                captures };
        return { KT_PLURAL("overview", "captures graphs, in %1 capture, and instantiates it (%2 of it)",
                     "captures graphs, in %1 captures, and instantiates them (%2 of it)"),
            captures, arg::Duration { instantiating } };
    }
    void addGraphMaking()
    {
        const IdleOf& making = m_facts.of(IdleGroup::Capture);
        Candidate candidate = m_list.makeIdle(IdleGroup::Capture, "graph-capture");
        const Message what = graphMakingIn(making);
        if (comesAgain(making, m_facts.idleOfLaterSteps[static_cast<std::size_t>(IdleGroup::Capture)]))
            m_list.add(std::move(candidate),
                { KT_PHRASE("overview",
                      "The GPU is idle for %1 while the host %2: what is launched in a capture goes into its graph and "
                      "does not run then. The host does so again in the later half of the steps: graphs that are kept "
                      "and launched again need no other capture."),
                    m_list.ofView(making.idle.time), what });
        else if (m_facts.isOfWindow && m_facts.makesGraphsLater)
            m_list.add(std::move(candidate),
                { KT_PHRASE("overview",
                      "The GPU is idle for %1 while the host %2: what is launched in a capture goes into its graph and "
                      "does not run then. The host does so in the later half of all recorded steps: graphs that "
                      "are kept and launched again need no other capture."),
                    m_list.ofView(making.idle.time), what });
        else
            m_list.add(std::move(candidate),
                { KT_PHRASE("overview",
                      "The GPU is idle for %1 while the host %2: what is launched in a capture goes into its graph and "
                      "does not run then. Usually only start-up does so: record after it to leave that out."),
                    m_list.ofView(making.idle.time), what });
    }
    /// "; meanwhile the host is in ops (45.0 %)"; empty where that is not known.
    [[nodiscard]] static Message meanwhileIn(const IdleOf& found)
    {
        Message parts = meanwhileOf(found);
        return parts.isEmpty() ? Message {}
                               : Message { KT_PHRASE("overview", "; meanwhile the host is in %1"), std::move(parts) };
    }
    /// "The GPU waits 12 ms (3.4 % ...) for the host", or which part of that it is: other tables have all of it, and
    /// what is unknown in missing steps.
    [[nodiscard]] Message waitOf(const IdleOf& busy) const
    {
        const Nanoseconds all =
            m_facts.idle[static_cast<std::size_t>(IdleCause::HostWait)].time - m_facts.hostWaitInMissingSteps;
        const Message part = m_list.ofView(busy.idle.time);
        if (all - busy.idle.time <= busy.idle.time / 1000)
            return { KT_PHRASE("overview", "The GPU waits %1 for the host"), part };
        return { KT_PHRASE("overview", "The GPU waits %1 for the host (%2 with its other waits for the host)"), part,
            arg::Duration { all } };
    }
    void addHostBusy()
    {
        const IdleOf& busy = m_facts.of(IdleGroup::HostBusy);
        Candidate candidate = m_list.makeIdle(IdleGroup::HostBusy, "host-wait");
        candidate.curable =
            isWorkForGraphs(m_facts) ? m_facts.waitsInRepeated : timeOfHalf(curableParts(busy, m_facts));
        candidate.tellsLoading = !loadingIn(busy).isEmpty();
        if (!candidate.cure.empty() && isMaybeForGraph(m_facts))
            candidate.other = { { launchedAsGraphs(kSingle) },
                { KT_PHRASE("overview", "with that sequence launched as graphs at no cost, if its parts come again") },
                m_facts.waitsInSingle, true };
        add(IdleGroup::HostBusy, std::move(candidate),
            { KT_PHRASE(
                  "overview", "%1: it had nothing left to run until the host launched more, in %2%3%4%5%6%7%8%9."),
                waitOf(busy), CandidateList::placesOf(busy), CandidateList::eachPlaceOf(busy), meanwhileIn(busy),
                placeOf(busy), loadingIn(busy), otherPythonIn(busy), optimizerIn(busy), repeatedIn(m_facts) });
    }
    void addLaunchCalls()
    {
        const ShortLaunches& launches = m_facts.shortLaunches;
        const IdleOf& found = m_facts.of(IdleGroup::LaunchCalls);
        const Nanoseconds latency = found.byCause[static_cast<std::size_t>(Cause::LaunchLatency)];
        const Nanoseconds calls = saturatingSubtract(found.idle.time, latency);
        const Message when = latency == 0 ? Message { KT_PHRASE("overview", " while the host is in launch calls") }
            : calls == 0
            ? Message { KT_PHRASE("overview", " between launch calls and the start of what they launched") }
            : Message {
                  KT_PHRASE("overview",
                      " while work is launched: %1 in launch calls, %2 from their return to the start of the work"),
                  arg::Duration { calls }, arg::Duration { latency }
              };
        const Message ofOptimizer = optimizerIn(found);
        Candidate candidate = m_list.makeIdle(IdleGroup::LaunchCalls, "short-kernels");
        candidate.curable = calls;
        add(IdleGroup::LaunchCalls, std::move(candidate),
            { KT_PHRASE("overview", "The GPU is idle for %1%2%3%4."), m_list.ofView(found.idle.time), when,
                timesOf(found),
                found.inLongCalls > calls / 2 ? longCallsOf(found)
                    : ofOptimizer.isEmpty()   ? launchAdvice(launches, !m_facts.graphsMade.empty())
                                              : ofOptimizer });
    }
    /// Fewer launches are no cure for the few that take long.
    [[nodiscard]] Message longCallsOf(const IdleOf& found) const
    {
        const arg::Duration inLongCalls { found.inLongCalls };
        const arg::ExactDuration cutoff { m_facts.shortLaunches.cutoff };
        if (m_facts.areLaunchesBlocking)
            return { KT_PHRASE("overview",
                         "; %1 of it in calls that take longer than %2: launches wait for their kernels here"),
                inLongCalls, cutoff };
        if (found.holder.there > found.inLongCalls / 2)
            return { KT_PHRASE("overview",
                         "; %1 of it in calls that take longer than %2. For %3 of that, another thread is in %4 during "
                         "at least half of the call: it may hold the driver"),
                inLongCalls, cutoff, arg::Duration { found.holder.there }, arg::Name { found.holder.name } };
        return { KT_PHRASE("overview",
                     "; %1 of it in calls that take longer than %2. Why they take so long was not recorded: another "
                     "thread may hold the driver, for example while it allocates or pins memory"),
            inLongCalls, cutoff };
    }
    /// Empty where few launches are dear, or there are few at all. Who uses graphs, or captures
    /// one, needs no advice to.
    [[nodiscard]] static Message launchAdvice(const ShortLaunches& launches, bool capturesGraph)
    {
        constexpr std::uint64_t kFewest = 10;
        if (launches.all < kFewest || launches.calls.size() * 2 < launches.all)
            return {};
        const arg::Share share { launches.calls.size(), launches.all };
        const arg::ExactDuration cutoff { launches.cutoff };
        const arg::Duration host { launches.host };
        const arg::Duration gpu { launches.gpu };
        if (launches.ofGraphs > 0 || capturesGraph)
            return {
                KT_PHRASE("overview",
                    "; of the kernel launches of up to %1, those of graphs aside, %2 take the host longer than their "
                    "kernels take the GPU, %3 for %4 of work: fused kernels (torch.compile) need fewer launches"),
                cutoff, share, host, gpu
            };
        return { KT_PHRASE("overview",
                     "; of the kernel launches of up to %1, %2 take the host longer than their kernels take the GPU, "
                     "%3 for %4 of work: fused kernels (torch.compile) or CUDA graphs need fewer launches"),
            cutoff, share, host, gpu };
    }

    /// Right after its waits the GPU may be idle for little, and for much when the host, no longer ahead, comes late
    /// again and again. Only a replay tells, so what it says is at stake, of time in which the GPU waits for the host.
    void addWaitsForGpu()
    {
        const IdleOf& after = m_facts.of(IdleGroup::AfterSync);
        // Clocks may put the end of a wait a little before that of the work: then no gap is after one.
        if ((after.idle.time > 0 && after.afterMemory == after.idle.time)
            || m_facts.of(IdleGroup::Collective).idle.time > after.idle.time / 10
            || std::ranges::any_of(
                m_list.candidates(), [](const Candidate& each) { return each.idleGroup == IdleGroup::AfterSync; }))
            return;
        Nanoseconds ofHost = 0;
        for (const IdleGroup group : { IdleGroup::DataLoading, IdleGroup::Allocation, IdleGroup::FirstUse,
                 IdleGroup::Compilation, IdleGroup::AfterSync, IdleGroup::LaunchCalls, IdleGroup::HostBusy })
            ofHost = saturatingAdd(ofHost, m_facts.of(group).idle.time);
        Candidate candidate = m_list.make(finding::kWaitsForGpu, "what-if", ofHost);
        candidate.isPotential = true;
        candidate.cure = { waitingGone() };
        candidate.cureWords = { KT_PHRASE("overview", "with no synchronisation and no blocking copy") };
        m_list.add(std::move(candidate), {}); // says what it waits when that is known
    }

    CandidateList& m_list;
    const RankFacts& m_facts;
};

} // namespace

void addIdleCandidates(CandidateList& list, Nanoseconds kernelDelay)
{
    IdleCandidates(list).addAll(kernelDelay);
}

} // namespace kinetoscope
