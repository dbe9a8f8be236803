// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/kernel_names.h"

#include <QByteArray>
#include <QObject>
#include <QTest>

using namespace kinetoscope;

/// What kernel, copy and call names say.
class TestKernelNames : public QObject {
    Q_OBJECT

private slots:
    void communicationIsToldByName_data();
    void communicationIsToldByName();
    void waitingIsToldByName_data();
    void waitingIsToldByName();
    void opsAndAnnotationsNameCommunication_data();
    void opsAndAnnotationsNameCommunication();
    void memoryKernelsAreToldByPrefix_data();
    void memoryKernelsAreToldByPrefix();
    void familiesGiveTheShade_data();
    void familiesGiveTheShade();
    void copiesHaveADirection_data();
    void copiesHaveADirection();
    void waitingCallsAreToldByName_data();
    void waitingCallsAreToldByName();
    void workInFloat32IsToldByName_data();
    void workInFloat32IsToldByName();
    void whatComputesNothingIsToldByName();
    void productsThatReadFewNumbersAtATimeAreTold();
    void elementwiseKernelsOfPyTorchAreToldByTheirShell();
    void architecturesAreToldByPrefix();
};

void TestKernelNames::communicationIsToldByName_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("communication");
    QTest::newRow("nccl") << QByteArray("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)")
                          << true;
    QTest::newRow("case does not matter") << QByteArray("NCCLKernel") << true;
    QTest::newRow("rccl") << QByteArray("rcclGenericKernel") << true;
    QTest::newRow("nvshmem") << QByteArray("nvshmemi_transfer") << true;
    QTest::newRow("vLLM") << QByteArray("void vllm::cross_device_reduce_1stage<__nv_bfloat16, 2>(...)") << true;
    QTest::newRow("all reduce") << QByteArray("two_shot_all_reduce_kernel") << true;
    QTest::newRow("allgather") << QByteArray("AllGatherKernel") << true;
    QTest::newRow("reduce scatter") << QByteArray("ReduceScatter_f32") << true;
    QTest::newRow("all to all, half joined") << QByteArray("all_toall") << true;
    QTest::newRow("all to all") << QByteArray("AllToAll") << true;
    QTest::newRow("triton never") << QByteArray("triton_poi_fused_all_reduce_0") << false;
    QTest::newRow("a reduction") << QByteArray("void at::native::reduce_kernel<512, 1>") << false;
    QTest::newRow("a gather") << QByteArray("gather_kernel") << false;
    QTest::newRow("empty") << QByteArray("") << false;
    const auto add = [](const char* name, bool communication) {
        QTest::newRow(name) << QByteArray(name) << communication;
    };
    add("void deep_ep::internode::dispatch<8>(int4*)", true);
    add("void my::intranode::combine<bf16>(int)", true);
    add("uccl::internode_ll::notify_dispatch", true);
    add("my::internode::something_else", false);
    add("_ZN7deep_ep9internode8dispatchILi8EEvP4int4", true);
    add("_ZN2my9intranode7combineEv", true);
    add("internode_dispatch_kernel", true);
    add("international_dispatch", false);
    add("mori::moe::EpDispatchIntraNodeKernel", true);
    add("mori::moe::EpCombineInterNodeKernel", true);
    add("userbuffers_fp16_sum_inplace_gpu_rr_rs_oop", true);
    add("kuserbuffers_pushsend", true);
    add("void c10d::symmetric_memory::barrier_kernel(unsigned int**)", true);
    add("nvshmemi_barrier", true);
    add("twoShotAllReduceKernel", true);
    add("void vllm::one_shot_all_reduce<half>", true);
    add("small_reduce_kernel", false);
    add("ball_gather", false);
    add("overall_to_all_fix", false);
}

void TestKernelNames::waitingIsToldByName_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("waits");
    const auto add = [](const char* name, bool waits) { QTest::newRow(name) << QByteArray(name) << waits; };
    add("event_wait", true);
    add("void c10d::wait_signal_kernel(unsigned int*)", true);
    add("void nvshmem_wait_value<int>(int*)", true);
    add("hip::streamWaitValue32", true);
    add("await_gemm", false);
    add("prevent_wait_kernel", false);
    add("ag_gemm_wait_signal_kernel", false);
    add("pe_exe", false);
}

void TestKernelNames::waitingIsToldByName()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, waits);
    QCOMPARE(isWaitingKernelName(name.toStdString()), waits);
}

