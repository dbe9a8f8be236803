// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/names/kernel_families.h"

#include "core/base/ascii.h"
#include "core/base/contains.h"
#include "core/base/vectors.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

using Words = std::vector<std::string_view>;

/// `128x64`, `128x64x32`: numbers joined by `x`, at least two.
bool isTile(std::string_view word)
{
    if (word.empty() || !isDigit(word.front()) || !isDigit(word.back()) || word.find('x') == std::string_view::npos)
        return false;
    return std::ranges::all_of(word, [](char c) { return isDigit(c) || c == 'x'; });
}

/// `nn`, `tn`, `nt`, `tt`: which operands of a matrix product are transposed.
bool isLayout(std::string_view word)
{
    return word == "nn" || word == "nt" || word == "tn" || word == "tt";
}

Words split(std::string_view name, char separator)
{
    Words words;
    while (!name.empty()) {
        const std::size_t end = std::min(name.find(separator), name.size());
        if (end > 0)
            words.push_back(name.substr(0, end));
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return words;
}

void add(std::string& text, std::string_view word, std::string_view separator = " ")
{
    if (word.empty())
        return;
    if (!text.empty())
        text.append(separator);
    text.append(word);
}

/// `ncclDevKernel_AllReduce_Sum_bf16_RING_LL(...)`, `ncclKernel_AllReduce_RING_LL_Sum_float(...)`.
std::optional<std::string> ncclName(std::string_view name)
{
    const bool isDevice = name.starts_with("ncclDevKernel_");
    if (!isDevice && !name.starts_with("ncclKernel_"))
        return std::nullopt;
    const Words words = split(name.substr(0, name.find('(')).substr(name.find('_') + 1), '_');
    std::string algorithm;
    std::string operation;
    std::string type;
    std::string rest;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view word = words[i];
        static constexpr std::array<std::string_view, 8> kAlgorithms { "RING", "TREE", "COLLNET", "NVLS", "PAT", "LL",
            "LL128", "SIMPLE" };
        static constexpr std::array<std::string_view, 7> kOperations { "Prod", "Max", "Min", "MinMax", "PreMulSum",
            "SumPostDiv", "Avg" };
        if (isOneOf(word, kAlgorithms))
            add(algorithm, word, "_");
        else if (isOneOf(word, kOperations))
            add(operation, word);
        else if (word == "t" && !type.empty())
            continue; // the end of "int8_t"
        else if (const std::string_view number = numberType(word); !number.empty())
            type = number;
        else if (word != "Sum") // what reductions do unless they say otherwise
            add(rest, word);
    }
    std::string out = "nccl";
    for (const std::string_view part : { words.empty() ? std::string_view() : words[0], std::string_view(operation),
             std::string_view(rest), std::string_view(algorithm), std::string_view(type) })
        add(out, part);
    return out;
}

/// `nvjet_tst_192x8_64x8_4x1_v_bz_TNT`: first tile, epilogue, layout.
std::optional<std::string> nvjetName(const Words& words)
{
    if (words.size() < 3 || words[0] != "nvjet")
        return std::nullopt;
    std::string out = "nvjet";
    bool hasTile = false;
    static constexpr std::array<std::string_view, 5> kEpilogues { "bias", "relu", "gelu", "splitK", "dgelu" };
    for (const std::string_view word : words) {
        if ((isTile(word) && !std::exchange(hasTile, hasTile || isTile(word))) || isOneOf(word, kEpilogues))
            add(out, word);
    }
    if (words.back().size() == 3)
        add(out, words.back());
    return out;
}

/// `Cijk_Ailk_Bljk_..._MT64x16x32_...`: Tensile's macro tile.
std::optional<std::string> tensileName(const Words& words)
{
    if (words.size() < 3 || words[0] != "Cijk")
        return std::nullopt;
    for (const std::string_view word : words)
        if (word.starts_with("MT") && isTile(word.substr(2)))
            return fmt::format("Cijk {}", word);
    return fmt::format("Cijk {} {}", words[1], words[2]);
}

/// `igemm_fwd_gtcx3_nhwc_bf16_bx0_ex1_bt128x128x32_...`: direction, layout, type, block tile.
std::optional<std::string> miopenName(const Words& words)
{
    if (words.size() < 6 || words[0] != "igemm")
        return std::nullopt;
    std::string out = fmt::format("igemm {} {} {}", words[1], words[3], words[4]);
    for (const std::string_view word : words)
        if (word.starts_with("bt") && isTile(word.substr(2))) {
            add(out, word.substr(2));
            break;
        }
    return out;
}

