// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/communication_runs.h"

#include "core/analysis/collectives/cpu_collectives.h"
#include "core/analysis/collectives/run_facts.h"
#include "core/analysis/collectives/summary_runs.h"
#include "core/base/vectors.h"
#include "core/model/common_arguments.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace kinetoscope {

namespace {

constexpr std::string_view kParameterOp = "record_param_comms";
constexpr std::string_view kNcclPrefix = "nccl:";

template <typename T> void takeMissing(std::optional<T>& fact, const std::optional<T>& from)
{
    if (!fact && from)
        fact = from;
}

class RunReader {
public:
    RunReader(const TraceSet& traces, std::uint32_t rank, const KernelClassifier& classifier, const Progress& progress)
        : m_trace(*traces.ranks()[rank].trace)
        , m_slices(m_trace.slices())
        , m_rank(rank)
        , m_classifier(classifier)
        , m_progress(progress)
        , m_described(describedGroups(m_trace))
    {
    }

    Result<RankRuns> read()
    {
        collectKernels();
        if (m_runs.empty())
            collectHostRanges();
        KT_TRY_DONE(m_progress.carryOn());
        readFacts();
        KT_TRY_DONE(m_progress.carryOn());
        RankRuns found;
        found.runs.reserve(m_runs.size());
        for (Pending& pending : m_runs)
            found.runs.push_back(finished(pending));
        found.groups = std::move(m_groups);
        found.shapes = std::move(m_shapes);
        orderLaunches(found.runs);
        orderStreams(found.runs);
        countParts(found.runs);
        return found;
    }

private:
    struct Pending {
        CommunicationRun run;
        Timestamp launched = 0; ///< start of the launch, else of the run itself
        std::int64_t stream = Track::kNoStream;
        SliceId parameterOp;
        SliceId annotation;
        SliceId c10dOp;  ///< that has output and input as its first arguments
        SliceId inputOp; ///< of another backend, with the message as its first argument
    };

    /// What arguments say: many runs have the same, `Seq` aside.
    struct ArgumentFacts {
        RunFacts facts;
        std::array<RecordedInput, 2> inputs; ///< the first two of an op with shapes
    };
    struct EventFacts {
        const ArgumentFacts* arguments = nullptr;
        std::optional<std::int64_t> sequence;
    };

    void collectKernels()
    {
        const NameTypes types = m_classifier.typesOf(m_trace);
        for (const Track& track : m_trace.tracks()) {
            if (!track.isDeviceSide())
                continue;
            for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
                const SliceId slice { row };
                if (m_slices.kind[row] != EventKind::Kernel || !m_slices.isSound(slice)
                    || types.of(m_slices, row) != KernelType::Communication)
                    continue;
                Pending& pending = m_runs.emplace_back();
                pending.run.slice = slice;
                pending.stream = m_trace.streamArg(slice).value_or(track.stream);
                const SliceId launch = m_slices.partner[row];
                pending.launched = m_slices.start[(launch.isValid() ? launch : slice).index()];
                if (launch.isValid())
                    lookAround(launch, pending);
            }
            if (m_progress.shouldStop())
                return;
        }
    }

    void lookAround(SliceId launch, Pending& pending)
    {
        for (SliceId up = m_slices.parent[launch.index()]; up.isValid(); up = m_slices.parent[up.index()]) {
            const EventKind kind = m_slices.kind[up.index()];
            const std::string_view name = m_trace.name(up);
            if (kind == EventKind::CpuOp)
                takeSizedOp(up, name, pending);
            if (kind == EventKind::CpuOp && name == kParameterOp && !pending.parameterOp.isValid())
                pending.parameterOp = up;
            else if (kind == EventKind::UserAnnotation && name.starts_with(kNcclPrefix)
                && !pending.annotation.isValid())
                pending.annotation = up;
            else
                continue;
            if (!pending.run.hostOp.isValid())
                pending.run.hostOp = up;
        }
    }

    static void takeSizedOp(SliceId op, std::string_view name, Pending& pending)
    {
        const bool isOfC10d =
            name == "c10d::alltoall_base_" || name == "c10d::_allgather_base_" || name == "c10d::_reduce_scatter_base_";
        if (isOfC10d && !pending.c10dOp.isValid())
            pending.c10dOp = op;
        else if ((name.starts_with("symm_mem::") || name == "vllm::all_reduce") && !pending.inputOp.isValid())
            pending.inputOp = op;
    }

    /// CPU backends: no kernels, but annotations; ops in files of the autograd profiler, which has no annotations.
    void collectHostRanges()
    {
        for (const SliceId slice : cpuCollectivesOf(m_trace, m_progress)) {
            Pending& pending = m_runs.emplace_back();
            pending.run.slice = slice;
            pending.launched = m_slices.start[slice.index()];
            pending.annotation = slice;
        }
    }

