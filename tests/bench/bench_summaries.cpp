// SPDX-License-Identifier: GPL-3.0-or-later
// A job of a thousand ranks as summaries, made of one trace, and what it takes to open and analyse it.
//
//     bench_summaries TRACE.json[.gz] FOLDER [RANKS=1024] [RUNS=2000] [TENSOR PIPELINE] [comms-id]
//
// Writes RANKS summaries to FOLDER (kept, and not made again): the communication runs and steps of the trace again and
// again until there are RUNS of each rank; of each collective the ranks arrive at random and leave together within 3
// us. All ranks are in one process group; with TENSOR and PIPELINE each is in one of TENSOR neighbours, one of PIPELINE
// stages and one of the rest (data), and communicates in them in turn. Collectives are numbered (`Seq`); with the word
// comms-id at the end each has a text of its own (`Comms Id`) in place of a number. Then opens the folder and runs
// wait-causes, clock-alignment, steps and overview over it. Prints CPU and wall time and the peak of memory after each.
// Recorded, never asserted.
#include "core/analysis/names/classification.h"
#include "core/analysis/run_analysis.h"
#include "core/base/atomic_file.h"
#include "core/base/memory_use.h"
#include "core/base/parallel.h"
#include "core/catalog/analyses.h"
#include "core/io/trace_loader.h"
#include "core/summaries/summary_maker.h"
#include "core/summaries/summary_writer.h"
#include "core/words/english.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <random>

#include <sys/resource.h>

using namespace kinetoscope;
namespace fs = std::filesystem;

namespace {

struct Clock {
    std::chrono::steady_clock::time_point wall = std::chrono::steady_clock::now();
    double cpu = cpuSeconds();

