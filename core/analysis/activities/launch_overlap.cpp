// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activities/launch_overlap.h"

#include "core/analysis/launch/launches.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/part_kinds.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/analysis/types/stream_cell.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kPairsTitle = "Neighbours of which the first is still busy when the second begins";
constexpr const char* kApisTitle = "Which API calls launch which kernels";
constexpr std::string_view kKernelLaunch = "kernel-launch";
constexpr std::string_view kLaunchLaunch = "launch-launch";
constexpr std::string_view kKernelKernel = "kernel-kernel";

std::vector<ColumnDescriptor> pairColumns()
{
    return {
        numberColumn(column::kRank, "Rank"),
        numberColumn("first_correlation", "First correlation"),
        numberColumn("second_correlation", "Second correlation"),
        textColumn("first_call", "First call"),
        textColumn("first_kernel", "First kernel", TextKind::Name),
        textColumn("second_call", "Second call"),
        textColumn("second_kernel", "Second kernel", TextKind::Name),
        defined({ column::kTs, ColumnType::Time, Unit::Microseconds, "Second starts" }, "Start of the second"),
        durationColumn("overlap", "Overlap", "How long the first goes on after the start of the second"),
        numberColumn(column::kStream, "First stream", "Stream of the first"),
    };
}

std::vector<ColumnDescriptor> apiColumns()
{
    return {
        numberColumn(column::kRank, "Rank"),
        textColumn("api", "API"),
        textColumn(column::kKernel, "Kernel", TextKind::Name),
        countColumn(column::kCount, "Kernels"),
        mainFigure(durationColumn(column::kSum, "Kernel time", "Sum of the kernels")),
        countColumn(column::kCalls, "Calls"),
        durationColumn(column::kCallSum, "Call time", "Sum of the calls"),
    };
}

bool isKernel(EventKind kind)
{
    return isGpuWork(kind) && kind != EventKind::Memcpy && kind != EventKind::Memset;
}

/// Neighbours in the order of a variant.
struct OverlapPair {
    Launch first;
    Launch second;
    Timestamp begin = 0; ///< of what the second begins with, on the trace's clock
    Timestamp end = 0;   ///< of what the first ends with
};

std::vector<Launch> kernelLaunchesOf(const Trace& trace, const RankLaunches& rank)
{
    std::vector<Launch> kernels;
    kernels.reserve(rank.launches.size());
    for (const Launch& launch : rank.launches) {
        if (isKernel(trace.kind(launch.work)))
            kernels.push_back(launch);
    }
    return kernels;
}

/// Calls in order of their start ([DIFF-16.4]); the end of the first is its own or that of its last kernel: a graph
/// launch has several. Those of another process, as in a file that ranks were merged into, are no neighbours.
template <typename Visit>
void visitPairsOfCalls(const Trace& trace, const std::vector<Launch>& launches, bool endsWithKernel, Visit visit)
{
    const SliceTable& slices = trace.slices();
    std::map<StringId, Launch> lastOf; // by process, the kernel of the call before that ends last
    for (std::size_t i = 0; i < launches.size();) {
        const Launch& first = launches[i];
        Launch& last = lastOf[trace.track(trace.trackOf(first.call)).pid];
        if (last.call.isValid())
            visit(OverlapPair {
                last, first, slices.start[first.call.index()], slices.end(endsWithKernel ? last.work : last.call) });
        last = first;
        for (; i < launches.size() && launches[i].call == first.call; ++i) {
            if (slices.end(launches[i].work) > slices.end(last.work))
                last = launches[i];
        }
    }
}

/// Kernels of each stream in order of their start.
template <typename Visit> void visitPairsOfKernels(const Trace& trace, std::vector<Launch> launches, Visit visit)
{
    const SliceTable& slices = trace.slices();
    std::ranges::stable_sort(
        launches, {}, [&](const Launch& a) { return std::pair(a.stream, slices.start[a.work.index()]); });
    for (std::size_t i = 0; i + 1 < launches.size(); ++i) {
        if (launches[i].stream == launches[i + 1].stream)
            visit(OverlapPair { launches[i], launches[i + 1], slices.start[launches[i + 1].work.index()],
                slices.end(launches[i].work) });
    }
}

template <typename Visit>
void visitPairs(const Trace& trace, const std::vector<Launch>& launches, std::string_view variant, Visit visit)
{
    if (variant == kKernelKernel)
        visitPairsOfKernels(trace, launches, visit);
    else
        visitPairsOfCalls(trace, launches, variant == kKernelLaunch, visit);
}