    /// Of what the loader has kept, each distinct text once; one pass over the file for other events that may say
    /// something.
    void readFacts()
    {
        std::vector<EventIndex> events;
        const auto want = [&](SliceId slice) {
            if (slice.isValid())
                events.push_back(m_slices.eventIndex[slice.index()]);
        };
        for (const Pending& pending : m_runs) {
            want(pending.run.slice);
            want(pending.parameterOp);
            want(pending.annotation);
            want(pending.c10dOp);
            want(pending.inputOp);
        }
        sortUnique(events);
        takeKept(events);
        if (events.empty())
            return;
        const auto visit = [&](std::size_t i, std::string_view json) {
            const ArgumentFacts& arguments = addFacts(json);
            m_facts[events[i]] = { &arguments, arguments.facts.sequence };
            return !m_progress.shouldStop();
        };
        // Without the file runs keep what columns and names say.
        [[maybe_unused]] const Result<Done> done = m_trace.visitEventJson(events, visit);
    }

    /// Takes the events out whose arguments the loader has kept.
    void takeKept(std::vector<EventIndex>& events)
    {
        const auto* source = dynamic_cast<const CommonArgumentsSource*>(m_trace.argsSource());
        if (!source)
            return;
        const CommonArguments& kept = source->commonArguments();
        std::unordered_map<std::uint32_t, const ArgumentFacts*> known;
        std::erase_if(events, [&](EventIndex event) {
            const CommonArguments::Entry entry = kept.find(event);
            if (entry.isKept && entry.text.value != 0) {
                const auto [text, isNew] = known.try_emplace(entry.text.value, nullptr);
                if (isNew)
                    text->second = &addFacts(kept.text(entry.text));
                m_facts[event] = { text->second, kept.sequence(event) };
            }
            return entry.isKept;
        });
    }

    const ArgumentFacts& addFacts(std::string_view json)
    {
        m_arguments.push_back({ runFactsOf(m_reader, json), { recordedInput(json, 0), recordedInput(json, 1) } });
        return m_arguments.back();
    }

    [[nodiscard]] const EventFacts* eventFactsAt(SliceId slice) const
    {
        if (!slice.isValid())
            return nullptr;
        const auto found = m_facts.find(m_slices.eventIndex[slice.index()]);
        return found == m_facts.end() ? nullptr : &found->second;
    }

    /// Without `Seq`, which is sequenceAt().
    [[nodiscard]] const RunFacts* factsAt(SliceId slice) const
    {
        const EventFacts* event = eventFactsAt(slice);
        return event ? &event->arguments->facts : nullptr;
    }

    [[nodiscard]] std::optional<std::int64_t> sequenceAt(SliceId slice) const
    {
        const EventFacts* event = eventFactsAt(slice);
        return event ? event->sequence : std::nullopt;
    }

    [[nodiscard]] const std::array<RecordedInput, 2>* inputsAt(SliceId slice) const
    {
        const EventFacts* event = eventFactsAt(slice);
        return event ? &event->arguments->inputs : nullptr;
    }

    CommunicationRun finished(Pending& pending)
    {
        CommunicationRun& run = pending.run;
        run.rank = m_rank;
        run.range = m_slices.range(run.slice);
        run.step = stepAt(pending.launched);
        RunFacts facts;
        CollectiveKind kind = CollectiveKind::Unknown;
        const auto takeKind = [&kind](std::string_view text) {
            if (kind == CollectiveKind::Unknown)
                kind = collectiveKindOf(text);
        };
        if (const RunFacts* own = factsAt(run.slice)) {
            facts = *own;
            facts.sequence = sequenceAt(run.slice);
            takeKind(facts.collective.value_or(""));
        }
        takeColumns(run.slice, facts, takeKind);
        if (const RunFacts* parameters = factsAt(pending.parameterOp);
            parameters && parameters->collective.value_or("") != "wait") {
            takeKind(parameters->collective.value_or(""));
            takeAll(facts, *parameters);
            takeMissing(facts.sequence, sequenceAt(pending.parameterOp));
        }
        if (pending.annotation.isValid()) {
            takeKind(m_trace.name(pending.annotation));
            if (const auto* inputs = inputsAt(pending.annotation); inputs && !facts.elements)
                facts.elements = inputs->front().elements;
        }
        run.kernelKind = collectiveKindOf(m_trace.name(run.slice));
        run.isKindByName = kind == CollectiveKind::Unknown;
        run.kind = run.isKindByName ? run.kernelKind : kind;
        run.sequence = facts.sequence;
        if (facts.commsId)
            run.commsId = m_shapes.text(*facts.commsId);
        run.group = groupOf(facts, pending.stream);
        RunShape shape;
        shape.elements = facts.elements;
        if (kind == CollectiveKind::Send)
            shape.peer = facts.destination;
        else if (kind == CollectiveKind::Receive)
            shape.peer = facts.source;
        shape.stream = pending.stream;
        shape.message = messageOf(pending);
        shape.message.groupSize = facts.groupSize;
        run.shape = m_shapes.shape(std::move(shape));
        return run;
    }

