// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overlay/overlay_makers.h"

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/names/classification.h"
#include "core/base/vectors.h"
#include "core/io/json/argument_scan.h"
#include "core/overlay/rank_series.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

namespace kinetoscope {

namespace {

constexpr std::string_view kArgument = "est. achieved occupancy %";
constexpr double kOccupancyOverlayNothing = std::numeric_limits<double>::quiet_NaN();

double occupancyOverlayNumberOf(std::string_view text)
{
    double value = kOccupancyOverlayNothing;
    // Some versions write numbers as texts.
    if (text.size() >= 2 && text.front() == '"')
        text = text.substr(1, text.size() - 2);
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// The value of each row; not a number where the file has none.
Result<std::vector<double>> readValues(const Trace& trace, const RankGpuWork& work, const Progress& progress)
{
    std::vector<std::uint32_t> order(work.rows.size());
    std::iota(order.begin(), order.end(), 0u);
    const std::vector<EventIndex>& eventOf = trace.slices().eventIndex;
    const auto event = [&](std::uint32_t row) { return eventOf[work.rows[row].slice.index()]; };
    std::erase_if(order, [&](std::uint32_t row) { return trace.kind(work.rows[row].slice) != EventKind::Kernel; });
    std::ranges::sort(order, {}, event);
    std::vector<EventIndex> events = mapped(order, [&](const std::uint32_t row) { return event(row); });
    std::vector<double> values(work.rows.size(), kOccupancyOverlayNothing);
    const auto visit = [&](std::size_t i, std::string_view json) {
        values[order[i]] = occupancyOverlayNumberOf(argumentOf(json, kArgument));
        return !progress.shouldStop();
    };
    if (!events.empty()) {
        KT_TRY_DONE(trace.visitEventJson(events, visit));
    }
    KT_TRY_DONE(progress.carryOn());
    return values;
}

} // namespace

Result<Overlay> occupancyOverlay(const AnalysisInput& input, const Parameters&, const AnalysisContext& context)
{
    KT_TRY(const auto source, ScopedGpuWork::create(input, *context.classifier));
    const auto seriesOf = [&](std::size_t i) -> Result<std::vector<OverlaySeries>> {
        KT_TRY(const RankGpuWork work, source->rank(i, context.progress));
        const Trace& trace = *source->rankTrace(i).trace;
        KT_TRY(const std::vector<double> values, readValues(trace, work, context.progress));
        std::vector<OverlaySeries> found;
        for (const GpuStream& stream : work.streams) {
            OverlaySeries series { { KT_PHRASE("overlays", "achieved occupancy") }, Unit::Percent, work.rankIndex,
                stream.track, stream.device, {}, {}, false };
            for (std::size_t row = stream.firstRow; row < stream.firstRow + stream.rowCount; ++row) {
                if (!std::isfinite(values[row])) {
                    series.hasUnknown |= trace.kind(work.rows[row].slice) == EventKind::Kernel;
                    continue;
                }
                const TimeRange range = work.rows[row].range;
                // The end of the kernel before was noted as the beginning of nothing; this one may begin earlier.
                if (!series.time.empty() && series.time.back() >= range.begin) {
                    series.time.pop_back();
                    series.value.pop_back();
                }
                series.time.insert(series.time.end(), { range.begin, range.end });
                series.value.insert(series.value.end(), { values[row], kOccupancyOverlayNothing });
            }
            if (!series.time.empty())
                found.push_back(std::move(series));
        }
        return found;
    };
    return seriesOfRanks(source->rankCount(), context, seriesOf,
        { "no-occupancy",
            { KT_PHRASE("overlays",
                  "No kernel says its achieved occupancy: Kineto writes it for CUDA kernels recorded with %1."),
                arg::Text { "ProfilerActivity.CUDA" } } });
}

} // namespace kinetoscope