/// `triton_poi_fused_add_mul_4`, older `..._4_0d1d2d`: the list of fused ops stays, the number goes last.
std::optional<std::string> tritonName(std::string_view name)
{
    if (!name.starts_with("triton_"))
        return std::nullopt;
    const std::size_t fused = name.find("_fused");
    if (fused == std::string_view::npos || name.find_first_of("( <") != std::string_view::npos)
        return std::nullopt;
    std::string_view ops = name.substr(fused + 6);
    const auto lastWord = [&ops] {
        return ops.substr(ops.rfind('_') == std::string_view::npos ? 0 : ops.rfind('_') + 1);
    };
    const auto dropLastWord = [&ops] {
        ops = ops.substr(0, ops.rfind('_') == std::string_view::npos ? 0 : ops.rfind('_'));
    };
    // "0d1d2d": which arguments are divisible by 16.
    const std::string_view signature = lastWord();
    if (signature.size() > 1 && signature.find('d') != std::string_view::npos
        && std::ranges::all_of(signature, [](char c) { return isDigit(c) || c == 'd' || c == 'e' || c == 'c'; })
        && isDigit(signature[0]))
        dropLastWord();
    std::string out(name.substr(0, fused));
    const std::string_view number = lastWord();
    const bool isNumbered = areDigits(number);
    if (isNumbered)
        dropLastWord();
    while (ops.starts_with('_'))
        ops.remove_prefix(1);
    add(out, ops);
    if (isNumbered)
        add(out, fmt::format("#{}", number));
    return out;
}

/// `Memcpy HtoD (Pinned -> Device)`, `Memset (Device)`: the kind of host memory stays, what goes without saying goes.
std::optional<std::string> copyName(std::string_view name)
{
    const bool isCopy = name.starts_with("Memcpy ");
    if ((!isCopy && !name.starts_with("Memset ")) || !name.ends_with(')'))
        return std::nullopt;
    const std::size_t open = name.find(" (");
    if (open == std::string_view::npos || name.find('(', open + 2) != std::string_view::npos)
        return std::nullopt;
    std::string out(name.substr(0, open));
    const std::string_view inside = name.substr(open + 2, name.size() - open - 3);
    const std::string_view from = inside.substr(0, inside.find(" -> "));
    const std::string_view to = from.size() == inside.size() ? std::string_view() : inside.substr(from.size() + 4);
    for (const std::string_view place : { from, to }) {
        if (place.empty() || place == "Device" || place == "Host")
            continue;
        add(out, asciiLower(place));
    }
    return out;
}

/// `sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_...`: what it computes, first type, tile, layout.
std::optional<std::string> xmmaName(const Words& words)
{
    if (words.size() < 5 || !words[0].starts_with("sm") || words[1] != "xmma")
        return std::nullopt;
    std::string out;
    std::string_view tile;
    std::string_view type;
    static constexpr std::array<std::string_view, 8> kWhat { "fprop", "dgrad", "wgrad", "gemm", "indexed", "relu",
        "bias", "segment" };
    for (const std::string_view word : words) {
        if (word.starts_with("tilesize"))
            tile = word.substr(8);
        else if (isOneOf(word, kWhat) && !(word == "gemm" && out.ends_with("grad"))
            && !(word == "gemm" && out == "fprop"))
            add(out, word); // a convolution is an implicit gemm in all of them
        else if (type.empty()
            && (word.starts_with("bf16") || word.starts_with("f16") || word.starts_with("tf32")
                || word.starts_with("f32") || word.starts_with("i8") || word.starts_with("e4m3")))
            type = word.substr(0,
                word.starts_with("bf16") || word.starts_with("tf32") || word.starts_with("e4m3") ? 4
                    : word.starts_with("i8")                                                     ? 2
                                                                                                 : 3);
    }
    add(out, type);
    add(out, tile);
    for (const std::string_view word : words)
        if (isLayout(word)) {
            add(out, word);
            break;
        }
    return fmt::format("{} · xmma {}", out, words[0]);
}

/// Words of cuBLAS, cuDNN and CUTLASS names that say where the code comes from, not what it does.
constexpr std::array<std::string_view, 16> kOrigins { "cudnn", "infer", "train", "cutlass", "ampere", "volta", "turing",
    "hopper", "maxwell", "pascal", "kepler", "70", "75", "80", "90", "100" };
