// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_trace.h"

#include "tests/support/event_builder.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope::tests {

namespace {

class RandomTrace {
public:
    RandomTrace(std::uint32_t seed, const RandomTraceOptions& options)
        : m_random(seed)
        , m_options(options)
    {
        if (seed % 2 == 0)
            m_events.withIntegerMicroseconds(); // no tolerance in the call tree
    }

    std::shared_ptr<const Trace> build()
    {
        addSteps();
        for (int i = 0; i < m_options.ops; ++i)
            addOp();
        for (int i = 0; i < m_options.launches; ++i)
            addLaunch();
        for (int i = 0; m_options.hasWaits && i < m_options.launches / 2; ++i)
            addWait();
        for (int i = 0; m_options.hasWaits && i < m_options.ops / 2; ++i)
            addSpecialOp();
        for (int i = 0; i < m_options.launches / 4; ++i)
            addWork(below(3) == 0 ? EventBuilder::kNone : 9'000 + i, below(m_options.span)); // launched by nobody
        m_events.onStream(0, 7);
        m_events.slice("cuda_sync", "Stream Sync", below(m_options.span), m_options.span, 9'999);
        return m_events.build();
    }

private:
    int below(int n) { return static_cast<int>(m_random() % static_cast<std::uint32_t>(n)); }

    void onSomeThread()
    {
        if (m_options.hasWaits && below(4) == 0) {
            // 3 and 4 run the backward pass, 5 is a thread of another process.
            switch (below(3)) {
            case 0:
                m_events.onThread("1", "3");
                break;
            case 1:
                m_events.onThread("1", "4");
                break;
            default:
                m_events.onThread("9", "5");
            }
            return;
        }
        m_events.onThread("1", below(4) == 0 ? "2" : "1");
    }

    void addSteps()
    {
        m_events.onThread("1", "1");
        const int length = m_options.span / std::max(1, m_options.steps);
        for (int i = 0; i < m_options.steps; ++i)
            m_events.slice("user_annotation", "ProfilerStep#" + std::to_string(i + 5), i * length, (i + 1) * length);
    }

    void addOp()
    {
        static constexpr std::array kNames { "aten::mm", "aten::add", "aten::linear", "aten::copy_", "autograd::step" };
        onSomeThread();
        const int begin = below(m_options.span);
        m_events.slice(below(6) == 0 ? "user_annotation" : "cpu_op", kNames[static_cast<std::size_t>(below(5))], begin,
            begin + below(m_options.span / 3));
    }

    void addLaunch()
    {
        onSomeThread();
        const std::int64_t id = ++m_correlation;
        const int begin = below(m_options.span);
        const int end = begin + below(30);
        const int kind = below(8);
        if (kind == 0)
            m_events.slice("cuda_driver", "cuLaunchKernel", begin, end, id);
        else
            m_events.slice("cuda_runtime", kind == 1 ? "cudaGraphLaunch" : "cudaLaunchKernel", begin, end, id);
        const int works = kind == 1 ? 3 : kind == 2 ? 0 : 1;
        for (int i = 0; i < works; ++i)
            addWork(id, begin + below(200));
    }

    void addWork(std::int64_t id, int earliest)
    {
        static constexpr std::array kKernels { "gemm", "relu", "softmax", "ncclDevKernel_AllReduce",
            "triton_red_all_reduce_0", "Memset (Device)" };
        static constexpr std::array kCopies { "Memcpy HtoD (Pageable -> Device)", "Memcpy DtoH", "hipMemcpy" };
        const auto device = static_cast<std::int64_t>(below(std::max(1, m_options.devices)));
        const auto stream = static_cast<std::int64_t>(below(3) * 7);
        m_events.onStream(device, stream);
        Timestamp begin = earliest;
        const Nanoseconds length = below(5) == 0 ? 0 : below(120);
        if (m_options.isOrderly) {
            Timestamp& freeAt = m_freeAt[{ device, stream }];
            begin = std::max<Timestamp>(earliest + 30, freeAt);
            freeAt = begin + length;
        }
        const int kind = below(10);
        if (kind < 2) {
            m_events.slice("gpu_memcpy", kCopies[static_cast<std::size_t>(below(3))], begin, begin + length, id);
            if (below(4) != 0)
                m_events.withArg(ArgKey::Bytes, below(1'000));
        } else if (kind == 2) {
            m_events.slice("gpu_memset", "Memset (Device)", begin, begin + length, id);
        } else if (kind == 3) {
            m_events.slice("mtia_ccp_events", below(2) == 0 ? "packet" : "dma_copy", begin, begin + length, id);
        } else {
            m_events.slice("kernel", kKernels[static_cast<std::size_t>(below(6))], begin, begin + length, id);
        }
    }

    /// A row that says what a call waited for; not of every call.
    void addSyncRow(const char* name, std::int64_t call, std::int64_t stream, Timestamp at)
    {
        if (below(2) == 0)
            return;
        m_events.onStream(below(std::max(1, m_options.devices)), stream);
        m_events.slice("cuda_sync", name, at, at + 5, call);
        m_events.withArg(ArgKey::WaitOnStream, below(3) * 7);
        if (m_lastRecord != 0)
            m_events.withArg(ArgKey::WaitOnRecordCorrelation, m_lastRecord);
    }

    void addCall(const char* name, int begin, int end)
    {
        onSomeThread();
        m_events.slice("cuda_runtime", name, begin, end, ++m_correlation);
    }

    /// A call that copies, and its copy somewhere around it.
    void addCopy(const char* call, const char* category, const char* work)
    {
        const int begin = below(m_options.span);
        const int length = below(200);
        addCall(call, begin, begin + length);
        m_events.onStream(below(std::max(1, m_options.devices)), below(3) * 7);
        const int start = begin + below(length + 40);
        m_events.slice(category, work, start, start + below(100), m_correlation);
    }

    void addWait()
    {
        static constexpr std::array kCopies { "Memcpy DtoH (Device -> Pageable)", "Memcpy DtoH (Device -> Pinned)",
            "Memcpy HtoD", "Memcpy DtoD" };
        const int begin = below(m_options.span);
        const int end = begin + below(300);
        switch (below(10)) {
        case 0:
            addCall("cudaDeviceSynchronize", begin, end);
            return addSyncRow("Context Sync", m_correlation, 7, begin);
        case 1:
            addCall("cudaStreamSynchronize", begin, end);
            return addSyncRow("Stream Sync", m_correlation, below(3) * 7, begin);
        case 2:
            addCall("cudaEventSynchronize", begin, end);
            return addSyncRow("Event Sync", m_correlation, below(3) * 7, begin);
        case 3:
            return addCopy(below(2) == 0 ? "cudaMemcpy" : "cudaMemcpyAsync", "gpu_memcpy",
                kCopies[static_cast<std::size_t>(below(4))]);
        case 4:
            return addCopy("cudaMemsetAsync", "gpu_memset", "Memset (Device)");
        case 5:
            return addCall(below(2) == 0 ? "cudaFree" : "cudaMalloc", begin, end);
        case 6:
        case 7:
            addCall("cudaEventRecord", begin, begin + below(10));
            m_lastRecord = m_correlation;
            addCall("cudaStreamWaitEvent", begin + 10 + below(50), begin + 60);
            return addSyncRow("Stream Wait Event", m_correlation, below(3) * 7, begin + 40);
        case 8:
            return addCall(below(2) == 0 ? "cuModuleLoadData" : "cudaFuncGetAttributes", begin, end);
        default:
            return addCall(below(2) == 0 ? "hipDeviceSynchronize" : "cudaLaunchKernel", begin, end);
        }
    }

    /// What says more than an op why time passes.
    void addSpecialOp()
    {
        static constexpr std::array kAnnotations { "enumerate(DataLoader)#_Iter.__next__", "## backward ##",
            "nccl:all_reduce", "_compile (dynamo_timed)", "get_batch" };
        static constexpr std::array kFrames { "train.py(3): step", "torch/utils/data/dataloader.py(5): __next__",
            "torch/distributed/distributed_c10d.py(7): wait", "torch/_dynamo/convert_frame.py(1): f" };
        onSomeThread();
        const int begin = below(m_options.span);
        const int end = begin + below(m_options.span / 4);
        const auto choice = static_cast<std::size_t>(below(20));
        if (choice < 5) {
            m_events.slice(below(2) == 0 ? "cpu_op" : "user_annotation", kAnnotations[choice], begin, end);
        } else if (choice < 13) {
            m_events.slice("python_function", kFrames[choice % 4], begin, end);
        } else if (choice < 15) {
            m_events.slice("overhead", choice == 13 ? "Buffer Flush" : "Lazy Function Loading", begin, end);
        } else {
            m_events.onThread("1", std::to_string(3 + below(2)));
            m_events.slice("cpu_op", choice < 17 ? "MulBackward0" : "autograd::engine::evaluate_function: AddBackward0",
                begin, end);
        }
    }

    std::mt19937 m_random; // its numbers are the same everywhere; distributions are not
    const RandomTraceOptions& m_options;
    EventBuilder m_events;
    std::int64_t m_correlation = 0;
    std::int64_t m_lastRecord = 0;
    std::map<std::pair<std::int64_t, std::int64_t>, Timestamp> m_freeAt;
};

} // namespace

std::shared_ptr<const Trace> randomTrace(std::uint32_t seed, const RandomTraceOptions& options)
{
    return RandomTrace(seed, options).build();
}

std::shared_ptr<const TraceSet> randomJob(std::uint32_t seed, int ranks, const RandomTraceOptions& options)
{
    std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> all;
    for (int rank = 0; rank < ranks; ++rank)
        all.emplace_back(rank, randomTrace(seed * 16 + static_cast<std::uint32_t>(rank), options));
    return std::make_shared<const TraceSet>(std::move(all), std::vector<Remark> {});
}

} // namespace kinetoscope::tests
