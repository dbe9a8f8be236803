// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/names/kernel_symbol_name.h"

#include "core/base/ascii.h"
#include "core/base/names/kernel_families.h"
#include "core/base/vectors.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace kinetoscope {

namespace {

constexpr std::string_view kAnonymous = "(anonymous namespace)";

/// `MulFunctor` reads `mul`, `CompareEq` reads `compare_eq`, `RMSNorm` reads `rms_norm`.
std::string snakeCase(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool startsWord = isUpper(text[i]) && i > 0
            && ((!isUpper(text[i - 1]) && text[i - 1] != '_')
                || (isUpper(text[i - 1]) && i + 1 < text.size() && text[i + 1] >= 'a' && text[i + 1] <= 'z'));
        if (startsWord)
            out += '_';
        out += isUpper(text[i]) ? static_cast<char>(text[i] + 32) : text[i];
    }
    return out;
}

constexpr std::array<std::string_view, 16> kSuffixes { "CUDAKernelImpl", "KernelImplInternal", "KernelImpl",
    "_cuda_kernel", "_kernel_cuda", "_kernel_impl", "_cuda_out", "_scalar_kernel", "_cuda_", "_kernel", "_cuda",
    "Functor", "_functor", "Ops", "Op", "_impl" };

/// Classes and functions that only carry another one, or are part of every kernel.
constexpr std::array<std::string_view, 17> kCarriers { "gpu_kernel_impl", "gpu_kernel_impl_nocast", "gpu_index_kernel",
    "gpu_kernel", "gpu_kernel_with_scalars", "BinaryFunctor", "AUnaryFunctor", "BUnaryFunctor", "UnaryFunctor",
    "func_wrapper_t", "ReduceOp", "opmath_gpu_kernel_with_scalars", "opmath_symmetric_gpu_kernel_with_scalars",
    "_cuda_scatter_gather_internal_kernel", "jitted_gpu_kernel", "operator", "gpu_kernel_multiple_outputs" };

/// The telling part of a functor's name; the whole name where no known suffix ends it.
std::string_view withoutSuffix(std::string_view name)
{
    if (name.starts_with("CUDAFunctor"))
        return name.find('_') == std::string_view::npos ? name.substr(11) : name.substr(name.find('_') + 1);
    if (name.starts_with("launch_"))
        name.remove_prefix(7);
    for (const std::string_view suffix : kSuffixes)
        if (name.ends_with(suffix) && name.size() > suffix.size())
            return name.substr(0, name.size() - suffix.size());
    return name;
}

/// A function whose lambda does the work: `silu_kernel(TensorIterator&)::{lambda...`. Its parameters end before a
/// scope.
bool ownsALambda(std::string_view text, const BracketMap& brackets, std::size_t end)
{
    if (end < text.size() && text[end] == '<' && brackets.opens(end))
        end = brackets.partner(end) + 1;
    if (end >= text.size() || text[end] != '(' || !brackets.opens(end))
        return false;
    const std::string_view rest = text.substr(brackets.partner(end) + 1);
    return rest.starts_with("::") || rest.starts_with(" const::");
}

bool hasFunctorName(std::string_view name)
{
    static constexpr std::array<std::string_view, 8> kEnds { "Functor", "_functor", "Ops", "_kernel_cuda",
        "_kernel_impl", "_cuda_kernel", "KernelImpl", "Epilogue" };
    static constexpr std::array<std::string_view, 6> kNames { "ReduceAdd", "ReduceMultiply", "ReduceMinimum",
        "ReduceMaximum", "TensorAssign", "ReduceMean" };
    return name.starts_with("CUDAFunctor") || isOneOf(name, kNames)
        || std::ranges::any_of(
            kEnds, [name](std::string_view end) { return name.size() > end.size() && name.ends_with(end); });
}

/// What a shell was given: the innermost functor and the type it works on.
struct Payload {
    std::string name;
    std::string_view type;
};

/// `OpaqueType<2u>`: any type of that many bytes.
std::string_view sizeType(std::string_view number)
{
    static constexpr std::array<std::string_view, 5> kSizes { "1B", "2B", "4B", "8B", "16B" };
    for (const std::string_view size : kSizes)
        if (number.substr(0, number.find('u')) == size.substr(0, size.size() - 1))
            return size;
    return {};
}