void TestKernelNames::opsAndAnnotationsNameCommunication_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("communication");
    const auto add = [](const char* name, bool communication) {
        QTest::newRow(name) << QByteArray(name) << communication;
    };
    add("dispatch", true);
    add("moe_dispatch", true);
    add("MoE combine (layer 3)", true);
    add("nccl:all_reduce", true);
    add("record_param_comms", true);
    add("c10d::allreduce_", true);
    add("_c10d_functional::all_gather_into_tensor", true);
    add("dispatcher", false); // another word
    add("recombined", false);
    add("ProfilerStep#3", false);
    add("aten::addmm", false);
    add("", false);
}

void TestKernelNames::opsAndAnnotationsNameCommunication()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, communication);
    QCOMPARE(namesCommunication(name.toStdString()), communication);
}

void TestKernelNames::communicationIsToldByName()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, communication);
    QCOMPARE(isCommunicationKernelName(name.toStdString()), communication);
}

void TestKernelNames::memoryKernelsAreToldByPrefix_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("memory");
    QTest::addColumn<bool>("memset");
    QTest::newRow("copy") << QByteArray("Memcpy DtoD (Device -> Device)") << true << false;
    QTest::newRow("memset") << QByteArray("Memset (Device)") << true << true;
    QTest::newRow("ROCm fill") << QByteArray("__amd_rocclr_fillBufferAligned.kd") << true << true;
    QTest::newRow("ROCm copy") << QByteArray("__amd_rocclr_copyBuffer.kd") << true << false;
    QTest::newRow("inside the name") << QByteArray("void Memcpy") << false << false;
    QTest::newRow("case matters") << QByteArray("memcpy32_post") << false << false;
}

void TestKernelNames::memoryKernelsAreToldByPrefix()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, memory);
    QFETCH(bool, memset);
    QCOMPARE(isMemoryKernelName(name.toStdString()), memory);
    QCOMPARE(isMemsetName(name.toStdString()), memset);
}

void TestKernelNames::familiesGiveTheShade_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("family");
    const auto row = [](const char* title, const char* name, KernelFamily family) {
        QTest::newRow(title) << QByteArray(name) << static_cast<int>(family);
    };
    row("cublas", "ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_stages_64x4_nn", KernelFamily::Matrix);
    row("cutlass", "void cutlass::Kernel2<cutlass_80_wmma_tensorop_bf16_s161616gemm>(Params)", KernelFamily::Matrix);
    row("hipBLASLt", "Cijk_Alik_Bljk_BBS_BH_Bias_MT64x16x32", KernelFamily::Matrix);
    row("attention", "void flash_fwd_kernel<Flash_fwd_kernel_traits<128>>", KernelFamily::Matrix);
    row("convolution", "cudnn::ops::implicit_convolve_sgemm", KernelFamily::Matrix);
    row("triton template", "triton_tem_fused_addmm_0", KernelFamily::Matrix);
    row("reduction", "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps>>",
        KernelFamily::Reduction);
    row("layer norm", "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<float, float>",
        KernelFamily::Reduction);
    row("softmax", "void (anonymous namespace)::softmax_warp_forward<float, float, float, 5, false, false>",
        KernelFamily::Reduction);
    row("triton reduction", "triton_per_fused_native_layer_norm_gelu_4", KernelFamily::Reduction);
    row("elementwise over a norm functor", "void at::native::vectorized_elementwise_kernel<4, batch_norm_transform>",
        KernelFamily::Elementwise);
    row("triton pointwise over a mm", "triton_poi_fused_mm_gelu_2", KernelFamily::Elementwise);
    row("normal distribution", "void at::native::(anonymous namespace)::distribution_normal_kernel<float>",
        KernelFamily::Elementwise);
    row("empty", "", KernelFamily::Elementwise);
}

void TestKernelNames::familiesGiveTheShade()
{
    QFETCH(QByteArray, name);
    QFETCH(int, family);
    QCOMPARE(static_cast<int>(kernelFamilyOf(name.toStdString())), family);
}

void TestKernelNames::copiesHaveADirection_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("direction");
    const auto row = [](const char* name, CopyDirection direction) {
        QTest::newRow(name) << QByteArray(name) << static_cast<int>(direction);
    };
    row("Memcpy HtoD (Pageable -> Device)", CopyDirection::HostToDevice);
    row("Memcpy DtoH (Device -> Pinned)", CopyDirection::DeviceToHost);
    row("Memcpy DtoD (Device -> Device)", CopyDirection::DeviceToDevice);
    row("Memcpy PtoP (Device -> Device)", CopyDirection::DeviceToDevice);
    row("Memcpy M2D (MEMORY(Unknown) -> DEVICE)", CopyDirection::HostToDevice);
    row("Memcpy D2M (DEVICE -> MEMORY(Unknown))", CopyDirection::DeviceToHost);
    row("CopyHostToDevice", CopyDirection::HostToDevice);
    row("CopyDeviceToDevice", CopyDirection::DeviceToDevice);
    row("Memcpy Unknown", CopyDirection::Unknown);
}

