// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/kernel_names.h"

#include "core/base/ascii.h"
#include "core/base/contains.h"

#include <algorithm>
#include <array>
#include <string>

namespace kinetoscope {

namespace {

/// Whether a word of `name` begins with `word`: `small_reduce_kernel` holds no `all_reduce`, `twoShotAllReduce` does.
/// @param lower  `name` in lower case, as `word` is.
bool containsWord(std::string_view name, std::string_view lower, std::string_view word)
{
    for (std::size_t at = findText(lower, word); at != std::string_view::npos; at = findText(lower, word, at + 1)) {
        const bool isCamel = at > 0 && isUpper(name[at]) && isLetter(name[at - 1]) && !isUpper(name[at - 1]);
        if (at == 0 || !isLetter(name[at - 1]) || isCamel)
            return true;
    }
    return false;
}

/// `norm` as in layer_norm, RMSNorm, normalize, but not as in the normal distribution.
bool namesNormalisation(std::string_view lower)
{
    for (std::size_t at = lower.find("norm"); at != std::string_view::npos; at = lower.find("norm", at + 4)) {
        const std::string_view rest = lower.substr(at + 4);
        if (!rest.starts_with("al") || rest.starts_with("ali"))
            return true;
    }
    return false;
}

/// In float32 these compute, too, what comes in half as many bits: "volta_fp16_sgemm_fp16_32x128_nn".
bool namesHalf(std::string_view name)
{
    return containsAny(name, { "fp16", "bf16", "half" });
}

/// CUTLASS's word for what multiplies 16 bits or TF32 (`_s884gemm`, `_s16816gemm_`, `_s64x128x16gemm_`): the letter of
/// what it sums up in, float64 and complex numbers have others, and the shape of an instruction, which reads 16 or 32
/// bytes of each row; float32 without tensor cores has no shape, and 8 bits have a depth of 32 numbers and more.
bool namesShortNumbers(std::string_view kernel)
{
    if (containsAny(kernel,
            { "_s884gemm", "_h884gemm", "_s1688gemm", "_s16816gemm", "_s161616gemm", "_h1688gemm", "_h16816gemm",
                "_h161616gemm" }))
        return true;
    for (const std::string_view end : { std::string_view("x16gemm_"), std::string_view("x8gemm_") }) {
        const std::size_t at = kernel.find(end); // from Hopper on
        if (at == std::string_view::npos)
            continue;
        const std::size_t word = kernel.rfind('_', at);
        const std::string_view letter = word == std::string_view::npos ? "" : kernel.substr(word + 1, 1);
        if (letter == "s" || letter == "h")
            return true;
    }
    return false;
}

} // namespace

bool isCommunicationKernelName(std::string_view name)
{
    if (name.starts_with("triton_"))
        return false;
    const std::string lower = asciiLower(name);
    if (containsAny(lower,
            { "nccl", "rccl", "msccl", "oneccl", "hccl", "nvshmem", "cross_device_reduce", "multimem_", "symm_mem",
                "symmetric_memory::", "userbuffers_", "deep_ep" }))
        return true;
    // Expert parallelism, under whatever name space it was built; mori's kernels.
    const auto hasWord = [&](std::string_view word) { return containsWord(name, lower, word); };
    if ((hasWord("internode") || hasWord("intranode")) && containsAny(lower, { "dispatch", "combine", "notify" }))
        return true;
    if (containsAny(name, { "EpDispatch", "EpCombine" }))
        return true;
    static constexpr std::array<std::string_view, 10> kCollectives { "allreduce", "all_reduce", "allgather",
        "all_gather", "reducescatter", "reduce_scatter", "alltoall", "all_toall", "allto_all", "all_to_all" };
    return std::ranges::any_of(kCollectives, hasWord);
}

bool isMemoryKernelName(std::string_view name)
{
    return startsWithAny(name,
        { "Memcpy", "Memset", "hipMemcpy", "hipMemset", "dma", "__amd_rocclr_copyBuffer", "__amd_rocclr_fillBuffer" });
}

CopyDirection copyDirectionOf(std::string_view name)
{
    // M is memory of the host that Intel's runtime did not allocate: "Memcpy M2D (MEMORY(Unknown) -> DEVICE)".
    if (containsAny(name, { "HtoD", "HostToDevice", "H2D", "M2D" }))
        return CopyDirection::HostToDevice;
    if (containsAny(name, { "DtoH", "DeviceToHost", "D2H", "D2M" }))
        return CopyDirection::DeviceToHost;
    if (containsAny(name, { "DtoD", "DeviceToDevice", "PtoP", "D2D", "P2P" }))
        return CopyDirection::DeviceToDevice;
    return CopyDirection::Unknown;
}

bool isMemsetName(std::string_view name)
{
    return startsWithAny(name, { "Memset", "hipMemset", "__amd_rocclr_fillBuffer" });
}

KernelFamily kernelFamilyOf(std::string_view name)
{
    const std::string lower = asciiLower(name);
    const std::string_view all = lower;
    // Inductor says in the prefix what it generated; the rest of such a name lists fused ops and would mislead.
    if (startsWithAny(all, { "triton_poi", "triton_for" }))
        return KernelFamily::Elementwise;
    if (startsWithAny(all, { "triton_red", "triton_per", "triton_split" }))
        return KernelFamily::Reduction;
    if (startsWithAny(all, { "triton_tem", "triton_mm", "triton_bmm", "triton_flex", "triton_convolution" }))
        return KernelFamily::Matrix;
    // ATen's shells: the template's own name decides, not the functor inside its arguments.
    const std::string_view shell = all.substr(0, all.find('<'));
    if (contains(shell, "elementwise"))
        return KernelFamily::Elementwise;
    if (containsAny(shell, { "reduce_kernel", "softmax", "layer_norm", "batch_norm" }))
        return KernelFamily::Reduction;
    if (containsAny(all,
            { "gemm", "gemv", "matmul", "conv", "attention", "attn", "fmha", "flash", "cijk_", "nvjet", "wgrad",
                "dgrad", "winograd", "xmma", "s16816", "s1688", "wmma", "hmma", "mla_", "sgemm", "_mm_", "bmm" }))
        return KernelFamily::Matrix;
    if (containsAny(all,
            { "reduce", "reduction", "softmax", "welford", "cumsum", "scan", "argmax", "argmin", "bn_fw", "bn_bw",
                "topk", "logsumexp", "sum_kernel", "mean_kernel" })
        || namesNormalisation(all))
        return KernelFamily::Reduction;
    return KernelFamily::Elementwise;
}

bool isHostSyncCallName(std::string_view name)
{
    // cudaEventSynchronize, hipStreamSynchronize, cuCtxSynchronize, also with a version suffix (_v2, _ptsz).
    return startsWithAny(name, { "cuda", "hip", "cu", "sycl", "ze", "mu" }) && contains(name, "Synchronize");
}

bool isLegacyAnnotation(std::string_view opName)
{
    return startsWithAny(
        opName, { "ProfilerStep#", "Optimizer.step#", "Optimizer.zero_grad#", "enumerate(DataLoader)", "## " });
}

bool isWaitingKernelName(std::string_view name)
{
    // A matrix product that waits for its tiles, as those that overlap communication do, still computes.
    if (kernelFamilyOf(name) != KernelFamily::Elementwise)
        return false;
    static constexpr std::array<std::string_view, 6> kWaits { "event_wait", "eventwait", "wait_event", "waitvalue",
        "wait_value", "wait_signal" };
    const std::string lower = asciiLower(name);
    return std::ranges::any_of(kWaits, [&](std::string_view wait) { return containsWord(name, lower, wait); });
}

bool isSleepKernelName(std::string_view name)
{
    return name.starts_with("at::") && contains(name, "::spin_kernel(");
}

bool isFloat32ProductName(std::string_view name)
{
    return contains(name, "sgemm") && !containsAny(name, { "tf32", "tensorop" }) && !namesHalf(name);
}

bool isFloat32WorkName(std::string_view name)
{
    const bool isConvolution =
        containsAny(name, { "_scudnn_", "grad_engine<float", "alg0_engine<float", "alg1_engine<float" })
        || (contains(name, "winograd") && contains(name, "<float"));
    return isFloat32ProductName(name) || (isConvolution && !namesHalf(name));
}

bool isUnalignedProductName(std::string_view name)
{
    constexpr std::string_view kAlign = "_align";
    const std::size_t at = name.find(kAlign);
    if (at == std::string_view::npos)
        return false;
    constexpr std::string_view kTensorCores = "tensorop_";
    const std::string_view front = name.substr(0, at);
    const std::size_t tensorCores = front.find(kTensorCores);
    if (tensorCores == std::string_view::npos
        || !namesShortNumbers(front.substr(tensorCores + kTensorCores.size() - 1)))
        return false;
    const std::string_view numbers = name.substr(at + kAlign.size());
    const bool isOneDigit = numbers.size() < 2 || numbers[1] < '0' || numbers[1] > '9';
    return !numbers.empty() && (numbers[0] == '1' || numbers[0] == '2') && isOneDigit;
}

bool isLayoutConversionName(std::string_view name)
{
    return containsAny(name, { "nchwToNhwc", "nhwcToNchw" }) || isLayoutConversionOfMiopen(name);
}

bool isLayoutConversionOfMiopen(std::string_view name)
{
    constexpr std::string_view kBatched = "batched_transpose_"; // behind it the tile: batched_transpose_32x32_half
    return name.size() > kBatched.size() && name.starts_with(kBatched) && name[kBatched.size()] >= '0'
        && name[kBatched.size()] <= '9';
}

bool isFusibleKernelName(std::string_view name)
{
    const std::string_view shell = name.substr(0, name.find('<'));
    return contains(shell, "at::native::") && contains(shell, "elementwise_kernel") && !contains(name, "FillFunctor<");
}

bool isNamedForAmpereOrLater(std::string_view name)
{
    return startsWithAny(name, { "ampere_", "sm80_", "sm90_", "sm100_" });
}

bool namesCommunication(std::string_view opOrAnnotation)
{
    if (startsWithAny(opOrAnnotation,
            { "nccl:", "gloo:", "mpi:", "ucc:", "c10d::", "_c10d_functional::", "symm_mem::", "deep_ep" })
        || opOrAnnotation == "record_param_comms")
        return true;
    const std::string lower = asciiLower(opOrAnnotation);
    static constexpr std::array<std::string_view, 15> kWords { "allreduce", "all_reduce", "allgather", "all_gather",
        "reducescatter", "reduce_scatter", "alltoall", "all_to_all", "all2all", "a2a", "dispatch", "combine", "p2p",
        "communication", "collective" };
    return std::ranges::any_of(kWords, [&](std::string_view word) {
        for (std::size_t at = lower.find(word); at != std::string::npos; at = lower.find(word, at + 1)) {
            const std::size_t end = at + word.size();
            if ((at == 0 || !isLetter(lower[at - 1])) && (end == lower.size() || !isLetter(lower[end])))
                return true;
        }
        return false;
    });
}

bool namesElementwiseWork(std::string_view name)
{
    const std::string lower = asciiLower(name);
    return containsAny(lower,
        { "elementwise", "pointwise", "copy", "cast", "fill", "add", "mul", "relu", "gelu", "silu", "glu", "rope",
            "rotary", "embed", "index", "gather", "scatter", "transpose", "permute", "sort", "dropout", "adam", "sgd",
            "quant", "memset", "concat", "cat_", "pool", "upsample", "random", "distribution", "cache", "optimizer",
            "vectorized", "fused" });
}

} // namespace kinetoscope
