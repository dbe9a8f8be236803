// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inductor/inductor_work.h"

#include "core/analysis/inductor/kernel_ops.h"
#include "core/model/compiled_calls.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kRowsPerCheck = 64 * 1024;
constexpr std::string_view kTriton = "triton_";

/// Puts the rows of one rank into groups.
class Grouping {
public:
    Grouping(const RankTrace& rank, RankGpuWork work, const KernelClassifier& classifier)
        : m_rank(rank)
        , m_trace(*rank.trace)
        , m_classifier(classifier)
        , m_isGraph(m_trace.strings().size(), Unknown)
    {
        m_result.work = std::move(work);
    }

    Result<InductorWork> run(const Scope& scope, const Progress& progress)
    {
        for (std::size_t i = 0; i < m_result.work.rows.size(); ++i) {
            if (i % kRowsPerCheck == 0 && progress.shouldStop())
                return Error::stopped();
            const std::size_t kernel = kernelOf(m_result.work.rows[i]);
            addCall(kernel, m_result.work.rows[i]);
            addToGraph(i);
        }
        m_result.wall = wallOf(scope);
        m_result.busy = totalLength(unionWhere(m_result.work, [](const GpuWorkRow&) { return true; }));
        for (InductorGraph& graph : m_result.graphs)
            sumTimes(graph);
        if (const Result<Done> done = readOps(progress); !done) {
            if (done.error().code == ErrorCode::Cancelled)
                return done.error();
            m_result.opsProblem = done.error().message;
        }
        return std::move(m_result);
    }

private:
    enum : char { Unknown, Graph, NoGraph };

    std::size_t kernelOf(const GpuWorkRow& row)
    {
        const StringId name = m_trace.slices().name[row.slice.index()];
        const auto [known, isNew] = m_kernelOf.try_emplace({ name, row.type }, m_result.kernels.size());
        if (isNew) {
            const std::string_view text = m_trace.text(name);
            InductorKernel& kernel = m_result.kernels.emplace_back();
            kernel.name = name;
            kernel.type = row.type;
            kernel.category = m_classifier.inductorCategory(text, row.type);
            m_result.hasPlainTritonNames =
                m_result.hasPlainTritonNames || text == kTriton || text.starts_with("triton__");
        }
        return known->second;
    }

    void addCall(std::size_t index, const GpuWorkRow& row)
    {
        InductorKernel& kernel = m_result.kernels[index];
        const bool isFirst = kernel.count == 0;
        ++kernel.count;
        kernel.sum = saturatingAdd(kernel.sum, row.range.length());
        // Shapes are those of the single call; whether someone wrote a kernel in Triton, the first one tells.
        const bool isWanted = m_trace.text(kernel.name).starts_with(kTriton) || (isFirst && kernel.category == "other");
        const SliceId op = isWanted ? opOfKernel(m_trace, row.slice) : SliceId {};
        if (!op.isValid())
            return;
        m_ops.push_back(op);
        m_opCalls.push_back({ index, row.range.length() });
    }

    void addToGraph(std::size_t row)
    {
        const SliceId graph = innermostGraph(m_result.work.rows[row].slice);
        if (!graph.isValid())
            return;
        const StringId name = m_trace.slices().name[graph.index()];
        const auto [known, isNew] = m_graphOf.try_emplace(name, m_result.graphs.size());
        if (isNew)
            m_result.graphs.push_back({ name, {} });
        InductorGraph& group = m_result.graphs[known->second];
        group.rows.push_back(row);
        group.calls += m_graphCalls.insert(graph).second ? 1 : 0;
    }

    SliceId innermostGraph(SliceId work)
    {
        const SliceTable& slices = m_trace.slices();
        SliceId slice = slices.partner[work.index()];
        for (; slice.isValid(); slice = slices.parent[slice.index()]) {
            char& verdict = m_isGraph[slices.name[slice.index()].index()];
            if (verdict == Unknown)
                verdict = isCompiledCallName(m_trace.name(slice)) ? Graph : NoGraph;
            if (verdict == Graph)
                break;
        }
        return slice;
    }