void TestKernelNames::copiesHaveADirection()
{
    QFETCH(QByteArray, name);
    QFETCH(int, direction);
    QCOMPARE(static_cast<int>(copyDirectionOf(name.toStdString())), direction);
}

void TestKernelNames::waitingCallsAreToldByName_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("waits");
    for (const char* name : { "cudaDeviceSynchronize", "cudaStreamSynchronize", "cudaEventSynchronize",
             "cuCtxSynchronize", "hipDeviceSynchronize", "hipStreamSynchronize", "cudaStreamSynchronize_ptsz" })
        QTest::newRow(name) << QByteArray(name) << true;
    for (const char* name : { "cudaLaunchKernel", "cudaStreamWaitEvent", "cudaMemcpyAsync", "aten::Synchronize", "" })
        QTest::newRow(*name ? name : "empty") << QByteArray(name) << false;
}

void TestKernelNames::waitingCallsAreToldByName()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, waits);
    QCOMPARE(isHostSyncCallName(name.toStdString()), waits);
}

void TestKernelNames::workInFloat32IsToldByName_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("isProduct");
    QTest::addColumn<bool>("isWork");
    const auto add = [](const char* name, bool isProduct, bool isWork) {
        QTest::newRow(name) << QByteArray(name) << isProduct << isWork;
    };
    add("", false, false);
    add("ampere_sgemm_128x64_nn", true, true);
    add("volta_sgemm_32x128_tn", true, true);
    add("cutlass_80_tensorop_s1688gemm_128x128_16x5_nn_align4", false, false);
    add("ampere_sgemm_tf32_128x64_nn", false, false);
    // These compute in float32 what comes in half as many bits.
    add("volta_fp16_sgemm_fp16_32x128_nn", false, false);
    add("ampere_bf16_sgemm_bf16_64x64", false, false);
    add("volta_scudnn_128x64_relu_small_nn_v1", false, true);
    add("void cudnn::cnn::dgrad_engine<float, 512, 6>(int)", false, true);
    add("void cudnn::cnn::dgrad2d_alg1_engine<float, 128>(int)", false, true);
    add("void cudnn::winograd::generateWinogradTilesKernel<0, float, float>(int)", false, false);
    add("void cudnn::winograd_nonfused::winogradForwardData4x4<float, float>(int)", false, true);
    add("void cudnn::cnn::dgrad_engine<__half, 512>(int)", false, false);
    add("void cudnn::cnn::dgrad_engine<float, __half>(int)", false, false);
}

void TestKernelNames::workInFloat32IsToldByName()
{
    QFETCH(QByteArray, name);
    QTEST(isFloat32ProductName(name.toStdString()), "isProduct");
    QTEST(isFloat32WorkName(name.toStdString()), "isWork");
}

void TestKernelNames::whatComputesNothingIsToldByName()
{
    QVERIFY(isSleepKernelName("at::cuda::(anonymous namespace)::spin_kernel(long)"));
    QVERIFY(!isSleepKernelName("void my::spin_kernel(long)"));
    QVERIFY(!isSleepKernelName("at::native::spin_kernels(long)"));
    QVERIFY(isLayoutConversionName("void cudnn::ops::nchwToNhwcKernel<float>(int)"));
    QVERIFY(isLayoutConversionName("void cudnn::ops::nhwcToNchwKernel<float>(int)"));
    QVERIFY(!isLayoutConversionName("void cudnn::ops::nchw_kernel<float>(int)"));
    QVERIFY(isLayoutConversionName("batched_transpose_16x64_pack_1x4_ediv_1x2_half"));
    QVERIFY(isLayoutConversionName("batched_transpose_32x32_half"));
    QVERIFY(!isLayoutConversionName("batched_transpose_"));
    QVERIFY(!isLayoutConversionName("batched_transpose_of_mine")); // whose data it may be to transpose
    QVERIFY(!isLayoutConversionOfMiopen("void cudnn::ops::nchwToNhwcKernel<float>(int)"));
}