std::string_view firstNumberType(std::string_view text, std::size_t from)
{
    std::string_view fallback;
    // A `bool` or an index type may come before the type that matters: `(bool, c10::BFloat16, c10::BFloat16)`.
    int seen = 0;
    for (Identifier word = nextIdentifier(text, from); word.begin < text.size() && seen < 64;
         word = nextIdentifier(text, word.end()), ++seen) {
        if (word.text == "ArrayRef") { // sizes and strides, not data
            word = nextIdentifier(text, word.end());
            continue;
        }
        if (word.text == "OpaqueType") // copies care for the size only
            return sizeType(nextIdentifier(text, word.end()).text);
        const std::string_view type = numberType(word.text);
        if (type.empty())
            continue;
        if (type != "bool" || !fallback.empty())
            return fallback.empty() || type != "int32" ? type : fallback;
        fallback = type;
    }
    return fallback;
}

/// `BinaryOpScalarFunctor<float, 1, 1, 0>, std::multiplies<float>`: the generic functor says how, the next one what.
std::string_view operationAfter(std::string_view text, std::size_t from)
{
    std::string_view found;
    for (Identifier word = nextIdentifier(text, from); word.begin < text.size();
         word = nextIdentifier(text, word.end())) {
        const bool isQualifier = text.substr(word.end()).starts_with("::");
        if (isQualifier || isDigit(word.text[0]) || !numberType(word.text).empty() || word.text == "anonymous"
            || word.text == "namespace" || word.text == "unsigned")
            continue;
        found = word.text;
        break;
    }
    return found;
}

Payload payloadOf(std::string_view arguments)
{
    const BracketMap brackets(arguments);
    Payload payload;
    std::size_t typeFrom = BracketMap::kNone;
    for (Identifier word = nextIdentifier(arguments, 0); word.begin < arguments.size();
         word = nextIdentifier(arguments, word.end())) {
        if (isOneOf(word.text, kCarriers)) {
            if (typeFrom == BracketMap::kNone && word.text.ends_with("Functor"))
                typeFrom = word.end();
            continue;
        }
        if (word.text.find("broadcast_kernel_launcher") != std::string_view::npos || word.text == "apply")
            continue;
        if (!hasFunctorName(word.text) && !ownsALambda(arguments, brackets, word.end()))
            continue;
        const bool isGeneric = word.text.ends_with("Functor")
            && (word.text.starts_with("BinaryOp") || word.text.starts_with("UnaryOp")
                || word.text.starts_with("PointwiseOp") || word.text.starts_with("TernaryOp"));
        const std::string_view operation = isGeneric ? operationAfter(arguments, word.end()) : std::string_view();
        payload.name = snakeCase(operation.empty() ? withoutSuffix(word.text) : operation);
        payload.type = firstNumberType(arguments, typeFrom == BracketMap::kNone ? word.end() : typeFrom);
        break;
    }
    return payload;
}

/// How a shell is called behind the dot; "" for a function that is no shell.
std::string_view shellLabel(std::string_view name)
{
    if (name == "multi_tensor_apply_kernel")
        return "multi_tensor";
    if (name == "reduce_kernel")
        return "reduce";
    if (name.find("scatter_gather_elementwise") != std::string_view::npos)
        return "scatter_gather";
    if (name.starts_with("index_elementwise"))
        return "index";
    if (name.starts_with("distribution_elementwise"))
        return "distribution";
    return name.find("elementwise_kernel") != std::string_view::npos ? std::string_view("elementwise")
                                                                     : std::string_view();
}

std::string shellName(const Symbol::Step& part, std::string_view label)
{
    const Payload payload = payloadOf(part.arguments);
    if (payload.name.empty())
        return {};
    std::string out = payload.name;
    if (payload.name != label)
        out.append(" · ").append(label);
    if (!payload.type.empty())
        out.append(" ").append(payload.type);
    // The first argument of the vectorized one is how many elements a thread takes at once.
    if (part.name.starts_with("vectorized_elementwise") && !part.arguments.empty() && isDigit(part.arguments[0]))
        out.append(" v").append(part.arguments.substr(0, part.arguments.find(',')));
    return out;
}

