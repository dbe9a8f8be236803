// SPDX-License-Identifier: GPL-3.0-or-later
// The second half of RankRecorder: what was recorded, in the order and layout of Kineto's files.
#include "tests/support/rank_recorder.h"

#include <algorithm>

namespace kinetoscope::tests {

namespace {
constexpr Nanoseconds kBaseTime = 1'760'000'000'000'000'000; ///< Unix ns

std::string deviceProperties(int devices)
{
    std::string out = "[";
    for (int id = 0; id < devices; ++id) {
        out += std::string(id > 0 ? "," : "") + "\n    {\n      \"id\": " + std::to_string(id)
            + ", \"name\": \"NVIDIA A100-SXM4-80GB\", \"totalGlobalMem\": 85097971712,\n"
              "      \"computeMajor\": 8, \"computeMinor\": 0,\n"
              "      \"maxThreadsPerBlock\": 1024, \"maxThreadsPerMultiprocessor\": 2048,\n"
              "      \"regsPerBlock\": 65536, \"warpSize\": 32,\n"
              "      \"sharedMemPerBlock\": 49152, \"numSms\": 108\n    }";
    }
    return out + "\n  ]";
}
} // namespace

void RankRecorder::writeHead(TraceText& out) const
{
    out.top("schemaVersion", "1").top("deviceProperties", deviceProperties(m_options.ranks));
    std::string ranks;
    for (int rank = 0; rank < m_options.ranks; ++rank)
        ranks += (rank > 0 ? ", " : "") + std::to_string(rank);
    const std::string size = std::to_string(m_options.ranks);
    out.top("distributedInfo",
        "{\"backend\": \"nccl\", \"rank\": " + std::to_string(m_rank) + ", \"world_size\": " + size
            + ", \"pg_count\": 1, \"pg_config\": [{\"pg_name\": \"0\", \"pg_desc\": \"default_pg\", "
              "\"backend_config\": "
              "\"cuda:nccl\", \"pg_size\": "
            + size + ", \"ranks\": [" + ranks + "]}], \"nccl_version\": \"2.21.5\"}");
    out.top("cuda_runtime_version", "12040").top("cuda_driver_version", "12040").top("profile_memory", "1");
    out.top("record_shapes", m_options.inputShapes ? "1" : "0").top("with_stack", m_options.pythonFrames ? "1" : "0");
    if (m_options.baseTime)
        out.bottom("baseTimeNanoseconds", std::to_string(kBaseTime));
    out.bottom("displayTimeUnit", "\"ms\"");
    out.bottom("traceName", "\"sample_rank" + std::to_string(m_rank) + ".json\"");
}

void RankRecorder::writeHostEvents(TraceText& out, HostThread thread, std::int64_t& evIdx) const
{
    const std::int64_t tid = m_threads[index(thread)].tid;
    out.thread(m_pid, tid);
    for (std::size_t i = 0; i < m_host.size(); ++i) {
        const HostEvent& event = m_host[i];
        const bool isStep = event.kind == HostKind::Annotation && event.name.starts_with("ProfilerStep#");
        if (event.thread != thread || (isStep && !m_options.stepMarks))
            continue;
        if (event.kind == HostKind::Python) {
            out.python(event.name, event.start, event.duration, event.pythonId, event.pythonParent);
            continue;
        }
        ArgsText args;
        args.add("External id", static_cast<std::int64_t>(i) + 1)
            .add("Record function id", static_cast<std::int64_t>(i));
        args.addMembers(event.args).add("Ev Idx", evIdx++);
        const char* const category = event.kind == HostKind::Op ? "cpu_op" : "user_annotation";
        out.complete(category, event.name, m_pid, tid, event.start, event.duration, args);
        if (event.flow > 0)
            out.flow(event.flowPhase, "fwdbwd", event.flow, m_pid, tid, event.start);
    }
}

void RankRecorder::writeGpuAnnotations(TraceText& out) const
{
    for (std::size_t i = 0; i < m_host.size(); ++i) {
        const HostEvent& event = m_host[i];
        if (event.name.starts_with("ProfilerStep#") && !m_options.stepMarks)
            continue;
        for (const auto& [stream, span] : event.onStreams) {
            // Kineto starts it 1 ns early and ends it 1 ns late.
            out.complete("gpu_user_annotation", event.name, m_rank, stream, span.first - 1, span.last - span.first + 2,
                ArgsText().add("External id", static_cast<std::int64_t>(i) + 1));
        }
    }
}

void RankRecorder::writeNames(TraceText& out, bool isCupti) const
{
    const auto process = [&](const JsonId& pid, std::string_view labels, std::int64_t sortIndex) {
        out.metadata("process_name", pid, 0, ArgsText().add("name", "python3.11"), m_start);
        out.metadata("process_labels", pid, 0, ArgsText().add("labels", labels), m_start);
        out.metadata("process_sort_index", pid, 0, ArgsText().add("sort_index", sortIndex), m_start);
    };
    const auto thread = [&](const JsonId& pid, std::int64_t tid, std::string_view name) {
        out.metadata("thread_name", pid, tid, ArgsText().add("name", name), m_start);
        out.metadata("thread_sort_index", pid, tid, ArgsText().add("sort_index", tid), m_start);
    };
    process(m_pid, "CPU", m_pid);
    for (int device = 0; device < m_options.ranks; ++device)
        process(device, "GPU " + std::to_string(device), 16'777'216 + device);
    thread(m_pid, m_threads[0].tid, "thread " + std::to_string(m_threads[0].tid) + " (python3.11)");
    if (isCupti)
        return;
    thread(m_pid, m_threads[1].tid,
        "thread " + std::to_string(m_threads[1].tid) + " (pt_autograd_" + std::to_string(m_rank) + ")");
    for (const auto& [stream, free] : m_streamFree) {
        const std::string number = std::to_string(stream);
        thread(m_rank, stream, "stream " + number + " "); // the space is Kineto's
    }
}

std::string RankRecorder::finish(bool isCupti)
{
    while (!m_threads[0].open.empty())
        close(HostThread::Main);
    Timestamp end = std::max(m_threads[0].now, m_threads[1].now);
    for (const auto& [stream, free] : m_streamFree)
        end = std::max(end, free);
    end = std::max(end, m_rangeEnd) + 90'000;

    TraceText out(m_options.layout, m_options.times);
    writeHead(out);
    std::int64_t evIdx = 0;
    writeHostEvents(out, HostThread::Main, evIdx);
    writeHostEvents(out, HostThread::Backward, evIdx);
    out.complete("overhead", "Activity Buffer Request", -1, 0, m_start - 40'000, 25'310);
    out.append(m_rows);
    writeGpuAnnotations(out);
    writeNames(out, isCupti);
    const auto span = [&](const std::string& name, int number) {
        out.complete("Trace", name + " (" + std::to_string(number) + ")", "Spans", JsonId(name.c_str()),
            m_start - 60'000, end - m_start + 60'000, R"("Op count": 0)");
        out.globalInstant("Iteration Start: " + name, "Traces", JsonId(("Trace " + name).c_str()), m_start - 60'000);
    };
    span("PyTorch Profiler", 0);
    if (isCupti)
        span("__cupti_profiler__", -1);
    out.globalInstant("Record Window End", "", "", end);
    return out.text();
}

} // namespace kinetoscope::tests
