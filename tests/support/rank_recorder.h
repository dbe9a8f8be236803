// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/trace_generator.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope::tests {

/// Small, good enough, and the same everywhere (splitmix64). The distributions of <random> differ between libraries.
class RandomNumbers {
public:
    explicit RandomNumbers(std::uint64_t seed)
        : m_state(seed)
    {
    }
    [[nodiscard]] std::uint64_t next();
    /// `base` up to `percent` % shorter or longer.
    [[nodiscard]] Nanoseconds jitter(Nanoseconds base, int percent);

private:
    std::uint64_t m_state;
};

enum class HostThread { Main, Backward };
enum class HostKind { Op, Annotation, Python };

/// What a launch asks for, and how long it runs.
struct KernelShape {
    std::string_view name;
    int registers = 32;
    int sharedMemory = 0;
    std::array<int, 3> grid { 1, 1, 1 };
    std::array<int, 3> block { 128, 1, 1 };
    int occupancy = 50; ///< %
    Nanoseconds duration = 10'000;
};

inline constexpr std::int64_t kComputeStream = 7;
inline constexpr std::int64_t kCollectiveStream = 20;

/// One rank's process and GPU while a job is simulated. Host calls advance the clock of their thread; device work
/// queues on its stream. Everything is recorded in the rows Kineto would write.
class RankRecorder {
public:
    RankRecorder(const GeneratorOptions& options, int rank, Timestamp start);

    [[nodiscard]] Timestamp now(HostThread thread) const { return m_threads[index(thread)].now; }
    void advance(HostThread thread, Nanoseconds base); ///< host work, with this rank's speed and some jitter
    void advanceTo(HostThread thread, Timestamp at);

    // Host ranges nest: close() ends the newest open one of the thread.
    void open(HostThread thread, HostKind kind, std::string_view name, std::string_view args = {});
    void close(HostThread thread);
    /// Marks the newest open op as one end of a forward-backward pair; the arrow has the pair's number.
    void linkForward(std::int64_t sequence);
    void linkBackward(std::int64_t sequence);

    /// An API call; returns its correlation id.
    std::int64_t call(HostThread thread, std::string_view name, int cbid, Nanoseconds duration);
    void launch(HostThread thread, const KernelShape& shape, std::int64_t stream = kComputeStream);
    void copy(HostThread thread, std::string_view name, std::int64_t bytes, Nanoseconds duration);
    void fill(HostThread thread, std::int64_t bytes, Nanoseconds duration);
    void synchronizeStream(HostThread thread);
    void synchronizeDevice(HostThread thread);
    /// `stream` goes on only after what `other` holds now.
    void waitEvent(HostThread thread, std::int64_t stream, std::int64_t other);
    void allocate(HostThread thread, std::int64_t bytes);
    void release(HostThread thread, std::int64_t bytes);
    void counterRange(const KernelShape& shape, std::string_view counters);

    /// A collective begins when its stream is free and ends with those of the other ranks, so it is recorded in two
    /// halves.
    struct Collective {
        Timestamp start = 0;
        std::int64_t correlation = 0;
        std::int64_t externalId = 0;
        std::int64_t sequence = 0;
        std::int64_t elements = 0;
    };
    [[nodiscard]] Collective beginCollective(HostThread thread, std::int64_t sequence, std::int64_t elements);
    void endCollective(const Collective& collective, Timestamp end);

    [[nodiscard]] std::string finish(bool isCupti);

private:
    struct Span {
        Timestamp first = 0;
        Timestamp last = 0;
    };
    struct HostEvent {
        HostKind kind = HostKind::Op;
        HostThread thread = HostThread::Main;
        std::string name;
        std::string args;
        Timestamp start = 0;
        Nanoseconds duration = 0;
        std::int64_t pythonId = 0;
        std::int64_t pythonParent = -1;
        std::int64_t flow = 0; ///< 0: none
        char flowPhase = 's';
        std::map<std::int64_t, Span> onStreams; ///< annotations: device work launched inside
    };
    struct ThreadState {
        std::int64_t tid = 0;
        Timestamp now = 0;
        std::vector<std::size_t> open; ///< indices into m_host
    };
    [[nodiscard]] static std::size_t index(HostThread thread) { return thread == HostThread::Main ? 0 : 1; }
    [[nodiscard]] std::int64_t externalId(HostThread thread) const;
    [[nodiscard]] ArgsText collectiveArgs(const Collective& collective) const;
    [[nodiscard]] Nanoseconds scaled(Nanoseconds base, int percent);
    Timestamp place(HostThread thread, std::int64_t stream, Timestamp callStart, Nanoseconds duration);
    void writeKernel(std::int64_t stream, const KernelShape& shape, Timestamp start, Nanoseconds duration,
        std::int64_t correlation, std::int64_t externalId, std::string_view more);
    void arrow(char phase, std::int64_t correlation, std::int64_t pid, std::int64_t tid, Timestamp at);
    void writeHostEvents(TraceText& out, HostThread thread, std::int64_t& evIdx) const;
    void writeGpuAnnotations(TraceText& out) const;
    void writeNames(TraceText& out, bool isCupti) const;
    void writeHead(TraceText& out) const;

    GeneratorOptions m_options;
    RandomNumbers m_random;
    int m_rank;
    bool m_isSlow;
    std::int64_t m_pid;
    Timestamp m_start;
    std::array<ThreadState, 2> m_threads;
    std::map<std::int64_t, Timestamp> m_streamFree;
    std::vector<HostEvent> m_host;
    TraceText m_rows; ///< runtime calls, device rows and their arrows
    std::int64_t m_correlation = 1000;
    std::int64_t m_pythonId = 0;
    std::int64_t m_launches = 0;
    std::int64_t m_allocated = 512LL << 20;
    Timestamp m_rangeEnd = 0;
};

} // namespace kinetoscope::tests
