// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/formulas/op_arguments.h"

#include "core/base/decimal.h"
#include "core/base/parallel.h"
#include "core/base/vectors.h"
#include "core/io/events/argument_keeper.h"
#include "core/io/json/argument_scan.h"
#include "core/io/json/json_tree.h"
#include "core/numeric/saturating.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kinetoscope {

namespace {

/// The texts of one event's arguments, as views into it; "" where the key is missing.
struct ArgumentTexts {
    std::string_view dims;
    std::string_view types;
    std::string_view strides;
    std::string_view values;

    [[nodiscard]] bool isEmpty() const { return dims.empty() && types.empty() && strides.empty() && values.empty(); }
};

/// The array that begins at `text`, brackets included; "" if none begins there or it does not end.
std::string_view arrayAt(std::string_view text)
{
    std::size_t depth = 0;
    bool isString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (isString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                isString = false;
        } else if (c == '"') {
            isString = true;
        } else if (c == '[') {
            ++depth;
        } else if (c == ']' && --depth == 0) {
            return text.substr(0, i + 1);
        }
        if (depth == 0)
            return {};
    }
    return {};
}

/// As textsOf(), of an event whose keys may be written with escapes.
ArgumentTexts textsOfEscaped(std::string_view json)
{
    ArgumentTexts texts;
    const std::array<std::string_view*, RawEvent::kInputLists> lists { &texts.dims, &texts.types, &texts.strides,
        &texts.values };
    MemberScan scan(argumentsOf(json));
    std::string room;
    for (RawMember member; scan.next(member);) {
        if (const auto list = inputListOf(member.keyText(room)))
            *lists[*list] = arrayAt(member.value);
    }
    return texts;
}

/// The key whose quote has just been read, and the array behind it. A quote inside of a string is escaped, so a quoted
/// name with a colon behind it is a key.
ArgumentTexts textsOf(std::string_view json)
{
    constexpr std::string_view kInput = "\"Input ";
    constexpr std::string_view kConcrete = "\"Concrete Inputs\"";
    if (json.find("\\u") != std::string_view::npos) // hardly ever: letters as numbers
        return textsOfEscaped(json);
    ArgumentTexts texts;
    const auto arrayBehind = [&](std::size_t keyEnd) {
        std::size_t at = json.find_first_not_of(" \t\r\n", keyEnd);
        if (at == std::string_view::npos || json[at] != ':')
            return std::string_view();
        at = json.find_first_not_of(" \t\r\n", at + 1);
        return at == std::string_view::npos ? std::string_view() : arrayAt(json.substr(at));
    };
    for (std::size_t at = json.find(kInput); at != std::string_view::npos; at = json.find(kInput, at + 1)) {
        const std::string_view rest = json.substr(at + kInput.size());
        // 2020 wrote `Input dims`. Of a key given twice the last counts.
        if (rest.starts_with("Dims\"") || rest.starts_with("dims\""))
            texts.dims = arrayBehind(at + kInput.size() + 5);
        else if (rest.starts_with("type\"") || rest.starts_with("Type\""))
            texts.types = arrayBehind(at + kInput.size() + 5);
        else if (rest.starts_with("Strides\"") || rest.starts_with("strides\""))
            texts.strides = arrayBehind(at + kInput.size() + 8);
    }
    if (const std::size_t at = json.rfind(kConcrete); at != std::string_view::npos)
        texts.values = arrayBehind(at + kConcrete.size());
    return texts;
}

/// What tells arguments apart.
std::string keyOf(const ArgumentTexts& texts)
{
    std::string key;
    for (const std::string_view text : { texts.dims, texts.types, texts.strides, texts.values })
        key.append(text).push_back('\n');
    return key;
}

std::optional<std::int64_t> numberAt(const JsonTree& tree, std::uint32_t node)
{
    const DecimalInteger number = parseInteger(tree.value(node));
    return number.isValid ? std::optional(number.value) : std::nullopt;
}

