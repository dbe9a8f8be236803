// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/display_name.h"
#include "core/base/names/demangle.h"
#include "core/base/names/symbol.h"
#include "core/base/text.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QDirIterator>

#include <ctime>
#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace std::string_literals;

class TestDisplayName : public QObject {
    Q_OBJECT

private slots:
    void names_data();
    void names();
    void shortNames_data();
    void shortNames();
    void collisions_data();
    void collisions();
    void doNotDependOnTheOrder();
    void unusedTextsTakeNoPart();
    void hostileNamesTakeLinearTime_data();
    void hostileNamesTakeLinearTime();
    void everyCutOfALongNameHasADisplayName();
    void mangledBombsStaySmall();
    void areOneToOneAndShortOnPublicTraces();
};

namespace {

const char* const kGelu =
    "void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<at::native::GeluCUDAKernelImpl("
    "at::TensorIteratorBase&, at::native::GeluType)::{lambda()#2}::operator()() const::{lambda()#4}::operator()() "
    "const::{lambda(c10::BFloat16)#1}>(at::TensorIteratorBase&, int)::{lambda(int)#1}>(int, float)";
const char* const kAdd =
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::Half>, "
    "at::detail::Array<char*, 3> >(int, at::native::CUDAFunctor_add<c10::Half>, at::detail::Array<char*, 3>)";
const char* const kMulB =
    "void at::native::elementwise_kernel<128, 2, at::native::gpu_kernel_impl<at::native::BinaryFunctor<c10::BFloat16, "
    "c10::BFloat16, c10::BFloat16, at::native::binary_internal::MulFunctor<float> > >(int)::{lambda(int)#1}>(int)";
const char* const kSum =
    "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::func_wrapper_t<float, "
    "at::native::sum_functor<float, float, float>::operator()(at::TensorIterator&)::{lambda(float, float)#1}>, "
    "unsigned int, float, 4> >(int)";
const char* const kMultiTensor =
    "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous namespace)::"
    "TensorListMetadata<1>, at::native::(anonymous namespace)::BinaryOpScalarFunctor<float, 1, 1, 0>, "
    "std::multiplies<float>, float>(int)";

} // namespace

