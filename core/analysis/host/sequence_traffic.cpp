// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/sequence_traffic.h"

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

/// Bytes of the first tensor of each op. Nothing for ops without shapes.
Result<std::vector<std::optional<std::int64_t>>> firstTensors(
    const Trace& trace, std::span<const SliceId> ops, const Progress& progress)
{
    std::vector<std::optional<std::int64_t>> bytes(ops.size());
    const Result<Done> done =
        visitKernelOps(trace, ops, progress, [&bytes](std::size_t i, const KernelOp& op) { bytes[i] = op.firstBytes; });
    if (!done)
        return done.error();
    return bytes;
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
            const auto first = firstTensors(trace, own, progress);
            if (!first)
                return first.error();
            isRecorded = std::any_of(first->begin(), first->end(), [](const auto& bytes) { return bytes.has_value(); });
            if (!isRecorded)
                return saved;
        }
    }
    const auto bytes = firstTensors(trace, ops, progress);
    if (!bytes)
        return bytes.error();
    for (std::size_t i = 0; i < sequences.size(); ++i) {
        const std::size_t begin = i == 0 ? 0 : ends[i - 1];
        if (ends[i] - begin < 2)
            continue;
        std::int64_t sum = 0;
        bool isKnown = true;
        for (std::size_t op = begin + 1; op < ends[i]; ++op) {
            isKnown = isKnown && (*bytes)[op].has_value();
            const std::int64_t once = (*bytes)[op].value_or(0);
            sum = saturatingAdd(sum, saturatingAdd(once, once));
        }
        if (isKnown)
            saved[i] = sum;
    }
    return saved;
}

} // namespace kinetoscope
