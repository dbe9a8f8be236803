// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/formulas/element_types.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kinetoscope {

/// One tensor as the profiler recorded it.
struct TensorShape {
    std::vector<std::int64_t> dims;
    ElementType type = ElementType::Unknown;
    std::int64_t elements = 1; ///< product of `dims`, saturating
    std::int64_t distinct = 1; ///< the same with dimensions of stride 0 once: what reading it touches
};

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

/// The arguments of many ops, each distinct text once: training repeats the same shapes thousands of times.
class OpArgumentStore {
public:
    /// Reads the ops from the file, each thread a part of it in one pass. The result does not depend on `threads`.
    /// @param ops  in any order, repeats allowed; each valid.
    /// Errors: Unreadable if the file is gone or has changed; Cancelled.
    [[nodiscard]] Result<Done> read(
        const Trace& trace, std::span<const SliceId> ops, int threads, const Progress& progress);

    /// Which of the distinct arguments an op has; kNone of an op that was not read.
    [[nodiscard]] std::uint32_t idOf(SliceId op) const
    {
        const auto found = m_ids.find(op);
        return found != m_ids.end() ? found->second : kNone;
    }
    [[nodiscard]] const OpArguments& operator[](std::uint32_t id) const { return m_arguments[id]; }

    static constexpr std::uint32_t kNone = 0xffff'ffffu;

private:
    struct SliceHash {
        std::size_t operator()(SliceId slice) const { return slice.index(); }
    };
    std::vector<OpArguments> m_arguments;
    std::unordered_map<std::string, std::uint32_t> m_known; ///< by the four texts as written
    std::unordered_map<SliceId, std::uint32_t, SliceHash> m_ids;
};

} // namespace kinetoscope