void TestDisplayName::names_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* tag, const char* name, const char* expected) {
        QTest::newRow(tag) << QString::fromUtf8(name) << QString::fromUtf8(expected);
    };
    row("empty", "", "");
    row("elementwise with a lambda", kGelu, "gelu · elementwise bf16");
    row("elementwise vectorized", kAdd, "add · elementwise fp16 v4");
    row("functor inside a functor", kMulB, "mul · elementwise bf16");
    row("reduction", kSum, "sum · reduce fp32");
    row("multi tensor", kMultiTensor, "multiplies · multi_tensor fp32");
    row("cutlass",
        "void "
        "cutlass::Kernel<cutlass_80_tensorop_s16816gemm_f16_128x128_32x3_nn_align8>(cutlass_80_tensorop_s16816gemm_f16_"
        "128x128_32x3_nn_align8::Params)",
        "s16816gemm 128x128_32x3 nn · cutlass");
    row("counters of a kernel that Kineto does not know", "__missing__", "name not recorded");
    row("cublas", "ampere_sgemm_128x64_nn", "sgemm 128x64 nn · ampere");
    row("cudnn", "cudnn_infer_volta_scudnn_128x64_relu_medium_nn_v1", "scudnn 128x64 relu medium nn · volta");
    row("nccl of today", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
        "nccl AllReduce RING_LL bf16");
    row("nccl of yesterday", "ncclKernel_AllReduce_RING_LL_Sum_float(ncclDevComm*, unsigned long, ncclWork*)",
        "nccl AllReduce RING_LL fp32");
    row("nccl with another operation", "ncclDevKernel_AllReduce_Max_f32_TREE_SIMPLE(ncclDevComm*)",
        "nccl AllReduce Max TREE_SIMPLE fp32");
    row("nvjet", "nvjet_tst_128x8_64x12_4x1_v_bz_TNT", "nvjet 128x8 TNT");
    row("tensile", "Cijk_Ailk_Bjlk_SB_Bias_AS_SAV_UserArgs_MT64x16x32_MI16x16x1_SN_LDSB0", "Cijk MT64x16x32");
    row("miopen", "igemm_fwd_gtcx3_nhwc_bf16_bx0_ex1_bt128x128x32_wt32x32x8_ws1x1", "igemm fwd nhwc bf16 128x128x32");
    row("triton", "triton_poi_fused_add_mul_4", "triton_poi add_mul #4");
    row("triton with a signature", "triton_poi_fused_relu_1_0d1d2d", "triton_poi relu #1");
    row("triton without ops", "triton_red_fused_12", "triton_red #12");
    row("copy from pinned", "Memcpy HtoD (Pinned -> Device)", "Memcpy HtoD pinned");
    row("copy to pageable", "Memcpy DtoH (Device -> Pageable)", "Memcpy DtoH pageable");
    row("copy on the device", "Memcpy DtoD (Device -> Device)", "Memcpy DtoD");
    row("fill", "Memset (Device)", "Memset");
    row("anonymous namespace",
        "void (anonymous namespace)::softmax_warp_forward<float, float, float, 10, false>(float*, int)",
        "softmax_warp_forward fp32");
    row("namespace of a library", "void vllm::rms_norm_kernel<c10::BFloat16, 8, 2>(c10::BFloat16*, long)",
        "vllm::rms_norm_kernel bf16");
    row("return type with brackets",
        "std::enable_if<(((8)>(0)))&&vllm::_typeConvert<c10::BFloat16>::exists, void>::type "
        "vllm::fused_add_rms_norm_kernel<c10::BFloat16, 8>(long)",
        "vllm::fused_add_rms_norm_kernel bf16");
    row("version namespace", "void rocprim::ROCPRIM_400400_NS::detail::init_kernel<int>(int)",
        "rocprim::init_kernel int32");
    row("clone", "void at::native::k<float>(int) [clone .kd]", "k fp32");
    row("mangled", "_ZN2at6native12softmax_coreIfLi10EEEvPT_i", "softmax_core fp32");
    row("op", "aten::add_", "add_");
    row("op of another library", "vllm::all_gather", "vllm::all_gather");
    row("autograd", "autograd::engine::evaluate_function: AddmmBackward0", "AddmmBackward0 · autograd engine");
    row("python", "torch/nn/modules/conv.py(552): forward", "forward (conv.py:552)");
    row("python of an importer", "<frozen importlib._bootstrap>(1390): _handle_fromlist",
        "_handle_fromlist (<frozen importlib._bootstrap>:1390)");
    row("python built-in function", "<built-in function len>", "len (built-in)");
    row("python built-in method", "<built-in method values of collections.OrderedDict object at 0x7f19512cfbc0>",
        "OrderedDict.values (built-in)");
    row("python class method", "<built-in method rsqrt of type object at 0x7faf8498c940>", "rsqrt (built-in)");
    row("module", "nn.Module: Linear_2", "Linear_2");
    row("step", "ProfilerStep#12", "ProfilerStep#12");
    row("annotation", "## forward:bottom_mlp ##", "## forward:bottom_mlp ##");
    row("annotation with parentheses", "execute_context_1(888_788544)_generation_0(0)",
        "execute_context_1(888_788544)_generation_0(0)");
    row("span", "PyTorch Profiler (0)", "PyTorch Profiler (0)");
    row("runtime call", "cudaLaunchKernel", "cudaLaunchKernel");
    row("prefix alone", "aten::", "aten::");
    row("cut short", "void at::native::softmax<float, (anonymous", "void at::native::softmax<float, (anonymous");
    row("comparison in an argument", "void k<(3)<(4), float>(int)", "k fp32");
    row("call operator", "void foo::functor<float>::operator()(int) const", "foo::functor fp32");
    row("less than", "bool ns::operator< <int>(ns::a, ns::b)", "ns::operator< <int>");
    row("control characters", "a\nb", "a\u240Ab");
}

void TestDisplayName::names()
{
    QFETCH(QString, name);
    QFETCH(QString, expected);
    QCOMPARE(toQString(displayName(name.toStdString())), expected);
}

void TestDisplayName::shortNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("expectedLikeHta");
    const auto row = [](const char* name, const char* expected, const char* hta) {
        QTest::newRow(name) << QString(name) << QString(expected) << QString(hta);
    };
    row("", "", "");
    row("aten::mm", "aten::mm", "aten::mm");
    row("void at::native::k<float, int>(int, a<b>)", "at::native::k", "at::native::k");
    row("void k<float>(int) [clone .x]", "k", ".x]");
    row("operator()(int) const", "operator()", "const");
    row("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<int>(int)",
        "at::native::anon::multi_tensor_apply_kernel", "at::native::::multi_tensor_apply_kernel");
    row("void k<float>(int) (.kd)", "k", "");
    row("foo->bar<int>", "foo->bar", "foobar");
    row("Memcpy HtoD (Pageable -> Device)", "Memcpy HtoD (Pageable -> Device)", "Memcpy HtoD (Pageable -> Device)");
    row("Memset (Device)", "Memset (Device)", "Memset (Device)");
    row("a>b(c", "a>b(c", "b(c");
    row("a) b <", "a) b <", "<");
    row("PyTorch Profiler (0)", "PyTorch Profiler (0)", "");
    row("_ZN2at6native1kIfEEvT_", "at::native::k", "_ZN2at6native1kIfEEvT_");
    row("_Z2\xE2\x82\xAC", "_Z2\xE2\x82\xAC", "_Z2\xE2\x82\xAC"); // a length that ends inside a character
}

