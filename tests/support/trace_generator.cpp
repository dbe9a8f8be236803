// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_generator.h"

#include "tests/support/rank_recorder.h"
#include "tests/support/training_step.h"

#include <algorithm>
#include <deque>

namespace kinetoscope::tests {

namespace {

constexpr int kFirstStep = 11;
constexpr Timestamp kStart = 5'310'774'512'347; ///< ns after the base time
constexpr Timestamp kUnixStart = 1'760'000'000'000'000'000;
constexpr Nanoseconds kTransfer = 410'000; ///< of one bucket of gradients, once all ranks are there

/// All ranks of a job, phase by phase.
class Job {
public:
    explicit Job(const GeneratorOptions& options)
        : m_options(options)
        , m_random(options.seed)
    {
        for (int rank = 0; rank < options.ranks; ++rank) {
            const Timestamp start = (options.baseTime ? kStart : kUnixStart + kStart) + rank * 31'417;
            m_recorders.emplace_back(options, rank, start);
            m_steps.emplace_back(m_recorders.back(), options);
        }
    }

    void run()
    {
        for (int step = 0; step < m_options.steps; ++step) {
            for (TrainingStep& rank : m_steps) {
                rank.begin(kFirstStep + step);
                rank.forward();
                rank.loss();
                rank.beginBackward();
            }
            for (int layer = m_options.layers - 1; layer >= 0; --layer)
                backward(layer);
            for (TrainingStep& rank : m_steps) {
                rank.finishBackward();
                rank.optimize();
                rank.end();
            }
        }
    }

    [[nodiscard]] std::vector<std::string> finish()
    {
        std::vector<std::string> texts;
        for (RankRecorder& recorder : m_recorders) {
            recorder.synchronizeDevice(HostThread::Main);
            texts.push_back(recorder.finish(false));
        }
        return texts;
    }

private:
    void backward(int layer)
    {
        std::vector<RankRecorder::Collective> collectives;
        Timestamp lastStart = 0;
        ++m_sequence;
        for (TrainingStep& rank : m_steps) {
            rank.backward(layer);
            collectives.push_back(rank.reduceGradients(m_sequence));
            lastStart = std::max(lastStart, collectives.back().start);
        }
        const Timestamp end = lastStart + m_random.jitter(kTransfer, 10);
        for (std::size_t rank = 0; rank < m_recorders.size(); ++rank)
            m_recorders[rank].endCollective(collectives[rank], end + static_cast<Timestamp>(m_random.next() % 1500));
    }

    const GeneratorOptions& m_options;
    RandomNumbers m_random;
    std::deque<RankRecorder> m_recorders; // the steps point into it
    std::deque<TrainingStep> m_steps;
    std::int64_t m_sequence = 0;
};

} // namespace

std::vector<std::string> generateTraces(const GeneratorOptions& options)
{
    Job job(options);
    job.run();
    std::vector<std::string> texts = job.finish();
    for (std::string& text : texts) {
        for (const Defect defect : options.defects)
            text = damage(std::move(text), defect);
    }
    return texts;
}

std::string generateTrace(const GeneratorOptions& options)
{
    return generateTraces(options).front();
}

std::string generateCuptiTrace(std::uint64_t seed, int layers)
{
    GeneratorOptions options;
    options.seed = seed;
    options.layers = layers;
    options.baseTime = false;
    options.times = TimeStyle::WholeMicroseconds; // ranges were recorded by versions that wrote these
    RankRecorder recorder(options, 0, kUnixStart + kStart);
    TrainingStep(recorder, options).measuredForward();
    return recorder.finish(true);
}

} // namespace kinetoscope::tests