/// Kernels without a launch and launches without a kernel, in the whole trace.
struct MissingPartners {
    std::uint64_t kernels = 0;
    std::uint64_t calls = 0;
};

MissingPartners missingPartnersOf(const Trace& trace, const KernelClassifier& classifier)
{
    enum : char { Unknown, LaunchName, OtherName };
    const SliceTable& slices = trace.slices();
    std::vector<char> verdicts(trace.strings().size(), Unknown);
    MissingPartners missing;
    for (std::size_t row = 0; row < slices.size(); ++row) {
        if (slices.partner[row].isValid())
            continue;
        if (isKernel(slices.kind[row])) {
            ++missing.kernels;
        } else if (isApiCall(slices.kind[row])) {
            char& verdict = verdicts[slices.name[row].index()];
            if (verdict == Unknown)
                verdict = classifier.launchesKernel(trace.text(slices.name[row])) ? LaunchName : OtherName;
            missing.calls += verdict == LaunchName ? 1 : 0;
        }
    }
    return missing;
}

/// What one API launched of one kernel name.
struct ApiLine {
    std::string_view api;
    StringId kernel;
    KernelType type = KernelType::Computation;
    std::uint64_t count = 0;
    Nanoseconds sum = 0;
    std::uint64_t calls = 0;
    Nanoseconds callSum = 0;
    SliceId lastCall;
};

std::vector<ApiLine> apiLinesOf(
    const Trace& trace, const std::vector<Launch>& launches, const KernelClassifier& classifier)
{
    const SliceTable& slices = trace.slices();
    std::map<std::pair<std::string_view, StringId>, std::size_t> lineOf;
    std::unordered_map<std::uint64_t, std::size_t> known; // by names of call and kernel: spares reading them
    std::vector<ApiLine> lines;
    for (const Launch& launch : launches) {
        const StringId call = slices.name[launch.call.index()];
        const StringId kernel = slices.name[launch.work.index()];
        const auto [found, isNew] = known.try_emplace(std::uint64_t { call.value } << 32 | kernel.value, 0);
        if (isNew) {
            const std::string_view api = launchApiName(trace.text(call));
            const auto [line, isNewLine] = lineOf.try_emplace({ api, kernel }, lines.size());
            if (isNewLine)
                lines.push_back({ api, kernel,
                    classifier.classify(slices.kind[launch.work.index()], trace.text(kernel),
                        slices.has(launch.work, kSliceCollective)),
                    0, 0, 0, 0, SliceId {} });
            found->second = line->second;
        }
        ApiLine& line = lines[found->second];
        ++line.count;
        line.sum = saturatingAdd(line.sum, slices.duration(launch.work));
        if (line.lastCall != launch.call) {
            line.lastCall = launch.call;
            ++line.calls;
            line.callSum = saturatingAdd(line.callSum, slices.duration(launch.call));
        }
    }
    std::ranges::sort(lines, [&trace](const ApiLine& a, const ApiLine& b) {
        if (a.api != b.api)
            return a.api < b.api;
        return a.sum != b.sum ? a.sum > b.sum : trace.text(a.kernel) < trace.text(b.kernel);
    });
    return lines;
}

/// Where a row of `launch-apis` comes from; evidence reads the launches again.
struct ApiKey {
    std::size_t rank = 0; ///< in ScopedLaunches
    std::string_view api; ///< in the trace's strings
    StringId kernel;
};

/// @param withCalls, withWork  what of the launches is shown.
Selection launchOverlapEvidenceOf(
    const ScopedLaunches& source, const ApiKey& key, bool withCalls, bool withWork, const Progress& progress)
{
    const Result<RankLaunches> rank = source.rank(key.rank, progress);
    if (!rank)
        return {};
    const Trace& trace = *source.rankTrace(key.rank).trace;
    Selection selection;
    SliceId lastCall;
    StopCheck check(progress);
    for (const Launch& launch : rank->launches) {
        if (check.after(1))
            break;
        if (!isKernel(trace.kind(launch.work)))
            continue;
        if (trace.slices().name[launch.work.index()] != key.kernel || launchApiName(trace.name(launch.call)) != key.api)
            continue;
        if (withCalls && launch.call != lastCall)
            selection.slices.push_back({ rank->rankIndex, launch.call });
        lastCall = launch.call;
        if (withWork)
            selection.slices.push_back({ rank->rankIndex, launch.work });
    }
    return selection;
}

