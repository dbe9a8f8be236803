// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/cut_work.h"

#include "core/analysis/efficiency/call_kinds.h"

#include <cstdint>
#include <optional>
#include <unordered_map>

namespace kinetoscope {

namespace {

/// Parts of a / whole, rounded down; whole > 0.
std::int64_t proportion(std::int64_t value, Nanoseconds part, Nanoseconds whole)
{
    if (part >= whole)
        return value;
    // In two parts, so that nothing leaves int64 and small figures stay exact.
    const std::int64_t quotient = value / whole;
    const std::int64_t rest = value % whole;
    const auto fraction = static_cast<std::int64_t>(
        static_cast<long double>(rest) * static_cast<long double>(part) / static_cast<long double>(whole));
    return quotient * part + fraction;
}

} // namespace

void cutToScope(RankOwnedWork& cut, const RankOwnedWork& whole)
{
    std::unordered_map<std::uint32_t, const OwningCall*> calls;
    for (const OwningCall& call : whole.calls)
        calls.emplace(call.op.value, &call);
    CallKinds kinds(cut.kinds);
    for (OwningCall& call : cut.calls) {
        const auto found = calls.find(call.op.value);
        if (found == calls.end())
            continue;
        const OwningCall& full = *found->second;
        call.launch = full.launch;
        call.isCut = full.kernelTime > 0 && call.kernelTime < full.kernelTime ? 1 : 0;
        Figures figures = full.figures();
        if (call.isCut) {
            for (std::optional<std::int64_t>* figure : { &figures.flops, &figures.bytes }) {
                if (*figure)
                    *figure = proportion(**figure, call.kernelTime, full.kernelTime);
            }
            figures.causalLeftOut = proportion(figures.causalLeftOut, call.kernelTime, full.kernelTime);
        }
        call.kind = kinds.of(figures, full.category(), full.spec(), call.device());
    }
}

} // namespace kinetoscope