/// Namespaces that every kernel of their library has: they tell nothing.
bool isSilentNamespace(std::string_view name)
{
    static constexpr std::array<std::string_view, 14> kSilent { kAnonymous, "at", "native", "c10", "std", "detail",
        "internal", "impl", "cuda", "hip", "torch", "kernel", "kernels", "_GLOBAL__N_1" };
    // Inline namespaces that carry a version: ROCPRIM_400400_NS, CUB_200200_750_NS.
    const bool isVersion = name.ends_with("_NS") && std::ranges::any_of(name, isDigit);
    return isOneOf(name, kSilent) || isVersion;
}

/// Function names that stand for nothing without the class or namespace around them.
bool isTooGeneral(std::string_view name)
{
    static constexpr std::array<std::string_view, 14> kGeneral { "kernel", "Kernel", "Kernel2", "run", "apply",
        "execute", "operator()", "device_kernel", "kentry", "globalKernel", "trampoline_kernel", "launch", "main",
        "entry" };
    return name.starts_with('{') || isOneOf(name, kGeneral);
}

/// What a general entry point runs: the first telling word of its arguments (`kentry<1, Rmsnorm2dFwd<...>>`,
/// `Kernel2<cutlass_80_...>`).
std::string entryPayload(const Symbol::Step& part)
{
    std::string_view best;
    for (Identifier word = nextIdentifier(part.arguments, 0); word.begin < part.arguments.size();
         word = nextIdentifier(part.arguments, word.end())) {
        if (std::optional<std::string> family = familyName(word.text))
            return *family;
        const bool isQualifier = part.arguments.substr(word.end()).starts_with("::");
        if (isQualifier || isDigit(word.text[0]) || !numberType(word.text).empty() || word.text.size() < 4
            || word.text == "true" || word.text == "false" || word.text == "default_config"
            || word.text == "integral_constant" || isSilentNamespace(word.text) || word.text == "unsigned"
            || word.text.starts_with("wrapped_") || word.text == "const" || word.text == "target_arch"
            || word.text.ends_with("Params") || word.text.ends_with("raits") || word.text == "gemm"
            || word.text == "conv" || word.text == "cutlass")
            continue;
        best = word.text;
        break;
    }
    static constexpr std::string_view kSelector = "_config_selector";
    if (best.ends_with(kSelector))
        best.remove_suffix(kSelector.size());
    return std::string(best);
}

std::string qualified(std::string_view space, std::string_view name)
{
    return space.empty() ? std::string(name) : fmt::format("{}::{}", space, name);
}

} // namespace

std::string symbolName(const Symbol& symbol)
{
    // A lambda or call operator at the end is named by the function around it.
    std::size_t last = symbol.path.size() - 1;
    while (last > 0 && (symbol.path[last].name.starts_with('{') || symbol.path[last].name == "operator()"))
        --last;
    const Symbol::Step& part = symbol.path[last];
    if (const std::string_view label = shellLabel(part.name); !label.empty())
        if (std::string text = shellName(part, label); !text.empty())
            return text;
    if (std::optional<std::string> family = familyName(part.name))
        return *family;

    std::string_view space;
    for (std::size_t i = 0; i < last && space.empty(); ++i)
        if (!isSilentNamespace(symbol.path[i].name) && !symbol.path[i].name.starts_with('{'))
            space = symbol.path[i].name;
    if (isTooGeneral(part.name)) {
        if (std::string payload = entryPayload(part); !payload.empty()) {
            const bool saysOrigin = payload.find(" · ") != std::string::npos;
            return saysOrigin || space.empty() ? payload : fmt::format("{} · {}", payload, space);
        }
        if (last > 0 && !symbol.path[last - 1].name.starts_with('{') && !isSilentNamespace(symbol.path[last - 1].name))
            space = symbol.path[last - 1].name;
    }
    std::string out = qualified(space, part.name);
    if (const std::string_view type = firstNumberType(part.arguments, 0); !type.empty())
        out.append(" ").append(type);
    return out;
}

} // namespace kinetoscope