/// @param kinds  of the kernels, by row.
std::vector<ChartDescription> launchOverlapCharts(std::vector<std::optional<PartKind>> kinds)
{
    return { { .id = "launch-apis",
        .table = "launch-apis",
        .title = kApisTitle,
        .labelColumn = column::kKernel,
        .series = { { column::kSum, "", PartKind::Compute } },
        .groupColumn = "rank,api",
        .kindOfRow = kindByRow(std::move(kinds)),
        .form = BarChart {} } };
}

/// Builds both tables, rank by rank.
class OverlapTables {
public:
    explicit OverlapTables(std::shared_ptr<const ScopedLaunches> source)
        : m_source(std::move(source))
    {
    }

    // Called once a pair, and what it calls is left calls by GCC's own limit.
    [[gnu::flatten]] void addPair(std::size_t rank, const OverlapPair& pair)
    {
        const RankTrace& source = m_source->rankTrace(rank);
        const Trace& trace = *source.trace;
        const SliceTable& slices = trace.slices();
        const auto correlationOf = [&slices](SliceId work) {
            const std::int64_t number = slices.correlation(work);
            return number >= 0 ? Cell(number) : Cell();
        };
        m_pairs.addRow({ source.rank, correlationOf(pair.first.work), correlationOf(pair.second.work),
            std::string(trace.name(pair.first.call)), std::string(trace.name(pair.first.work)),
            std::string(trace.name(pair.second.call)), std::string(trace.name(pair.second.work)),
            source.toJobTime(pair.begin), saturatingSubtract(pair.end, pair.begin),
            streamCell(trace, trace.track(pair.first.stream).stream, Track::kNoStream) });
        m_pairKeys.push_back(
            { m_source->rankIndex(rank), { pair.first.call, pair.first.work, pair.second.call, pair.second.work } });
    }

    void addApis(std::size_t rank, const std::vector<ApiLine>& lines)
    {
        const RankTrace& source = m_source->rankTrace(rank);
        for (const ApiLine& line : lines) {
            m_apis.addRow({ source.rank, std::string(line.api), std::string(source.trace->text(line.kernel)),
                static_cast<std::int64_t>(line.count), line.sum, static_cast<std::int64_t>(line.calls), line.callSum });
            m_apiKeys.push_back({ rank, line.api, line.kernel });
            m_apiKinds.push_back(partKindOf(line.type));
        }
    }

    /// Leaves the charts of the tables there as well.
    void take(AnalysisResult& result)
    {
        m_pairs.setEvidence([keys = std::move(m_pairKeys)](std::size_t row, std::size_t) {
            return slicesOfRank(keys[row].rankIndex, keys[row].slices);
        });
        const std::size_t calls = m_apis.columnIndex(column::kCalls);
        const std::size_t callSum = m_apis.columnIndex(column::kCallSum);
        const std::size_t sum = m_apis.columnIndex(column::kSum);
        m_apis.setEvidence([source = m_source, keys = std::move(m_apiKeys), calls, callSum, sum](
                               std::size_t row, std::size_t column, const Progress& progress) {
            return launchOverlapEvidenceOf(
                *source, keys[row], column != sum, column != calls && column != callSum, progress);
        });
        result.tables.push_back(std::move(m_pairs));
        result.tables.push_back(std::move(m_apis));
        result.charts = launchOverlapCharts(std::move(m_apiKinds));
    }

private:
    struct PairKey {
        std::uint32_t rankIndex = 0;
        std::array<SliceId, 4> slices;
    };

    std::shared_ptr<const ScopedLaunches> m_source;
    Table m_pairs { "pairs", kPairsTitle, pairColumns() };
    Table m_apis { "launch-apis", kApisTitle, apiColumns() };
    std::vector<PairKey> m_pairKeys;
    std::vector<ApiKey> m_apiKeys;
    std::vector<std::optional<PartKind>> m_apiKinds; ///< of the kernels
};

/// What is found out rank by rank.
struct RankKernels {
    std::vector<Launch> launches;
    std::vector<ApiLine> apis;
    MissingPartners missing;
};

struct Neighbours {
    std::size_t count = 0;
    std::size_t overlapping = 0;
};

Result<Neighbours> addPairs(OverlapTables& tables, std::size_t rank, const Trace& trace,
    const std::vector<Launch>& launches, std::string_view variant, const Progress& progress)
{
    constexpr std::size_t kPairsPerCheck = 16 * 1024;
    Neighbours neighbours;
    bool isStopped = false;
    visitPairs(trace, launches, variant, [&](const OverlapPair& pair) {
        isStopped = isStopped || (neighbours.count % kPairsPerCheck == 0 && progress.shouldStop());
        ++neighbours.count;
        if (isStopped || pair.end <= pair.begin)
            return;
        ++neighbours.overlapping;
        tables.addPair(rank, pair);
    });
    if (isStopped)
        return Error::stopped();
    return neighbours;
}

