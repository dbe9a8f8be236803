// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/display_name.h"

#include "core/base/ascii.h"
#include "core/base/names/demangle.h"
#include "core/base/names/kernel_families.h"
#include "core/base/names/kernel_symbol_name.h"
#include "core/base/names/symbol.h"
#include "core/base/names/tell_apart.h"
#include "core/base/text.h"
#include "core/base/vectors.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <optional>

namespace kinetoscope {

namespace {

constexpr std::size_t kMaxCharacters =
    160; // a display name is read, not parsed; the longest useful one in public traces has 120

/// `torch/nn/modules/conv.py(552): forward` reads `forward (conv.py:552)`.
std::optional<std::string> pythonFrame(std::string_view name)
{
    const std::size_t mark = name.rfind("): ");
    if (mark == std::string_view::npos)
        return std::nullopt;
    const std::size_t open = name.rfind('(', mark);
    if (open == std::string_view::npos || open == 0 || mark == open + 1)
        return std::nullopt;
    const std::string_view line = name.substr(open + 1, mark - open - 1);
    if (!std::ranges::all_of(line, isDigit))
        return std::nullopt;
    const std::string_view path = name.substr(0, open);
    const std::string_view file = path.substr(path.find_last_of("/\\") + 1); // npos + 1 is 0
    const std::string_view function = name.substr(mark + 3);
    return fmt::format("{} ({}:{})", function, file, line);
}

/// `<built-in method values of collections.OrderedDict object at 0x7f19512cfbc0>` reads `OrderedDict.values
/// (built-in)`.
std::optional<std::string> pythonBuiltIn(std::string_view name)
{
    if (!name.starts_with("<built-in ") || !name.ends_with('>'))
        return std::nullopt;
    std::string_view rest = name.substr(10, name.size() - 11);
    if (rest.starts_with("function "))
        return fmt::format("{} (built-in)", rest.substr(9));
    if (!rest.starts_with("method "))
        return std::nullopt;
    rest.remove_prefix(7);
    const std::size_t of = rest.find(" of ");
    const std::string_view method = rest.substr(0, of);
    std::string_view owner = of == std::string_view::npos ? std::string_view() : rest.substr(of + 4);
    owner = owner.substr(0, owner.find(" object at "));
    owner = owner.substr(owner.rfind('.') + 1);
    // pybind11 hides the class behind a record name that every binding shares.
    const bool saysNothing = owner.empty() || owner == "type" || owner == "module" || owner.starts_with("pybind11_");
    return fmt::format("{}{}{} (built-in)", saysNothing ? "" : owner, saysNothing ? "" : ".", method);
}

/// Host names: ops, autograd nodes, modules.
std::optional<std::string> hostName(std::string_view name)
{
    constexpr std::string_view kEvaluate = "autograd::engine::evaluate_function: ";
    constexpr std::string_view kModule = "nn.Module: ";
    constexpr std::string_view kAten = "aten::";
    if (name.starts_with(kEvaluate) && name.size() > kEvaluate.size())
        return fmt::format("{} · autograd engine", name.substr(kEvaluate.size()));
    if (name.starts_with(kModule) && name.size() > kModule.size())
        return std::string(name.substr(kModule.size()));
    if (name.starts_with(kAten) && name.size() > kAten.size())
        return std::string(name.substr(kAten.size()));
    return std::nullopt;
}

/// What Kineto writes of a counter range whose kernel it did not learn the name of.
std::optional<std::string> noName(std::string_view name)
{
    return name == "__missing__" ? std::optional<std::string>("name not recorded") : std::nullopt;
}

std::optional<std::string> simpleName(std::string_view name)
{
    for (const auto rule : { noName, pythonFrame, pythonBuiltIn, hostName, familyName })
        if (std::optional<std::string> text = rule(name))
            return text;
    return std::nullopt;
}

std::string presentable(std::string text)
{
    if (text.size() > kMaxCharacters)
        text = elideMiddle(text, kMaxCharacters);
    return hasControlBytes(text) ? withControlPictures(text) : text;
}

NamedText namedText(std::string_view name, DemangleBudget& budget)
{
    if (std::optional<std::string> text = simpleName(name))
        return { name, presentable(std::move(*text)), {} };
    std::string plain = demangle(name, budget);
    const Symbol symbol = parseSymbol(plain);
    NamedText text { name, presentable(symbol.isFunction ? symbolName(symbol) : plain), {} };
    if (plain != name)
        text.plain = std::move(plain);
    return text;
}

} // namespace

std::string displayName(std::string_view name)
{
    DemangleBudget budget;
    return namedText(name, budget).display;
}

DisplayNames::DisplayNames(const StringPool& pool, std::span<const StringId> used)
{
    std::vector<bool> isUsed(pool.size(), false);
    std::vector<std::uint32_t> ids;
    for (const StringId id : used) {
        if (id.index() >= pool.size() || isUsed[id.index()])
            continue;
        isUsed[id.index()] = true;
        ids.push_back(id.value);
    }
    build(pool, std::move(ids));
}

DisplayNames::DisplayNames(const StringPool& pool)
{
    std::vector<std::uint32_t> ids(pool.size());
    std::iota(ids.begin(), ids.end(), 0u);
    build(pool, std::move(ids));
}

void DisplayNames::build(const StringPool& pool, std::vector<std::uint32_t> ids)
{
    m_views.reserve(pool.size());
    for (std::size_t i = 0; i < pool.size(); ++i)
        m_views.push_back(pool.view(StringId { i }));

    // Text order, so that neither the order of events nor the demangler's budget depends on who read the file how.
    std::ranges::sort(ids, {}, [&pool](std::uint32_t a) { return pool.view(StringId { a }); });
    DemangleBudget budget;
    std::vector<NamedText> texts =
        mapped(ids, [&](std::uint32_t id) { return namedText(pool.view(StringId { id }), budget); });
    tellApart(texts);
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (texts[i].display != texts[i].name)
            m_views[ids[i]] = m_texts.view(m_texts.intern(texts[i].display));
}

std::size_t DisplayNames::memoryBytes() const
{
    return m_texts.memoryBytes() + m_views.capacity() * sizeof(std::string_view);
}

} // namespace kinetoscope
