// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/formulas/formula.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kinetoscope {

/// What the trace around a call tells beside the arguments of its op. Of one trace, which outlives it; not thread-safe.
class SurroundingsReader {
public:
    explicit SurroundingsReader(const Trace& trace)
        : m_trace(trace)
    {
    }

    /// The backward ops of convolutions, whose first argument has the size of the output that older traces do not
    /// record; by sequence number, then in the order of the trace. O(slices) the first time.
    [[nodiscard]] const std::vector<std::pair<std::int64_t, SliceId>>& gradients();
    /// @param listElementSize  bytes, as the kernels tell it.
    [[nodiscard]] CallSurroundings of(SliceId op, const Formula& formula, const OpArguments& arguments,
        OpArgumentStore& store, std::optional<std::int64_t> listElementSize);
    /// Whether an op is work of the forward pass that the backward pass does again. O(depth).
    [[nodiscard]] bool isRecomputed(SliceId op) const;
    /// Whether a kernel's name says that it multiplies in TF32.
    [[nodiscard]] bool namesTf32(StringId kernel);

private:
    enum Asked : std::uint8_t { kIsLookedAt = 1, kAsksInput = 2, kAsksWeight = 4 };
    /// Which gradients of a convolution an op of this name computes: bits of Asked.
    [[nodiscard]] std::uint8_t askedBy(StringId name);

    const Trace& m_trace;
    std::vector<std::uint8_t> m_asked; ///< by name
    std::optional<std::vector<std::pair<std::int64_t, SliceId>>> m_gradients;
    std::unordered_map<std::uint32_t, bool> m_namesTf32; ///< by name
};

/// Bytes of an element of a list's tensors, as the template arguments of the kernels tell it; nothing if none does, or
/// they disagree.
[[nodiscard]] std::optional<std::int64_t> listElementSize(const Trace& trace, std::span<const StringId> kernels);

/// Whether a copy's name says that one side is the host.
[[nodiscard]] bool isCopyWithHost(std::string_view name);

} // namespace kinetoscope
