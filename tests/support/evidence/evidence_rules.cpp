// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/evidence/evidence_rules.h"

#include <algorithm>
#include <cmath>

namespace kinetoscope::tests {

namespace {

using Rules = std::map<std::string, EvidenceRule>;

/// The same rule for columns of tables of an analysis.
void add(Rules& rules, const std::string& analysis, const std::vector<std::string>& tables,
    const std::vector<std::string>& columns, const EvidenceRule& rule)
{
    for (const std::string& table : tables) {
        for (const std::string& column : columns)
            rules[analysis + " " + table + " " + column] = rule;
    }
}

void addGpuTime(Rules& rules)
{
    add(rules, "overview", { "findings" }, { "figure" }, isTimeAtStake);
    add(rules, "overview", { "findings" }, { "share_pctg" }, isShareAtStake);
    add(rules, "overview", { "split" }, { "busy_pctg", "compute_pctg" }, percentOf("time"));
    add(rules, "temporal-breakdown", { "ranks", "devices" },
        { "idle_time_pctg", "compute_time_pctg", "non_compute_time_pctg", "comm_exposed_pctg", "mem_exposed_pctg",
            "other_exposed_pctg", "other_steps_pctg" },
        percentOf("kernel_time(us)"));
    add(rules, "kernel-breakdown", { "kernel-types" }, { "percentage" }, percentOfRows("sum", {}, 1));
    add(rules, "kernel-breakdown", { "kernels" }, { "stddev", "mean (us)" }, statisticOfLengths());
    add(rules, "kernel-breakdown", { "kernels" }, { "busy_pctg" }, isPercentOfBusyTime);
    add(rules, "kernel-breakdown", { "kernels" }, { "names" }, isCountOfNames);
    add(rules, "kernel-breakdown", { "kernels" }, { "type_pctg" },
        percentOfRows("sum (us)", { "rank", "kernel_type" }));
    add(rules, "idle-time", { "streams" }, { "idle_time_ratio" }, shareOf("stream_idle_time"));
    add(rules, "idle-time", { "streams" }, { "idle_time_pctg" }, percentOf("stream_time"));
    add(rules, "idle-time", { "devices" }, { "idle_time_ratio" }, shareOf("device_idle_time"));
    add(rules, "idle-time", { "devices" }, { "idle_time_pctg" }, percentOf("device_time"));
    add(rules, "idle-time", { "intervals" }, { "count", "mean", "std", "min", "25%", "50%", "75%", "max" },
        statisticOfLengths());
    add(rules, "idle-causes", { "steps" }, { "idle_time_pctg" }, percentOf("wall"));
    add(rules, "critical-path", { "summary", "steps" }, { "time_pctg" }, percentOf("wall"));
    add(rules, "comm-comp-overlap", { "ranks", "collectives" }, { "comp_comm_overlap_pctg" }, percentOf("comm_time"));
    add(rules, "stragglers", { "collectives" }, { "duration_std" },
        [](const EvidencedCell& cell) { return isStatistic("std", cell.value(), asDoubles(cell.lengths()), 1000.0); });
    add(rules, "stragglers", { "collectives" }, { "start_skew" }, isSkewOfStarts);
    add(rules, "wait-causes", { "instances" }, { "late_by" }, [](const EvidencedCell& cell) {
        const std::vector<double> leads = asDoubles(cell.lengths()); // fewer where runs overlap
        return leads.size() < 2 || leads[0] - leads[1] == cell.value();
    });
    add(rules, "wait-causes", { "leads" }, { "lead" }, [](const EvidencedCell& cell) { // less than nothing: no evidence
        return cell.value() <= 0 || sumOf(asDoubles(cell.lengths())) == cell.value();
    });
    add(rules, "steps", { "steps" }, { "end_lag" },
        [](const EvidencedCell& cell) { return sumOf(asDoubles(cell.lengths())) == std::fabs(cell.value()); });
}

void addLaunches(Rules& rules)
{
    add(rules, "memory-bandwidth", { "summary" },
        { "count", "mean", "std", "min", "25%", "50%", "75%", "max", "time_weighted_mean", "effective_bandwidth",
            "bytes", "busy_time" },
        isBandwidth);
    add(rules, "memory-bandwidth", { "series" }, { "memory_bw_gbps" }, isBandwidthAtTime);
    add(rules, "queue-length", { "summary" }, { "count", "mean", "std", "min", "25%", "50%", "75%" }, isQueueStatistic);
    add(rules, "memory-bandwidth", { "series" }, { "ts" }, isMomentOfCopies);
    add(rules, "queue-length", { "summary" }, { "time_weighted_mean" }, isMeanQueueOverTime);
    add(rules, "queue-length", { "summary" }, { "max" }, isQueueLengthOfStretches);
    add(rules, "queue-length", { "blocked" }, { "max_queue_length" }, isQueueLengthOfStretches);
    add(rules, "queue-length", { "blocked" }, { "relative_duration_at_max_queue_length" }, isShareOfExtent);
    add(rules, "queue-length", { "series" }, { "queue_length" }, isQueueLength);
    add(rules, "queue-length", { "summary" }, { "launches" }, isCountOfHostSlices);
    add(rules, "kernel-launches", { "launches", "short-kernels", "runtime-outliers", "delay-outliers" },
        { "raw_delay" }, isRawDelay);
    add(rules, "kernel-launches", { "launches", "short-kernels", "runtime-outliers", "delay-outliers" },
        { "launch_delay", "queue_wait", "net_delay", "launch_to_start" }, isTimeOrNothing);
    add(rules, "kernel-launches", { "summary" }, { "count", "short_kernels", "delay_outliers" }, isCountOfDeviceSlices);
    add(rules, "kernel-launches", { "summary" }, { "runtime_outliers" }, isCountOfHostSlices);
    add(rules, "kernel-launches", { "summary" }, { "queue_wait_pctg" }, percentOf("launch_delay"));
    add(rules, "kernel-launches", { "summary" }, { "mean_launch_delay", "mean_net_delay" }, meanPer("count"));
    add(rules, "op-kernel-delays", { "sequences" }, { "avg_aten_op_launch_delay", "avg_runtime_delay" },
        meanPer("occurrence_count"));
    add(rules, "op-kernel-delays", { "sequences" }, { "occurrence_count" }, isCountOfHostSlices);
    add(rules, "op-kernel-delays", { "sequences" }, { "kernels" }, [](const EvidencedCell& cell) {
        return static_cast<double>(cell.deviceSlices()) == cell.value() * cell.value("occurrence_count");
    });
    add(rules, "kernel-sequences", { "sequences", "steps" }, { "count" }, isCountOfHostSlices);
    add(rules, "kernel-sequences", { "sequences" }, { "kernels" }, [](const EvidencedCell& cell) {
        return static_cast<double>(cell.deviceSlices()) == cell.value() * cell.value("count");
    });
    add(rules, "kernel-sequences", { "sequences" }, { "mean_gpu_duration" }, meanPer("count"));
    add(rules, "kernel-sequences", { "ngrams" }, { "count" }, [](const EvidencedCell& cell) {
        return static_cast<double>(cell.slices()) == cell.value() * cell.value("kernels");
    });
    add(rules, "kernel-sequences", { "ngrams" }, { "kernels" }, [](const EvidencedCell& cell) {
        return static_cast<double>(cell.slices()) == cell.value() * cell.value("count");
    });
    add(rules, "kernel-sequences", { "sequences", "occurrences", "steps" }, { "saving_gaps" },
        isTimeBetweenKernelsOfOps);
    add(rules, "kernel-sequences", { "ngrams" }, { "saving_gaps" }, isTimeBetweenKernels);
    add(rules, "launch-overlap", { "pairs" }, { "overlap" }, isOverlap);
    add(rules, "launch-overlap", { "launch-apis" }, { "count" }, isCountOfDeviceSlices);
}

void addHost(Rules& rules)
{
    add(rules, "annotation-breakdown", { "annotations" }, { "stddev", "mean (us)" }, statisticOfLengths());
    add(rules, "annotation-breakdown", { "annotations" }, { "names" }, isCountOfNames);
    add(rules, "annotation-breakdown", { "annotations" }, { "self_time" }, isTimeOutsideOfNested);
    add(rules, "annotation-breakdown", { "annotations" }, { "gpu_busy_time" }, isBusyTimeInside);
    add(rules, "call-tree", { "ops" }, { "depth" }, [](const EvidencedCell& cell) {
        const SliceRef slice = cell.evidence().slices.front();
        int depth = -1;
        for (SliceId up = slice.slice; up.isValid(); up = cell.trace(slice).slices().parent[up.index()])
            ++depth;
        return depth == cell.value();
    });
    add(rules, "call-tree", { "ops" }, { "height" }, [](const EvidencedCell& cell) {
        const SliceRef slice = cell.evidence().slices.front();
        const SliceTable& slices = cell.trace(slice).slices();
        int height = 1;
        for (std::uint32_t row = 0; row < slices.size(); ++row) {
            int below = 1;
            SliceId up = SliceTable::at(row);
            for (; up.isValid() && up != slice.slice; up = slices.parent[up.index()])
                ++below;
            height = up == slice.slice ? std::max(height, below) : height;
        }
        return height == cell.value();
    });
    add(rules, "operators", { "operators" }, { "self_cpu_pctg" }, percentOfRows("self_cpu_time_total", { "rank" }));
    add(rules, "operators", { "operators" }, { "self_device_pctg" },
        percentOfRows("self_device_time_total", { "rank" }));
    add(rules, "operators", { "operators" }, { "cpu_time" }, meanPer("count"));
    add(rules, "operators", { "operators" }, { "device_time_total", "device_time" }, isWorkBelowCalls);
    add(rules, "operators", { "operators" }, { "cpu_time_outermost" }, isTimeOfOutermostCalls);
}

void addOthers(Rules& rules)
{
    const auto sumOfKernels = [](const EvidencedCell& cell) {
        const std::vector<double> all = cell.columnOf("kernels", cell.descriptor().name, { "rank", "name" });
        return isNear(cell.value(), sumOf(all));
    };
    add(rules, "cupti-counters", { "roofline" }, { "flops", "dram_bytes" }, sumOfKernels);
    add(rules, "cupti-counters", { "kernels", "roofline", "regions" }, { "arithmetic_intensity" },
        [](const EvidencedCell& cell) { return isNear(cell.value(), cell.value("flops") / cell.value("dram_bytes")); });
    add(rules, "cupti-counters", { "roofline" }, { "roof" }, [](const EvidencedCell& cell) {
        // The given peaks: 100 TFLOP/s, 1000 GB/s.
        return isNear(cell.value(), std::min(100'000.0, 1000.0 * cell.value("arithmetic_intensity")));
    });
    add(rules, "inductor-kernels", { "categories" }, { "kernels" }, isCountOfNames);
    add(rules, "inductor-kernels", { "categories", "kernels", "graphs" }, { "per_run" },
        [](const EvidencedCell& cell) { return isNear(cell.value(), sumOf(asDoubles(cell.lengths())) / 1000.0); });
    add(rules, "inductor-kernels", { "categories", "kernels", "graphs" }, { "wall_pctg" },
        [](const EvidencedCell& cell) {
            return isPercent(
                cell.value(), sumOf(asDoubles(cell.lengths())), 1000.0 * cell.elsewhere("summary", "wall", { "rank" }));
        });
    add(rules, "inductor-kernels", { "categories", "kernels", "graphs" }, { "gain_pctg" },
        [](const EvidencedCell& cell) {
            return isPercent(cell.value(), sumOf(asDoubles(cell.lengths())) / 2,
                1000.0 * cell.elsewhere("summary", "wall", { "rank" }));
        });
    const auto isTriton = [](std::string_view name) { return name.starts_with("triton_"); };
    add(rules, "inductor-kernels", { "graphs" }, { "triton_pctg" }, shareOfNames(isTriton, "sum"));
    add(rules, "inductor-kernels", { "summary" }, { "busy_pctg", "union_pctg" }, [](const EvidencedCell& cell) {
        const std::vector<Nanoseconds> times = cell.times();
        return std::any_of(times.begin(), times.end(), [&](Nanoseconds time) {
            return isPercent(cell.value(), static_cast<double>(time), 1000.0 * cell.value("wall"));
        });
    });
    add(rules, "duration-concentration", { "kinds" }, { "share_pctg" }, percentOfRows("sum", { "rank" }));
    add(rules, "inductor-kernels", { "kernels" }, { "gbps" }, [](const EvidencedCell& cell) {
        return isNear(cell.value(), cell.value("bytes") / sumOf(asDoubles(cell.lengths())));
    });
    add(rules, "cupti-counters", { "roofline" }, { "gflops_per_second" },
        [](const EvidencedCell& cell) { return isNear(cell.value(), cell.value("flops") / cell.value("time")); });
    add(rules, "cupti-counters", { "roofline" }, { "roof_pctg" }, [](const EvidencedCell& cell) {
        return isPercent(cell.value(), cell.value("gflops_per_second"), cell.value("roof"));
    });
    add(rules, "inductor-kernels", { "summary" }, { "wall" }, isWallTime);
    add(rules, "inductor-kernels", { "summary" }, { "triton_pointwise_pctg" },
        shareOfNames([](std::string_view name) { return name.starts_with("triton_poi"); }, "wall"));
    add(rules, "inductor-kernels", { "summary" }, { "triton_reduction_pctg" },
        shareOfNames([](std::string_view name) { return name.starts_with("triton_red"); }, "wall"));
    add(rules, "inductor-kernels", { "summary" }, { "triton_persistent_reduction_pctg" },
        shareOfNames([](std::string_view name) { return name.starts_with("triton_per"); }, "wall"));
    add(rules, "inductor-kernels", { "summary" }, { "triton_unknown_pctg" },
        shareOfNames(
            [](std::string_view name) {
                return name.starts_with("triton_") && !name.starts_with("triton_poi") && !name.starts_with("triton_red")
                    && !name.starts_with("triton_per");
            },
            "wall"));
    add(rules, "inductor-kernels", { "summary" }, { "unknown_pctg" },
        shareOfNames([](std::string_view name) { return !name.starts_with("triton_"); }, "wall"));
    add(rules, "duration-concentration", { "concentration" }, { "mean_top" },
        [](const EvidencedCell& cell) { return isNear(cell.value(), meanOf(asDoubles(cell.lengths())) / 1000.0); });
    add(rules, "duration-concentration", { "concentration" }, { "ratio" }, [](const EvidencedCell& cell) {
        return isNear(
            cell.value(), sumOf(asDoubles(cell.lengths())) / cell.elsewhere("kinds", "sum", { "rank", "kind" }));
    });
    add(rules, "duration-concentration", { "comparison" }, { "first_mean", "second_mean" },
        [](const EvidencedCell& cell) { return isNear(cell.value(), meanOf(asDoubles(cell.lengths())) / 1000.0); });
    add(rules, "duration-concentration", { "comparison" }, { "ratio" }, [](const EvidencedCell& cell) {
        return isNear(cell.value(), cell.value("first_mean") / cell.value("second_mean"));
    });
    add(rules, "trace-health", { "findings" }, { "time" }, isTimeConcerned);
    add(rules, "trace-health", { "findings" }, { "share_pctg" }, isShareConcerned);
    add(rules, "memory-timeline", { "peaks" }, { "allocated" }, greatestOf("allocated"));
    add(rules, "memory-timeline", { "peaks" }, { "peak_reserved" }, greatestOf("reserved"));
    add(rules, "memory-timeline", { "peaks" }, { "fragmentation_pctg" }, [](const EvidencedCell& cell) {
        return isPercent(cell.value(), cell.value("reserved") - cell.value("allocated"), cell.value("reserved"));
    });
    add(rules, "memory-timeline", { "held" }, { "held_pctg" }, [](const EvidencedCell& cell) {
        return isPercent(cell.value(), cell.value("held"), cell.elsewhere("peaks", "allocated", { "rank", "device" }));
    });
}

/// @param decimals  to which the figure is rounded.
EvidenceRule quotientOf(std::string above, std::string below, double factor, int decimals)
{
    return [=](const EvidencedCell& cell) {
        const double rounding = 0.51 * std::pow(10.0, -decimals);
        return std::fabs(cell.value() - factor * cell.value(above) / cell.value(below)) <= rounding;
    };
}

void addEfficiency(Rules& rules)
{
    const std::string time = "Kernel Time (µs)_sum"; // ns as a number
    add(rules, "efficiency", { "ops" }, { "Kernel Time (µs)_mean" }, quotientOf(time, "operation_count", 0.001, 4));
    add(rules, "efficiency", { "kernels" }, { "mean" }, quotientOf("sum", "count", 0.001, 4));
    add(rules, "efficiency", { "ops" }, { "GFLOPS" },
        [](const EvidencedCell& cell) { return isNear(cell.value(), cell.value("flops") / 1e9); });
    add(rules, "efficiency", { "ops" }, { "Data Moved (MB)" },
        [](const EvidencedCell& cell) { return isNear(cell.value(), cell.value("bytes") / (1024 * 1024)); });
    add(rules, "efficiency", { "ops" }, { "FLOPS/Byte" }, quotientOf("flops", "bytes", 1, 4));
    const auto rate = [time](const char* figure, double unit, int decimals) {
        return [=](const EvidencedCell& cell) {
            const double expected = cell.value(figure) * cell.value("operation_count") / cell.value(time) / unit;
            return std::fabs(cell.value() - expected) <= 0.51 * std::pow(10.0, -decimals);
        };
    };
    add(rules, "efficiency", { "ops" }, { "TFLOPS/s" }, rate("flops", 1000, 4));
    add(rules, "efficiency", { "ops" }, { "TB/s" }, rate("bytes", 1000, 4));
    add(rules, "efficiency", { "ops" }, { "gb_per_s" }, rate("bytes", 1, 3));
    add(rules, "efficiency", { "ops" }, { "Pct Roofline" }, [time](const EvidencedCell& cell) {
        const double whole = cell.value(time) / 1000;
        const double error = 100 * 0.0001 * cell.value("operation_count") / whole; // of the rounded time of a call
        const double expected = 100 * cell.value("Roofline Time (µs)") * cell.value("operation_count") / whole;
        return std::fabs(cell.value() - expected) <= 0.0001 + error;
    });
    add(rules, "efficiency", { "ops" }, { "above_roofline" }, [time](const EvidencedCell& cell) {
        const double roofline = 1000 * cell.value("Roofline Time (µs)") * cell.value("operation_count");
        return std::fabs(cell.value() - (cell.value(time) - roofline)) <= 1 + 0.1 * cell.value("operation_count");
    });
    const auto shareOfAll = [](const EvidencedCell& cell) {
        const double whole = sumOf(cell.columnOf("summary", "kernel_sum", { "rank" }));
        return isPercent(cell.value(), cell.value("kernel_sum"), whole, 4);
    };
    add(rules, "efficiency", { "ops", "summary" }, { "time_pctg" }, shareOfAll);
    add(rules, "efficiency", { "steps" }, { "tflops_per_s" }, quotientOf("matrix_flops", "matrix_time", 0.001, 4));
    add(rules, "efficiency", { "steps" }, { "wall_tflops_per_s" }, quotientOf("matrix_flops", "wall", 0.001, 4));
}

const Rules& ownRules()
{
    static const Rules kRules = [] {
        Rules rules;
        addGpuTime(rules);
        addLaunches(rules);
        addHost(rules);
        addOthers(rules);
        addEfficiency(rules);
        return rules;
    }();
    return kRules;
}

} // namespace

EvidenceRule ruleOf(const std::string& where, const ColumnDescriptor& column)
{
    if (const auto own = ownRules().find(where); own != ownRules().end())
        return own->second;
    if (column.type == ColumnType::Duration)
        return isTime;
    if (column.type == ColumnType::Time)
        return isMoment;
    if (column.type == ColumnType::Int && column.unit == Unit::Count)
        return isCountOfItems;
    return {};
}

const std::map<std::string, std::string>& columnsWithoutRule()
{
    static const std::map<std::string, std::string> kReasons {
        { "cupti-counters kernels flops", "counters of the file, which are no time: tst_cupti_counters" },
        { "cupti-counters kernels dram_bytes", "counters of the file, which are no time: tst_cupti_counters" },
        { "cupti-counters regions flops", "counters of the file, which are no time: tst_cupti_counters" },
        { "cupti-counters regions dram_bytes", "counters of the file, which are no time: tst_cupti_counters" },
        { "efficiency ops flops", "sizes of tensors that arguments of the file say: tst_efficiency" },
        { "efficiency ops bytes", "sizes of tensors that arguments of the file say: tst_efficiency" },
        { "efficiency ops Roofline Time (µs)", "what a data sheet or a parameter says: tst_efficiency" },
        { "efficiency kernels flops", "sizes of tensors that arguments of the file say: tst_efficiency" },
        { "efficiency kernels bytes", "sizes of tensors that arguments of the file say: tst_efficiency" },
        { "efficiency kernels TFLOPS/s", "sizes of tensors that arguments of the file say: tst_efficiency" },
        { "efficiency kernels TB/s", "sizes of tensors that arguments of the file say: tst_efficiency" },
        { "efficiency kernels Pct Roofline", "what a data sheet or a parameter says: tst_efficiency" },
        { "efficiency summary flops", "sizes of tensors that arguments of the file say: tst_efficiency" },
        { "efficiency summary bytes", "sizes of tensors that arguments of the file say: tst_efficiency" },
        { "efficiency summary TFLOPS/s", "sizes of tensors that arguments of the file say: tst_efficiency" },
        { "efficiency summary TB/s", "sizes of tensors that arguments of the file say: tst_efficiency" },
        { "efficiency summary Pct Roofline", "what a data sheet or a parameter says: tst_efficiency" },
        { "efficiency summary above_roofline", "what a data sheet or a parameter says: tst_efficiency" },
        { "efficiency steps matrix_flops", "sizes of tensors that arguments of the file say: tst_efficiency" },
        { "efficiency steps recompute_flops", "sizes of tensors that arguments of the file say: tst_efficiency" },
        { "efficiency steps causal_flops_left_out", "sizes of tensors that arguments of the file say: tst_efficiency" },
        { "efficiency steps known_pctg", "sizes of tensors that arguments of the file say: tst_efficiency" },
        { "efficiency steps peak_time", "what a data sheet or a parameter says: tst_efficiency" },
        { "efficiency steps mfu_pctg", "what a data sheet or a parameter says: tst_efficiency" },
        { "kernel-breakdown kernels peak_pctg", "what a data sheet or a parameter says: tst_peak_shares" },
        { "operators operators peak_pctg", "what a data sheet or a parameter says: tst_peak_shares" },
        { "efficiency steps hfu_pctg", "what a data sheet or a parameter says: tst_efficiency" },
        { "efficiency steps model_mfu_pctg", "what a data sheet or a parameter says: tst_efficiency" },
        { "inductor-kernels kernels bytes", "sizes of tensors that arguments of the file say: tst_inductor_kernels" },
        { "kernel-sequences sequences saving_traffic",
            "sizes of tensors that arguments of the file say: "
            "tst_kernel_sequences" },
        { "cupti-counters roofs gflops_per_second", "what a data sheet or a parameter says" },
        { "cupti-counters roofs bandwidth", "what a data sheet or a parameter says" },
        { "critical-path owners time_pctg", "of the window's wall time, a column of the summary" },
        { "critical-path owners calls", "events, of which one may own several links: tst_critical_path" },
        { "critical-path owners longest", "of an event, which may own several links: tst_critical_path" },
        { "overview findings saved", "of a replay; its evidence is what the cure touches: tst_overview_savings" },
        { "what-if changes factor", "what the change says" },
        { "what-if changes wall", "of the replay; its evidence is what the change touches: tst_replay" },
        { "what-if changes new_wall", "of the replay; its evidence is what the change touches: tst_replay" },
        { "what-if changes saved", "of the replay; its evidence is what the change touches: tst_replay" },
        { "what-if changes saved_pctg", "of the replay; its evidence is what the change touches: tst_replay" },
        { "what-if critical factor", "what the change says" },
        { "what-if critical recorded", "of the replay of nothing changed; its evidence is the recorded path" },
        { "what-if critical replayed", "of the replay, which never happened: tst_what_if_critical" },
        { "what-if critical replayed_pctg", "of the replay, which never happened: tst_what_if_critical" },
        { "what-if steps factor", "what the change says" },
        { "what-if steps wall", "of the replay; its evidence is what the change touches: tst_what_if" },
        { "what-if steps new_wall", "of the replay; its evidence is what the change touches: tst_what_if" },
        { "what-if steps saved", "of the replay; its evidence is what the change touches: tst_what_if" },
        { "what-if steps saved_pctg", "of the replay; its evidence is what the change touches: tst_what_if" },
        { "idle-causes causes mean", "its idle time for each gap; both are looked at" },
        { "idle-causes owners mean", "its idle time for each gap; both are looked at" },
        { "idle-causes causes idle_time_ratio",
            "of the sum of the rows, which tst_idle_causes compares with idle-time" },
        { "idle-causes owners idle_time_ratio",
            "of the sum of the rows, which tst_idle_causes compares with idle-time" },
        { "idle-causes causes idle_time_pctg", "of the device's time in view, a column of idle-time" },
        { "idle-causes owners idle_time_pctg", "of the device's time in view, a column of idle-time" },
        { "duration-concentration concentration top_pctg", "which part of the activities the row is about" },
        { "duration-concentration comparison top_pctg", "which part of the activities the row is about" },
        { "inductor-kernels summary runs", "the parameter" },
        { "collectives collectives Group size",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives collectives In msg nelems",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives collectives Out msg nelems",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives collectives dur_mean",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives collectives message_bytes",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives collectives instances",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives collectives ranks",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives collectives latency_mean",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives collectives algbw",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives collectives busbw",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives collectives skew_mean",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives collectives skew_max",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives collectives start_skew_mean",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives collectives end_skew_mean",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives collectives waits",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives collectives last_count",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives collectives first_count",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives groups Group size",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives groups message_bytes",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives groups instances",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives groups complete",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives groups unmatched",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives groups latency_sum",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives groups latency_mean",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives groups latency_min",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives groups latency_max",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives groups algbw", "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives groups busbw", "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives groups link_pctg",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives groups waits", "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives instances Group size",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives instances message_bytes",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives instances ranks_expected",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives instances ts", "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives instances skew", "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives instances start_skew",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives instances end_skew",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives instances algbw",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives instances busbw",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives instances exposed",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives ranks instances",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives ranks latency_sum",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives ranks waits", "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives ranks waits_pctg",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives ranks last_count",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives ranks first_count",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives ranks last_pctg",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives ranks message_bytes_sum",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives ranks algbw", "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "collectives ranks unmatched",
            "from the runs of all ranks and what they say of themselves: tst_collectives" },
        { "wait-causes rank-groups last_count", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes rank-groups waits_caused", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes rank-groups held_up", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes rank-groups waits_suffered", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes rank-groups waits_exposed", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes waits arrival", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes waits wait_exposed", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes ranks last_count", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes ranks waits_caused", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes ranks caused_share_pctg", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes ranks held_up", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes ranks waits_suffered", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes ranks waits_exposed", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes ranks time", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes ranks exposed_share_pctg", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes ranks waits_rooted", "from the runs of all ranks and what each did before: tst_lateness" },
        { "wait-causes ranks main_reason_waits", "from the runs of all ranks and what each did before: tst_lateness" },
        { "wait-causes leads compute", "what the rank did in its lead, which is its evidence: tst_lateness" },
        { "wait-causes leads comm_same", "what the rank did in its lead, which is its evidence: tst_lateness" },
        { "wait-causes leads comm_other_wait", "what the rank did in its lead, which is its evidence: tst_lateness" },
        { "wait-causes leads comm_other", "what the rank did in its lead, which is its evidence: tst_lateness" },
        { "wait-causes leads mem", "what the rank did in its lead, which is its evidence: tst_lateness" },
        { "wait-causes leads other", "what the rank did in its lead, which is its evidence: tst_lateness" },
        { "wait-causes leads idle_host_wait", "what the rank did in its lead, which is its evidence: tst_lateness" },
        { "wait-causes leads idle_kernel_wait", "what the rank did in its lead, which is its evidence: tst_lateness" },
        { "wait-causes leads idle_other", "what the rank did in its lead, which is its evidence: tst_lateness" },
        { "wait-causes leads idle_unknown_launch",
            "what the rank did in its lead, which is its evidence: tst_lateness" },
        { "wait-causes leads before_recording", "what the rank did in its lead, which is its evidence: tst_lateness" },
        { "wait-causes leads overlap", "what the rank did in its lead, which is its evidence: tst_lateness" },
        { "wait-causes instances late_compute",
            "what two ranks did before, which is its evidence, one less the other: tst_lateness" },
        { "wait-causes instances late_comm_same",
            "what two ranks did before, which is its evidence, one less the other: tst_lateness" },
        { "wait-causes instances late_comm_other_wait",
            "what two ranks did before, which is its evidence, one less the other: tst_lateness" },
        { "wait-causes instances late_comm_other",
            "what two ranks did before, which is its evidence, one less the other: tst_lateness" },
        { "wait-causes instances late_mem",
            "what two ranks did before, which is its evidence, one less the other: tst_lateness" },
        { "wait-causes instances late_other",
            "what two ranks did before, which is its evidence, one less the other: tst_lateness" },
        { "wait-causes instances late_idle_host_wait",
            "what two ranks did before, which is its evidence, one less the other: tst_lateness" },
        { "wait-causes instances late_idle_kernel_wait",
            "what two ranks did before, which is its evidence, one less the other: tst_lateness" },
        { "wait-causes instances late_idle_other",
            "what two ranks did before, which is its evidence, one less the other: tst_lateness" },
        { "wait-causes instances late_idle_unknown_launch",
            "what two ranks did before, which is its evidence, one less the other: tst_lateness" },
        { "wait-causes instances late_before_recording",
            "what two ranks did before, which is its evidence, one less the other: tst_lateness" },
        { "wait-causes instances late_overlap",
            "what two ranks did before, which is its evidence, one less the other: tst_lateness" },
        { "wait-causes instances ranks_expected", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes instances ts", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes instances transfer", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes instances tied", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes instances longest_wait", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes instances held_up", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes instances end_spread", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes steps wall", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes steps waits_suffered", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes steps waits_exposed", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes steps exposed_share_pctg", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes steps last_count", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes steps waits_caused", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "overview rank-steps waits_suffered", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "overview rank-steps waits_exposed", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "overview rank-steps waits_caused", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "overview rank-steps held_up", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes steps held_up", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes groups size", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes groups ranks", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes groups instances", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes groups complete", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes groups unmatched", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes groups waits", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes groups transfer", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes groups worst_share_pctg", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "wait-causes groups top_3pct_share_pctg", "from the lengths of the runs of all ranks: tst_wait_causes" },
        { "clock-alignment clocks offset", "of the ends of the runs on both ranks: tst_clock_alignment" },
        { "clock-alignment clocks drift_ppm", "of the ends of the runs on both ranks: tst_clock_alignment" },
        { "clock-alignment clocks measured_offset", "of the ends of the runs on both ranks: tst_clock_alignment" },
        { "clock-alignment clocks measured_drift_ppm", "of the ends of the runs on both ranks: tst_clock_alignment" },
        { "clock-alignment clocks error", "of the ends of the runs on both ranks: tst_clock_alignment" },
        { "clock-alignment clocks standard_error", "of the ends of the runs on both ranks: tst_clock_alignment" },
        { "clock-alignment clocks bound_low", "of the ends of the runs on both ranks: tst_clock_alignment" },
        { "clock-alignment clocks bound_high", "of the ends of the runs on both ranks: tst_clock_alignment" },
        { "clock-alignment clocks impossible_before", "of the ends of the runs on both ranks: tst_clock_alignment" },
        { "clock-alignment clocks impossible_after", "of the ends of the runs on both ranks: tst_clock_alignment" },
        { "memory-timeline series allocated", "bytes that the record in the file says" },
        { "memory-timeline series reserved", "bytes that the record in the file says" },
        { "memory-timeline series delta", "bytes that the record in the file says" },
        { "memory-timeline peaks reserved", "bytes that the record in the file says" },
        { "memory-timeline held held", "bytes that the records in the file say: tst_memory_timeline" },
        { "memory-timeline held largest", "bytes that the record in the file says" },
    };
    return kReasons;
}

} // namespace kinetoscope::tests
