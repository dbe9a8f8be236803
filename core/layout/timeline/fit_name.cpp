// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/fit_name.h"

#include "core/base/names/elide_apart.h"
#include "core/base/text.h"

namespace kinetoscope {

namespace {

constexpr double kNothingBelow = 14;
constexpr double kLettersBelow = 24;

std::string firstCharacters(std::string_view text, std::size_t count)
{
    std::size_t at = 0;
    while (at < text.size() && count > 0) {
        ++at;
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80)
            ++at;
        --count;
    }
    return std::string(text.substr(0, at));
}

} // namespace

std::string_view withoutNamespace(std::string_view name)
{
    const std::string_view plain = name.substr(0, name.find_first_of("<( "));
    const std::size_t at = plain.rfind("::");
    if (at == std::string_view::npos || at + 2 >= plain.size())
        return name;
    return name.substr(at + 2);
}

std::string fitName(std::string_view name, double width, const TextWidth& widthOf, std::size_t difference)
{
    if (width < kNothingBelow || name.empty())
        return {};
    if (widthOf(name) <= width)
        return std::string(name);
    const std::string_view local = withoutNamespace(name);
    if (width < kLettersBelow) {
        for (std::size_t count = 3; count > 1; --count) {
            std::string letters = firstCharacters(local, count);
            if (widthOf(letters) <= width)
                return letters;
        }
        return firstCharacters(local, 1);
    }
    if (local.size() < name.size() && widthOf(local) <= width)
        return std::string(local);
    constexpr std::size_t kLeastAround = 4; // characters
    const std::size_t namespaces = name.size() - local.size();
    const bool isAround = difference >= namespaces && difference < name.size();
    // Most characters that still fit, by bisection: width grows with length.
    std::size_t low = 1;
    std::size_t high = characterCount(local);
    std::string best;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        std::string candidate = isAround && middle >= kLeastAround
            ? elidedAround(local, difference - namespaces, middle)
            : elideMiddle(local, middle, kKeptOfName);
        if (widthOf(candidate) <= width) {
            best = std::move(candidate);
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return best.empty() ? firstCharacters(local, 3) : best;
}

} // namespace kinetoscope
