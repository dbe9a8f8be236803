// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/collective_kinds.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kinetoscope {

/// Where the size of a message was found.
enum class SizeSource : std::uint8_t {
    None,
    Kernel,      ///< the arguments of the kernel
    ParameterOp, ///< those of `record_param_comms`
    C10dOp,      ///< the shapes of an op of c10d, which has output and input
    Annotation,  ///< the shape of an annotation `nccl:NAME`, or of `record_param_comms`: what is sent
    OpInput,     ///< the first argument of another op that communicates
};
[[nodiscard]] std::string_view toString(SizeSource source); ///< "kernel", "c10d op", ...; "" for None

/// What one rank passes in a collective, as far as it was recorded.
struct MessageFacts {
    std::optional<std::int64_t> in;  ///< elements
    std::optional<std::int64_t> out; ///< elements
    std::string type;                ///< as metadata writes it: "BFloat16"; "" if not recorded
    std::string name;                ///< "_allgather_base", "nccl:all_reduce"; "" if only the kernel's name tells
    SizeSource source = SizeSource::None;
    std::optional<std::int64_t> groupSize; ///< what this run itself says
    bool isInSwitch = false;               ///< the switch reduces: fewer bytes cross the link

    auto operator<=>(const MessageFacts&) const = default;
};

/// Whether amounts are what arguments of the collective itself say, not the shapes of what a host op got.
[[nodiscard]] inline bool hasOwnAmounts(const MessageFacts& message)
{
    return message.source == SizeSource::Kernel || message.source == SizeSource::ParameterOp;
}

/// One argument of an op with recorded shapes.
struct RecordedInput {
    std::optional<std::int64_t> elements;
    std::string type; ///< as metadata of collectives writes it; "" where it is no tensor's or not recorded
};
/// The `index`-th argument by `Input Dims` and `Input type`; nothing is known of a list of tensors.
[[nodiscard]] RecordedInput recordedInput(std::string_view eventJson, std::size_t index);

/// Bytes of an element: "BFloat16" 2; 0 for what is no type.
[[nodiscard]] std::int64_t messageElementBytes(std::string_view type);

/// The number of ranks by what goes in and comes out, where these tell it: of an all-gather and a reduce-scatter.
[[nodiscard]] std::optional<std::int64_t> sizeByRatio(CollectiveKind kind, const MessageFacts& message);

/// `out` where it was not recorded but follows from `in`.
/// @param groupSize  0: unknown.
[[nodiscard]] std::optional<std::int64_t> elementsOut(
    CollectiveKind kind, const MessageFacts& message, std::int64_t groupSize);

/// The size of a message in bytes, as benchmarks of collectives count it: what a rank passes, and of an all-gather the
/// whole result. Nothing where size or type is not recorded, for barriers and what is not known.
/// @param groupSize  0: unknown.
[[nodiscard]] std::optional<std::int64_t> messageBytes(
    CollectiveKind kind, const MessageFacts& message, std::int64_t groupSize);

/// Bus over algorithm bandwidth: what part of the message crosses each rank's link. Nothing for kinds without a size,
/// and where it takes a group size that is not known (0).
[[nodiscard]] std::optional<double> busFactor(CollectiveKind kind, std::int64_t groupSize);

} // namespace kinetoscope
