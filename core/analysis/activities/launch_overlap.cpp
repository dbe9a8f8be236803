// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activities/launch_overlap.h"

#include "core/analysis/launch/launches.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
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
        { "rank", ColumnType::Int, Unit::None, "Rank", "" },
        { "first_correlation", ColumnType::Int, Unit::None, "First correlation", "" },
        { "second_correlation", ColumnType::Int, Unit::None, "Second correlation", "" },
        { "first_call", ColumnType::String, Unit::None, "First call", "" },
        { "first_kernel", ColumnType::String, Unit::None, "First kernel", "" },
        { "second_call", ColumnType::String, Unit::None, "Second call", "" },
        { "second_kernel", ColumnType::String, Unit::None, "Second kernel", "" },
        { "ts", ColumnType::Time, Unit::Microseconds, "Start of the second", "" },
        { "overlap", ColumnType::Duration, Unit::Microseconds, "The first goes on for", "" },
        { "stream", ColumnType::Int, Unit::None, "Stream of the first", "" },
    };
}

std::vector<ColumnDescriptor> apiColumns()
{
    return {
        { "rank", ColumnType::Int, Unit::None, "Rank", "" },
        { "api", ColumnType::String, Unit::None, "API", "" },
        { "kernel", ColumnType::String, Unit::None, "Kernel", "" },
        { "count", ColumnType::Int, Unit::Count, "Kernels", "" },
        { "sum", ColumnType::Duration, Unit::Microseconds, "Sum of the kernels", "" },
        { "calls", ColumnType::Int, Unit::Count, "Calls", "" },
        { "call_sum", ColumnType::Duration, Unit::Microseconds, "Sum of the calls", "" },
    };
}

bool isKernel(EventKind kind)
{
    return isGpuWork(kind) && kind != EventKind::Memcpy && kind != EventKind::Memset;
}

/// One call and what it put on streams: a graph launch has several kernels.
struct CallOfKernels {
    SliceId call;
    std::vector<Launch> launches; ///< by start of the kernel, not empty
};

/// Neighbours in the order of a variant.
struct OverlapPair {
    Launch first;
    Launch second;
    Timestamp begin = 0; ///< of what the second begins with, on the trace's clock
    Timestamp end = 0;   ///< of what the first ends with

    [[nodiscard]] bool overlaps() const { return end > begin; }
};

std::vector<Launch> kernelLaunchesOf(const Trace& trace, const RankLaunches& rank)
{
    std::vector<Launch> kernels;
    for (const Launch& launch : rank.launches) {
        if (isKernel(trace.kind(launch.work)))
            kernels.push_back(launch);
    }
    return kernels;
}

std::vector<CallOfKernels> callsOf(const std::vector<Launch>& launches)
{
    std::vector<CallOfKernels> calls;
    for (const Launch& launch : launches) {
        if (calls.empty() || calls.back().call != launch.call)
            calls.push_back({ launch.call, {} });
        calls.back().launches.push_back(launch);
    }
    return calls;
}

/// Calls in order of their start ([DIFF-16.4]); the end of the first is its own or that of its last kernel.
std::vector<OverlapPair> pairsOfCalls(const Trace& trace, const std::vector<Launch>& launches, bool endsWithKernel)
{
    const SliceTable& slices = trace.slices();
    const std::vector<CallOfKernels> calls = callsOf(launches);
    std::vector<OverlapPair> pairs;
    for (std::size_t i = 0; i + 1 < calls.size(); ++i) {
        const Launch& last = *std::max_element(calls[i].launches.begin(), calls[i].launches.end(),
            [&](const Launch& a, const Launch& b) { return slices.end(a.work) < slices.end(b.work); });
        OverlapPair pair { last, calls[i + 1].launches.front(), slices.start[calls[i + 1].call.index()],
            slices.end(endsWithKernel ? last.work : calls[i].call) };
        pairs.push_back(pair);
    }
    return pairs;
}

