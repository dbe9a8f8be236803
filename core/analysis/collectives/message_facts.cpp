// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/message_facts.h"

#include "core/base/decimal.h"
#include "core/io/json/argument_scan.h"

#include <algorithm>
#include <array>

namespace kinetoscope {

namespace {

/// The `index`-th entry of a JSON list, as written; "" past its end.
std::string_view entryOfList(std::string_view list, std::size_t index)
{
    if (!list.starts_with('['))
        return {};
    int depth = 0;
    bool isText = false;
    std::size_t first = 1;
    for (std::size_t at = 0; at < list.size(); ++at) {
        const char c = list[at];
        if (isText) {
            isText = c != '"';
            continue;
        }
        isText = c == '"';
        depth += c == '[' ? 1 : 0;
        const bool isEnd = c == ']' && --depth == 0;
        if (!isEnd && !(c == ',' && depth == 1))
            continue;
        if (index == 0) {
            std::string_view entry = list.substr(first, at - first);
            const std::size_t from = std::min(entry.find_first_not_of(" \t\n\r"), entry.size());
            entry.remove_prefix(from);
            return entry.substr(0, entry.find_last_not_of(" \t\n\r") + 1);
        }
        if (isEnd)
            return {};
        --index;
        first = at + 1;
    }
    return {};
}

/// The product of a list of sizes; nothing of a list of lists.
std::optional<std::int64_t> productOf(std::string_view sizes)
{
    std::int64_t product = 1;
    for (std::size_t i = 0;; ++i) {
        const std::string_view entry = entryOfList(sizes, i);
        if (entry.empty())
            return i > 0 || sizes == "[]" ? std::optional(product) : std::nullopt;
        const DecimalInteger size = parseInteger(entry);
        if (!size.isValid || size.value < 0 || __builtin_mul_overflow(product, size.value, &product))
            return std::nullopt;
    }
}

struct ElementType {
    std::string_view ofOp;       ///< as ops write it
    std::string_view ofMetadata; ///< as the metadata of collectives do
    std::int64_t bytes = 0;
};
constexpr std::array kElementTypes {
    ElementType { "float", "Float", 4 },
    ElementType { "double", "Double", 8 },
    ElementType { "c10::Half", "Half", 2 },
    ElementType { "c10::BFloat16", "BFloat16", 2 },
    ElementType { "long", "Long", 8 },
    ElementType { "long int", "Long", 8 },
    ElementType { "int", "Int", 4 },
    ElementType { "short", "Short", 2 },
    ElementType { "short int", "Short", 2 },
    ElementType { "unsigned char", "Byte", 1 },
    ElementType { "signed char", "Char", 1 },
    ElementType { "char", "Char", 1 },
    ElementType { "bool", "Bool", 1 },
    ElementType { "c10::Float8_e4m3fn", "Float8_e4m3fn", 1 },
    ElementType { "c10::Float8_e5m2", "Float8_e5m2", 1 },
    ElementType { "c10::Float8_e4m3fnuz", "Float8_e4m3fnuz", 1 },
    ElementType { "c10::Float8_e5m2fnuz", "Float8_e5m2fnuz", 1 },
    ElementType { "c10::complex<float>", "ComplexFloat", 8 },
    ElementType { "c10::complex<double>", "ComplexDouble", 16 },
};

/// Whether all ranks together have one message, of which each passes or gets a part.
bool hasParts(CollectiveKind kind)
{
    return kind == CollectiveKind::AllGather || kind == CollectiveKind::ReduceScatter;
}

std::optional<std::int64_t> times(std::optional<std::int64_t> a, std::int64_t b)
{
    std::int64_t product = 0;
    if (!a || __builtin_mul_overflow(*a, b, &product))
        return std::nullopt;
    return product;
}

} // namespace

std::string_view toString(SizeSource source)
{
    static constexpr std::array<std::string_view, 6> kSources { "", "kernel", "record_param_comms", "c10d op",
        "annotation", "op input" };
    return kSources[static_cast<std::size_t>(source)];
}

RecordedInput recordedInput(std::string_view eventJson, std::size_t index)
{
    RecordedInput input;
    std::string_view type = entryOfList(argumentOf(eventJson, "Input type"), index);
    if (type.size() >= 2) {
        type = type.substr(1, type.size() - 2);
        const auto known = std::ranges::find(kElementTypes, type, &ElementType::ofOp);
        input.type = known == kElementTypes.end() ? std::string_view {} : known->ofMetadata;
    }
    std::string_view shapes = argumentOf(eventJson, "Input Dims");
    if (shapes.empty())
        shapes = argumentOf(eventJson, "Input dims"); // 2020 and 2021
    const std::string_view shape = entryOfList(shapes, index);
    // An empty list is a number, a missing argument, or a tensor without dimensions: only the type tells.
    if (shape.starts_with('[') && (entryOfList(shape, 0).empty() ? !input.type.empty() : true))
        input.elements = productOf(shape);
    return input;
}

std::int64_t messageElementBytes(std::string_view type)
{
    const auto known = std::ranges::find(kElementTypes, type, &ElementType::ofMetadata);
    if (known != kElementTypes.end())
        return known->bytes;
    return type.starts_with("Float8_") ? 1 : 0;
}

std::optional<std::int64_t> sizeByRatio(CollectiveKind kind, const MessageFacts& message)
{
    if (!hasParts(kind) || !message.in || !message.out)
        return std::nullopt;
    const auto [part, whole] = std::minmax(*message.in, *message.out);
    return part > 0 && whole % part == 0 && whole > part ? std::optional(whole / part) : std::nullopt;
}

std::optional<std::int64_t> elementsOut(CollectiveKind kind, const MessageFacts& message, std::int64_t groupSize)
{
    using Kind = CollectiveKind;
    if (message.out || !message.in)
        return message.out;
    if (kind == Kind::AllReduce || kind == Kind::Broadcast || kind == Kind::Reduce || kind == Kind::AllToAll)
        return message.in;
    if (kind == Kind::AllGather && groupSize > 0)
        return times(message.in, groupSize);
    if (kind == Kind::ReduceScatter && groupSize > 0)
        return *message.in / groupSize;
    return std::nullopt;
}

std::optional<std::int64_t> messageBytes(CollectiveKind kind, const MessageFacts& message, std::int64_t groupSize)
{
    using Kind = CollectiveKind;
    const std::int64_t bytes = messageElementBytes(message.type);
    const std::optional<std::int64_t> out = elementsOut(kind, message, groupSize);
    if (bytes == 0 || kind == Kind::Barrier || kind == Kind::Unknown)
        return std::nullopt;
    if (kind == Kind::AllGather)
        return times(out, bytes);
    if (kind == Kind::Receive)
        return times(message.out ? message.out : message.in, bytes);
    if (kind == Kind::AllToAll || kind == Kind::Gather || kind == Kind::Scatter)
        return times(std::max(message.in, out), bytes);
    return times(message.in, bytes);
}

std::optional<double> busFactor(CollectiveKind kind, std::int64_t groupSize)
{
    using Kind = CollectiveKind;
    const auto n = static_cast<double>(groupSize);
    switch (kind) {
    case Kind::AllReduce:
        return groupSize > 0 ? std::optional(2 * (n - 1) / n) : std::nullopt;
    case Kind::AllGather:
    case Kind::ReduceScatter:
    case Kind::AllToAll:
    case Kind::Gather:
    case Kind::Scatter:
        return groupSize > 0 ? std::optional((n - 1) / n) : std::nullopt;
    case Kind::Broadcast:
    case Kind::Reduce:
    case Kind::Send:
    case Kind::Receive:
    case Kind::SendReceive:
    case Kind::Pair:
        return 1.0;
    case Kind::Barrier:
    case Kind::Coalesced:
    case Kind::Unknown:
        break;
    }
    return std::nullopt;
}

} // namespace kinetoscope
