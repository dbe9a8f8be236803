// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/sequence_traffic.h"

#include "core/analysis/host/tree/forward_links.h"
#include "core/analysis/inductor/kernel_ops.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// The ops of the kernels in their order, each once where it launches several in a row.
std::vector<SliceId> opsOf(const Trace& trace, const KernelSequence& sequence)
{
    std::vector<SliceId> ops;
    for (const SliceId kernel : sequence.kernels) {
        const SliceId op = opOfKernel(trace, kernel);
        if (op.isValid() && (ops.empty() || ops.back() != op))
            ops.push_back(op);
    }
    return ops;
}

/// Bytes of the tensors of each op.
struct OpTensors {
    std::optional<std::int64_t> first; ///< nothing for ops without shapes
    std::vector<std::int64_t> others;
};
Result<std::vector<OpTensors>> tensorsOf(const Trace& trace, std::span<const SliceId> ops, const Progress& progress)
{
    std::vector<OpTensors> tensors(ops.size());
    const Result<Done> done = visitKernelOps(trace, ops, progress, [&tensors](std::size_t i, const KernelOp& op) {
        tensors[i] = { op.firstBytes, op.otherBytes };
    });
    if (!done)
        return done.error();
    return tensors;
}

/// Whether an op of the backward pass belongs to `op` or one around it: it may read again what `op` reads.
bool hasBackward(const Trace& trace, const ForwardLinks& links, SliceId op)
{
    constexpr int kMostSteps = 1'000; // real trees are some hundred deep
    for (int i = 0; op.isValid() && i < kMostSteps; op = trace.slices().parent[op.index()], ++i) {
        if (links.backwardOf(op).isValid())
            return true;
    }
    return false;
}

/// Whether an op behind `op` of the chain takes another tensor of this size: it may be the same one.
bool isReadLater(std::span<const OpTensors> chain, std::size_t op, std::int64_t bytes)
{
    return std::any_of(chain.begin() + static_cast<std::ptrdiff_t>(op), chain.end(),
        [bytes](const OpTensors& later) { return std::ranges::find(later.others, bytes) != later.others.end(); });
}

} // namespace

Result<std::vector<std::optional<std::int64_t>>> savedTraffic(
    const Trace& trace, std::span<const KernelSequence* const> sequences, const Progress& progress)
{
    std::vector<std::optional<std::int64_t>> saved(sequences.size());
    std::vector<SliceId> ops;
    std::vector<std::size_t> ends; // of the ops of each sequence
    bool isRecorded = false;
    for (const KernelSequence* sequence : sequences) {
        const std::vector<SliceId> own = opsOf(trace, *sequence);
        ops.insert(ops.end(), own.begin(), own.end());
        ends.push_back(ops.size());
        if (!isRecorded && own.size() > 1) {
            KT_TRY(const auto first, tensorsOf(trace, own, progress));
            isRecorded = std::ranges::any_of(first, [](const OpTensors& op) { return op.first.has_value(); });
            if (!isRecorded)
                return saved;
        }
    }
    KT_TRY(const auto tensors, tensorsOf(trace, ops, progress));
    KT_TRY(const auto links, ForwardLinks::create(trace, progress));
    for (std::size_t i = 0; i < sequences.size(); ++i) {
        const std::size_t begin = i == 0 ? 0 : ends[i - 1];
        if (ends[i] - begin < 2)
            continue;
        std::int64_t sum = 0;
        bool isKnown = true;
        const auto chain = std::span<const OpTensors>(tensors).subspan(begin, ends[i] - begin);
        for (std::size_t op = 1; op < chain.size(); ++op) {
            isKnown = isKnown && chain[op].first.has_value();
            const std::int64_t once = chain[op].first.value_or(0);
            if (!isReadLater(chain, op + 1, once) && !hasBackward(trace, links, ops[begin + op]))
                sum = saturatingAdd(sum, saturatingAdd(once, once));
        }
        if (isKnown)
            saved[i] = sum;
    }
    return saved;
}

} // namespace kinetoscope
