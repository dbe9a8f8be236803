// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/facts/compiled_versions.h"

#include "core/base/number_text.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

struct RegionNumber {
    std::int64_t function = 0;
    std::int64_t version = 0;
};

constexpr std::int64_t kMostVersions = 1'000'000; ///< beyond it a number is none

/// Nothing for other names, and for regions that are numbered in another way, as those of compiled autograd.
std::optional<RegionNumber> regionNumberOf(std::string_view name)
{
    constexpr std::string_view kRegion = "Torch-Compiled Region: ";
    if (!name.starts_with(kRegion))
        return std::nullopt;
    name.remove_prefix(kRegion.size());
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos)
        return std::nullopt;
    const auto function = wholeNumber(name.substr(0, slash));
    const auto version = wholeNumber(name.substr(slash + 1));
    if (!function || !version || *function < 0 || *version < 0 || *version > kMostVersions)
        return std::nullopt;
    return RegionNumber { *function, *version };
}

} // namespace

CompiledVersions compiledVersionsOf(const Trace& trace, const Progress& progress)
{
    std::map<StringId, RegionNumber> numbers; // of versions that only come after many others
    for (std::size_t i = 0; i < trace.strings().size(); ++i) {
        const StringId name { i };
        const auto number = regionNumberOf(trace.text(name));
        if (number && number->version + 1 >= static_cast<std::int64_t>(kManyVersions))
            numbers.emplace(name, *number);
    }
    CompiledVersions found;
    if (numbers.empty())
        return found;
    std::map<std::int64_t, std::pair<std::int64_t, StringId>> last; // by function
    const SliceTable& slices = trace.slices();
    StopCheck check(progress);
    for (std::size_t row = 0; row < slices.size() && !check.after(1); ++row) {
        if (!isHostCallTree(slices.kind[row]))
            continue;
        const auto number = numbers.find(slices.name[row]);
        if (number == numbers.end())
            continue;
        auto& most = last[number->second.function];
        if (number->second.version > most.first)
            most = { number->second.version, number->first };
    }
    for (const auto& [function, most] : last) {
        if (static_cast<std::size_t>(most.first) + 1 > found.most) {
            found.most = static_cast<std::size_t>(most.first) + 1;
            found.region = most.second;
        }
    }
    return found;
}

} // namespace kinetoscope
