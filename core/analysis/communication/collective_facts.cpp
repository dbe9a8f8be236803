// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/collective_facts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace kinetoscope {

namespace {

constexpr int kRateDecimals = 4;

} // namespace

bool CollectiveFacts::isInSwitch(const Operation& operation) const
{
    return std::ranges::any_of(
        operation.ranks, [this](const OperationRun& own) { return runOf(own).message().isInSwitch; });
}

void Throughput::add(std::optional<std::int64_t> ofMessage, Nanoseconds took)
{
    if (!ofMessage)
        return;
    bytes = saturatingAdd(bytes, *ofMessage);
    latency = saturatingAdd(latency, took);
    ++count;
}

std::optional<double> Throughput::algorithmBandwidth() const
{
    if (count == 0 || latency <= 0)
        return std::nullopt;
    // Bytes a nanosecond are 1e9 bytes a second.
    return withFourDecimals(static_cast<double>(bytes) / static_cast<double>(latency));
}

std::optional<double> Throughput::busBandwidth(const std::optional<double>& factor) const
{
    if (count == 0 || latency <= 0 || !factor)
        return std::nullopt;
    return withFourDecimals(static_cast<double>(bytes) / static_cast<double>(latency) * *factor);
}

void setEvidenceOfRuns(Table& table, SharedCollectives facts, RunsOfRows runs)
{
    table.setEvidence([facts = std::move(facts), runs = std::move(runs)](std::size_t row, std::size_t) {
        Selection selection;
        for (const std::uint32_t run : runs[row])
            selection.slices.push_back({ facts->matching->runs[run].rank, facts->matching->runs[run].slice });
        return selection;
    });
}

double withFourDecimals(double value)
{
    // As text has it: a product with 10^4 would make halves of what lies beside one.
    std::array<char, 400> text {};
    const auto written =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, kRateDecimals);
    double rounded = value;
    std::from_chars(text.data(), written.ptr, rounded);
    return rounded;
}

Cell meanCell(Nanoseconds sum, std::int64_t count)
{
    return count > 0 ? Cell(withFourDecimals(static_cast<double>(sum) / static_cast<double>(count) / 1000)) : Cell();
}

} // namespace kinetoscope