constexpr std::array<std::string_view, 19> kNoise { "v1", "optimized", "tensorop", "simt", "wmma", "fp16", "bf16",
    "f16", "fp32", "f32", "tf32", "ldg8", "ldg4", "f2f", "stages", "align1", "align2", "align4", "align8" };

bool saysOperation(std::string_view word)
{
    static constexpr std::array<std::string_view, 5> kOperations { "gemm", "cudnn", "fprop", "dgrad", "wgrad" };
    return containsAny(word, kOperations);
}

/// `ampere_sgemm_128x64_nn`, `cutlass_80_tensorop_s16816gemm_f16_128x128_32x3_nn_align8`,
/// `cudnn_infer_volta_scudnn_128x64_relu_medium_nn_v1`: operation first, tiles joined, origin last.
std::optional<std::string> gemmName(const Words& words)
{
    std::size_t i = 0;
    std::string_view origin;
    while (i < words.size() && isOneOf(words[i], kOrigins)) {
        const bool saysWhere = !areDigits(words[i]) && words[i] != "infer" && words[i] != "train";
        // The architecture is more telling than the library; CUTLASS has numbers instead.
        origin = saysWhere && (origin != "cutlass") ? words[i] : origin;
        ++i;
    }
    if (origin.empty() || i >= words.size())
        return std::nullopt;
    const bool hasOperation = std::any_of(words.begin() + static_cast<std::ptrdiff_t>(i), words.end(), saysOperation);
    if (!hasOperation)
        return std::nullopt;
    std::string out;
    bool wasTile = false;
    for (; i < words.size(); ++i) {
        const bool isTileNow = isTile(words[i]);
        if (!isOneOf(words[i], kNoise))
            add(out, words[i], isTileNow && wasTile ? "_" : " ");
        wasTile = isTileNow || (wasTile && isOneOf(words[i], kNoise));
    }
    return fmt::format("{} · {}", out, origin);
}

} // namespace

std::string_view numberType(std::string_view typeName)
{
    static constexpr std::pair<std::string_view, std::string_view> kTypes[] = { { "float", "fp32" },
        { "double", "fp64" }, { "Half", "fp16" }, { "half", "fp16" }, { "__half", "fp16" }, { "half_t", "fp16" },
        { "_Float16", "fp16" }, { "f16", "fp16" }, { "f32", "fp32" }, { "f64", "fp64" }, { "bf16", "bf16" },
        { "BFloat16", "bf16" }, { "bfloat16", "bf16" }, { "bfloat16_t", "bf16" }, { "__nv_bfloat16", "bf16" },
        { "__hip_bfloat16", "bf16" }, { "__bf16", "bf16" }, { "int8", "int8" }, { "int8_t", "int8" }, { "i8", "int8" },
        { "u8", "uint8" }, { "uint8", "uint8" }, { "uint8_t", "uint8" }, { "char", "int8" }, { "short", "int16" },
        { "int", "int32" }, { "i32", "int32" }, { "int32_t", "int32" }, { "u32", "uint32" }, { "long", "int64" },
        { "i64", "int64" }, { "u64", "uint64" }, { "int64_t", "int64" }, { "bool", "bool" }, { "Float8_e4m3fn", "fp8" },
        { "Float8_e4m3fnuz", "fp8" }, { "Float8_e5m2", "fp8" }, { "__nv_fp8_e4m3", "fp8" }, { "complex", "complex" } };
    for (const auto& [name, shortName] : kTypes)
        if (typeName == name)
            return shortName;
    return {};
}

std::optional<std::string> familyName(std::string_view name)
{
    if (std::optional<std::string> text = ncclName(name))
        return text;
    if (std::optional<std::string> text = tritonName(name))
        return text;
    if (std::optional<std::string> text = copyName(name))
        return text;
    const bool isPlainWord = name.find_first_of(" <>(){}:./") == std::string_view::npos;
    if (!isPlainWord || name.find('_') == std::string_view::npos)
        return std::nullopt;
    const Words words = split(name, '_');
    for (const auto rule : { nvjetName, tensileName, miopenName, xmmaName, gemmName })
        if (std::optional<std::string> text = rule(words))
            return text;
    return std::nullopt;
}

} // namespace kinetoscope