    /// Size, type and name, each from the first source that has it.
    [[nodiscard]] MessageFacts messageOf(const Pending& pending) const
    {
        MessageFacts message;
        const auto take = [&message](std::optional<std::int64_t> in, std::optional<std::int64_t> out,
                              std::string_view type, SizeSource source) {
            if (source != SizeSource::None && message.source == SizeSource::None && (in || out)) {
                message.in = in;
                message.out = out;
                message.source = source;
            }
            if (message.type.empty())
                message.type = type;
        };
        const auto takeName = [&message](std::string_view name) {
            if (message.name.empty())
                message.name = name;
        };
        const auto takeFacts = [&](const RunFacts* facts, SizeSource source) {
            if (!facts || facts->collective.value_or("") == "wait")
                return;
            take(facts->elements, facts->elementsOut, facts->elementType.value_or(""), source);
            takeName(facts->collective.value_or(""));
        };
        takeFacts(factsAt(pending.run.slice), SizeSource::Kernel);
        takeFacts(factsAt(pending.parameterOp), SizeSource::ParameterOp);
        if (const auto* inputs = inputsAt(pending.c10dOp))
            take((*inputs)[1].elements, (*inputs)[0].elements, (*inputs)[0].type, SizeSource::C10dOp);
        for (const SliceId slice : { pending.annotation, pending.parameterOp }) {
            if (const auto* inputs = inputsAt(slice))
                take(inputs->front().elements, std::nullopt, inputs->front().type, SizeSource::Annotation);
        }
        if (pending.annotation.isValid())
            takeName(m_trace.name(pending.annotation));
        if (const auto* inputs = inputsAt(pending.inputOp))
            take(inputs->front().elements, std::nullopt, inputs->front().type, SizeSource::OpInput);
        if (pending.inputOp.isValid())
            takeName(m_trace.name(pending.inputOp));
        const std::string_view kernel = m_trace.name(pending.run.slice);
        message.isInSwitch = kernel.find("multimem") != std::string_view::npos
            || kernel.find("NVLS") != std::string_view::npos || kernel.find("SHARP") != std::string_view::npos;
        return message;
    }

    template <typename TakeKind> void takeColumns(SliceId slice, RunFacts& facts, const TakeKind& takeKind)
    {
        const EventIndex event = m_slices.eventIndex[slice.index()];
        if (const auto name = m_trace.args().collectiveName.find(event))
            takeKind(m_trace.text(*name));
        if (const auto group = m_trace.args().processGroup.find(event); group && !facts.groupName)
            facts.groupName = std::string(m_trace.text(*group));
    }

    static void takeAll(RunFacts& facts, const RunFacts& from)
    {
        takeMissing(facts.groupName, from.groupName);
        takeMissing(facts.groupDescription, from.groupDescription);
        takeMissing(facts.groupRanks, from.groupRanks);
        takeMissing(facts.groupSize, from.groupSize);
        takeMissing(facts.firstRank, from.firstRank);
        takeMissing(facts.rankStride, from.rankStride);
        takeMissing(facts.commsId, from.commsId);
        takeMissing(facts.elements, from.elements);
        takeMissing(facts.destination, from.destination);
        takeMissing(facts.source, from.source);
    }

    std::uint32_t groupOf(const RunFacts& facts, std::int64_t stream)
    {
        NamedGroup group;
        if (facts.groupName) {
            group.name = *facts.groupName;
            const auto described = m_described.find(group.name);
            if (described != m_described.end())
                group = described->second;
            if (facts.groupDescription)
                group.description = *facts.groupDescription;
            if (group.ranks.empty() && facts.groupRanks)
                group.ranks = rankList(*facts.groupRanks).value_or(std::vector<std::int64_t> {});
            constexpr std::int64_t kMostRanks = 1'000'000;
            if (group.ranks.empty() && facts.firstRank && facts.rankStride && facts.groupSize && *facts.rankStride > 0
                && *facts.groupSize > 0 && *facts.groupSize < kMostRanks && *facts.rankStride < kMostRanks) {
                for (std::int64_t i = 0; i < *facts.groupSize; ++i)
                    group.ranks.push_back(saturatingAdd(*facts.firstRank, i * *facts.rankStride));
            }
            group.size = group.ranks.empty() ? facts.groupSize.value_or(group.size)
                                             : static_cast<std::int64_t>(group.ranks.size());
        } else {
            group = stream == Track::kNoStream ? groupOfHost()
                                               : NamedGroup { .description = "stream " + streamWords(stream) };
        }
        const auto key = std::tie(group.name, group.description, group.ranks);
        for (std::size_t i = 0; i < m_groups.size(); ++i) {
            if (std::tie(m_groups[i].name, m_groups[i].description, m_groups[i].ranks) == key)
                return static_cast<std::uint32_t>(i);
        }
        m_groups.push_back(std::move(group));
        return static_cast<std::uint32_t>(m_groups.size() - 1);
    }

