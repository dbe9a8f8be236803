// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/formulas/formula_functions.h"
#include "core/analysis/efficiency/formulas/own_formula.h"

#include <algorithm>
#include <map>

namespace kinetoscope {

namespace {

using namespace formula;

constexpr std::string_view kAten = "aten::";
constexpr std::string_view kTritonPrefix = "triton_";
constexpr std::string_view kElementwiseCategory = "elementwise";

enum : std::uint8_t { kOwn = 0, kMayDecompose = 1, kSurroundings = 2 };

/// Ops with one formula; names without `::` are those of aten.
struct FormulaLine {
    std::string_view category;
    std::string_view names;
    FormulaFunction function;
    int variant = 0;
    unsigned flags = kOwn;
};

constexpr FormulaLine kFormulaLines[] = {
    { "GEMM", "mm bmm mv dot vdot", product },
    { "GEMM", "_int_mm", integerProduct },
    { "GEMM", "addmm _addmm_activation addmv baddbmm", productWithBias },
    { "GEMM", "linear", withTensors<linear, 0, 1>, 0, kMayDecompose },
    { "GEMM", "vllm::rocm_unquantized_gemm", withTensors<linear, 0, 1> },
    { "GEMM", "aiter::gemm_a16w16", withTensors<linear, 0, 1>, 3 },
    { "GEMM", "matmul", product, 0, kMayDecompose },
    { "GEMM", "_scaled_mm", scaledProduct },
    { "GEMM", "_C::cutlass_scaled_mm", servingScaledProduct, 1 },
    { "GEMM", "sgl_kernel::fp8_scaled_mm sgl_kernel::int8_scaled_mm", servingScaledProduct },
    { "GEMM", "_grouped_mm", withTensors<groupedProduct, 0, 1>, 2 },
    { "GEMM", "_scaled_grouped_mm", withTensors<groupedProduct, 0, 1>, 4 },
    { "GEMM",
        "vllm::inplace_fused_experts vllm::outplace_fused_experts sglang::inplace_fused_experts "
        "sglang::outplace_fused_experts",
        withTensors<fusedExperts, 0, 1, 2, 4> },
    { "GEMM", "vllm::moe_forward", unknownRouting },
    { "CONV_fwd", "convolution", convolution, kAtenConvolution, kSurroundings },
    { "CONV_fwd", "_convolution", convolution, kAtenConvolution, kSurroundings | kMayDecompose },
    { "CONV_fwd", "conv1d conv2d conv3d", convolution, kPlainConvolution, kSurroundings | kMayDecompose },
    { "CONV_fwd", "cudnn_convolution", convolution, kCudnnConvolution, kSurroundings },
    { "CONV_fwd", "miopen_convolution mkldnn_convolution", convolution, kMiopenConvolution, kSurroundings },
    { "CONV_bwd", "convolution_backward", convolutionBackward, 0, kSurroundings },
    { "CONV_bwd", "cudnn_convolution_backward miopen_convolution_backward", convolutionBackward, 1, kSurroundings },
    { "SDPA_fwd", "_scaled_dot_product_flash_attention", attention, kSdpaFlash },
    { "SDPA_fwd", "_scaled_dot_product_efficient_attention", attention, kSdpaEfficient },
    { "SDPA_fwd", "_scaled_dot_product_cudnn_attention", attention, kSdpaCudnn },
    { "SDPA_fwd", "_scaled_dot_product_fused_attention_overrideable", attention, kSdpaAny },
    { "SDPA_fwd", "scaled_dot_product_attention", attention, kSdpaAny, kMayDecompose },
    { "SDPA_fwd", "_flash_attention_forward", attention, kFlashForward },
    { "SDPA_fwd", "_efficient_attention_forward", attention, kEfficientForward },
    { "SDPA_fwd",
        "FlashAttnFunc flash_attn::_flash_attn_forward aiter::_flash_attn_forward aiter::mha_fwd aiter::fmha_v3_fwd",
        attention, kFlashLibrary },
    { "SDPA_fwd",
        "flash_attn::_flash_attn_varlen_forward aiter::_flash_attn_varlen_forward vllm::unified_attention_with_output "
        "aiter::mha_batch_prefill",
        unknownLengths },
    { "SDPA_bwd", "_scaled_dot_product_flash_attention_backward", attentionBackward, kSdpaFlash },
    { "SDPA_bwd", "_scaled_dot_product_efficient_attention_backward", attentionBackward, kSdpaEfficient },
    { "SDPA_bwd", "_scaled_dot_product_cudnn_attention_backward", attentionBackward, kSdpaCudnn },
    { "SDPA_bwd", "_flash_attention_backward", attentionBackward, kFlashForward },
    { "SDPA_bwd", "_efficient_attention_backward", attentionBackward, kEfficientForward },
    { "SDPA_bwd", "flash_attn::_flash_attn_backward", attentionBackward, kFlashLibrary },
    { "SDPA_bwd", "flash_attn::_flash_attn_varlen_backward", unknownLengths },
    { kElementwiseCategory,
        "neg abs relu relu6 silu gelu elu leaky_relu hardtanh hardswish hardsigmoid softplus mish selu square sign "
        "floor ceil round trunc clamp clamp_min clamp_max nan_to_num bitwise_not threshold",
        elementwise, elementwiseVariant(1) },
    { kElementwiseCategory,
        "exp exp2 expm1 log log2 log10 log1p sqrt rsqrt sin cos tan tanh sigmoid erf erfc reciprocal", elementwise,
        elementwiseVariant(1, kFloating) },
    { kElementwiseCategory, "logical_not isnan isinf isfinite isneginf isposinf", elementwise,
        elementwiseVariant(1, kBoolean) },
    { kElementwiseCategory,
        "add sub rsub mul multiply subtract pow remainder fmod floor_divide maximum minimum bitwise_and bitwise_or "
        "bitwise_xor threshold_backward sigmoid_backward tanh_backward gelu_backward silu_backward elu_backward "
        "hardtanh_backward leaky_relu_backward hardswish_backward",
        elementwise, elementwiseVariant(2) },
    { kElementwiseCategory, "div divide true_divide atan2", elementwise, elementwiseVariant(2, kFloating) },
    { kElementwiseCategory, "eq ne lt le gt ge logical_and logical_or logical_xor", elementwise,
        elementwiseVariant(2, kBoolean) },
    { kElementwiseCategory, "where addcmul addcdiv lerp masked_fill mse_loss_backward", elementwise,
        elementwiseVariant(3) },
    { kElementwiseCategory, "native_dropout", withTensors<dropout, 0> },
    { kElementwiseCategory,
        "_C::silu_and_mul _C::gelu_and_mul _C::gelu_tanh_and_mul sgl_kernel::silu_and_mul sgl_kernel::gelu_and_mul "
        "sgl_kernel::gelu_tanh_and_mul aiter::silu_and_mul aiter::gelu_and_mul aiter::gelu_tanh_and_mul",
        withTensors<activationAndProduct, 0, 1> },
    { kElementwiseCategory, "_C::static_scaled_fp8_quant", withTensors<quantize, 0, 1> },
    { "NORM_fwd", "layer_norm native_layer_norm group_norm native_group_norm aiter::_groupnorm_run",
        withTensors<norm, 0>, 8 },
    { "NORM_fwd", "batch_norm native_batch_norm cudnn_batch_norm miopen_batch_norm", withTensors<batchNorm, 0> },
    { "NORM_fwd", "instance_norm", withTensors<batchNorm, 0>, 1 },
    { "NORM_fwd", "_fused_rms_norm", withTensors<norm, 0>, 4 },
    { "NORM_fwd", "rms_norm", withTensors<norm, 0>, 4, kMayDecompose },
    { "NORM_fwd", "_C::rms_norm aiter::rmsnorm", withTensors<normInto, 0>, 4 },
    { "NORM_fwd", "_C::fused_add_rms_norm", withTensors<fusedAddNorm, 0, 1> },
    { "NORM_fwd", "aiter::add_rmsnorm", withTensors<normInto, 0>, 5 },
    { "NORM_bwd", "native_layer_norm_backward", normBackward, kLayerNorm },
    { "NORM_bwd", "native_group_norm_backward", normBackward, kGroupNorm },
    { "NORM_bwd", "native_batch_norm_backward", normBackward, kBatchNorm },
    { "NORM_bwd", "cudnn_batch_norm_backward miopen_batch_norm_backward", normBackward, kOtherBatchNorm },
    { "NORM_bwd", "_fused_rms_norm_backward", normBackward, kRmsNorm },
    { "softmax_fwd", "_softmax _log_softmax", withTensors<softmax, 0> },
    { "softmax_bwd", "_softmax_backward_data _log_softmax_backward_data", withTensors<softmaxBackward, 0, 1> },
    { "reduce", "sum prod", withTensors<reduction, 0>, kSum },
    { "reduce", "mean", withTensors<reduction, 0>, kMean },
    { "reduce", "amax amin logsumexp", withTensors<reduction, 0>, kExtreme },
    { "reduce", "argmax argmin", withTensors<reduction, 0>, kIndexOfExtreme },
    { "reduce", "std var", withTensors<reduction, 0>, kDeviation },
    { "reduce", "norm", withTensors<reduction, 0>, kNorm },
    { "reduce", "linalg_norm linalg_vector_norm", withTensors<reduction, 0>, kVectorNorm },
    { "reduce", "all any", withTensors<reduction, 0>, kAnyAll },
    { "reduce", "cumsum", withTensors<runningSum, 0> },
    { "reduce", "max min", withTensors<extremeOrPairs, 0> },
    { "reduce", "mse_loss", withTensors<meanSquareError, 0, 1> },
    { "pool_fwd", "max_pool2d_with_indices", withTensors<maxPool, 0> },
    { "pool_bwd", "max_pool2d_with_indices_backward", withTensors<maxPoolBackward, 0, 1, 7> },
    { "RoPE_fwd", "_C::rotary_embedding sgl_kernel::rotary_embedding", withTensors<rotaryEmbedding, 0, 1, 4> },
    { "copy", "copy_", copy },
    { "fill", "fill_ zero_ normal_ uniform_ random_ bernoulli_ exponential_ log_normal_ cauchy_ geometric_", fill },
    { "cat", "cat", concatenate, 0, kSurroundings },
    { "gather", "embedding", withTensors<embedding, 0, 1> },
    { "gather", "index_select", withTensors<indexSelect, 0, 2> },
    { "gather", "gather", withTensors<gather, 0, 2> },
    { "gather", "_C_cache_ops::reshape_and_cache_flash sglang::store_cache", withTensors<cacheStore, 0, 1, 2, 3> },
    { "upsample", "upsample_nearest1d upsample_nearest2d upsample_nearest3d", withTensors<upsample, 0> },
    { "foreach",
        "_foreach_add_ _foreach_add _foreach_sub_ _foreach_sub _foreach_mul_ _foreach_mul _foreach_div_ _foreach_div "
        "_foreach_sqrt_ _foreach_sqrt _foreach_neg_ _foreach_neg _foreach_abs_ _foreach_abs _foreach_pow_ _foreach_pow "
        "_foreach_exp_ _foreach_exp _foreach_reciprocal_ _foreach_reciprocal _foreach_maximum_ _foreach_maximum "
        "_foreach_lerp_ _foreach_lerp _foreach_clamp_min_ _foreach_clamp_max_",
        formula::foreach, kForeachPlain, kSurroundings },
    { "foreach", "_foreach_addcmul_ _foreach_addcmul _foreach_addcdiv_ _foreach_addcdiv", formula::foreach,
        kForeachTwice, kSurroundings },
    { "foreach", "_foreach_norm", formula::foreach, kForeachNorm, kSurroundings },
    { "foreach", "_foreach_zero_", formula::foreach, kForeachZero, kSurroundings },
    { "foreach", "_foreach_copy_", formula::foreach, kForeachCopy, kSurroundings },
    { "foreach", "_fused_adam_ _fused_adamw_", fusedAdam, 0, kSurroundings },
};

/// Calls `visit(name, line)` with each name of the table.
template <typename Visit> void eachName(Visit visit)
{
    for (const FormulaLine& line : kFormulaLines) {
        std::string_view names = line.names;
        while (!names.empty()) {
            const std::size_t end = std::min(names.find(' '), names.size());
            visit(names.substr(0, end), line);
            names.remove_prefix(std::min(end + 1, names.size()));
        }
    }
}

const std::map<std::string_view, const FormulaLine*>& linesByName()
{
    static const std::map<std::string_view, const FormulaLine*> lines = [] {
        std::map<std::string_view, const FormulaLine*> all;
        eachName([&all](std::string_view name, const FormulaLine& line) { all.emplace(name, &line); });
        return all;
    }();
    return lines;
}

} // namespace

Formula formulaOf(std::string_view op)
{
    if (op.starts_with(kTritonPrefix))
        return { kTritonCategory, everyTensorOnce, 0, false, false, false };
    std::string_view name = op;
    if (name.starts_with(kAten))
        name.remove_prefix(kAten.size());
    // Names of other libraries are in the table as a whole, those of aten without their namespace.
    else if (name.find("::") == std::string_view::npos && name != "FlashAttnFunc")
        return {};
    const auto& lines = linesByName();
    auto found = lines.find(name);
    const bool isInPlace = name.ends_with('_') && name.size() > 1;
    if (found == lines.end() && isInPlace) {
        found = lines.find(name.substr(0, name.size() - 1));
        if (found != lines.end() && found->second->category != kElementwiseCategory)
            found = lines.end();
    }
    if (found == lines.end())
        return {};
    const FormulaLine& line = *found->second;
    return { line.category, line.function, line.variant, (line.flags & kMayDecompose) != 0, isInPlace,
        (line.flags & kSurroundings) != 0 };
}

std::vector<std::string_view> opsWithFormula()
{
    std::vector<std::string_view> all;
    eachName([&all](std::string_view name, const FormulaLine&) { all.push_back(name); });
    return all;
}

std::vector<std::string_view> opCategories()
{
    std::vector<std::string_view> all { kHostCopy, kTritonCategory, kOwnCategory };
    for (const FormulaLine& line : kFormulaLines) {
        if (std::ranges::find(all, line.category) == all.end())
            all.push_back(line.category);
    }
    return all;
}

Figures figuresOf(const Formula& formula, const OpArguments& arguments, const CallSurroundings& around)
{
    if (!formula)
        return lacking(Lack::NoFormula);
    if (!arguments.hasShapes)
        return lacking(Lack::NoShapes);
    if (formula.own)
        return formula.own->figuresOf(arguments);
    return formula.function({ arguments, formula.isInPlace, formula.variant, around });
}

} // namespace kinetoscope