/// What multiplies float64 or complex numbers reads many bytes with one or two of them.
void TestKernelNames::productsThatReadFewNumbersAtATimeAreTold()
{
    const auto isUnaligned = [](const std::string& kernel) {
        return isUnalignedProductName("void cutlass::Kernel2<" + kernel + ">(Params)");
    };
    QVERIFY(isUnaligned("cutlass_75_tensorop_bf16_s1688gemm_bf16_256x128_tn_align1"));
    QVERIFY(isUnaligned("cutlass_80_tensorop_bf16_s16816gemm_bf16_256x128_64x3_tn_align2"));
    QVERIFY(isUnaligned("cutlass_80_wmma_tensorop_f16_s161616gemm_f16_32x32_64x2_tn_align2"));
    QVERIFY(isUnaligned("cutlass_80_tensorop_s1688gemm_64x64_32x4_nn_align1"));
    QVERIFY(isUnaligned("cutlass_70_tensorop_f16_s884gemm_f16_128x128_tt_align1"));
    QVERIFY(isUnaligned("cutlass_70_tensorop_h884gemm_128x128_32x2_nn_align2"));
    const std::string hopper = "cutlass3x_sm90_tensorop_";
    const std::string shapes = "_128x128x64_1x1x1_0_tnn_align";
    QVERIFY(isUnaligned(hopper + "s64x128x16gemm_bf16_bf16_f32_bf16_bf16" + shapes + "2_cpasync"));
    QVERIFY(isUnaligned(hopper + "h64x128x16gemm_f16_f16_f16_f16_f16" + shapes + "1_cpasync"));
    QVERIFY(isUnaligned(hopper + "s64x128x8gemm_tf32_tf32_f32_f32_f32" + shapes + "2_cpasync"));
    QVERIFY(!isUnaligned(hopper + "s64x128x16gemm_bf16_bf16_f32_bf16_bf16" + shapes + "8_warpspecialized"));
    QVERIFY(!isUnaligned(hopper + "s64x128x32gemm_e4m3_e4m3_f32_bf16_bf16" + shapes + "16_warpspecialized"));
    QVERIFY(!isUnaligned(hopper + "d16x8x16gemm_f64_f64_f64_f64_f64" + shapes + "1_cpasync"));
    QVERIFY(!isUnaligned("cutlass3x_sm90_simt_s64x128x16gemm_f32_f32_f32_f32_f32" + shapes + "1_cpasync"));
    QVERIFY(!isUnaligned("cutlass_70_tensorop_f16_s884gemm_f16_128x128_tt_align8"));
    for (const char* const other :
        { "cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_64x64_64x6_tn_align8",
            "cutlass_80_tensorop_s1688gemm_128x128_16x5_nn_align4", "cutlass_80_tensorop_d884gemm_64x32_16x4_nn_align1",
            "cutlass_80_tensorop_z884gemm_64x32_16x4_nn_align1", "cutlass_80_tensorop_c1688gemm_64x64_16x4_nn_align1",
            "cutlass_80_simt_sgemm_128x64_8x5_nn_align1", "cutlass_80_tensorop_bf16_s16816gemm_bf16_tn_align16",
            "cutlass_80_tensorop_bf16_s16816gemm_bf16_tn_align", "cutlass_80_tensorop_bf16_s16816gemm_bf16_tn" })
        QVERIFY2(!isUnaligned(other), other);
}

void TestKernelNames::elementwiseKernelsOfPyTorchAreToldByTheirShell()
{
    QVERIFY(isFusibleKernelName("void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float>>()"));
    QVERIFY(isFusibleKernelName("void at::native::(anonymous namespace)::elementwise_kernel_with_index<int>(int)"));
    QVERIFY(!isFusibleKernelName("void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>>"));
    QVERIFY(!isFusibleKernelName("void my::elementwise_kernel<float>(int)"));
    QVERIFY(!isFusibleKernelName("void at::native::reduce_kernel<512, at::native::elementwise_kernel>()"));
    QVERIFY(!isFusibleKernelName("triton_poi_fused_add_0")); // it is fused
}

void TestKernelNames::architecturesAreToldByPrefix()
{
    for (const char* name : { "ampere_sgemm_128x64_nn", "sm80_xmma_gemm", "sm90_xmma_gemm", "sm100_xmma_gemm" })
        QVERIFY2(isNamedForAmpereOrLater(name), name);
    for (const char* name : { "", "volta_sgemm_32x128_tn", "sm75_xmma_gemm", "void my_sm80_kernel()" })
        QVERIFY2(!isNamedForAmpereOrLater(name), name);
}

QTEST_GUILESS_MAIN(TestKernelNames)
#include "tst_kernel_names.moc"
