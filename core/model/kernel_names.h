// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace kinetoscope {

/// What names say. These rules are the only place where a name, not a category, decides something; analyses and colours
/// share them, so that a kernel which counts as communication is also drawn as communication. All are pure, O(length) a
/// rule, and meant to be asked once a distinct name.

/// A kernel whose name alone says that GPUs exchange data ([DIFF-1.1] rule 2, its name part): NCCL, RCCL, NVSHMEM,
/// symmetric memory and the like, without regard to case. A generated `triton_` kernel never counts: its name lists
/// fused ops.
[[nodiscard]] bool isCommunicationKernelName(std::string_view name);

/// A row of category `kernel` that moves or sets memory ([DIFF-1.1] rule 3). Case-sensitive, by prefix.
[[nodiscard]] bool isMemoryKernelName(std::string_view name);

/// Direction of a copy.
enum class CopyDirection : std::uint8_t { HostToDevice, DeviceToHost, DeviceToDevice, Unknown };
/// From the spellings of CUPTI (`Memcpy HtoD (Pinned -> Device)`) and ROCm (`CopyHostToDevice`, `hipMemcpyDtoH`).
[[nodiscard]] CopyDirection copyDirectionOf(std::string_view name);
/// A memset rather than a copy, for rows that isMemoryKernelName accepts.
[[nodiscard]] bool isMemsetName(std::string_view name);

/// What a compute kernel does, coarsely: the three shades of compute.
enum class KernelFamily : std::uint8_t {
    Matrix,      ///< matrix product, convolution, attention
    Reduction,   ///< reduction, normalisation, softmax, scan
    Elementwise, ///< element-wise, copy-like, everything else
};
[[nodiscard]] KernelFamily kernelFamilyOf(std::string_view name);

/// A runtime or driver call that does nothing but wait for the device (`cudaStreamSynchronize`, `hipDeviceSynchronize`,
/// `cuCtxSynchronize`, `cudaEventSynchronize`).
[[nodiscard]] bool isHostSyncCallName(std::string_view name);

/// A kernel that does nothing but wait for something else (an event, a signal): it cannot be made faster.
[[nodiscard]] bool isWaitingKernelName(std::string_view name);

/// torch.cuda._sleep(): lets clock cycles pass, counts as computation.
[[nodiscard]] bool isSleepKernelName(std::string_view name);

/// A matrix product of cuBLAS that computes in float32 without tensor cores (`ampere_sgemm_128x64_nn`); not one whose
/// name says that numbers of half the bits come in, though that computes in float32, too.
[[nodiscard]] bool isFloat32ProductName(std::string_view name);
/// The same, or a convolution of cuDNN in float32 (`volta_scudnn_128x64_relu_small_nn_v1`, `dgrad_engine<float, ..>`).
[[nodiscard]] bool isFloat32WorkName(std::string_view name);
/// A matrix product of CUTLASS on tensor cores, of 16 bits or TF32, that reads at most two numbers at a time, since no
/// more lie at multiples of as many bytes (`cutlass_75_tensorop_bf16_s1688gemm_bf16_256x128_tn_align1`,
/// `cutlass3x_sm90_tensorop_s64x128x16gemm_f16_f16_f32_f16_f16_128x128x64_1x1x1_0_tnn_align2_cpasync`).
[[nodiscard]] bool isUnalignedProductName(std::string_view name);
/// A kernel that only converts between memory layouts (`nchwToNhwcKernel`).
[[nodiscard]] bool isLayoutConversionName(std::string_view name);
/// The same of MIOpen, whose convolutions of matrix cores convert so from and to NCHW (ROCm/MIOpen#1247):
/// `batched_transpose_16x64_pack_1x4_ediv_1x2_half`.
[[nodiscard]] bool isLayoutConversionOfMiopen(std::string_view name);
/// An element-wise kernel of PyTorch's own (`at::native::vectorized_elementwise_kernel<4, ...>`), which a compiler can
/// make one with others; not one that only fills memory.
[[nodiscard]] bool isFusibleKernelName(std::string_view name);
/// A kernel built for NVIDIA GPUs of compute capability 8.0 or later (`ampere_`, `sm90_`). False tells nothing.
[[nodiscard]] bool isNamedForAmpereOrLater(std::string_view name);

/// What an op or an annotation calls itself: a collective, a transfer between ranks, the dispatch or the combine of
/// expert parallelism. Whole words; in any case.
[[nodiscard]] bool namesCommunication(std::string_view opOrAnnotation);

/// An op that is an annotation in truth: old Kineto wrote them as operators.
[[nodiscard]] bool isLegacyAnnotation(std::string_view opName);

/// A name that says which element-wise, copying or sorting work a kernel does; kernelFamilyOf's Elementwise takes
/// everything that it does not know.
[[nodiscard]] bool namesElementwiseWork(std::string_view name);

} // namespace kinetoscope