class ArgumentParser {
public:
    explicit ArgumentParser(const ArgumentTexts& texts)
        : m_dims(JsonTree::parse(texts.dims))
        , m_types(JsonTree::parse(texts.types))
        , m_strides(JsonTree::parse(texts.strides))
        , m_values(JsonTree::parse(texts.values))
    {
        m_result.hasShapes = hasChildren(m_dims);
        m_result.hasTypes = hasChildren(m_types) && std::ranges::any_of(m_types.children(0), [&](std::uint32_t node) {
            return !m_types.value(node).empty();
        });
        m_result.hasValues = hasChildren(m_values);
        m_result.dimsText = withoutBlanks(texts.dims);
        m_result.typesText = withoutBlanks(texts.types);
        m_result.valuesText = withoutBlanks(texts.values);
    }

    OpArguments parse()
    {
        const std::size_t count = m_result.hasShapes ? m_dims.children(0).size() : 0;
        m_result.items.resize(count);
        for (std::size_t i = 0; i < count; ++i)
            readArgument(i);
        return std::move(m_result);
    }

private:
    static bool hasChildren(const JsonTree& tree) { return !tree.isEmpty() && !tree.children(0).empty(); }

    /// Without blanks between the parts; those inside of strings stay.
    static std::string withoutBlanks(std::string_view text)
    {
        std::string result;
        bool isString = false;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '\\' && isString && i + 1 < text.size())
                result += text[i++];
            else if (text[i] == '"')
                isString = !isString;
            else if (!isString && (text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r'))
                continue;
            result += text[i];
        }
        return result;
    }

    void readArgument(std::size_t i)
    {
        OpArgument& argument = m_result.items[i];
        if (m_result.hasValues && i < m_values.children(0).size())
            argument.value = std::string(m_values.value(m_values.children(0)[i]));
        const std::uint32_t node = m_dims.children(0)[i];
        if (m_dims.type(node) != JsonTree::Type::Array)
            return;
        const bool hasType = m_result.hasTypes && i < m_types.children(0).size();
        const std::string_view typeName = hasType ? m_types.value(m_types.children(0)[i]) : std::string_view();
        const std::uint32_t stridesNode =
            hasChildren(m_strides) && i < m_strides.children(0).size() ? m_strides.children(0)[i] : JsonTree::kNone;
        const auto parts = m_dims.children(node);
        if (!parts.empty() && m_dims.type(parts.front()) == JsonTree::Type::Array)
            return readList(argument, node, stridesNode);
        const ElementType type = elementTypeOf(typeName);
        if (m_result.hasTypes ? type == ElementType::Unknown : parts.empty())
            return;
        if (auto shape = shapeOf(m_dims, node, m_strides, stridesNode)) {
            shape->type = type;
            argument.kind = OpArgument::Kind::Tensor;
            argument.tensors.push_back(std::move(*shape));
        }
    }

    void readList(OpArgument& argument, std::uint32_t node, std::uint32_t stridesNode)
    {
        argument.kind = OpArgument::Kind::TensorList;
        const auto parts = m_dims.children(node);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const bool hasStrides = stridesNode != JsonTree::kNone && i < m_strides.children(stridesNode).size();
            auto shape =
                shapeOf(m_dims, parts[i], m_strides, hasStrides ? m_strides.children(stridesNode)[i] : JsonTree::kNone);
            if (shape)
                argument.tensors.push_back(std::move(*shape));
        }
    }

    JsonTree m_dims;
    JsonTree m_types;
    JsonTree m_strides;
    JsonTree m_values;
    OpArguments m_result;
};

} // namespace

std::optional<TensorShape> shapeOf(
    const JsonTree& dims, std::uint32_t node, const JsonTree& strides, std::uint32_t stridesNode)
{
    TensorShape shape;
    const auto sizes = dims.children(node);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const auto size = numberAt(dims, sizes[i]);
        if (!size || *size < 0)
            return std::nullopt;
        shape.dims.push_back(*size);
        shape.elements = saturatingMultiply(shape.elements, *size);
        const bool hasStride = stridesNode != JsonTree::kNone && i < strides.children(stridesNode).size();
        const bool isRepeated =
            hasStride && *size > 0 && numberAt(strides, strides.children(stridesNode)[i]) == std::int64_t { 0 };
        shape.distinct = isRepeated ? shape.distinct : saturatingMultiply(shape.distinct, *size);
    }
    return shape;
}

