// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/names/demangle.h"

#include "core/base/ascii.h"

#include <fmt/core.h>

#include <cstdlib>
#include <memory>

#if __has_include(<cxxabi.h>)
#include <cxxabi.h>
#define KINETOSCOPE_HAVE_CXXABI 1
#endif

namespace kinetoscope {

namespace {

bool isUpperOrDigit(char c)
{
    return isDigit(c) || isUpper(c);
}

/// References to earlier parts: `S_`, `S1A_`, `T_`, `T0_`. Counted without knowing the grammar, so never too few.
std::size_t referenceCount(std::string_view mangled)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < mangled.size(); ++i) {
        if (mangled[i] != 'S' && mangled[i] != 'T')
            continue;
        std::size_t end = i + 1;
        while (end < mangled.size() && isUpperOrDigit(mangled[end]))
            ++end;
        if (end < mangled.size() && mangled[end] == '_')
            ++count;
    }
    return count;
}

/// An upper bound of the demangled length. k references inside one part multiply what they refer to by k + 1 at most;
/// over all ways to spread r references on nested parts the product is greatest at about 1.45 to the power r.
/// Saturates.
std::size_t greatestLength(std::string_view mangled)
{
    constexpr double kGrowth = 1.45;
    constexpr double kMost = 1e12;
    double length = 8.0 * static_cast<double>(mangled.size()); // "c" becomes "char", "St" "std::", and so on
    for (std::size_t i = referenceCount(mangled); i > 0 && length < kMost; --i)
        length *= kGrowth;
    return static_cast<std::size_t>(length);
}

#ifdef KINETOSCOPE_HAVE_CXXABI
std::string demangleWithSystem(const std::string& mangled)
{
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(
        abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && text ? std::string(text.get()) : std::string();
}
#else
std::string demangleWithSystem(const std::string&)
{
    return {};
}
#endif

/// `<length><characters>` at `i`; empty if there is none. Moves `i` behind it.
std::string_view takeIdentifier(std::string_view mangled, std::size_t& i)
{
    std::size_t end = i;
    std::size_t length = 0;
    while (end < mangled.size() && isDigit(mangled[end]) && length < mangled.size()) {
        length = length * 10 + static_cast<std::size_t>(mangled[end] - '0');
        ++end;
    }
    if (end == i || length == 0 || length > mangled.size() - end)
        return {};
    // A length that ends inside a character of several bytes is none: half of it would be no UTF-8.
    const auto continues = [mangled](std::size_t at) {
        return at < mangled.size() && (static_cast<unsigned char>(mangled[at]) & 0xC0U) == 0x80U;
    };
    if (continues(end) || continues(end + length))
        return {};
    i = end + length;
    const std::string_view identifier = mangled.substr(end, length);
    return identifier.starts_with("_GLOBAL__N") ? std::string_view("(anonymous namespace)") : identifier;
}

/// The qualified name, then every identifier and number of the rest in one pair of angle brackets.
std::string identifiersOf(std::string_view mangled)
{
    std::size_t i = 2; // "_Z"
    if (i < mangled.size() && mangled[i] == 'N')
        ++i;
    while (i < mangled.size() && (mangled[i] == 'K' || mangled[i] == 'V' || mangled[i] == 'r' || mangled[i] == 'L'))
        ++i;
    std::string out;
    if (mangled.substr(i).starts_with("St")) {
        out = "std::";
        i += 2;
    }
    std::string_view part;
    while (!(part = takeIdentifier(mangled, i)).empty()) {
        if (!out.empty() && !out.ends_with("::"))
            out += "::";
        out.append(part);
    }
    if (out.empty() || out.ends_with("::"))
        return std::string(mangled);
    std::string arguments;
    while (i < mangled.size()) {
        // "Li128E" is a literal: digits that are no length. Its value often is all that differs.
        const bool isLiteral =
            mangled[i] == 'L' && i + 2 < mangled.size() && isDigit(mangled[i + 2]) && !isDigit(mangled[i + 1]);
        if (isLiteral) {
            const std::size_t begin = i + 2;
            i = begin;
            while (i < mangled.size() && isDigit(mangled[i]))
                ++i;
            part = mangled.substr(begin, i - begin);
        } else {
            part = takeIdentifier(mangled, i);
        }
        if (part.empty())
            ++i;
        else
            arguments.append(arguments.empty() ? "" : ", ").append(part);
    }
    return arguments.empty() ? out : fmt::format("{}<{}>", out, arguments);
}

} // namespace

std::string demangle(std::string_view name, DemangleBudget& budget)
{
    if (!name.starts_with("_Z") || name.find('\0') != std::string_view::npos)
        return std::string(name);
    // ROCm appends ".kd" to the symbol of a kernel descriptor.
    const std::string_view mangled = name.ends_with(".kd") ? name.substr(0, name.size() - 3) : name;
    constexpr std::size_t kMostBytes = std::size_t { 4 } << 20;
    const std::size_t greatest = greatestLength(mangled);
    if (greatest <= kMostBytes && budget.bytes > 0) {
        const std::string text = demangleWithSystem(std::string(mangled));
        budget.bytes -= budget.bytes < text.size() ? budget.bytes : text.size();
        if (!text.empty())
            return text;
    }
    return identifiersOf(mangled);
}

} // namespace kinetoscope