void TestDisplayName::shortNames()
{
    QFETCH(QString, name);
    QFETCH(QString, expected);
    QFETCH(QString, expectedLikeHta);
    QCOMPARE(toQString(shortName(name.toStdString())), expected);
    QCOMPARE(toQString(htaShortName(name.toStdString())), expectedLikeHta);
}

void TestDisplayName::collisions_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("none") << QStringList { "aten::mm", "aten::add" } << QStringList { "mm", "add" };
    QTest::newRow("one word differs") << QStringList { "Cijk_Ailk_Bjlk_BBS_MT64x16x32_SN",
        "Cijk_Alik_Bjlk_BBS_MT64x16x32_SN" }
                                      << QStringList { "Cijk MT64x16x32 Ailk", "Cijk MT64x16x32 Alik" };
    QTest::newRow("one has more") << QStringList { "Memcpy HtoD", "Memcpy HtoD (Host -> Device)" }
                                  << QStringList { "Memcpy HtoD", "Memcpy HtoD Host" };
    QTest::newRow("shortest part") << QStringList { "void k<float, longWord, 1>(int)",
        "void k<float, otherWord, 2>(int)" }
                                   << QStringList { "k fp32 1", "k fp32 2" };
    QTest::newRow("op and plain name") << QStringList { "aten::mm", "mm" } << QStringList { "mm aten", "mm" };
    QTest::newRow("no word differs") << QStringList { "void k<float*>(int)", "void k<float&>(int)" }
                                     << QStringList { "k fp32~2", "k fp32~1" };
    QTest::newRow("number already taken") << QStringList { "void k<float*>(int)", "void k<float&>(int)", "k fp32~1" }
                                          << QStringList { "k fp32~3", "k fp32~2", "k fp32~1" };
    QTest::newRow("addresses") << QStringList { "<built-in method f of type object at 0x1>",
        "<built-in method f of type object at 0x2>" }
                               << QStringList { "f (built-in) 0x1", "f (built-in) 0x2" };
}

void TestDisplayName::collisions()
{
    QFETCH(QStringList, names);
    QFETCH(QStringList, expected);
    StringPool pool;
    std::vector<StringId> ids;
    for (const QString& name : names)
        ids.push_back(pool.intern(name.toStdString()));
    const DisplayNames displayNames(pool);
    QStringList actual;
    for (const StringId id : ids)
        actual.append(toQString(displayNames.view(id)));
    QCOMPARE(actual, expected);
}

void TestDisplayName::doNotDependOnTheOrder()
{
    std::vector<std::string> names;
    for (int i = 0; i < 40; ++i)
        names.push_back(
            "void k<float, " + std::to_string(i % 5) + ", " + std::string(static_cast<std::size_t>(i), '*') + ">(int)");
    StringPool forward;
    StringPool backward;
    for (const std::string& name : names)
        forward.intern(name);
    for (auto it = names.rbegin(); it != names.rend(); ++it)
        backward.intern(*it);
    const DisplayNames one(forward);
    const DisplayNames two(backward);
    for (const std::string& name : names)
        QCOMPARE(toQString(one.view(forward.find(name))), toQString(two.view(backward.find(name))));
}

void TestDisplayName::unusedTextsTakeNoPart()
{
    StringPool pool;
    const StringId op = pool.intern("aten::mm");
    const StringId thread = pool.intern("mm");
    const DisplayNames displayNames(pool, std::vector<StringId> { op, op, StringId {} });
    QCOMPARE(toQString(displayNames.view(op)), QStringLiteral("mm"));
    QCOMPARE(toQString(displayNames.view(thread)), QStringLiteral("mm"));
    QVERIFY(displayNames.view(StringId {}).empty());
}

void TestDisplayName::hostileNamesTakeLinearTime_data()
{
    QTest::addColumn<QByteArray>("unit");
    QTest::addColumn<QByteArray>("head");
    QTest::newRow("open angles") << QByteArray("a<") << QByteArray("void ");
    QTest::newRow("open parentheses") << QByteArray("(") << QByteArray("a");
    QTest::newRow("closed angles") << QByteArray(">") << QByteArray("a<");
    QTest::newRow("mixed brackets") << QByteArray("<a({") << QByteArray("void k");
    QTest::newRow("scopes") << QByteArray("a::") << QByteArray("void k<");
    QTest::newRow("words") << QByteArray("a_") << QByteArray("cutlass_");
    QTest::newRow("tiles") << QByteArray("128x") << QByteArray("nvjet_");
    QTest::newRow("functor after functor")
        << QByteArray("MulFunctor<") << QByteArray("void vectorized_elementwise_kernel<");
    QTest::newRow("lambda after lambda") << QByteArray("f(a)::") << QByteArray("void elementwise_kernel<");
    QTest::newRow("operators") << QByteArray("operator<") << QByteArray("void ");
    QTest::newRow("mangled names") << QByteArray("N1a") << QByteArray("_Z");
    QTest::newRow("mangled length") << QByteArray("9") << QByteArray("_ZN");
    QTest::newRow("python") << QByteArray("(1): ") << QByteArray("a.py");
    QTest::newRow("clones") << QByteArray(" [clone .a]") << QByteArray("void k(int)");
    QTest::newRow("const") << QByteArray(" const") << QByteArray("void k(int)");
    QTest::newRow("triton") << QByteArray("_1") << QByteArray("triton_poi_fused");
    QTest::newRow("control") << QByteArray(1, '\0') << QByteArray("a");
    QTest::newRow("high bytes") << QByteArray("\xff") << QByteArray("void ");
}