ElementType elementTypeOf(std::string_view name)
{
    using Type = ElementType;
    constexpr std::array<std::pair<std::string_view, Type>, 25> kNamed { { { "float", Type::Float },
        { "double", Type::Double }, { "c10::Half", Type::Half }, { "c10::BFloat16", Type::BFloat16 },
        { "long", Type::Int64 }, { "long int", Type::Int64 }, { "long long", Type::Int64 }, { "int64_t", Type::Int64 },
        { "unsigned long", Type::Int64 }, { "int", Type::Int32 }, { "unsigned int", Type::Int32 },
        { "short", Type::Int16 }, { "short int", Type::Int16 }, { "unsigned short", Type::Int16 },
        { "signed char", Type::Int8 }, { "unsigned char", Type::Int8 }, { "char", Type::Int8 }, { "bool", Type::Bool },
        { "c10::qint8", Type::Int8 }, { "c10::quint8", Type::Int8 }, { "c10::qint32", Type::Int32 },
        { "c10::Float4_e2m1fn_x2", Type::Float4 }, { "c10::complex<float>", Type::ComplexFloat },
        { "c10::complex<double>", Type::ComplexDouble }, { "c10::complex<c10::Half>", Type::ComplexHalf } } };
    const auto found = std::ranges::find_if(kNamed, [name](const auto& entry) { return entry.first == name; });
    if (found != kNamed.end())
        return found->second;
    return name.starts_with("c10::Float8_") ? Type::Float8 : Type::Unknown;
}

ElementType elementTypeOfNumber(std::string_view number)
{
    using Type = ElementType;
    // The numbers of c10::ScalarType.
    constexpr std::array<std::pair<std::string_view, Type>, 17> kNumbered { { { "0", Type::Int8 }, { "1", Type::Int8 },
        { "2", Type::Int16 }, { "3", Type::Int32 }, { "4", Type::Int64 }, { "5", Type::Half }, { "6", Type::Float },
        { "7", Type::Double }, { "8", Type::ComplexHalf }, { "9", Type::ComplexFloat }, { "10", Type::ComplexDouble },
        { "11", Type::Bool }, { "15", Type::BFloat16 }, { "23", Type::Float8 }, { "24", Type::Float8 },
        { "25", Type::Float8 }, { "26", Type::Float8 } } };
    const auto found = std::ranges::find_if(kNumbered, [number](const auto& entry) { return entry.first == number; });
    return found != kNumbered.end() ? found->second : Type::Unknown;
}

std::int64_t sizeOf(ElementType type)
{
    switch (type) {
    case ElementType::Unknown:
        return 0;
    case ElementType::Bool:
    case ElementType::Int8:
    case ElementType::Float4:
    case ElementType::Float8:
        return 1;
    case ElementType::Int16:
    case ElementType::Half:
    case ElementType::BFloat16:
        return 2;
    case ElementType::Int32:
    case ElementType::Float:
    case ElementType::ComplexHalf:
        return 4;
    case ElementType::Int64:
    case ElementType::Double:
    case ElementType::ComplexFloat:
        return 8;
    case ElementType::ComplexDouble:
        return 16;
    }
    return 0;
}

int arithmeticRank(ElementType type)
{
    if (type >= ElementType::ComplexHalf)
        return 3;
    if (type >= ElementType::Float4)
        return 2;
    return type >= ElementType::Int8 ? 1 : 0;
}

const TensorShape* OpArguments::tensor(std::size_t index) const
{
    return index < items.size() && items[index].kind == OpArgument::Kind::Tensor ? &items[index].tensors.front()
                                                                                 : nullptr;
}

std::string_view OpArguments::value(std::size_t index) const
{
    return index < items.size() ? std::string_view(items[index].value) : std::string_view();
}

std::optional<std::vector<std::int64_t>> OpArguments::integers(std::size_t index) const
{
    std::string_view text = value(index);
    if (text.size() >= 2 && text.front() == '[' && text.back() == ']')
        text = text.substr(1, text.size() - 2);
    else if (text.empty())
        return std::nullopt;
    std::vector<std::int64_t> numbers;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        std::string_view part = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        while (part.starts_with(' '))
            part.remove_prefix(1);
        const DecimalInteger number = parseInteger(part);
        if (!number.isValid)
            return std::nullopt;
        numbers.push_back(number.value);
    }
    return numbers;
}

