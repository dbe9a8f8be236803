// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/table/category_words.h"

#include "core/analysis/gpu/part_columns.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/ranks/late_parts.h"
#include "core/base/ascii.h"

#include <algorithm>
#include <array>

namespace kinetoscope {
namespace {

constexpr std::string_view kOthers = "others"; // what analyses fold
constexpr std::string_view kWallWords = "Wall time";
constexpr std::string_view kBeside = " overlapping ";
constexpr std::array kTypes { KernelType::Computation, KernelType::Communication, KernelType::Memory,
    KernelType::Other };

char upper(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

/// "computation + communication" for "COMPUTATION overlapping COMMUNICATION"; "" for what is not made of types.
std::string typesAtOnce(std::string_view id)
{
    std::string words;
    while (true) {
        const std::size_t end = id.find(kBeside);
        const std::string_view type = id.substr(0, end);
        bool isType = false;
        for (const KernelType each : kTypes)
            isType = isType || toString(each) == type;
        if (!isType)
            return {};
        words.append(words.empty() ? "" : " + ").append(asciiLower(type));
        if (end == std::string_view::npos)
            return words;
        id.remove_prefix(end + kBeside.size());
    }
}

} // namespace

std::string categoryWords(Cause cause, Wording wording)
{
    std::string words(toString(cause));
    std::ranges::replace(words, '_', ' ');
    words.front() = upper(words.front());
    return registryWords(words, wording);
}

std::string categoryWords(std::string_view id, Wording wording)
{
    std::string words = typesAtOnce(id);
    for (std::size_t i = 0; i < kIdleColumns.size(); ++i) {
        if (id == toString(static_cast<IdleCause>(i)))
            words = kIdleColumns[i].category;
    }
    for (std::size_t i = 0; words.empty() && i < kCauseCount; ++i) {
        if (id == toString(static_cast<Cause>(i)))
            return categoryWords(static_cast<Cause>(i), wording);
    }
    for (std::size_t i = 0; words.empty() && i < kLatePartCount; ++i) {
        if (id == toString(static_cast<LatePart>(i)))
            words = wordsOf(static_cast<LatePart>(i));
    }
    for (const PartColumn& part : kBusyColumns) {
        if (words.empty() && id == part.name)
            words = part.title;
    }
    if (words.empty() && id == column::kWall)
        words = kWallWords;
    if (id == kOthers)
        words = id;
    else if (words.empty())
        return std::string(id);
    else
        words.front() = upper(words.front());
    return registryWords(words, wording);
}

std::string shortTitle(std::string_view tableName)
{
    std::string title(tableName);
    std::ranges::replace(title, '-', ' ');
    if (!title.empty())
        title.front() = upper(title.front());
    return title;
}

} // namespace kinetoscope