    [[nodiscard]] Nanoseconds wallOf(const Scope& scope) const
    {
        const RankGpuWork& work = m_result.work;
        if (scope.hasWindow() || work.rows.empty())
            return totalLength(work.window);
        TimeRange wall = hullOf(work.rows);
        for (const GpuWorkRow& row : work.rows) {
            const SliceId launch = m_trace.slices().partner[row.slice.index()];
            if (launch.isValid())
                wall.begin = std::min(wall.begin, m_rank.toJobTime(m_trace.slices().start[launch.index()]));
        }
        return wall.length();
    }

    void sumTimes(InductorGraph& graph) const
    {
        std::vector<TimeRange> ranges;
        for (const std::size_t i : graph.rows) {
            const GpuWorkRow& row = m_result.work.rows[i];
            ranges.push_back(row.range);
            graph.sum = saturatingAdd(graph.sum, row.range.length());
            if (m_trace.name(row.slice).starts_with("triton_"))
                graph.triton = saturatingAdd(graph.triton, row.range.length());
        }
        graph.busy = totalLength(unionOf(std::move(ranges)));
    }

    Result<Done> readOps(const Progress& progress)
    {
        return visitKernelOps(m_trace, m_ops, progress, [this](std::size_t i, const KernelOp& op) {
            InductorKernel& kernel = m_result.kernels[m_opCalls[i].kernel];
            // An op that is not about this kernel alone says nothing about it.
            if (!op.isTriton && m_trace.slices().name[m_ops[i].index()] != kernel.name)
                return;
            if (op.isTriton && kernel.category == "other")
                kernel.category = kUserTriton;
            if (kernel.file.empty() && kernel.hash.empty()) {
                kernel.file = op.file;
                kernel.hash = op.hash;
            }
            if (op.bytes) {
                kernel.bytes = saturatingAdd(kernel.bytes, *op.bytes);
                kernel.bytesTime = saturatingAdd(kernel.bytesTime, m_opCalls[i].duration);
            }
        });
    }

    struct NameAndType {
        StringId name;
        KernelType type;
        bool operator==(const NameAndType&) const = default;
    };
    struct HashOf {
        std::size_t operator()(const NameAndType& key) const noexcept
        {
            return std::hash<StringId> {}(key.name) * 4 + static_cast<std::size_t>(key.type);
        }
    };
    struct OpCall {
        std::size_t kernel = 0; ///< position in InductorWork::kernels
        Nanoseconds duration = 0;
    };

    const RankTrace& m_rank;
    const Trace& m_trace;
    const KernelClassifier& m_classifier;
    InductorWork m_result;
    std::vector<char> m_isGraph; ///< by name
    std::unordered_map<NameAndType, std::size_t, HashOf> m_kernelOf;
    std::unordered_map<StringId, std::size_t> m_graphOf;
    std::unordered_set<SliceId> m_graphCalls;
    std::vector<SliceId> m_ops;    ///< whose args are wanted
    std::vector<OpCall> m_opCalls; ///< for each of m_ops
};

} // namespace

Result<InductorWork> groupInductorWork(const RankTrace& rank, const Scope& scope, RankGpuWork work,
    const KernelClassifier& classifier, const Progress& progress)
{
    return Grouping(rank, std::move(work), classifier).run(scope, progress);
}

std::string_view reportCategoryOf(std::string_view kernelName)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kPrefixes {
        { { "triton_poi", "triton_pointwise" }, { "triton_red", "triton_reduction" },
            { "triton_per", "triton_persistent_reduction" }, { kTriton, "triton_unknown" } }
    };
    for (const auto& [prefix, category] : kPrefixes) {
        if (kernelName.starts_with(prefix))
            return category;
    }
    return "unknown";
}

SliceId graphOf(const Trace& trace, SliceId work)
{
    const SliceTable& slices = trace.slices();
    SliceId slice = slices.partner[work.index()];
    while (slice.isValid() && !isCompiledCallName(trace.name(slice)))
        slice = slices.parent[slice.index()];
    return slice;
}

} // namespace kinetoscope