std::optional<bool> OpArguments::flag(std::size_t index) const
{
    const std::string_view text = value(index);
    if (text == "True")
        return true;
    return text == "False" ? std::optional(false) : std::nullopt;
}

OpArguments parseOpArguments(std::string_view eventJson)
{
    return ArgumentParser(textsOf(eventJson)).parse();
}

OpArgumentStore::OpArgumentStore(const Trace& trace, bool usesKept)
    : m_trace(&trace)
{
    const auto* source = dynamic_cast<const CommonArgumentsSource*>(trace.argsSource());
    if (source && usesKept) {
        m_common = &source->commonArguments();
        m_idOfText.assign(m_common->textCount(), kNotParsed);
        m_idOfText[0] = kNone;
    }
}

std::uint32_t OpArgumentStore::add(OpArguments arguments, const std::string& key)
{
    const auto [known, isNew] = m_known.try_emplace(key, static_cast<std::uint32_t>(m_arguments.size()));
    if (isNew)
        m_arguments.push_back(std::make_unique<const OpArguments>(std::move(arguments)));
    return known->second;
}

std::uint32_t OpArgumentStore::parseKept(StringId text)
{
    const ArgumentTexts texts = textsOf(m_common->text(text));
    // What is kept may be about a collective alone.
    const std::uint32_t id = texts.isEmpty() ? kNone : add(ArgumentParser(texts).parse(), keyOf(texts));
    m_idOfText[text.index()] = id;
    return id;
}

Result<Done> OpArgumentStore::read(std::span<const SliceId> ops, int threads, const Progress& progress)
{
    constexpr std::size_t kLeastPerThread = 16 * 1024; // each has to find its place in the file
    std::vector<EventIndex> events;
    for (const SliceId op : ops) {
        const EventIndex event = m_trace->slices().eventIndex[op.index()];
        if (!m_common || !m_common->find(event).isKept)
            events.push_back(event);
    }
    sortUnique(events);
    if (events.empty())
        return Done {};

    /// What one thread read: the distinct arguments in the order of the file, and which of them each op has.
    struct ReadArguments {
        std::vector<OpArguments> arguments;
        std::unordered_map<std::string, std::uint32_t> known;
        std::vector<const std::string*> keys;
        std::vector<std::uint32_t> ids;
        std::optional<Error> problem;
    };
    const std::size_t count =
        std::clamp<std::size_t>(events.size() / kLeastPerThread, 1, static_cast<std::size_t>(std::max(1, threads)));
    std::vector<ReadArguments> parts(count);
    const auto firstOf = [&](std::size_t part) { return events.size() * part / count; };
    parallelFor(count, threads, [&](std::size_t i) {
        ReadArguments& part = parts[i];
        const auto mine = std::span(events).subspan(firstOf(i), firstOf(i + 1) - firstOf(i));
        part.ids.reserve(mine.size());
        const Result<Done> done = m_trace->visitEventJson(mine, [&](std::size_t, std::string_view json) {
            const ArgumentTexts texts = textsOf(json);
            if (texts.isEmpty()) {
                part.ids.push_back(kNone);
                return !progress.shouldStop();
            }
            const auto [known, isNew] =
                part.known.try_emplace(keyOf(texts), static_cast<std::uint32_t>(part.arguments.size()));
            if (isNew) {
                part.arguments.push_back(ArgumentParser(texts).parse());
                part.keys.push_back(&known->first);
            }
            part.ids.push_back(known->second);
            return !progress.shouldStop();
        });
        if (!done)
            part.problem = done.error();
    });
    KT_TRY_DONE(progress.carryOn());
    m_ids.reserve(m_ids.size() + events.size());
    for (std::size_t i = 0; i < count; ++i) {
        if (parts[i].problem)
            return *parts[i].problem;
        std::vector<std::uint32_t> idOfPart;
        for (std::size_t k = 0; k < parts[i].arguments.size(); ++k)
            idOfPart.push_back(add(std::move(parts[i].arguments[k]), *parts[i].keys[k]));
        for (std::size_t k = 0; k < parts[i].ids.size(); ++k) {
            if (parts[i].ids[k] != kNone)
                m_ids.emplace(events[firstOf(i) + k], idOfPart[parts[i].ids[k]]);
        }
    }
    return Done {};
}

} // namespace kinetoscope
