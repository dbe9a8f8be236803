// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rank_recorder.h"

#include <algorithm>

namespace kinetoscope::tests {

namespace {
constexpr std::int64_t kFirstPid = 41'200;
constexpr Nanoseconds kLaunchLatency = 4'200; ///< end of the call to start of the kernel on an idle stream
constexpr Nanoseconds kKernelGap = 900;       ///< between kernels of a full stream

std::string triple(const std::array<int, 3>& v)
{
    return "[" + std::to_string(v[0]) + ", " + std::to_string(v[1]) + ", " + std::to_string(v[2]) + "]";
}
} // namespace

std::uint64_t RandomNumbers::next()
{
    m_state += 0x9e37'79b9'7f4a'7c15ULL;
    std::uint64_t z = m_state;
    z = (z ^ (z >> 30)) * 0xbf58'476d'1ce4'e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d0'49bb'1331'11ebULL;
    return z ^ (z >> 31);
}

Nanoseconds RandomNumbers::jitter(Nanoseconds base, int percent)
{
    const auto range = static_cast<std::uint64_t>(base * percent / 100);
    return base - static_cast<Nanoseconds>(range) + static_cast<Nanoseconds>(next() % (2 * range + 1));
}

RankRecorder::RankRecorder(const GeneratorOptions& options, int rank, Timestamp start)
    : m_options(options)
    , m_random(options.seed * 1'000'003 + static_cast<std::uint64_t>(rank))
    , m_rank(rank)
    , m_isSlow(rank == options.stragglerRank)
    , m_pid(kFirstPid + 17 * rank)
    , m_start(start)
    , m_rows(options.layout, options.times)
    , m_rangeEnd(start)
{
    m_threads[0] = { m_pid, start, {} };
    m_threads[1] = { m_pid + 9, start, {} };
    m_rows.thread(m_pid, m_pid).device(rank);
}

Nanoseconds RankRecorder::scaled(Nanoseconds base, int percent)
{
    return m_random.jitter(m_isSlow ? base * 5 / 4 : base, percent);
}

void RankRecorder::advance(HostThread thread, Nanoseconds base)
{
    m_threads[index(thread)].now += scaled(base, 20);
}

void RankRecorder::advanceTo(HostThread thread, Timestamp at)
{
    ThreadState& state = m_threads[index(thread)];
    state.now = std::max(state.now, at);
}

void RankRecorder::open(HostThread thread, HostKind kind, std::string_view name, std::string_view args)
{
    ThreadState& state = m_threads[index(thread)];
    HostEvent event;
    event.kind = kind;
    event.thread = thread;
    event.name = name;
    event.args = args;
    event.start = state.now;
    if (kind == HostKind::Python) {
        event.pythonId = ++m_pythonId;
        for (const std::size_t outer : state.open) {
            if (m_host[outer].kind == HostKind::Python)
                event.pythonParent = m_host[outer].pythonId;
        }
    }
    state.open.push_back(m_host.size());
    m_host.push_back(std::move(event));
    advance(thread, kind == HostKind::Python ? 900 : 3'200);
}

void RankRecorder::close(HostThread thread)
{
    ThreadState& state = m_threads[index(thread)];
    advance(thread, 1'700);
    HostEvent& event = m_host[state.open.back()];
    event.duration = state.now - event.start;
    state.open.pop_back();
    state.now += 120; // no two events of a thread touch
}

void RankRecorder::linkForward(std::int64_t sequence)
{
    HostEvent& event = m_host[m_threads[0].open.back()];
    event.flow = sequence;
    event.flowPhase = 's';
    event.args = ArgsText().addMembers(event.args).add("Sequence number", sequence).add("Fwd thread id", 0).text();
}

void RankRecorder::linkBackward(std::int64_t sequence)
{
    HostEvent& event = m_host[m_threads[1].open.back()];
    event.flow = sequence;
    event.flowPhase = 'f';
}

std::int64_t RankRecorder::externalId(HostThread thread) const
{
    const ThreadState& state = m_threads[index(thread)];
    for (auto it = state.open.rbegin(); it != state.open.rend(); ++it) {
        if (m_host[*it].kind != HostKind::Python)
            return static_cast<std::int64_t>(*it) + 1;
    }
    return 0;
}

std::int64_t RankRecorder::call(HostThread thread, std::string_view name, int cbid, Nanoseconds duration)
{
    ThreadState& state = m_threads[index(thread)];
    const std::int64_t correlation = ++m_correlation;
    const bool isLaunch = name == "cudaLaunchKernel" || name == "cudaLaunchKernelExC";
    const bool isLost = isLaunch && m_options.loseEveryLaunch > 0 && ++m_launches % m_options.loseEveryLaunch == 0;
    if (!isLost) {
        m_rows.thread(m_pid, state.tid);
        m_rows.runtime(name, state.now, duration, correlation,
            ArgsText().add("External id", externalId(thread)).add("cbid", cbid));
    }
    state.now += duration;
    return correlation;
}

void RankRecorder::arrow(char phase, std::int64_t correlation, std::int64_t pid, std::int64_t tid, Timestamp at)
{
    m_rows.flow(phase, "ac2g", correlation, pid, tid, at);
}

Timestamp RankRecorder::place(HostThread thread, std::int64_t stream, Timestamp callStart, Nanoseconds duration)
{
    const Timestamp start = std::max(callStart + kLaunchLatency, m_streamFree[stream] + kKernelGap);
    m_streamFree[stream] = start + duration;
    for (const std::size_t outer : m_threads[index(thread)].open) {
        HostEvent& event = m_host[outer];
        if (event.kind != HostKind::Annotation)
            continue;
        Span& span = event.onStreams.try_emplace(stream, Span { start, start }).first->second;
        span.last = std::max(span.last, start + duration);
    }
    return start;
}

void RankRecorder::writeKernel(std::int64_t stream, const KernelShape& shape, Timestamp start, Nanoseconds duration,
    std::int64_t correlation, std::int64_t externalId, std::string_view more)
{
    ArgsText args;
    args.add("External id", externalId).add("queued", 0).add("device", m_rank).add("context", 1);
    args.add("stream", stream).add("correlation", correlation).add("registers per thread", shape.registers);
    args.add("shared memory", shape.sharedMemory);
    // 108 SMs; both ratios are thousandths, written like times are.
    const std::int64_t blocks = std::int64_t { 1 } * shape.grid[0] * shape.grid[1] * shape.grid[2];
    const std::int64_t warps = (std::int64_t { 1 } * shape.block[0] * shape.block[1] * shape.block[2] + 31) / 32;
    args.addJson("blocks per SM", microseconds(blocks * 1000 / 108));
    args.addJson("warps per SM", microseconds(blocks * warps * 1000 / 108));
    args.addJson("grid", triple(shape.grid)).addJson("block", triple(shape.block));
    args.add("est. achieved occupancy %", shape.occupancy).addMembers(more);
    m_rows.complete("kernel", shape.name, m_rank, stream, start, duration, args);
    arrow('f', correlation, m_rank, stream, start);
}

void RankRecorder::launch(HostThread thread, const KernelShape& shape, std::int64_t stream)
{
    const Timestamp callStart = now(thread);
    const std::int64_t correlation = call(thread, "cudaLaunchKernel", 211, scaled(4'800, 30));
    arrow('s', correlation, m_pid, m_threads[index(thread)].tid, callStart);
    const Nanoseconds duration = scaled(shape.duration, 6);
    const Timestamp start = place(thread, stream, callStart, duration);
    writeKernel(stream, shape, start, duration, correlation, externalId(thread), {});
}

void RankRecorder::counterRange(const KernelShape& shape, std::string_view counters)
{
    // Kernels are replayed one by one: ranges are as long as each other and say nothing about time.
    constexpr Nanoseconds kReplay = 121'431'000;
    call(HostThread::Main, "cudaLaunchKernel", 211, scaled(4'800, 30));
    m_rows.complete("cuda_profiler_range", shape.name, 0, 0, m_rangeEnd, kReplay, counters);
    m_rangeEnd += kReplay;
}

void RankRecorder::copy(HostThread thread, std::string_view name, std::int64_t bytes, Nanoseconds duration)
{
    const Timestamp callStart = now(thread);
    const std::int64_t correlation = call(thread, "cudaMemcpyAsync", 41, scaled(7'500, 30));
    const std::int64_t tid = m_threads[index(thread)].tid;
    arrow('s', correlation, m_pid, tid, callStart);
    const Nanoseconds actual = scaled(duration, 6);
    const Timestamp start = place(thread, kComputeStream, callStart, actual);
    m_rows.copy(name, start, actual, kComputeStream, correlation, bytes);
    arrow('f', correlation, m_rank, kComputeStream, start);
}

void RankRecorder::fill(HostThread thread, std::int64_t bytes, Nanoseconds duration)
{
    const Timestamp callStart = now(thread);
    const std::int64_t correlation = call(thread, "cudaMemsetAsync", 51, scaled(5'100, 30));
    arrow('s', correlation, m_pid, m_threads[index(thread)].tid, callStart);
    const Nanoseconds actual = scaled(duration, 6);
    const Timestamp start = place(thread, kComputeStream, callStart, actual);
    m_rows.memset(start, actual, kComputeStream, correlation, bytes);
    arrow('f', correlation, m_rank, kComputeStream, start);
}

void RankRecorder::synchronizeStream(HostThread thread)
{
    const Timestamp start = now(thread);
    const Nanoseconds wait = std::max<Nanoseconds>(2'000, m_streamFree[kComputeStream] - start) + scaled(1'500, 30);
    const std::int64_t correlation = call(thread, "cudaStreamSynchronize", 131, wait);
    m_rows.sync("Stream Sync", start + 300, wait - 600, kComputeStream, correlation,
        ArgsText().add("External id", externalId(thread)));
}

void RankRecorder::synchronizeDevice(HostThread thread)
{
    Timestamp idle = 0;
    for (const auto& [stream, free] : m_streamFree)
        idle = std::max(idle, free);
    const Timestamp start = now(thread);
    const Nanoseconds wait = std::max<Nanoseconds>(2'000, idle - start) + scaled(1'500, 30);
    const std::int64_t correlation = call(thread, "cudaDeviceSynchronize", 165, wait);
    m_rows.sync("Context Sync", start + 300, wait - 600, -1, correlation, {});
}

void RankRecorder::waitEvent(HostThread thread, std::int64_t stream, std::int64_t other)
{
    const std::int64_t record = call(thread, "cudaEventRecord", 135, scaled(1'400, 30));
    const Timestamp start = now(thread);
    const std::int64_t wait = call(thread, "cudaStreamWaitEvent", 147, scaled(900, 30));
    m_streamFree[stream] = std::max(m_streamFree[stream], m_streamFree[other]);
    m_rows.sync("Stream Wait Event", start + 100, 500, stream, wait,
        ArgsText()
            .add("External id", externalId(thread))
            .add("wait_on_stream", other)
            .add("wait_on_cuda_event_record_corr_id", record)
            .add("wait_on_cuda_event_id", 3 + stream));
}

void RankRecorder::allocate(HostThread thread, std::int64_t bytes)
{
    m_allocated += bytes;
    if (!m_options.memoryInstants)
        return;
    constexpr std::int64_t kReserved = 2LL << 30;
    m_rows.thread(m_pid, m_threads[index(thread)].tid);
    m_rows.memory(now(thread), bytes, m_allocated, kReserved, m_rank);
}

void RankRecorder::release(HostThread thread, std::int64_t bytes)
{
    allocate(thread, -bytes);
}

ArgsText RankRecorder::collectiveArgs(const Collective& collective) const
{
    std::string ranks = "[";
    for (int rank = 0; rank < m_options.ranks; ++rank)
        ranks += (rank > 0 ? ", " : "") + std::to_string(rank);
    ArgsText args;
    args.add("Collective name", "allreduce").add("In msg nelems", collective.elements);
    args.add("Out msg nelems", collective.elements).add("Group size", m_options.ranks).add("dtype", "BFloat16");
    args.add("In split size", "[]").add("Out split size", "[]").add("Process Group Name", "0");
    args.add("Process Group Description", "default_pg").add("Process Group Ranks", ranks + "]");
    return args.add("Rank", m_rank).add("Seq", collective.sequence);
}

RankRecorder::Collective RankRecorder::beginCollective(HostThread thread, std::int64_t sequence, std::int64_t elements)
{
    Collective collective { 0, 0, 0, sequence, elements };
    open(thread, HostKind::Op, "record_param_comms", collectiveArgs(collective));
    open(thread, HostKind::Annotation, "nccl:all_reduce");
    waitEvent(thread, kCollectiveStream, kComputeStream);
    const Timestamp callStart = now(thread);
    collective.externalId = externalId(thread) - 1; // the op, not the annotation inside it
    collective.correlation = call(thread, "cudaLaunchKernelExC", 430, scaled(6'200, 30));
    arrow('s', collective.correlation, m_pid, m_threads[index(thread)].tid, callStart);
    collective.start = place(thread, kCollectiveStream, callStart, 0);
    close(thread);
    close(thread);
    return collective;
}

void RankRecorder::endCollective(const Collective& collective, Timestamp end)
{
    const KernelShape shape { "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", 96, 87'568,
        { 24, 1, 1 }, { 544, 1, 1 }, 12, 0 };
    m_streamFree[kCollectiveStream] = end;
    for (HostEvent& event : m_host) {
        const auto span = event.onStreams.find(kCollectiveStream);
        if (span != event.onStreams.end() && span->second.first <= collective.start
            && span->second.last >= collective.start)
            span->second.last = std::max(span->second.last, end);
    }
    writeKernel(kCollectiveStream, shape, collective.start, end - collective.start, collective.correlation,
        collective.externalId, collectiveArgs(collective));
}

} // namespace kinetoscope::tests
