// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/owners/merged_ranks.h"
#include "core/analysis/counters/profiler_ranges.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/health/health_finding.h"
#include "core/analysis/host/call_stacks.h"
#include "core/analysis/scope/timeless_steps.h"
#include "core/base/vectors.h"
#include "core/model/autograd_profiler.h"
#include "core/model/kernel_names.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

namespace kinetoscope {

namespace {

/// What kinds of slices a trace has.
struct Inventory {
    std::array<std::uint64_t, kEventKindCount> counts {};
    std::uint64_t communication = 0;
    std::uint64_t collectives = 0; ///< of them, with metadata
    std::uint64_t memoryRecords = 0;

    explicit Inventory(const Trace& trace)
    {
        const SliceTable& slices = trace.slices();
        std::vector<signed char> isCommunication(trace.strings().size(), -1);
        const StringId memory = trace.strings().find("[memory]");
        for (std::size_t row = 0; row < slices.size(); ++row) {
            const EventKind kind = slices.kind[row];
            ++counts[static_cast<std::size_t>(kind)];
            memoryRecords += slices.name[row] == memory ? 1 : 0;
            if (kind != EventKind::Kernel)
                continue;
            const bool isCollective = (slices.flags[row] & kSliceCollective) != 0;
            signed char& known = isCommunication[slices.name[row].index()];
            if (known < 0)
                known = isCommunicationKernelName(trace.text(slices.name[row])) ? 1 : 0;
            communication += isCollective || known == 1 ? 1 : 0;
            collectives += isCollective ? 1 : 0;
        }
    }
    [[nodiscard]] std::uint64_t of(EventKind kind) const { return counts[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] std::uint64_t work() const
    {
        std::uint64_t sum = 0;
        for (int kind = 0; kind < kEventKindCount; ++kind)
            sum += isGpuWork(static_cast<EventKind>(kind)) ? counts[static_cast<std::size_t>(kind)] : 0;
        return sum;
    }
};

/// "1", "true": the option was on; "0", "false": it was off; nothing where the file does not say.
std::optional<bool> optionOf(const TraceMetadata& metadata, std::string_view key)
{
    const std::string* json = metadata.find(key);
    if (!json)
        return std::nullopt;
    if (*json == "1" || *json == "true")
        return true;
    return *json == "0" || *json == "false" ? std::optional(false) : std::nullopt;
}

HealthFinding recordingChecksFinding(HealthLevel level, const char* check, Message sentence)
{
    return { .level = level, .check = check, .sentence = sentence, .general = std::move(sentence), .count = 1 };
}

void checkActivities(const Trace& trace, const Inventory& has, std::vector<HealthFinding>& findings)
{
    const std::uint64_t calls = has.of(EventKind::RuntimeCall) + has.of(EventKind::DriverCall);
    if (has.of(EventKind::CpuOp) == 0)
        findings.push_back(recordingChecksFinding(has.work() > 0 ? HealthLevel::Warning : HealthLevel::Info, "no-ops",
            { KT_PHRASE("trace-health",
                  "No host op was recorded: what launched the GPU work cannot be told. Record with %1."),
                arg::Text { recordingOptionOf(trace) } }));
    if (has.work() > 0 || calls > 0)
        return;
    const Message counted = countedNotTimed(trace);
    if (const Message unknown = slicesOfUnknownKind(trace);
        counted.isEmpty() && !unknown.isEmpty() && has.of(EventKind::CpuOp) > 0) {
        findings.push_back(recordingChecksFinding(HealthLevel::Warning, "no-gpu-work",
            { KT_PHRASE("trace-health",
                  "Nothing in the file says that it is GPU work, but %1: some may be the work of a device, which is in "
                  "no figure then."),
                unknown }));
        return;
    }
    findings.push_back(recordingChecksFinding(HealthLevel::Info, "no-gpu-work",
        isOfAutogradProfiler(trace) ? Message { KT_PHRASE(
            "trace-health", "No GPU work was recorded: files that PyTorch writes without Kineto have none.") }
            : counted.isEmpty() && hasNcclOps(trace)
            ? Message { KT_PHRASE("trace-health",
                            "No GPU work was recorded, though collectives of GPUs (nccl) were: it is a recording "
                            "without %1."),
                arg::Text { "ProfilerActivity.CUDA" } }
            : counted.isEmpty()
            ? Message { KT_PHRASE("trace-health",
                            "No GPU work was recorded: a program that uses no GPU, or a recording without %1."),
                arg::Text { "ProfilerActivity.CUDA" } }
            : Message { KT_PHRASE("trace-health", "No GPU work was recorded: %1"), counted }));
}

/// Cancelled; never another error.
Result<Done> checkOptions(
    const Trace& trace, const Inventory& has, const Progress& progress, std::vector<HealthFinding>& findings)
{
    const TraceMetadata& metadata = trace.metadata();
    if (has.of(EventKind::CpuOp) == 0)
        return Done {};                // the options are about ops
    if (isOfAutogradProfiler(trace)) { // which leaves out what options asked for
        findings.push_back(recordingChecksFinding(HealthLevel::Info, "autograd-profiler",
            { KT_PHRASE("trace-health",
                "Written by the autograd profiler's own export, which PyTorch without Kineto uses, and "
                "EventList.export_chrome_trace: names and times, but no shapes, stacks, memory records and calls of "
                "the GPU's runtime, whatever was asked for.") }));
        return Done {};
    }
    const bool mayLackStacks = has.of(EventKind::PythonFunction) == 0 && optionOf(metadata, "with_stack") != true;
    const Result<bool> stacks = mayLackStacks ? opsTellCallStacks(trace, progress) : Result<bool>(true);
    KT_TRY_DONE(progress.carryOn());
    if (stacks && !*stacks) // of a file that is gone it is not known
        findings.push_back(recordingChecksFinding(HealthLevel::Info, "no-python-stacks",
            { KT_PHRASE(
                  "trace-health", "Python stacks were not recorded: %1 would tell which line and module called an op."),
                arg::Text { "with_stack=True" } }));
    if (optionOf(metadata, "record_shapes") == false)
        findings.push_back(recordingChecksFinding(HealthLevel::Info, "no-shapes",
            { KT_PHRASE("trace-health", "Input shapes were not recorded: %1 would tell calls of one op apart."),
                arg::Text { "record_shapes=True" } }));
    if (has.memoryRecords == 0 && optionOf(metadata, "profile_memory") != true)
        findings.push_back(recordingChecksFinding(HealthLevel::Info, "no-memory-records",
            { KT_PHRASE("trace-health", "Memory was not recorded: %1 would show allocations over time."),
                arg::Text { "profile_memory=True" } }));
    if (has.work() > 0 && has.of(EventKind::UserAnnotation) > 0 && has.of(EventKind::GpuUserAnnotation) == 0)
        findings.push_back(recordingChecksFinding(HealthLevel::Info, "no-gpu-annotations",
            { KT_PHRASE("trace-health",
                "Annotations have no projection on the streams: which annotation GPU work belongs to is told by its "
                "launch.") }));
    return Done {};
}

void checkDevices(const Trace& trace, const Inventory& has, std::vector<HealthFinding>& findings)
{
    if (has.work() > 0 && trace.metadata().devices.empty())
        findings.push_back(recordingChecksFinding(HealthLevel::Info, "no-device-properties",
            { KT_PHRASE("trace-health", "The file does not say which GPUs it was recorded on (deviceProperties).") }));
    if (has.communication == 0 || has.collectives == has.communication)
        return;
    HealthFinding found = recordingChecksFinding(HealthLevel::Info, "no-collective-metadata",
        { KT_PLURAL("trace-health",
              "%1 communication kernel carries no collective metadata, of %2: with those of other ranks it is matched "
              "by order, and only where these carry none either. PyTorch 2.2 and later write it.",
              "%1 communication kernels carry no collective metadata, of %2: with those of other ranks they are "
              "matched by order, and only where these carry none either. PyTorch 2.2 and later write it."),
            arg::Count { has.communication - has.collectives }, arg::Count { has.communication } });
    found.general = { KT_PHRASE("trace-health",
        "Communication kernels carry no collective metadata: with those of other ranks they are matched by order, and "
        "only where these carry none either. PyTorch 2.2 and later write it.") };
    found.count = has.communication - has.collectives;
    findings.push_back(std::move(found));
}

void checkOutliers(const Trace& trace, std::vector<HealthFinding>& findings)
{
    const Nanoseconds whole = trace.range().length();
    const Nanoseconds core = trace.coreRange().length();
    if (core <= 0 || whole <= core)
        return;
    HealthFinding found = recordingChecksFinding(HealthLevel::Warning, "far-outliers",
        { KT_PHRASE("trace-health",
              "A few events lie far from the rest: the file spans %1, nearly all of it lies within %2. Shares of the "
              "whole span mean little."),
            arg::Duration { whole }, arg::Duration { core } });
    found.general = {};
    found.time = whole;
    const SliceTable& slices = trace.slices();
    for (std::size_t row = 0; row < slices.size(); ++row) {
        const SliceId slice = SliceTable::at(row);
        if (slices.isSound(slice)
            && (slices.end(slice) < trace.coreRange().begin || slices.start[row] > trace.coreRange().end))
            found.slices.push_back(slice);
    }
    if (!found.slices.empty())
        found.count = found.slices.size();
    findings.push_back(std::move(found));
}

void checkMergedRanks(const Trace& trace, std::vector<HealthFinding>& findings)
{
    const std::size_t processes = MergedRanks(trace).count();
    if (processes == 0)
        return;
    HealthFinding found = recordingChecksFinding(HealthLevel::Warning, "merged-ranks",
        { KT_PHRASE("trace-health",
              "%1 processes launch work, each on GPUs of its own, as in a file that ranks were merged into: nearly all "
              "figures take them as one rank, with the steps and the GPUs of all."),
            arg::Count { processes } });
    found.count = processes;
    found.general = {};
    findings.push_back(std::move(found));
}

} // namespace

Result<Done> checkRecording(const Trace& trace, const Progress& progress, std::vector<HealthFinding>& findings)
{
    if (trace.metadata().find(kBaseTimeKey) != nullptr && !trace.metadata().baseTimeNanoseconds)
        findings.push_back(recordingChecksFinding(HealthLevel::Info, "base-time",
            { KT_PHRASE("trace-health",
                "baseTimeNanoseconds is no whole number of nanoseconds, or none that can be a date: it is not "
                "used.") }));
    if (trace.slices().size() == 0) {
        if (!trace.isMemoryTimeline())
            findings.push_back(recordingChecksFinding(HealthLevel::Serious, "nothing-drawable",
                { KT_PHRASE("trace-health", "The file holds nothing that can be drawn.") }));
        return Done {};
    }
    const Inventory has(trace);
    if (has.of(EventKind::CpuOp) + has.of(EventKind::RuntimeCall) + has.of(EventKind::DriverCall) + has.work() == 0) {
        findings.push_back(recordingChecksFinding(HealthLevel::Info, "no-pytorch-events",
            { KT_PHRASE("trace-health",
                "The file holds no op, no runtime call and no GPU work, as PyTorch's profiler records them: another "
                "program may have written it, or nothing ran meanwhile.") }));
        return Done {};
    }
    checkActivities(trace, has, findings);
    KT_TRY_DONE(checkOptions(trace, has, progress, findings));
    checkDevices(trace, has, findings);
    checkMergedRanks(trace, findings);
    checkOutliers(trace, findings);
    return Done {};
}

void checkSteps(const Trace& trace, const Progress& progress, std::vector<HealthFinding>& findings)
{
    const auto steps = trace.steps();
    if (const auto timeless = timelessSteps(trace, {}, progress)) {
        Message sentence = timeless->isOfNoLength
            ? Message { KT_PHRASE("trace-health", "Steps, such as %1, have no length: there is no time in them."),
                  arg::Name { std::string(timeless->name) } }
            : Message { KT_PHRASE(
                            "trace-health", "Steps, such as %1, have no duration that can be used: they are left out."),
                  arg::Name { std::string(timeless->name) } };
        findings.push_back(recordingChecksFinding(HealthLevel::Info, "no-steps", std::move(sentence)));
        findings.back().general = {};
        return;
    }
    if (steps.empty()) {
        if (trace.slices().size() > 0)
            findings.push_back(recordingChecksFinding(HealthLevel::Info, "no-steps",
                { KT_PHRASE("trace-health",
                      "No steps: give the profiler a schedule and call prof.step() in the training loop, or name the "
                      "annotations that are steps with %1."),
                    arg::Option { "step-pattern" } }));
        return;
    }
    if (trace.stepPattern() != "ProfilerStep#N")
        return;
    std::vector<std::int64_t> numbers = mapped(steps, &Step::number);
    sortUnique(numbers);
    std::string missing;
    std::uint64_t count = 0;
    constexpr std::uint64_t kMostNamed = 5;
    for (std::size_t i = 1; i < numbers.size(); ++i) {
        for (std::int64_t number = numbers[i - 1] + 1; number < numbers[i] && count < kMostNamed; ++number, ++count)
            missing += fmt::format("{}{}", missing.empty() ? "" : ", ", number);
    }
    const auto all = static_cast<std::uint64_t>(numbers.back()) - static_cast<std::uint64_t>(numbers.front()) + 1;
    if (all == numbers.size())
        return;
    HealthFinding found = recordingChecksFinding(HealthLevel::Info, "missing-steps",
        { KT_PHRASE("trace-health", "Steps are missing between %1 and %2: %3%4."), arg::Number { numbers.front() },
            arg::Number { numbers.back() }, arg::Text { missing },
            all - numbers.size() > count ? Message { KT_PHRASE("trace-health", ", and more") } : Message {} });
    found.general = {};
    found.count = all - numbers.size();
    findings.push_back(std::move(found));
}

} // namespace kinetoscope
