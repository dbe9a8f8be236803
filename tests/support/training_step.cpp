// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/training_step.h"

namespace kinetoscope::tests {

namespace {
using Kernel = KernelShape;

// Shapes of a model with 1024 features on 4096 tokens, as an A100 runs them.
const Kernel kEmbedding {
    "void at::native::(anonymous namespace)::indexSelectLargeIndex<c10::BFloat16, long, unsigned int, 2, "
    "2, -2, true>(at::cuda::detail::TensorInfo<c10::BFloat16, unsigned int>, "
    "at::cuda::detail::TensorInfo<c10::BFloat16 const, unsigned int>, "
    "at::cuda::detail::TensorInfo<long const, unsigned int>, int, int, unsigned int, unsigned int, long)",
    32, 0, { 864, 1, 1 }, { 128, 1, 1 }, 75, 18'400
};
const Kernel kLayerNorm {
    "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float>(int, "
    "float, c10::BFloat16 const*, c10::BFloat16 const*, c10::BFloat16 const*, float*, float*, "
    "c10::BFloat16*)",
    40, 24, { 4096, 1, 1 }, { 32, 4, 1 }, 88, 11'900
};
const Kernel kGemm { "ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_tn", 234, 196'608, { 32, 12, 1 },
    { 256, 1, 1 }, 12, 118'000 };
const Kernel kGemmRelu { "void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_128x128_32x5_tn_align8>("
                         "cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_128x128_32x5_tn_align8::Params)",
    168, 81'920, { 32, 8, 1 }, { 128, 1, 1 }, 13, 64'000 };
const Kernel kGemmGrad { "ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_stages_32x5_nt", 222, 81'920, { 24, 8, 2 },
    { 256, 1, 1 }, 12, 97'000 };
const Kernel kSplitK {
    "void cublasLt::splitKreduce_kernel<32, 16, int, __nv_bfloat16, __nv_bfloat16, float, __nv_bfloat16, "
    "false, false, false>(cublasLt::cublasSplitKParams<float>, __nv_bfloat16 const*, __nv_bfloat16 const*, "
    "__nv_bfloat16*, float const*, float const*, __nv_bfloat16 const*, __nv_bfloat16*, void*, long, float*, "
    "int*)",
    32, 0, { 64, 16, 1 }, { 32, 16, 1 }, 62, 6'100
};
const Kernel kFlash {
    "void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<64, 128, 128, 4, false, "
    "false, cutlass::bfloat16_t>, false, true, false, false, true, true, false, false>("
    "pytorch_flash::Flash_fwd_params)",
    255, 49'152, { 8, 4, 16 }, { 128, 1, 1 }, 12, 71'000
};
const Kernel kFlashGrad { "void pytorch_flash::flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<"
                          "pytorch_flash::Flash_bwd_kernel_traits<64, 128, 128, 8, 4, 4, 4, false, false, "
                          "cutlass::bfloat16_t>, false, true, false, false, true, true, false>("
                          "pytorch_flash::Flash_bwd_params)",
    255, 147'456, { 8, 4, 16 }, { 256, 1, 1 }, 12, 188'000 };
const Kernel kGelu {
    "void at::native::vectorized_elementwise_kernel<4, at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, "
    "at::native::GeluType)::{lambda()#1}::operator()() const::{lambda()#4}::operator()() const::{lambda("
    "c10::BFloat16)#1}, std::array<char*, 2ul> >(int, at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, "
    "at::native::GeluType)::{lambda()#1}::operator()() const::{lambda()#4}::operator()() const::{lambda("
    "c10::BFloat16)#1}, std::array<char*, 2ul>)",
    30, 0, { 32768, 1, 1 }, { 128, 1, 1 }, 88, 26'300
};
const Kernel kAdd { "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>, "
                    "std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char*, 3ul>)",
    26, 0, { 8192, 1, 1 }, { 128, 1, 1 }, 92, 13'700 };
const Kernel kTiny { "void at::native::vectorized_elementwise_kernel<4, at::native::AUnaryFunctor<float, float, float, "
                     "at::native::binary_internal::MulFunctor<float> >, std::array<char*, 2ul> >(int, "
                     "at::native::AUnaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float> >, "
                     "std::array<char*, 2ul>)",
    16, 0, { 1, 1, 1 }, { 128, 1, 1 }, 3, 1'500 };
const Kernel kSoftmax {
    "void (anonymous namespace)::cunn_SoftMaxForward<8, c10::BFloat16, float, c10::BFloat16, (anonymous "
    "namespace)::LogSoftMaxForwardEpilogue>(c10::BFloat16*, c10::BFloat16 const*, int)",
    34, 128, { 4096, 1, 1 }, { 1024, 1, 1 }, 50, 143'000
};
const Kernel kNllLoss {
    "void at::native::(anonymous namespace)::nll_loss_forward_reduce_cuda_kernel_2d<c10::BFloat16, float, "
    "long>(c10::BFloat16*, c10::BFloat16*, c10::BFloat16 const*, long const*, c10::BFloat16 const*, bool, "
    "long, long, long, long)",
    28, 128, { 1, 1, 1 }, { 32, 1, 1 }, 0, 9'800
};
const Kernel kReduce {
    "void at::native::reduce_kernel<128, 4, at::native::ReduceOp<c10::BFloat16, "
    "at::native::func_wrapper_t<c10::BFloat16, at::native::sum_functor<c10::BFloat16, float, "
    "c10::BFloat16>::operator()(at::TensorIterator&)::{lambda(float, float)#1}>, unsigned int, "
    "c10::BFloat16, 4> >(at::native::ReduceOp<c10::BFloat16, float, unsigned int, c10::BFloat16, 4>)",
    40, 2'048, { 32, 2, 1 }, { 32, 16, 1 }, 25, 14'200
};
const Kernel kNormGrad {
    "void at::native::(anonymous namespace)::layer_norm_grad_input_kernel_vectorized<c10::BFloat16, "
    "float>(c10::BFloat16 const*, c10::BFloat16 const*, float const*, float const*, c10::BFloat16 const*, "
    "c10::BFloat16*, int)",
    42, 64, { 4096, 1, 1 }, { 128, 1, 1 }, 80, 21'500
};
const Kernel kAdamW {
    "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous "
    "namespace)::FusedOptimizerTensorListMetadata<4>, at::native::(anonymous "
    "namespace)::FusedAdamMathFunctor<float, 4, (at::native::ADAM_MODE)1, false>, float const*, double, "
    "double, double, double, double, bool, float const*, float const*>()",
    64, 0, { 320, 1, 1 }, { 512, 1, 1 }, 50, 236'000
};

constexpr std::int64_t kActivation = 4096LL * 1024 * 2; ///< bytes of one bf16 activation
constexpr HostThread kMain = HostThread::Main;
constexpr HostThread kAutograd = HostThread::Backward;
constexpr std::string_view kMatrix = "[4096, 1024]";
} // namespace

std::string TrainingStep::shapes(std::string_view dims, std::string_view types) const
{
    if (!m_options.inputShapes)
        return {};
    return ArgsText().addJson("Input Dims", dims).addJson("Input type", types).text();
}

void TrainingStep::module(std::string_view name, std::string_view frame)
{
    if (!m_options.pythonFrames)
        return;
    m_rank.open(kMain, HostKind::Python, "nn.Module: " + std::string(name));
    m_rank.open(kMain, HostKind::Python, frame);
}

void TrainingStep::endModule()
{
    if (!m_options.pythonFrames)
        return;
    m_rank.close(kMain);
    m_rank.close(kMain);
}

void TrainingStep::op(
    HostThread thread, std::string_view name, const std::string& args, const std::vector<KernelShape>& kernels)
{
    m_rank.open(thread, HostKind::Op, name, args);
    for (const KernelShape& kernel : kernels) {
        m_rank.advance(thread, 4'200);
        m_rank.launch(thread, kernel);
    }
    m_rank.close(thread);
}

void TrainingStep::forwardOp(std::string_view outer, std::string_view inner, const std::string& args,
    const KernelShape& kernel, std::int64_t outputBytes)
{
    m_rank.open(kMain, HostKind::Op, outer, args);
    m_rank.open(kMain, HostKind::Op, inner, args);
    m_rank.linkForward(++m_sequence);
    m_sequences.push_back(m_sequence);
    m_rank.open(kMain, HostKind::Op, "aten::empty");
    m_rank.allocate(kMain, outputBytes);
    m_rank.close(kMain);
    m_rank.advance(kMain, 6'500);
    m_rank.launch(kMain, kernel);
    m_rank.close(kMain);
    m_rank.close(kMain);
}

void TrainingStep::smallOps(HostThread thread)
{
    for (int i = 0; i < m_options.smallOps; ++i)
        op(thread, "aten::mul", {}, { kTiny });
}

void TrainingStep::begin(int number)
{
    m_rank.open(kMain, HostKind::Annotation, "ProfilerStep#" + std::to_string(number));
    if (m_options.pythonFrames)
        m_rank.open(kMain, HostKind::Python, "train.py(61): train_step");
    m_rank.open(kMain, HostKind::Annotation, "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__");
    for (int i = 0; i < 3; ++i) {
        m_rank.open(kMain, HostKind::Op, "aten::stack");
        m_rank.open(kMain, HostKind::Op, "aten::cat");
        m_rank.advance(kMain, 42'000);
        m_rank.close(kMain);
        m_rank.close(kMain);
    }
    m_rank.close(kMain);
    for (const char* const type : { "long int", "long int" }) {
        m_rank.open(kMain, HostKind::Op, "aten::to", shapes("[[4, 1025]]", "[\"" + std::string(type) + "\"]"));
        m_rank.open(kMain, HostKind::Op, "aten::_to_copy");
        m_rank.open(kMain, HostKind::Op, "aten::copy_");
        m_rank.copy(kMain, "Memcpy HtoD (Pinned -> Device)", 4 * 1025 * 8, 3'100);
        m_rank.close(kMain);
        m_rank.close(kMain);
        m_rank.close(kMain);
    }
    m_rank.open(kMain, HostKind::Op, "aten::zero_");
    m_rank.fill(kMain, 4096 * 4, 1'700);
    m_rank.close(kMain);
}

void TrainingStep::attention(int layer)
{
    const std::string matrix = "[" + std::string(kMatrix) + "]";
    module("LayerNorm_" + std::to_string(2 * layer), "torch/nn/modules/normalization.py(217): forward");
    forwardOp(
        "aten::layer_norm", "aten::native_layer_norm", shapes(matrix, R"(["c10::BFloat16"])"), kLayerNorm, kActivation);
    endModule();
    module("SelfAttention_" + std::to_string(layer), "model.py(58): forward");
    const std::string weights =
        shapes("[[4096, 1024], [3072, 1024], [3072]]", R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16"])");
    forwardOp("aten::linear", "aten::addmm", weights, kGemm, 3 * kActivation);
    forwardOp("aten::scaled_dot_product_attention", "aten::_scaled_dot_product_flash_attention",
        shapes("[[4, 16, 1024, 64], [4, 16, 1024, 64], [4, 16, 1024, 64]]",
            R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16"])"),
        kFlash, kActivation);
    forwardOp("aten::linear", "aten::addmm", weights, kGemmRelu, kActivation);
    endModule();
    op(kMain, "aten::add", shapes("[[4096, 1024], [4096, 1024]]", R"(["c10::BFloat16", "c10::BFloat16"])"), { kAdd });
}

void TrainingStep::feedForward(int layer)
{
    const std::string matrix = "[" + std::string(kMatrix) + "]";
    module("LayerNorm_" + std::to_string(2 * layer + 1), "torch/nn/modules/normalization.py(217): forward");
    forwardOp(
        "aten::layer_norm", "aten::native_layer_norm", shapes(matrix, R"(["c10::BFloat16"])"), kLayerNorm, kActivation);
    endModule();
    module("FeedForward_" + std::to_string(layer), "model.py(83): forward");
    const std::string weights =
        shapes("[[4096, 1024], [4096, 1024], [4096]]", R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16"])");
    forwardOp("aten::linear", "aten::addmm", weights, kGemm, 4 * kActivation);
    forwardOp("aten::gelu", "aten::gelu", shapes("[[4096, 4096]]", R"(["c10::BFloat16"])"), kGelu, 4 * kActivation);
    forwardOp("aten::linear", "aten::addmm", weights, kGemm, kActivation);
    endModule();
    op(kMain, "aten::add", shapes("[[4096, 1024], [4096, 1024]]", R"(["c10::BFloat16", "c10::BFloat16"])"), { kAdd });
    smallOps(kMain);
}

void TrainingStep::forward()
{
    m_rank.open(kMain, HostKind::Annotation, "DistributedDataParallel.forward");
    module("LanguageModel_0", "model.py(121): forward");
    module("Embedding_0", "torch/nn/modules/sparse.py(192): forward");
    forwardOp("aten::embedding", "aten::index_select",
        shapes("[[32768, 1024], [4, 1024]]", R"(["c10::BFloat16", "long int"])"), kEmbedding, kActivation);
    endModule();
    for (int layer = 0; layer < m_options.layers; ++layer) {
        module("Block_" + std::to_string(layer), "model.py(97): forward");
        attention(layer);
        feedForward(layer);
        endModule();
    }
    endModule();
    m_rank.close(kMain);
}

void TrainingStep::loss()
{
    module("CrossEntropyLoss_0", "torch/nn/modules/loss.py(1293): forward");
    m_rank.open(kMain, HostKind::Op, "aten::cross_entropy_loss");
    forwardOp("aten::log_softmax", "aten::_log_softmax", shapes("[[4096, 32768]]", R"(["c10::BFloat16"])"), kSoftmax,
        32 * kActivation);
    forwardOp("aten::nll_loss_nd", "aten::nll_loss_forward", {}, kNllLoss, 512);
    m_rank.close(kMain);
    endModule();
}

void TrainingStep::beginBackward()
{
    // The autograd thread wakes when the main thread calls backward(); it found the sum of loss gradients last time it
    // ran.
    m_rank.advance(kMain, 14'000);
    m_rank.advanceTo(kAutograd, m_rank.now(kMain) + 6'000);
    backwardOp("NllLossBackward0", "aten::nll_loss_backward", { kTiny }, 512);
    backwardOp("LogSoftmaxBackward0", "aten::_log_softmax_backward_data", { kSoftmax }, 32 * kActivation);
}

void TrainingStep::backwardOp(
    std::string_view node, std::string_view inner, const std::vector<KernelShape>& kernels, std::int64_t freed)
{
    const std::int64_t sequence = m_sequences.empty() ? 0 : m_sequences.back();
    if (!m_sequences.empty())
        m_sequences.pop_back();
    const std::string args = ArgsText().add("Sequence number", sequence).add("Fwd thread id", 1).text();
    m_rank.open(kAutograd, HostKind::Op, "autograd::engine::evaluate_function: " + std::string(node), args);
    m_rank.open(kAutograd, HostKind::Op, node, args);
    m_rank.linkBackward(sequence);
    for (const KernelShape& kernel : kernels)
        op(kAutograd, inner, {}, { kernel });
    m_rank.close(kAutograd);
    m_rank.release(kAutograd, freed);
    m_rank.close(kAutograd);
}

void TrainingStep::backward(int layer)
{
    backwardOp("AddmmBackward0", "aten::mm", { kGemmGrad, kGemmGrad }, kActivation);
    backwardOp("GeluBackward0", "aten::gelu_backward", { kGelu }, 4 * kActivation);
    backwardOp("AddmmBackward0", "aten::mm", { kGemmGrad, kGemmGrad }, 4 * kActivation);
    backwardOp("NativeLayerNormBackward0", "aten::native_layer_norm_backward", { kNormGrad, kReduce }, kActivation);
    backwardOp("AddmmBackward0", "aten::mm", { kGemmGrad, kSplitK }, kActivation);
    backwardOp("ScaledDotProductFlashAttentionBackward0", "aten::_scaled_dot_product_flash_attention_backward",
        { kFlashGrad }, kActivation);
    backwardOp("AddmmBackward0", "aten::mm", { kGemmGrad, kGemmGrad }, 3 * kActivation);
    backwardOp("NativeLayerNormBackward0", "aten::native_layer_norm_backward", { kNormGrad, kReduce }, kActivation);
    if (layer == 0)
        backwardOp("EmbeddingBackward0", "aten::embedding_dense_backward", { kReduce, kEmbedding }, kActivation);
    op(kAutograd, "torch::autograd::AccumulateGrad", {}, { kAdd });
    smallOps(kAutograd);
}

RankRecorder::Collective TrainingStep::reduceGradients(std::int64_t sequence)
{
    constexpr std::int64_t kParametersOfLayer = 12'596'224;
    m_rank.open(kAutograd, HostKind::Op, "torch.distributed.ddp.reducer::copy_bucket_to_grad");
    m_rank.copy(kAutograd, "Memcpy DtoD (Device -> Device)", kParametersOfLayer * 2, 31'000);
    m_rank.close(kAutograd);
    m_rank.open(kAutograd, HostKind::Op, "c10d::allreduce_");
    const RankRecorder::Collective collective = m_rank.beginCollective(kAutograd, sequence, kParametersOfLayer);
    m_rank.close(kAutograd);
    return collective;
}

void TrainingStep::finishBackward()
{
    m_rank.waitEvent(kAutograd, kComputeStream, kCollectiveStream);
    m_rank.advanceTo(kMain, m_rank.now(kAutograd) + 9'000);
}

void TrainingStep::optimize()
{
    m_rank.open(kMain, HostKind::Annotation, "Optimizer.step#AdamW.step");
    if (m_options.pythonFrames)
        m_rank.open(kMain, HostKind::Python, "torch/optim/adamw.py(220): step");
    op(kMain, "aten::_foreach_add_", {}, { kTiny });
    op(kMain, "aten::_fused_adamw_", {}, { kAdamW, kAdamW });
    if (m_options.pythonFrames)
        m_rank.close(kMain);
    m_rank.close(kMain);
    m_rank.open(kMain, HostKind::Annotation, "Optimizer.zero_grad#AdamW.zero_grad");
    m_rank.open(kMain, HostKind::Op, "aten::_foreach_zero_");
    m_rank.fill(kMain, 50'384'896, 32'000);
    m_rank.close(kMain);
    m_rank.close(kMain);
}

void TrainingStep::end()
{
    // loss.item(): the copy back, and the wait for everything before it.
    m_rank.open(kMain, HostKind::Op, "aten::item");
    m_rank.open(kMain, HostKind::Op, "aten::_local_scalar_dense");
    m_rank.copy(kMain, "Memcpy DtoH (Device -> Pageable)", 4, 1'600);
    m_rank.synchronizeStream(kMain);
    m_rank.close(kMain);
    m_rank.close(kMain);
    if (m_options.pythonFrames)
        m_rank.close(kMain);
    m_rank.close(kMain);
}

void TrainingStep::measuredForward()
{
    const auto measured = [&](std::string_view outer, std::string_view inner, const KernelShape& kernel,
                              std::int64_t fma, std::int64_t add, std::int64_t tensor) {
        constexpr std::string_view kPrefix = "smsp__sass_thread_inst_executed_op_";
        ArgsText counters;
        for (const auto& [name, value] :
            { std::pair<std::string, std::int64_t> { "ffma", fma }, { "fadd", add }, { "fmul", add / 2 } })
            counters.add(std::string(kPrefix) + name + "_pred_on.sum", value);
        counters.add("kineto__tensor_core_insts", tensor);
        counters.add("dram__bytes_read.sum", 2 * kActivation + fma / 64).add("dram__bytes_write.sum", kActivation);
        m_rank.open(kMain, HostKind::Op, outer);
        m_rank.open(kMain, HostKind::Op, inner);
        m_rank.counterRange(kernel, counters);
        m_rank.close(kMain);
        m_rank.close(kMain);
    };
    m_rank.open(kMain, HostKind::Annotation, "forward");
    for (int layer = 0; layer < m_options.layers; ++layer) {
        measured("aten::layer_norm", "aten::native_layer_norm", kLayerNorm, 25'165'824, 8'388'608, 0);
        measured("aten::linear", "aten::addmm", kGemm, 0, 12'582'912, 6'291'456);
        measured("aten::scaled_dot_product_attention", "aten::_scaled_dot_product_flash_attention", kFlash, 33'554'432,
            4'194'304, 2'097'152);
        measured("aten::linear", "aten::addmm", kGemmRelu, 0, 4'194'304, 2'097'152);
        measured("aten::gelu", "aten::gelu", kGelu, 117'440'512, 50'331'648, 0);
        measured("aten::add", "aten::add", kAdd, 0, 4'194'304, 0);
    }
    m_rank.close(kMain);
}

} // namespace kinetoscope::tests
