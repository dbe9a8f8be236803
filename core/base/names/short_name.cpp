// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/names/short_name.h"

#include "core/base/names/demangle.h"
#include "core/base/names/symbol.h"

namespace kinetoscope {

namespace {

/// HTA's memory kernels: names that begin like a copy or a fill (SPEC.md section 1; `hip...` is communication
/// there).
bool isMemoryKernel(std::string_view name)
{
    return name.starts_with("Memcpy") || name.starts_with("Memset") || name.starts_with("dma");
}

bool hasTypes(std::string_view name)
{
    return name.find_first_of("<(") != std::string_view::npos;
}

} // namespace

std::string shortName(std::string_view name)
{
    DemangleBudget budget;
    const std::string text = demangle(name, budget);
    if (isMemoryKernel(text) || !hasTypes(text))
        return text;
    const Symbol symbol = parseSymbol(text);
    if (!symbol.isFunction)
        return text;
    std::string out;
    for (const Symbol::Step& part : symbol.path) {
        if (!out.empty())
            out += "::";
        out.append(part.name == "(anonymous namespace)" ? std::string_view("anon") : part.name);
    }
    return out;
}

std::string htaShortName(std::string_view name)
{
    if (isMemoryKernel(name) || !hasTypes(name))
        return std::string(name);
    std::string kept;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (c == '-' && i + 1 < name.size() && name[i + 1] == '>') {
            ++i;
            continue;
        }
        if (c != '>' && c != ')') {
            kept += c;
            continue;
        }
        // Back to the last opening one; all the way where there is none.
        const char open = c == '>' ? '<' : '(';
        while (!kept.empty() && kept.back() != open)
            kept.pop_back();
        if (!kept.empty())
            kept.pop_back();
    }
    return kept.substr(kept.rfind(' ') + 1); // npos + 1 is 0
}

} // namespace kinetoscope
