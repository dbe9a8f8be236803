// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/work/call_names.h"

#include "core/analysis/causes/work/hand_over.h"
#include "core/base/name_pattern.h"

namespace kinetoscope {

namespace {

/// A pattern of ours; a mistake in one is found by the first test that asks it.
NamePattern own(std::string_view expression)
{
    return NamePattern::compile(expression).value();
}

} // namespace

CallName callNameOf(std::string_view name)
{
    static const NamePattern kGraph =
        own("^(cuda|cu|hip)(Graph|StreamBeginCapture|StreamEndCapture)|^ur(Enqueue)?CommandBuffer");
    static const NamePattern kSynchronisation =
        own("^(cuda|cu|hip|ze|ur|sycl|mu|musa).*Synchronize|^(ur|pi)QueueFinish|"
            "^urEventWait|^piEventsWait|^clFinish|"
            "^synchronize(Stream|Device|Event)?$");
    static const NamePattern kAllocation =
        own("^(cuda|hip)(Malloc|Free|Host(Alloc|Malloc|Free|Register|Unregister)|"
            "Mem(Create|Map|Unmap|SetAccess|Release|Address|Pool))|"
            "^cuMem(Alloc|Free|Host|Create|Map|Unmap|SetAccess|Release|Address|Pool)|"
            "^ze(Mem(Alloc|Free)|VirtualMem|PhysicalMem)|^urUSM.*(Alloc|Free)");
    static const NamePattern kCodeLoading =
        own("^cu(Module|Library|Link|Init|CtxCreate|DevicePrimaryCtx)|^cudaLibrary|^nvrtc|^hiprtc|"
            "^hip(Module(Load|Unload|GetFunction)|Init|CtxCreate|DevicePrimaryCtx|rtc)|^ze(Module|Kernel)Create|"
            "^urProgram|^urKernelCreate");
    static const NamePattern kLaunch = own("^(cuda|cu|hip).*Launch|^(ur|pi)Enqueue|"
                                           "^ze(CommandListAppend|CommandQueueExecute)|^runFunction|^enqueueCommand");
    if (kGraph.isIn(name))
        return CallName::Graph;
    if (kSynchronisation.isIn(name))
        return CallName::Synchronisation;
    if (kAllocation.isIn(name))
        return CallName::Allocation;
    if (kCodeLoading.isIn(name))
        return CallName::CodeLoading;
    if (isCopyCall(name))
        return CallName::Copy;
    return kLaunch.isIn(name) ? CallName::Launch : CallName::Plain;
}

std::uint8_t aroundNameOf(EventKind kind, std::string_view name)
{
    static const NamePattern kLoadingRange =
        own("^(?i:enumerate\\(DataLoader\\))|(?i:\\b(data_?load(er|ing)?|(load|next|get|fetch|wait_for|"
            "wait_for_training)_batch)\\b)");
    static const NamePattern kLoadingFrame =
        own("(data_?loader|/dali/|webdataset|/datasets/).*\\(\\d+\\): __(next|iter)__$");
    static const NamePattern kCompilingFrame =
        own("torch/_dynamo/convert_frame\\.py\\(\\d+\\):|triton/compiler/compiler\\.py\\(\\d+\\): compile$|"
            "triton/runtime/autotuner\\.py\\(\\d+\\): _bench$|\\): (benchmark_all_configs|autotune_to_one_config)$");
    static const NamePattern kCollectiveRange =
        own("^(nccl|gloo|mpi|ucc|hccl|xccl|_?c10d(_functional)?)::?|^record_param_comms|wait\\(\\) ##$|"
            "(all_?reduce|all_?gather|reduce_?scatter|all_?to_?all)");
    std::uint8_t around = 0;
    if (kind == EventKind::PythonFunction) {
        around = kAroundPython;
        if (kLoadingFrame.isIn(name))
            around |= kAroundDataLoading;
        if (kCompilingFrame.isIn(name))
            around |= kAroundCompilation;
        if (name.find("torch/distributed/distributed_c10d.py(") != std::string_view::npos)
            around |= kAroundCollective;
        return around;
    }
    if (kind != EventKind::CpuOp && kind != EventKind::UserAnnotation)
        return 0;
    if (kLoadingRange.isIn(name))
        around |= kAroundDataLoading;
    if (name.find("(dynamo_timed)") != std::string_view::npos)
        around |= kAroundCompilation;
    if (kCollectiveRange.isIn(name))
        around |= kAroundCollective;
    return around;
}

bool isWaitingFrame(std::string_view frameName)
{
    for (const std::string_view begin : { "<built-in function ", "<built-in method ", "<method '" }) {
        if (!frameName.starts_with(begin))
            continue;
        const std::string_view function =
            frameName.substr(begin.size(), frameName.find_first_of(" '>", begin.size()) - begin.size());
        // wait: of a store, a future or the work of a collective. sched_yield: of who polls. read: the system's, of a
        // pipe.
        constexpr std::array<std::string_view, 12> kWaiting { "sleep", "acquire", "poll", "select", "recv", "recv_into",
            "accept", "zmq_poll", "waitpid", "wait", "sched_yield", "epoll_wait" };
        constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kWaitingMethods {
            { { "get", "SimpleQueue" }, { "__enter__", "_thread.lock" }, { "__enter__", "_thread.RLock" },
                { "__enter__", "SemLock" }, { "join", "_thread._ThreadHandle" } }
        };
        if (frameName == "<built-in function read>")
            return true;
        if (function == "wait" && frameName.find(" of Event object") != std::string_view::npos)
            return false; // that of a GPU's event makes a stream wait, not the host
        return std::ranges::find(kWaiting, function) != kWaiting.end()
            || std::ranges::any_of(kWaitingMethods, [&](const auto& each) {
                   return each.first == function && frameName.find(each.second, begin.size()) != std::string_view::npos;
               });
    }
    // Where what is built in was not recorded, the function around it has its time.
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kAround { { { "threading.py(", "wait" },
        { "threading.py(", "_wait_for_tstate_lock" }, { "queue.py(", "get" }, { "selectors.py(", "select" },
        { "multiprocessing/connection.py(", "poll" }, { "multiprocessing/connection.py(", "wait" },
        { "shm_broadcast.py(", "acquire_read" }, { "shm_broadcast.py(", "acquire_write" } } };
    return std::ranges::any_of(kAround, [frameName](const auto& each) {
        const auto& [file, function] = each;
        const std::size_t at = frameName.rfind(file);
        const std::size_t end = at != std::string_view::npos ? frameName.find("): ", at) : std::string_view::npos;
        return end != std::string_view::npos && (at == 0 || frameName[at - 1] == '/')
            && frameName.substr(end + 3) == function;
    });
}

bool isWaitForRanks(std::string_view name)
{
    if (name == "c10d::barrier" || name == "c10d::monitored_barrier_")
        return true;
    if (name.starts_with("<built-in method wait of ") && name.find("_distributed_c10d.Work") != std::string_view::npos)
        return true;
    const std::size_t file = name.find("torch/distributed/distributed_c10d.py(");
    return file != std::string_view::npos && (name.ends_with("): barrier") || name.ends_with("): monitored_barrier"));
}

bool isBackwardOp(std::string_view opName)
{
    if (opName.starts_with("autograd::engine::evaluate_function"))
        return true;
    const std::size_t last = opName.find_last_not_of("0123456789");
    return last != std::string_view::npos && last + 1 < opName.size()
        && opName.substr(0, last + 1).ends_with("Backward");
}

} // namespace kinetoscope
