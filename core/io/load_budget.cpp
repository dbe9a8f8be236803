// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/load_budget.h"

#include "core/base/memory_use.h"

namespace kinetoscope {

namespace {

// Measured on the shared traces; those that are loaded correct it.
constexpr double kUsualRatio = 0.6;
constexpr double kUsualRatioOfGzip = 6;
constexpr double kWhileBuilt = 1.5;   // of a finished trace
constexpr double kWhileBuiltKept = 3; // the same where nothing that is freed goes back to the system

} // namespace

std::uint64_t bytesOf(const Trace& trace)
{
    return trace.memoryBytes() + trace.strings().memoryBytes();
}

bool isCutByMemory(const ImportReport& report)
{
    const auto& examples = report.entry(Problem::LimitReached).examples;
    return std::ranges::any_of(examples, [](const ImportReport::Example& example) { return example.text == "memory"; });
}

LoadBudget::LoadBudget(std::uint64_t limit)
    : m_limit((limit != 0 ? limit : usualMemoryLimit()) / 4 * 3)
{
}

std::uint64_t LoadBudget::estimate(std::uint64_t fileBytes, bool isGzip) const
{
    const Measured& measured = m_measured[isGzip ? 1 : 0];
    const double ratio = measured.fileBytes > 0
        ? static_cast<double>(measured.memoryBytes) / static_cast<double>(measured.fileBytes)
        : isGzip ? kUsualRatioOfGzip
                 : kUsualRatio;
    return static_cast<std::uint64_t>(std::min(static_cast<double>(fileBytes) * ratio, 9e18));
}

bool LoadBudget::fits(std::uint64_t fileBytes, bool isGzip) const
{
    if (m_held == 0)
        return true;
    const double needed = static_cast<double>(estimate(fileBytes, isGzip)) * kWhileBuilt;
    return static_cast<double>(m_held) + needed <= static_cast<double>(m_limit);
}

bool LoadBudget::fitsKeepingFreed(std::uint64_t fileBytes, bool isGzip) const
{
    const double needed = static_cast<double>(estimate(fileBytes, isGzip)) * kWhileBuiltKept;
    return static_cast<double>(m_held) + needed <= static_cast<double>(m_limit);
}

void LoadBudget::take(const Trace& trace)
{
    const std::uint64_t bytes = bytesOf(trace);
    m_held += bytes;
    Measured& measured = m_measured[trace.report().isGzip ? 1 : 0];
    measured.fileBytes += trace.report().fileBytes;
    measured.memoryBytes += bytes;
}

} // namespace kinetoscope
