// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/slice_colours.h"

#include "core/analysis/host/launching_module.h"
#include "widgets/support/number_text.h"
#include "widgets/support/slice_names.h"

#include <QCoreApplication>

#include <cmath>

namespace kinetoscope {

namespace {

constexpr double kFirstHeat = 0.2; // the ramp begins at the colour of a panel; what is drawn must be seen
constexpr HeatScale kDurationScale { 1e3, 1e8, true }; // ns: from launches and empty kernels to a tenth of a second

/// FNV-1a: the same colour on every machine and in every build.
std::uint8_t placeOf(std::string_view text)
{
    std::uint32_t hash = 2166136261u;
    for (const char c : text)
        hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619u;
    return static_cast<std::uint8_t>((hash >> 8) % Palette::nameColours().size());
}

} // namespace

QColor heatColour(const Palette& palette, double share)
{
    return palette.heat(kFirstHeat + (1 - kFirstHeat) * share);
}

QString colouringText(const Colouring& colouring)
{
    switch (colouring.mode) {
    case ColourMode::Kind:
        return {};
    case ColourMode::Name:
        return QCoreApplication::translate("Timeline", "by name");
    case ColourMode::Stream:
        return QCoreApplication::translate("Timeline", "by stream");
    case ColourMode::Op:
        return QCoreApplication::translate("Timeline", "by op");
    case ColourMode::Module:
        return QCoreApplication::translate("Timeline", "by module");
    case ColourMode::Duration:
        return QCoreApplication::translate("Timeline", "by duration");
    case ColourMode::Counter:
        return colouring.counters && colouring.counters->arePeakShares()
            ? QCoreApplication::translate("Timeline", "by share of the peak")
            : QCoreApplication::translate("Timeline", "by counter");
    }
    return {};
}

std::optional<HeatLegend> heatLegend(const Colouring& colouring)
{
    if (colouring.mode == ColourMode::Duration)
        return HeatLegend { {}, kDurationScale, durationText(static_cast<Nanoseconds>(kDurationScale.lowest)),
            durationText(static_cast<Nanoseconds>(kDurationScale.highest)) };
    if (colouring.mode != ColourMode::Counter || !colouring.counters)
        return std::nullopt;
    const HeatScale scale = colouring.counters->scale(colouring.counter);
    const Unit unit = colouring.counters->unit(colouring.counter);
    if (colouring.counters->arePeakShares())
        return HeatLegend { QCoreApplication::translate("Timeline", "share of the peak"), scale,
            quantityText(scale.lowest, unit), quantityText(scale.highest, unit) };
    return HeatLegend { plainLine(colouring.counters->names()[colouring.counter]), scale,
        quantityText(scale.lowest, unit), quantityText(scale.highest, unit) };
}

SliceColours::SliceColours(std::shared_ptr<const TraceSet> traces, const Colouring& colouring, const Palette& palette)
    : m_traces(std::move(traces))
    , m_colouring(colouring)
    , m_palette(&palette)
    , m_neutral { mixed(palette.canvas, palette.secondText, 0.45).rgb(), palette.text.rgb() }
{
    const ColourMode mode = colouring.mode;
    if (const std::optional<HeatLegend> legend = heatLegend(colouring))
        m_scale = legend->scale;
    if (!m_traces || (mode != ColourMode::Name && mode != ColourMode::Op && mode != ColourMode::Module))
        return;
    std::vector<std::vector<std::uint8_t>> names;
    for (const RankTrace& rank : m_traces->ranks()) {
        const StringPool& strings = rank.trace->strings();
        std::vector<std::uint8_t>& places = names.emplace_back(strings.size());
        for (std::size_t i = 0; i < strings.size(); ++i)
            places[i] = placeOf(strings.view(StringId { i }));
    }
    m_names = std::make_shared<const std::vector<std::vector<std::uint8_t>>>(std::move(names));
}

SliceColours::Colour SliceColours::of(SliceRef slice) const
{
    if (!m_traces)
        return m_neutral;
    switch (m_colouring.mode) {
    case ColourMode::Kind:
        break;
    case ColourMode::Name:
        return ofName(slice.rank, m_traces->ranks()[slice.rank].trace->slices().name[slice.slice.index()]);
    case ColourMode::Stream:
        return ofStream(slice);
    case ColourMode::Op:
        return ofOp(slice);
    case ColourMode::Module:
        return ofModule(slice);
    case ColourMode::Duration:
        return ofDuration(slice);
    case ColourMode::Counter:
        return ofCounter(slice);
    }
    return m_neutral;
}

SliceColours::Colour SliceColours::ofName(std::uint32_t rank, StringId name) const
{
    return { Palette::nameColours()[(*m_names)[rank][name.index()]], m_palette->ink.rgb() };
}

SliceColours::Colour SliceColours::ofStream(SliceRef slice) const
{
    const Trace& trace = *m_traces->ranks()[slice.rank].trace;
    const Track* track = &trace.track(trace.trackOf(slice.slice));
    if (!track->isDeviceSide()) {
        const auto work = trace.launches().of(slice.slice);
        if (work.empty())
            return m_neutral;
        track = &trace.track(trace.trackOf(work.front().work));
    }
    if (track->stream == Track::kNoStream)
        return m_neutral;
    // Stream numbers are small and close together (7, 13, 17, 20): a step of 7 spreads them over the colours.
    const auto colours = Palette::nameColours();
    return { colours[(static_cast<std::uint64_t>(track->stream) * 7) % colours.size()], m_palette->ink.rgb() };
}

SliceColours::Colour SliceColours::ofOp(SliceRef slice) const
{
    const Trace& trace = *m_traces->ranks()[slice.rank].trace;
    const SliceTable& slices = trace.slices();
    SliceId at = slice.slice;
    if (trace.track(trace.trackOf(at)).isDeviceSide()) {
        at = trace.launchOf(at);
        if (!at.isValid())
            return m_neutral;
    }
    // Nesting of damaged files can be as deep as the file is long.
    constexpr int kMostSteps = 64;
    for (int i = 0; i < kMostSteps && at.isValid(); ++i) {
        if (trace.kind(at) == EventKind::CpuOp)
            return ofName(slice.rank, slices.name[at.index()]);
        at = slices.parent[at.index()];
    }
    return m_neutral;
}

SliceColours::Colour SliceColours::ofModule(SliceRef slice) const
{
    const Trace& trace = *m_traces->ranks()[slice.rank].trace;
    const SliceId module = moduleOf(trace, slice.slice);
    return module.isValid() ? ofName(slice.rank, trace.slices().name[module.index()]) : m_neutral;
}

SliceColours::Colour SliceColours::ofDuration(SliceRef slice) const
{
    const auto ns = static_cast<double>(m_traces->ranks()[slice.rank].trace->slices().duration(slice.slice));
    return heat(m_scale.share(ns));
}

SliceColours::Colour SliceColours::ofCounter(SliceRef slice) const
{
    const double value = m_colouring.counters ? m_colouring.counters->value(slice, m_colouring.counter) : std::nan("");
    return std::isnan(value) ? m_neutral : heat(m_scale.share(value));
}

SliceColours::Colour SliceColours::heat(double share) const
{
    const QColor fill = heatColour(*m_palette, share);
    const QColor white(Qt::white);
    return { fill.rgb(), (contrast(fill, white) > contrast(fill, m_palette->ink) ? white : m_palette->ink).rgb() };
}

} // namespace kinetoscope