    static double cpuSeconds()
    {
        rusage use {};
        getrusage(RUSAGE_SELF, &use);
        const auto seconds = [](const timeval& time) {
            return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
        };
        return seconds(use.ru_utime) + seconds(use.ru_stime);
    }
    void print(const char* what) const
    {
        rusage use {};
        getrusage(RUSAGE_SELF, &use);
        const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
        std::printf(
            "%-18s %6.2f s CPU, %6.2f s, peak %5ld MiB\n", what, cpuSeconds() - cpu, passed, use.ru_maxrss / 1024);
    }
};

/// How the ranks of the job are divided; 0: not at all.
struct Division {
    std::int64_t tensor = 0;
    std::int64_t pipeline = 0;
};

/// Process groups that a rank is in: names are counted over the whole job, as PyTorch does.
std::vector<SummaryGroup> groupsOf(std::int64_t rank, std::int64_t ranks, const Division& by)
{
    std::vector<SummaryGroup> groups;
    std::int64_t named = 0; // groups of the kinds before
    const auto add = [&](const char* description, std::int64_t size, std::int64_t stride) {
        SummaryGroup& group = groups.emplace_back();
        const std::int64_t block = rank / (size * stride);
        const std::int64_t first = block * size * stride + rank % stride;
        for (std::int64_t i = 0; i < size; ++i)
            group.ranks.push_back(first + i * stride);
        group.name = std::to_string(named + block * stride + rank % stride);
        group.description = description;
        group.size = size;
        named += ranks / size;
    };
    if (by.tensor == 0) {
        add("default_pg", ranks, 1);
        return groups;
    }
    const std::int64_t data = ranks / by.tensor / by.pipeline;
    add("tensor", by.tensor, 1);
    add("data", data, by.tensor);
    add("pipeline", by.pipeline, by.tensor * data);
    return groups;
}

/// What a collective is told by.
enum class Numbering { Sequence, CommsId };

/// The runs and steps of `from` once more and once more, each time later; of one rank of many.
RankSummary rankOf(const RankSummary& from, std::int64_t rank, std::int64_t ranks, std::size_t runs,
    const Division& division, Numbering numbering)
{
    RankSummary made;
    made.meta = from.meta;
    made.meta.rank = rank;
    made.meta.worldSize = ranks;
    made.meta.trace = "rank" + std::to_string(rank) + ".json.gz";
    for (std::size_t id = 0; id < from.names.size(); ++id)
        made.names.intern(from.names.view(StringId { id }));
    made.groups = groupsOf(rank, ranks, division);
    for (std::uint32_t group = 0; group < made.groups.size(); ++group) {
        for (SummaryRunShape shape : from.shapes) {
            shape.group = group;
            made.shapes.push_back(std::move(shape));
        }
    }
    std::vector<std::int64_t> numbers(made.groups.size(), 0);
    std::mt19937_64 random(static_cast<std::uint64_t>(rank));
    const Nanoseconds span = from.meta.last - from.meta.first + 1'000'000;
    constexpr Nanoseconds kBetween = 100'000; // between the moments in which ranks leave and the first may come
    Timestamp leave = from.meta.first;
    Timestamp lastEnd = from.meta.first;
    Nanoseconds lastDuration = 0;
    for (std::int64_t copy = 0; made.runs.size() < runs; ++copy) {
        for (const SummaryStep& step : from.steps) {
            SummaryStep next = step;
            next.number = static_cast<std::int64_t>(made.steps.size());
            next.range = { step.range.begin + copy * span, step.range.end + copy * span };
            made.steps.push_back(next);
        }
        for (std::size_t i = 0; i < from.runs.size() && made.runs.size() < runs; ++i) {
            SummaryRun run = from.runs[i];
            leave += kBetween + run.duration;
            run.duration -= static_cast<Nanoseconds>(random() % static_cast<std::uint64_t>(run.duration / 2 + 1));
            run.start = leave + static_cast<Nanoseconds>(random() % 3'000) - run.duration;
            const std::size_t group = made.runs.size() % made.groups.size();
            run.shape += static_cast<std::uint32_t>(group * from.shapes.size());
            if (run.step != SummaryRun::kNone) {
                made.stepNumbers.push_back(from.steps.empty() ? 0 : static_cast<std::int64_t>(made.steps.size()) - 1);
                run.step = static_cast<std::uint32_t>(made.stepNumbers.size() - 1);
            }
            run.blob = static_cast<std::uint32_t>(made.blobs.size());
            SummaryParts less {}; // computes until it comes
            less[0] = run.start - lastEnd;
            less[1] = lastDuration;
            lastEnd = run.start + run.duration;
            lastDuration = run.duration;
            appendRunBlob(made.blobs, run, {}, less);
            const std::int64_t number = numbers[group]++;
            if (numbering == Numbering::CommsId)
                run.commsId = made.names.intern(made.groups[group].name + ":" + std::to_string(1'000'000 + number));
            else
                made.sequences.push_back(number);
            made.runs.push_back(run);
        }
    }
    made.meta.last = made.runs.back().start + made.runs.back().duration;
    made.meta.range = { from.meta.first, made.meta.last };
    made.meta.coreRange = made.meta.range;
    made.meta.workRange = made.meta.range;
    return made;
}

int fail(const Error& error)
{
    std::fprintf(stderr, "%s\n", english(error.message).c_str());
    return 1;
}

int make(const std::string& trace, const std::string& folder, std::int64_t ranks, std::size_t runs,
    const Division& division, Numbering numbering)
{
    const auto traces = loadTraceSet({ { std::nullopt, trace } }, {}, {});
    if (!traces)
        return fail(traces.error());
    const KernelClassifier classifier;
    AnalysisContext context;
    context.classifier = &classifier;
    const Result<RankSummary> summary = makeSummary(*traces, 0, {}, context);
    if (!summary)
        return fail(summary.error());
    if (summary->runs.empty()) {
        std::fprintf(stderr, "The trace has no communication.\n");
        return 1;
    }
    fs::create_directories(folder);
    const Clock clock;
    std::uint64_t size = 0;
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
        const Result<std::vector<std::uint8_t>> bytes =
            summaryBytes(rankOf(*summary, rank, ranks, runs, division, numbering));
        if (!bytes)
            return fail(bytes.error());
        size += bytes->size();
        const std::string path = folder + "/rank" + std::to_string(rank) + ".ksum";
        const std::string_view content(reinterpret_cast<const char*>(bytes->data()), bytes->size());
        if (const Result<Done> done = writeFileAtomically(path, content); !done)
            return fail(done.error());
    }
    std::printf("%lld summaries of %zu runs, %llu KiB each\n", static_cast<long long>(ranks), runs,
        static_cast<unsigned long long>(size / static_cast<std::uint64_t>(ranks) / 1024));
    clock.print("made");
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    const bool hasCommsIds = argc > 3 && std::string_view(argv[argc - 1]) == "comms-id";
    argc -= hasCommsIds ? 1 : 0;
    if (argc < 3) {
        std::fprintf(stderr, "bench_summaries TRACE.json[.gz] FOLDER [RANKS] [RUNS] [TENSOR PIPELINE] [comms-id]\n");
        return 2;
    }
    const std::string folder = argv[2];
    const std::int64_t ranks = argc > 3 ? std::atoll(argv[3]) : 1024;
    const auto runs = static_cast<std::size_t>(argc > 4 ? std::atoll(argv[4]) : 2000);
    const Division division = argc > 6 ? Division { std::atoll(argv[5]), std::atoll(argv[6]) } : Division {};
    const bool isDivisible =
        division.tensor > 0 && division.pipeline > 0 && ranks > 0 && ranks % (division.tensor * division.pipeline) == 0;
    if (argc > 5 && !isDivisible) {
        std::fprintf(stderr, "RANKS is no multiple of TENSOR x PIPELINE.\n");
        return 2;
    }
    if (!fs::exists(folder)) // a process of its own would have been measured with what this left
        return make(argv[1], folder, ranks, runs, division, hasCommsIds ? Numbering::CommsId : Numbering::Sequence);
    const KernelClassifier classifier;
    AnalysisContext context;
    context.classifier = &classifier;
    context.threads = coreCount();
    const Clock all;
    const Clock open;
    const auto traces = loadTraceSet({ { std::nullopt, folder } }, {}, {});
    if (!traces)
        return fail(traces.error());
    open.print("opened");
    for (const char* id : { "wait-causes", "clock-alignment", "steps", "overview" }) {
        const Clock clock;
        const AnalysisInput input { *traces, {} };
        const Result<AnalysisResult> result =
            runAnalysis(*findAnalysis(id), std::span(&input, 1), {}, Mode::Exact, context);
        if (!result)
            return fail(result.error());
        clock.print(id);
    }
    all.print("together");
    return 0;
}