void TestDisplayName::hostileNamesTakeLinearTime()
{
    QFETCH(QByteArray, unit);
    QFETCH(QByteArray, head);
    const auto timeOf = [&](qsizetype bytes) {
        QByteArray name = head;
        while (name.size() < bytes)
            name += unit;
        const std::string text = (name + ">(int)").toStdString();
        const std::clock_t before = std::clock(); // not the clock on the wall: others may have the cores
        const std::string display = displayName(text);
        (void)shortName(text);
        (void)htaShortName(text);
        const auto ns = static_cast<qint64>(1e9 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
        return characterCount(display) <= 160 ? ns : qint64 { -1 };
    };
    const qint64 once = timeOf(60'000);
    const qint64 tenTimes = timeOf(600'000);
    QVERIFY(once >= 0 && tenTimes >= 0);
    // Quadratic would be a hundred times; the constant covers caches that others use.
    QVERIFY2(
        tenTimes < 40 * once + 200'000'000, qPrintable(QStringLiteral("%1 ns, then %2 ns").arg(once).arg(tenTimes)));
}

void TestDisplayName::everyCutOfALongNameHasADisplayName()
{
    for (const char* const name : { kGelu, kAdd, kSum, kMultiTensor, "_ZN2at6native12softmax_coreIfLi10EEEvPT_i" }) {
        const std::string text = name;
        for (std::size_t length = 1; length <= text.size(); ++length) {
            QVERIFY(!displayName(text.substr(0, length)).empty());
            QVERIFY(!displayName(text.substr(text.size() - length)).empty());
        }
    }
}

void TestDisplayName::mangledBombsStaySmall()
{
    // Each level holds the one before it twice: 2^60 bytes when written out.
    std::string bomb = "_Z1fI1AIiE";
    for (int level = 0; level < 60; ++level)
        bomb += "1AIS" + (level == 0 ? ""s : std::to_string(level - 1)) + "_S_E";
    bomb += "EvT_";
    DemangleBudget budget;
    QVERIFY(demangle(bomb, budget).size() < 10 * bomb.size());
    QVERIFY(!displayName(bomb).empty());
}

void TestDisplayName::areOneToOneAndShortOnPublicTraces()
{
    KT_REQUIRE_SHARED(QStringLiteral("traces"));
    std::size_t total = 0;
    std::size_t tooLong = 0;
    QDirIterator files(sharedPath(QStringLiteral("traces")), QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const std::string path = files.next().toStdString();
        std::string text = readFile(path);
        if (text.starts_with("\x1f\x8b"))
            text = gunzip(text);
        // Good enough to collect names: escapes stay as written.
        StringPool pool;
        constexpr std::string_view kKey = "\"name\":";
        for (std::size_t at = text.find(kKey); at != std::string::npos; at = text.find(kKey, at)) {
            at = std::min(text.find_first_not_of(' ', at + kKey.size()), text.size());
            if (at == text.size() || text[at] != '"')
                continue;
            std::size_t end = at + 1;
            while (end < text.size() && text[end] != '"')
                end += text[end] == '\\' ? 2 : 1;
            pool.intern(std::string_view(text).substr(at + 1, std::min(end, text.size()) - at - 1));
        }
        const DisplayNames names(pool);
        std::set<std::string_view> seen;
        for (std::size_t i = 0; i < pool.size(); ++i) {
            const std::string_view display = names.view(StringId { i });
            QVERIFY2(seen.insert(display).second, std::string(display).c_str());
            ++total;
            tooLong += characterCount(display) > 48 ? 1 : 0;
        }
    }
    QVERIFY(total > 1000);
    QVERIFY2(tooLong * 20 <= total, qPrintable(QStringLiteral("%1 of %2 are longer than 48").arg(tooLong).arg(total)));
}

QTEST_GUILESS_MAIN(TestDisplayName)
#include "tst_display_name.moc"
