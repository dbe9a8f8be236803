// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/common_arguments.h"
#include "core/model/trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kinetoscope {

class JsonTree;

/// What a tensor is made of, as far as arithmetic tells types apart.
enum class ElementType : std::uint8_t {
    Unknown,
    Bool,
    Int8,
    Int16,
    Int32,
    Int64,
    Float4, ///< two values in a byte
    Float8,
    Half,
    BFloat16,
    Float,
    Double,
    ComplexHalf,
    ComplexFloat,
    ComplexDouble
};

/// The type of a tensor as PyTorch writes it ("float", "c10::BFloat16", "long int"); Unknown for what is no tensor
/// ("Scalar", "Double", ""). The case matters: `double` is a tensor, `Double` a number.
[[nodiscard]] ElementType elementTypeOf(std::string_view name);
/// The type of a number of torch.dtype as op arguments have it ("6", "15"); Unknown of others.
[[nodiscard]] ElementType elementTypeOfNumber(std::string_view number);
/// Bytes of one element; 0 of Unknown. Float4: of the byte that holds two.
[[nodiscard]] std::int64_t sizeOf(ElementType type);
/// 0 bool, 1 integer, 2 floating point, 3 complex: what decides the type of mixed arithmetic first.
[[nodiscard]] int arithmeticRank(ElementType type);

/// One tensor as the profiler recorded it.
struct TensorShape {
    std::vector<std::int64_t> dims;
    ElementType type = ElementType::Unknown;
    std::int64_t elements = 1; ///< product of `dims`, saturating
    std::int64_t distinct = 1; ///< the same with dimensions of stride 0 once: what reading it touches
};

/// One list of sizes, and the strides of its dimensions. Nothing if it is no list of numbers, or one of them is below
/// zero. @param stridesNode  JsonTree::kNone for none.
[[nodiscard]] std::optional<TensorShape> shapeOf(
    const JsonTree& dims, std::uint32_t node, const JsonTree& strides, std::uint32_t stridesNode);

/// One argument of an op.
struct OpArgument {
    enum class Kind : std::uint8_t { Other, Tensor, TensorList };
    Kind kind = Kind::Other;
    std::vector<TensorShape> tensors; ///< one, or those of a list
    std::string value;                ///< a number, flag or list as text; "" where not recorded
};

/// The arguments of an op call: `Input Dims`, `Input type`, `Input Strides`, `Concrete Inputs`. A value.
struct OpArguments {
    std::vector<OpArgument> items;
    bool hasShapes = false;
    bool hasTypes = false;
    bool hasValues = false;
    std::string dimsText; ///< as written, without blanks; "" where not recorded
    std::string typesText;
    std::string valuesText;

    /// The tensor at `index`; nullptr where that is none, or is not there.
    [[nodiscard]] const TensorShape* tensor(std::size_t index) const;
    /// Text of the value at `index`; "" where there is none.
    [[nodiscard]] std::string_view value(std::size_t index) const;
    /// The value at `index` as integers: one of a plain number, several of a list. Nothing where it is not numbers.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> integers(std::size_t index) const;
    /// True or False at `index`; nothing where neither stands there.
    [[nodiscard]] std::optional<bool> flag(std::size_t index) const;
};

/// The arguments in an event's JSON text; empty ones if there are none.
[[nodiscard]] OpArguments parseOpArguments(std::string_view eventJson);

/// The arguments of the ops of a trace, each distinct text parsed once: training repeats the same shapes thousands of
/// times. What the loader has kept is parsed when it is asked for; the rest has to be read from the file first. Of one
/// trace, which outlives it; not thread-safe.
class OpArgumentStore {
public:
    OpArgumentStore() = default;
    /// @param usesKept  false: reads everything from the file, for comparison.
    explicit OpArgumentStore(const Trace& trace, bool usesKept = true);

    /// Whether the arguments of some ops are in the file alone, so that they have to be read before they are asked for.
    [[nodiscard]] bool needsFile() const { return !m_common || m_common->hasUnread(); }
    /// Reads what is in the file alone of these ops, each thread a part of it in one pass. The result does not depend
    /// on `threads`.
    /// @param ops  in any order, repeats allowed; each valid.
    /// Errors: Unreadable if the file is gone or has changed; Cancelled.
    [[nodiscard]] Result<Done> read(std::span<const SliceId> ops, int threads, const Progress& progress);

    /// Which of the distinct arguments an op has; kNone of an op without any, and of one that was not read.
    [[nodiscard]] std::uint32_t idOf(SliceId op)
    {
        const EventIndex event = m_trace->slices().eventIndex[op.index()];
        if (m_common) {
            if (const CommonArguments::Entry entry = m_common->find(event); entry.isKept) {
                const std::uint32_t known = m_idOfText[entry.text.index()];
                return known != kNotParsed ? known : parseKept(entry.text);
            }
        }
        const auto found = m_ids.find(event);
        return found != m_ids.end() ? found->second : kNone;
    }
    /// Whether idOf() does not know the arguments of an op because the file alone has them, and they were not read.
    [[nodiscard]] bool isUnread(SliceId op) const
    {
        const EventIndex event = m_trace->slices().eventIndex[op.index()];
        return !(m_common && m_common->find(event).isKept) && !m_ids.contains(event);
    }
    [[nodiscard]] const OpArguments& operator[](std::uint32_t id) const { return *m_arguments[id]; }
    [[nodiscard]] std::size_t size() const { return m_arguments.size(); } ///< of distinct arguments so far

    static constexpr std::uint32_t kNone = 0xffff'ffffu;

private:
    static constexpr std::uint32_t kNotParsed = 0xffff'fffeu;
    [[nodiscard]] std::uint32_t parseKept(StringId text);
    [[nodiscard]] std::uint32_t add(OpArguments arguments, const std::string& key);

    const Trace* m_trace = nullptr;
    const CommonArguments* m_common = nullptr;
    std::vector<std::uint32_t> m_idOfText; ///< by text of m_common
    std::vector<std::unique_ptr<const OpArguments>> m_arguments;
    std::unordered_map<std::string, std::uint32_t> m_known; ///< by the four texts as written
    std::unordered_map<EventIndex, std::uint32_t> m_ids;    ///< of what was read from the file
};

} // namespace kinetoscope
