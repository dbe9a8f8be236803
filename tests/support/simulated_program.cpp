// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/simulated_program.h"

#include "tests/support/trace_text.h"

#include <algorithm>
#include <map>
#include <random>
#include <utility>

namespace kinetoscope::tests {

namespace {

using Item = SimulatedProgram::Item;
using Kind = Item::Kind;
using Change = SimulatedProgram::Change;

constexpr std::int64_t kProcess = 100;
constexpr std::int64_t kMainThread = 100;
constexpr std::int64_t kBackwardThread = 101;
constexpr std::int64_t kFirstStream = 7;

// What the parts of the machine take.
constexpr Nanoseconds kLaunchCall = 4_us;
constexpr Nanoseconds kGraphCall = 10_us;
constexpr Nanoseconds kUntilGpu = 2_us;       ///< from the end of a launch call until its work can start
constexpr Nanoseconds kBetweenKernels = 1_us; ///< on one stream
constexpr Nanoseconds kAfterEvent = 2_us;
constexpr Nanoseconds kCopyCall = 5_us;  ///< until the copy can start
constexpr Nanoseconds kUntilHost = 3_us; ///< from the end of work until who waits for it goes on
constexpr Nanoseconds kShortestWait = 2_us;
constexpr Nanoseconds kToBackward = 15_us;
constexpr Nanoseconds kFromBackward = 20_us;

class Maker {
public:
    explicit Maker(std::uint32_t seed)
        : m_random(seed)
        , m_streams(below(3) == 0 ? 2 : 1)
    {
    }

    std::vector<Item> program()
    {
        std::vector<Item> program;
        for (std::int64_t steps = 1 + below(4); steps > 0; --steps) {
            Item step { .kind = Kind::Step, .items = items(10 + below(30), false) };
            if (below(5) < 3)
                step.items.push_back({ .kind = Kind::Backward, .items = items(5 + below(20), true) });
            for (Item& each : items(3 + below(12), false))
                step.items.push_back(std::move(each));
            program.push_back(std::move(step));
        }
        program.push_back({ .kind = Kind::Synchronize });
        return program;
    }

private:
    std::int64_t below(std::int64_t end)
    {
        return static_cast<std::int64_t>(m_random() % static_cast<std::uint32_t>(end));
    }
    /// Whole steps of 2 us, so that halves are whole, too.
    Nanoseconds time(std::int64_t most) { return 2_us * (2 + below(most / 2)); }
    std::int64_t stream() { return kFirstStream + below(m_streams); }
    std::string kernelName() { return "k" + std::to_string(below(5)); }

    std::vector<Item> items(std::int64_t count, bool isBackward)
    {
        std::vector<Item> all;
        while (count-- > 0) {
            const std::int64_t which = below(100);
            if (which < 25)
                all.push_back({ .kind = Kind::Op,
                    .name =
                        (isBackward ? "autograd::engine::evaluate_function: F" : "aten::op") + std::to_string(below(4)),
                    .time = time(below(2) == 0 ? 50 : 400) });
            else if (which < 80)
                all.push_back({ .kind = Kind::Launch,
                    .name = kernelName(),
                    .time = time(below(2) == 0 ? 30 : 600),
                    .stream = stream() });
            else if (which < 84)
                all.push_back(graph());
            else if (which < 87 && m_streams > 1)
                all.push_back(eventWait());
            else if (which < 91)
                all.push_back({ .kind = Kind::Pause, .time = time(100) });
            else if (!isBackward)
                all.push_back(which < 96 ? Item { .kind = Kind::Copy, .time = time(200), .stream = stream() }
                        : which < 98     ? Item { .kind = Kind::Synchronize }
                                         : Item { .kind = Kind::Load, .time = time(500) });
        }
        return all;
    }

    Item graph()
    {
        Item graph { .kind = Kind::Graph, .stream = stream() };
        for (std::int64_t kernels = 3 + below(18); kernels > 0; --kernels)
            graph.items.push_back({ .kind = Kind::Launch, .name = kernelName(), .time = time(60) });
        return graph;
    }

    Item eventWait()
    {
        const bool isFirst = below(2) == 0;
        return { .kind = Kind::EventWait,
            .stream = kFirstStream + (isFirst ? 0 : 1),
            .other = kFirstStream + (isFirst ? 1 : 0) };
    }

    std::mt19937 m_random;
    std::int64_t m_streams;
};

class Runner {
public:
    explicit Runner(const Change& change)
        : m_change(change)
        , m_text(wholeMicroseconds())
    {
    }

    SimulatedProgram::Run run(const std::vector<Item>& program)
    {
        doAll(program);
        Nanoseconds wall = m_now;
        for (const auto& [stream, end] : m_ends)
            wall = std::max(wall, end);
        return { m_text.text(), wall };
    }

private:
    void doAll(const std::vector<Item>& items)
    {
        for (const Item& item : items)
            doItem(item);
    }

