// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/call_surroundings.h"

#include "core/base/contains.h"

#include <algorithm>
#include <array>

namespace kinetoscope {

namespace {

constexpr std::string_view kEvaluate = "autograd::engine::evaluate_function: ";

/// The size that one kernel's name tells: OpaqueType<2u>, CatArrayBatchedCopy..<T, ..Functor<T.
std::optional<std::int64_t> elementSizeInName(std::string_view name)
{
    constexpr std::string_view kOpaque = "OpaqueType<";
    if (const std::size_t at = name.find(kOpaque); at != std::string_view::npos) {
        std::int64_t size = 0;
        for (std::size_t i = at + kOpaque.size(); i < name.size() && name[i] >= '0' && name[i] <= '9' && size < 64; ++i)
            size = size * 10 + (name[i] - '0');
        return size > 0 ? std::optional(size) : std::nullopt;
    }
    std::size_t from = name.find("CatArrayBatchedCopy");
    if (from != std::string_view::npos)
        from = name.find('<', from);
    else if (from = name.find("Functor<"); from != std::string_view::npos)
        from = name.find('<', from);
    if (from == std::string_view::npos)
        return std::nullopt;
    ++from;
    // Up to the comma or the bracket of this level: c10::complex<float> has a bracket of its own.
    int depth = 0;
    std::size_t to = from;
    for (; to < name.size(); ++to) {
        if (name[to] == '<')
            ++depth;
        else if ((name[to] == '>' && depth-- == 0) || (name[to] == ',' && depth == 0))
            break;
    }
    std::string_view type = name.substr(from, to - from);
    while (type.ends_with(' '))
        type.remove_suffix(1);
    const std::int64_t size = sizeOf(elementTypeOf(type));
    return size > 0 ? std::optional(size) : std::nullopt;
}

/// Ops that only forward code calls.
bool isForwardOnly(std::string_view name)
{
    constexpr std::array<std::string_view, 5> kNames { "aten::linear", "aten::conv1d", "aten::conv2d", "aten::conv3d",
        "aten::scaled_dot_product_attention" };
    return std::ranges::find(kNames, name) != kNames.end() || formulaOf(name).category == "SDPA_fwd";
}

} // namespace

const std::vector<std::pair<std::int64_t, SliceId>>& SurroundingsReader::gradients()
{
    if (m_gradients)
        return *m_gradients;
    m_gradients.emplace();
    const SliceTable& slices = m_trace.slices();
    std::vector<bool> isGradient(m_trace.strings().size(), false);
    for (std::size_t i = 0; i < isGradient.size(); ++i) {
        const std::string_view name = m_trace.text(StringId { i });
        isGradient[i] = contains(name, "Convolution") && contains(name, "Backward");
    }
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (slices.kind[i] != EventKind::CpuOp || !isGradient[slices.name[i].index()])
            continue;
        if (const auto sequence = m_trace.args().sequence.find(slices.eventIndex[i]))
            m_gradients->emplace_back(*sequence, SliceTable::at(i));
    }
    std::ranges::sort(*m_gradients);
    return *m_gradients;
}

CallSurroundings SurroundingsReader::of(SliceId op, const Formula& formula, const OpArguments& arguments,
    OpArgumentStore& store, std::optional<std::int64_t> listElementSize)
{
    CallSurroundings around;
    around.listElementSize = listElementSize;
    const SliceTable& slices = m_trace.slices();
    if (formula.category == "CONV_fwd" && !arguments.hasValues) {
        if (const auto sequence = m_trace.args().sequence.find(slices.eventIndex[op.index()])) {
            const auto& all = gradients();
            for (auto it = std::ranges::lower_bound(all, std::pair(*sequence, SliceId { 0U }));
                 it != all.end() && it->first == *sequence && !around.output; ++it) {
                const std::uint32_t id = store.idOf(it->second);
                if (id != OpArgumentStore::kNone && m_trace.trackOf(it->second) != m_trace.trackOf(op))
                    around.output = store[id].tensor(0);
            }
        }
    }
    if (formula.category == "CONV_bwd" && !arguments.hasValues) {
        const Timestamp end = slices.end(op);
        for (std::size_t i = op.index() + 1;
             i < slices.size() && slices.depth[i] > slices.depth[op.index()] && slices.start[i] < end; ++i) {
            const std::uint8_t asked = askedBy(slices.name[i]);
            around.asksInput = around.asksInput || (asked & kAsksInput) != 0;
            around.asksWeight = around.asksWeight || (asked & kAsksWeight) != 0;
        }
    }
    return around;
}

std::uint8_t SurroundingsReader::askedBy(StringId name)
{
    m_asked.resize(m_trace.strings().size(), 0);
    std::uint8_t& asked = m_asked[name.index()];
    if (asked == 0) {
        const std::string_view text = m_trace.text(name);
        asked = static_cast<std::uint8_t>(kIsLookedAt | (text.ends_with("convolution_backward_input") ? kAsksInput : 0)
            | (text.ends_with("convolution_backward_weight") ? kAsksWeight : 0));
    }
    return asked;
}

bool SurroundingsReader::isRecomputed(SliceId op) const
{
    const SliceTable& slices = m_trace.slices();
    bool isForward = false;
    for (SliceId slice = op; slice.isValid(); slice = slices.parent[slice.index()]) {
        if (slices.kind[slice.index()] != EventKind::CpuOp)
            continue;
        const std::string_view name = m_trace.name(slice);
        if (name.starts_with(kEvaluate))
            return isForward || name.substr(kEvaluate.size()) == "CheckpointFunctionBackward";
        isForward = isForward || isForwardOnly(name);
    }
    return false;
}

bool SurroundingsReader::namesTf32(StringId kernel)
{
    const auto [known, isNew] = m_namesTf32.try_emplace(kernel.value, false);
    if (isNew) {
        const std::string_view name = m_trace.text(kernel);
        known->second = contains(name, "tf32") || contains(name, "s1688") || contains(name, "xf32");
    }
    return known->second;
}

std::optional<std::int64_t> listElementSize(const Trace& trace, std::span<const StringId> kernels)
{
    std::optional<std::int64_t> size;
    for (const StringId kernel : kernels) {
        const auto told = elementSizeInName(trace.text(kernel));
        if (!told)
            continue;
        if (size && *size != *told)
            return std::nullopt;
        size = told;
    }
    return size;
}

bool isCopyWithHost(std::string_view name)
{
    constexpr std::array<std::string_view, 4> kDirections { "HtoD", "DtoH", "HostToDevice", "DeviceToHost" };
    return std::ranges::any_of(kDirections, [name](std::string_view direction) { return contains(name, direction); });
}

} // namespace kinetoscope
