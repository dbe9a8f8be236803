// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/rank_recorder.h"

#include <string>
#include <vector>

namespace kinetoscope::tests {

/// What one rank of a small language model does in a step, phase by phase. The phases of all ranks are run side by
/// side, since a collective ends for all ranks at once.
class TrainingStep {
public:
    TrainingStep(RankRecorder& recorder, const GeneratorOptions& options)
        : m_rank(recorder)
        , m_options(options)
    {
    }

    void begin(int number); ///< opens the step, loads the batch
    void forward();
    void loss();
    void beginBackward();
    void backward(int layer); ///< layers run from the last to the first
    [[nodiscard]] RankRecorder::Collective reduceGradients(std::int64_t sequence);
    void finishBackward();
    void optimize();
    void end();

    /// Forward pass of a recording with CUPTI ranges: launches, one counter range each.
    void measuredForward();

private:
    void op(HostThread thread, std::string_view name, const std::string& args, const std::vector<KernelShape>& kernels);
    void forwardOp(std::string_view outer, std::string_view inner, const std::string& args, const KernelShape& kernel,
        std::int64_t outputBytes);
    void backwardOp(
        std::string_view node, std::string_view inner, const std::vector<KernelShape>& kernels, std::int64_t freed);
    void module(std::string_view name, std::string_view frame);
    void endModule();
    void smallOps(HostThread thread);
    void attention(int layer);
    void feedForward(int layer);
    [[nodiscard]] std::string shapes(std::string_view dims, std::string_view types) const;

    RankRecorder& m_rank;
    const GeneratorOptions& m_options;
    std::vector<std::int64_t> m_sequences; ///< forward ops that the backward pass will come back to, newest last
    std::int64_t m_sequence = 100;
};

} // namespace kinetoscope::tests