/// Kernels of each stream in order of their start.
std::vector<OverlapPair> pairsOfKernels(const Trace& trace, std::vector<Launch> launches)
{
    const SliceTable& slices = trace.slices();
    std::stable_sort(launches.begin(), launches.end(), [&](const Launch& a, const Launch& b) {
        return a.stream != b.stream ? a.stream < b.stream : slices.start[a.work.index()] < slices.start[b.work.index()];
    });
    std::vector<OverlapPair> pairs;
    for (std::size_t i = 0; i + 1 < launches.size(); ++i) {
        if (launches[i].stream == launches[i + 1].stream)
            pairs.push_back({ launches[i], launches[i + 1], slices.start[launches[i + 1].work.index()],
                slices.end(launches[i].work) });
    }
    return pairs;
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

/// What one API call name launched of one kernel name.
struct ApiLine {
    std::string_view api;
    StringId kernel;
    std::vector<Launch> launches;
    std::uint64_t calls = 0;
    Nanoseconds callSum = 0;
    Nanoseconds sum = 0;
};

std::vector<ApiLine> apiLinesOf(const Trace& trace, const std::vector<Launch>& launches)
{
    const SliceTable& slices = trace.slices();
    std::map<std::pair<std::string_view, StringId>, ApiLine> lines;
    for (const Launch& launch : launches) {
        const std::string_view api = launchApiName(trace.name(launch.call));
        const StringId kernel = slices.name[launch.work.index()];
        ApiLine& line = lines[{ api, kernel }];
        line.api = api;
        line.kernel = kernel;
        const bool isNewCall = line.launches.empty() || line.launches.back().call != launch.call;
        line.calls += isNewCall ? 1 : 0;
        line.callSum = isNewCall ? saturatingAdd(line.callSum, slices.duration(launch.call)) : line.callSum;
        line.sum = saturatingAdd(line.sum, slices.duration(launch.work));
        line.launches.push_back(launch);
    }
    std::vector<ApiLine> sorted;
    for (auto& [key, line] : lines)
        sorted.push_back(std::move(line));
    std::sort(sorted.begin(), sorted.end(), [&trace](const ApiLine& a, const ApiLine& b) {
        if (a.api != b.api)
            return a.api < b.api;
        return a.sum != b.sum ? a.sum > b.sum : trace.text(a.kernel) < trace.text(b.kernel);
    });
    return sorted;
}

/// Builds both tables, rank by rank.
class OverlapTables {
public:
    explicit OverlapTables(std::shared_ptr<const ScopedLaunches> source)
        : m_source(std::move(source))
    {
    }

    /// Returns how many of the pairs overlap.
    std::size_t addPairs(std::size_t rank, const std::vector<OverlapPair>& pairs)
    {
        const RankTrace& source = m_source->rankTrace(rank);
        const Trace& trace = *source.trace;
        const SliceTable& slices = trace.slices();
        std::size_t overlapping = 0;
        for (const OverlapPair& pair : pairs) {
            if (!pair.overlaps())
                continue;
            ++overlapping;
            m_pairs.addRow({ source.rank, slices.correlation(pair.first.work), slices.correlation(pair.second.work),
                std::string(trace.name(pair.first.call)), std::string(trace.name(pair.first.work)),
                std::string(trace.name(pair.second.call)), std::string(trace.name(pair.second.work)),
                source.toJobTime(pair.begin), saturatingSubtract(pair.end, pair.begin),
                trace.track(pair.first.stream).stream });
            m_pairKeys.push_back({ m_source->rankIndex(rank), { pair.first, pair.second } });
        }
        return overlapping;
    }

    void addApis(std::size_t rank, std::vector<ApiLine> lines)
    {
        const RankTrace& source = m_source->rankTrace(rank);
        for (ApiLine& line : lines) {
            m_apis.addRow({ source.rank, std::string(line.api), std::string(source.trace->text(line.kernel)),
                static_cast<std::int64_t>(line.launches.size()), line.sum, static_cast<std::int64_t>(line.calls),
                line.callSum });
            m_apiKeys.push_back({ m_source->rankIndex(rank), std::move(line.launches) });
        }
    }

    void take(AnalysisResult& result)
    {
        m_pairs.setEvidence([source = m_source, keys = std::move(m_pairKeys)](
                                std::size_t row, std::size_t) { return selectionOf(keys[row], true, true); });
        const std::size_t calls = m_apis.columnIndex("calls");
        const std::size_t callSum = m_apis.columnIndex("call_sum");
        const std::size_t sum = m_apis.columnIndex("sum");
        m_apis.setEvidence(
            [source = m_source, keys = std::move(m_apiKeys), calls, callSum, sum](std::size_t row, std::size_t column) {
                const bool isOfCalls = column == calls || column == callSum;
                return selectionOf(keys[row], column != sum, !isOfCalls);
            });
        result.tables.push_back(std::move(m_pairs));
        result.tables.push_back(std::move(m_apis));
    }

private:
    struct RowKey {
        std::uint32_t rankIndex = 0;
        std::vector<Launch> launches;
    };

    static Selection selectionOf(const RowKey& key, bool withCalls, bool withWork)
    {
        Selection selection;
        SliceId lastCall;
        for (const Launch& launch : key.launches) {
            if (withCalls && launch.call != lastCall)
                selection.slices.push_back({ key.rankIndex, launch.call });
            lastCall = launch.call;
            if (withWork)
                selection.slices.push_back({ key.rankIndex, launch.work });
        }
        return selection;
    }

    std::shared_ptr<const ScopedLaunches> m_source;
    Table m_pairs { "pairs", kPairsTitle, pairColumns() };
    Table m_apis { "launch-apis", kApisTitle, apiColumns() };
    std::vector<RowKey> m_pairKeys;
    std::vector<RowKey> m_apiKeys;
};

std::vector<ChartDescription> charts()
{
    ChartDescription apis;
    apis.id = "launch-apis";
    apis.kind = ChartKind::Bars;
    apis.table = "launch-apis";
    apis.title = kApisTitle;
    apis.labelColumn = "kernel";
    apis.groupColumn = "rank,api";
    apis.series = { { "sum", "", PartKind::Compute } };
    return { apis };
}

Result<AnalysisResult> run(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context)
{
    auto created = ScopedLaunches::create(inputs[0]);
    if (!created)
        return created.error();
    const std::shared_ptr<const ScopedLaunches> source = created.value();
    const std::string& variant = parameters.text("variant");
    AnalysisResult result;
    OverlapTables tables(source);
    for (std::size_t i = 0; i < source->rankCount(); ++i) {
        const Result<RankLaunches> rank = source->rank(i, context.progress);
        if (!rank)
            return rank.error();
        const Trace& trace = *source->rankTrace(i).trace;
        const std::vector<Launch> launches = kernelLaunchesOf(trace, *rank);
        const std::vector<OverlapPair> pairs = variant == kKernelKernel
            ? pairsOfKernels(trace, launches)
            : pairsOfCalls(trace, launches, variant == kKernelLaunch);
        const std::size_t overlapping = tables.addPairs(i, pairs);
        tables.addApis(i, apiLinesOf(trace, launches));

        const std::string who = "Rank " + std::to_string(rank->rank) + ": ";
        if (launches.empty())
            result.remarks.push_back({ "no-kernel-launches",
                who
                    + "no launch of a kernel in this scope; record with activities=[ProfilerActivity.CPU, "
                      "ProfilerActivity.CUDA].",
                trace.path() });
        else
            result.remarks.push_back({ "pairs-overlap",
                who + std::to_string(overlapping) + " of " + std::to_string(pairs.size()) + " neighbours overlap.",
                trace.path() });
        const MissingPartners missing = missingPartnersOf(trace, *context.classifier);
        if (missing.kernels + missing.calls > 0)
            result.remarks.push_back({ "missing-partners",
                who + "kernels without a launch in the trace: " + std::to_string(missing.kernels)
                    + "; launches without a kernel: " + std::to_string(missing.calls) + "; they take no part.",
                trace.path() });
    }
    tables.take(result);
    result.charts = charts();
    return result;
}

} // namespace

AnalysisDescriptor launchOverlap()
{
    AnalysisDescriptor analysis;
    analysis.id = "launch-overlap";
    analysis.title = "Launch overlap";
    analysis.question = "Does the host launch ahead of the GPU?";
    analysis.group = PanelGroup::HostAndLaunches;
    analysis.parameters = { { "variant", "Neighbours",
        "kernel-launch: a kernel ends after the next launch begins; launch-launch: a call ends after the next begins; "
        "kernel-kernel: two kernels of one stream",
        ParameterType::Choice, std::string(kKernelLaunch), std::nullopt, std::nullopt, std::nullopt,
        { std::string(kKernelLaunch), std::string(kLaunchLaunch), std::string(kKernelKernel) }, false } };
    analysis.tables = { { "pairs", kPairsTitle, pairColumns() }, { "launch-apis", kApisTitle, apiColumns() } };
    analysis.recordingOption = "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]";
    analysis.run = run;
    return analysis;
}

} // namespace kinetoscope