Message howManyOverlap(const Neighbours& neighbours, std::string_view variant)
{
    const arg::Count overlapping { neighbours.overlapping };
    const arg::Count all { neighbours.count };
    if (variant == kKernelKernel)
        return { KT_PHRASE("launch-overlap",
                     "in %1 of %2 pairs of neighbours a kernel still runs when the next one of its stream begins."),
            overlapping, all };
    if (variant == kLaunchLaunch)
        return { KT_PHRASE("launch-overlap",
                     "in %1 of %2 pairs of neighbours a launch call has not ended when the next one begins."),
            overlapping, all };
    return { KT_PHRASE("launch-overlap",
                 "in %1 of %2 pairs of neighbours the kernel of a launch call still runs when the next call begins."),
        overlapping, all };
}

void launchOverlapRemarkOn(const RankKernels& kernels, const Neighbours& neighbours, std::string_view variant,
    const RankTrace& rank, std::vector<Remark>& remarks)
{
    if (kernels.launches.empty() && (!rank.trace->launches().all().empty() || isPartOfRecording(*rank.trace)))
        remarks.push_back(remarkOfRank(
            rank, "no-kernel-launches", { KT_PHRASE("launch-overlap", "no launch of a kernel in this scope.") }));
    else if (kernels.launches.empty())
        remarks.push_back(remarkOfRank(rank, "no-kernel-launches",
            { KT_PHRASE("launch-overlap", "no launch of a kernel in this scope; record with %1."),
                arg::Text { kGpuRecordingOption } }));
    else
        remarks.push_back(remarkOfRank(rank, "pairs-overlap", howManyOverlap(neighbours, variant)));
    if (kernels.missing.kernels + kernels.missing.calls > 0)
        remarks.push_back(remarkOfRank(rank, "missing-partners",
            { KT_PHRASE("launch-overlap",
                  "kernels without a launch in the trace: %1; launches without a kernel: %2; they take no part."),
                arg::Count { kernels.missing.kernels }, arg::Count { kernels.missing.calls } }));
}

Result<AnalysisResult> runLaunchOverlap(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const std::shared_ptr<const ScopedLaunches> source, ScopedLaunches::create(inputs[0]));
    const auto read = [&](std::size_t i) -> Result<RankKernels> {
        KT_TRY(const RankLaunches rank, source->rank(i, context.progress));
        const Trace& trace = *source->rankTrace(i).trace;
        RankKernels kernels;
        kernels.launches = kernelLaunchesOf(trace, rank);
        kernels.apis = apiLinesOf(trace, kernels.launches, *context.classifier);
        kernels.missing = missingPartnersOf(trace, *context.classifier);
        return kernels;
    };
    KT_TRY(const std::vector<RankKernels> all, forEachRank(source->rankCount(), context, read));
    AnalysisResult result;
    OverlapTables tables(source);
    for (std::size_t i = 0; i < source->rankCount(); ++i) {
        const RankKernels& kernels = all[i];
        const RankTrace& rank = source->rankTrace(i);
        const std::string_view variant = parameters.text(parameter::kVariant);
        KT_TRY(
            const Neighbours neighbours, addPairs(tables, i, *rank.trace, kernels.launches, variant, context.progress));
        tables.addApis(i, kernels.apis);
        launchOverlapRemarkOn(kernels, neighbours, variant, rank, result.remarks);
    }
    tables.take(result);
    return result;
}

} // namespace

AnalysisDescriptor launchOverlap()
{
    return { .id = "launch-overlap",
        .title = "Launch overlap",
        .question = "Does the host launch ahead of the GPU?",
        .group = PanelGroup::HostAndLaunches,
        .parameters = { choiceParameter(parameter::kVariant, "Neighbours",
            "kernel-launch: a kernel ends after the next launch begins; launch-launch: a call ends after the next "
            "begins; kernel-kernel: two kernels of one stream",
            { std::string(kKernelLaunch), std::string(kLaunchLaunch), std::string(kKernelKernel) }) },
        .tables = { { "pairs", kPairsTitle, pairColumns() }, { "launch-apis", kApisTitle, apiColumns() } },
        .recordingOption = kGpuRecordingOption,
        .run = runLaunchOverlap };
}

} // namespace kinetoscope