    void doItem(const Item& item)
    {
        const Timestamp begin = m_now;
        switch (item.kind) {
        case Kind::Op:
            m_now += item.time / m_change.opsBy;
            m_text.op(item.name, begin, m_now - begin);
            break;
        case Kind::Load:
            m_now += m_change.loadsData ? item.time : 0;
            m_text.annotation("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", begin, m_now - begin);
            break;
        case Kind::Pause:
            m_now += item.time;
            break;
        case Kind::Launch:
            m_now += kLaunchCall;
            ++m_call;
            m_text.launch(begin, kLaunchCall, m_call);
            doKernel(item, item.stream);
            break;
        case Kind::Graph:
            m_now += kGraphCall;
            m_text.runtime("cudaGraphLaunch", begin, kGraphCall, ++m_call);
            for (const Item& kernel : item.items)
                doKernel(kernel, item.stream);
            break;
        case Kind::Copy:
            doCopy(item);
            break;
        case Kind::EventWait:
            doEventWait(item);
            break;
        case Kind::Synchronize:
            doSynchronize();
            break;
        case Kind::Backward:
            m_now += kToBackward;
            m_text.thread(kProcess, kBackwardThread);
            doAll(item.items);
            m_text.thread(kProcess, kMainThread);
            m_now += kFromBackward;
            break;
        case Kind::Step:
            doAll(item.items);
            m_text.step(++m_steps, begin, m_now - begin);
            break;
        }
    }

    /// When work of a stream starts that has reached the GPU at a moment.
    Timestamp startOn(std::int64_t stream, Timestamp arrived)
    {
        Timestamp start = arrived;
        if (const auto before = m_ends.find(stream); before != m_ends.end())
            start = std::max(start, before->second + kBetweenKernels);
        if (const auto awaited = m_awaited.find(stream); awaited != m_awaited.end()) {
            start = std::max(start, awaited->second + kAfterEvent);
            m_awaited.erase(awaited);
        }
        return start;
    }

    void doKernel(const Item& kernel, std::int64_t stream)
    {
        const bool isMeant = m_change.onlyKernel.empty() || m_change.onlyKernel == kernel.name;
        const Nanoseconds time = isMeant ? kernel.time / m_change.kernelsBy : kernel.time;
        const Timestamp start = startOn(stream, m_now + kUntilGpu);
        m_text.kernel(kernel.name, start, time, stream, m_call);
        m_ends[stream] = start + time;
    }

    void doCopy(const Item& item)
    {
        const Timestamp begin = m_now;
        const Timestamp start = startOn(item.stream, begin + kCopyCall);
        const Nanoseconds time = m_change.copiesTakeTime ? item.time : 0;
        m_ends[item.stream] = start + time;
        m_now = m_change.waitsForGpu ? start + time + kUntilHost : begin + kCopyCall;
        ++m_call;
        m_text.runtime("cudaMemcpyAsync", begin, m_now - begin, m_call)
            .copy("Memcpy DtoH (Device -> Pageable)", start, time, item.stream, m_call, 4096);
    }

    void doEventWait(const Item& item)
    {
        const std::int64_t recorded = ++m_call;
        const std::int64_t waiting = ++m_call;
        m_text.runtime("cudaEventRecord", m_now, 1_us, recorded);
        m_text.runtime("cudaStreamWaitEvent", m_now + 1_us, 1_us, waiting);
        m_text.sync("Stream Wait Event", m_now + 1_us, 1_us, item.stream, waiting,
            ArgsText()
                .add("wait_on_stream", item.other)
                .add("wait_on_cuda_event_record_corr_id", recorded)
                .add("wait_on_cuda_event_id", recorded));
        m_now += 2_us;
        if (const auto end = m_ends.find(item.other); end != m_ends.end())
            m_awaited[item.stream] = std::max(m_awaited[item.stream], end->second);
    }

    void doSynchronize()
    {
        const Timestamp begin = m_now;
        if (m_change.waitsForGpu) {
            m_now += kShortestWait;
            for (const auto& [stream, end] : m_ends)
                m_now = std::max(m_now, end + kUntilHost);
        }
        m_text.runtime("cudaDeviceSynchronize", begin, m_now - begin, ++m_call);
    }

    const Change& m_change;
    TraceText m_text;
    Timestamp m_now = 0;
    std::int64_t m_call = 0; ///< correlation of the last one
    std::int64_t m_steps = 0;
    std::map<std::int64_t, Timestamp> m_ends;    ///< by stream: of its last work
    std::map<std::int64_t, Timestamp> m_awaited; ///< by stream: of what its next work waits for
};

} // namespace

SimulatedProgram::SimulatedProgram(std::uint32_t seed)
    : m_items(Maker(seed).program())
{
}

SimulatedProgram::Run SimulatedProgram::run(const Change& change) const
{
    return Runner(change).run(m_items);
}

} // namespace kinetoscope::tests