    /// Annotations of CPU backends name no group: it is known where the file describes no other ranks.
    [[nodiscard]] NamedGroup groupOfHost() const
    {
        NamedGroup group { .description = "host" };
        if (m_described.empty())
            return group;
        const NamedGroup& first = m_described.begin()->second;
        group.isOneOfSeveral = m_described.size() > 1 && std::ranges::any_of(m_described, [&first](const auto& each) {
            return each.second.ranks.empty() || each.second.ranks != first.ranks;
        });
        if (!group.isOneOfSeveral) {
            group.ranks = first.ranks;
            group.size = first.size;
        }
        return group;
    }

    [[nodiscard]] std::string streamWords(std::int64_t stream) const
    {
        const std::string_view text = m_trace.streamText(stream);
        return text.empty() ? std::to_string(stream) : std::string(text);
    }

    [[nodiscard]] std::optional<std::int64_t> stepAt(Timestamp time) const
    {
        const Step* const step = kinetoscope::stepAt(m_trace.steps(), time);
        return step ? std::optional(step->number) : std::nullopt;
    }

    /// By launch and event. @param runs  of m_runs, in their order.
    void orderLaunches(std::vector<CommunicationRun>& runs) const
    {
        std::vector<std::uint32_t> order(runs.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::stable_sort(order, {}, [this](std::uint32_t a) {
            return std::pair(m_runs[a].launched, m_slices.eventIndex[m_runs[a].run.slice.index()]);
        });
        std::vector<CommunicationRun> ordered = mapped(order, [&](const std::uint32_t place) { return runs[place]; });
        runs = std::move(ordered);
    }

    /// What runs on a stream runs in the order of its starts, whoever launched it: many kernels of one graph launch.
    static void orderStreams(std::vector<CommunicationRun>& runs)
    {
        std::map<std::int64_t, std::vector<std::size_t>> places;
        for (std::size_t i = 0; i < runs.size(); ++i)
            places[runs[i].stream()].push_back(i);
        for (const auto& [stream, own] : places) {
            std::vector<CommunicationRun> ordered = mapped(own, [&](const std::size_t place) { return runs[place]; });
            std::ranges::stable_sort(ordered, {}, [](const CommunicationRun& a) { return a.range.begin; });
            for (std::size_t i = 0; i < own.size(); ++i)
                runs[own[i]] = ordered[i];
        }
    }

    /// Kernels of one host op, in the order of their starts.
    static void countParts(std::vector<CommunicationRun>& runs)
    {
        std::map<std::size_t, std::vector<CommunicationRun*>> byOp;
        for (CommunicationRun& run : runs) {
            if (run.hostOp.isValid())
                byOp[run.hostOp.index()].push_back(&run);
        }
        for (auto& [op, parts] : byOp) {
            std::ranges::stable_sort(parts, {}, [](const CommunicationRun* a) { return a->range.begin; });
            for (std::size_t i = 0; i < parts.size(); ++i)
                parts[i]->part = static_cast<std::uint32_t>(i);
        }
    }

    const Trace& m_trace;
    const SliceTable& m_slices;
    std::uint32_t m_rank;
    const KernelClassifier& m_classifier;
    const Progress& m_progress;
    std::map<std::string, NamedGroup, std::less<>> m_described;
    std::vector<Pending> m_runs;
    std::vector<NamedGroup> m_groups;
    RunShapes m_shapes;
    EventArgsReader m_reader;
    std::deque<ArgumentFacts> m_arguments; ///< which m_facts refer to
    std::unordered_map<EventIndex, EventFacts> m_facts;
};

} // namespace

Result<RankRuns> communicationRuns(
    const TraceSet& traces, std::uint32_t rank, const KernelClassifier& classifier, const Progress& progress)
{
    if (const RankSummary* summary = traces.ranks()[rank].readsFrom())
        return runsOfSummary(*summary, rank);
    return RunReader(traces, rank, classifier, progress).read();
}

bool isInScope(const AnalysisInput& input, const CommunicationRun& run)
{
    const Scope& scope = input.scope;
    const RankTrace& rank = input.traces->ranks()[run.rank];
    if (!isChosen(scope.ranks, rank.rank) || !isChosen(scope.streams, run.stream()))
        return false;
    if (!scope.steps.empty() && !(run.step && isChosen(scope.steps, *run.step)))
        return false;
    return !scope.range || scope.range->contains(rank.toJobTime(run.range.begin));
}

} // namespace kinetoscope
