// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/names/elide_apart.h"
#include "core/base/text.h"
#include "tests/support/test_macros.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <set>

using namespace kinetoscope;

/// Long names in a narrow column: cut, and still told apart.
class TestElideApart : public QObject {
    Q_OBJECT

private slots:
    void shortNamesStay();
    void theDifferenceIsShown();
    void everyWidthKeepsThemApart_data();
    void everyWidthKeepsThemApart();
    void charactersStayWhole();
    void orderAndRepeatsDoNotMatter();
    void sharedWordsAreCutFirst();
    void aDifferenceLateInALongWordIsShown();
    void wordsOfMostKernelsAreCutBeforeTheirOwn();
};

namespace {

const std::vector<std::string_view> kKernels {
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul> "
    ">(int)",
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_mul<float>, std::array<char*, 3ul> "
    ">(int)",
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_mul<half>, std::array<char*, 3ul> "
    ">(int)",
    "void at::native::vectorized_elementwise_kernel<8, at::native::CUDAFunctor_mul<half>, std::array<char*, 3ul> "
    ">(int)",
    "Memset (Device)",
};

} // namespace

void TestElideApart::shortNamesStay()
{
    const std::vector<std::string_view> names { "a", "", "kernel", "kernel" };
    const std::vector<std::string> texts = elidedApart(names, 6);
    QVERIFY(std::equal(names.begin(), names.end(), texts.begin(), texts.end()));
    QVERIFY(elidedApart({}, 10).empty());
}

void TestElideApart::theDifferenceIsShown()
{
    const std::vector<std::string> texts = elidedApart(kKernels, 44);
    QVERIFY2(texts[0].find("CUDAFunctor_add") != std::string::npos, texts[0].c_str());
    QVERIFY2(texts[1].find("float") != std::string::npos, texts[1].c_str());
    QVERIFY2(texts[2].find("half") != std::string::npos, texts[2].c_str());
    QVERIFY2(texts[3].find("<8") != std::string::npos || texts[3].find("…8") != std::string::npos, texts[3].c_str());
    QCOMPARE(texts[4], std::string("Memset (Device)"));
}

void TestElideApart::everyWidthKeepsThemApart_data()
{
    QTest::addColumn<int>("width");
    for (int width = 4; width < 130; width += 3)
        QTest::addRow("%d", width) << width;
}

void TestElideApart::everyWidthKeepsThemApart()
{
    QFETCH(int, width);
    const std::vector<std::string> texts = elidedApart(kKernels, static_cast<std::size_t>(width));
    QCOMPARE(std::set<std::string>(texts.begin(), texts.end()).size(), kKernels.size());
    for (const std::string& text : texts)
        QVERIFY2(characterCount(text) <= static_cast<std::size_t>(width), text.c_str());
}

void TestElideApart::charactersStayWhole()
{
    std::vector<std::string> kept;
    for (const char* end : { "äöü", "äöß", "字字", "字节" })
        kept.push_back("äöüäöüäöüäöüäöüäöüäöüäöüäöü" + std::string(end) + "äöüäöüäöüäöüäöüäöü");
    const std::vector<std::string_view> names(kept.begin(), kept.end());
    for (std::size_t width = 4; width < 50; ++width) {
        for (const std::string& text : elidedApart(names, width))
            QVERIFY2(isValidUtf8(text), text.c_str());
    }
}

void TestElideApart::orderAndRepeatsDoNotMatter()
{
    std::vector<std::string_view> turned(kKernels.rbegin(), kKernels.rend());
    turned.push_back(kKernels[1]);
    const std::vector<std::string> texts = elidedApart(kKernels, 30);
    const std::vector<std::string> others = elidedApart(turned, 30);
    for (std::size_t i = 0; i < texts.size(); ++i)
        QCOMPARE(others[texts.size() - 1 - i], texts[i]);
    QCOMPARE(others.back(), texts[1]);
}

void TestElideApart::sharedWordsAreCutFirst()
{
    const std::vector<std::string_view> names { "GPU work: computation twice as fast", "GPU work: copies gone",
        "Cijk MT256x128x64 twice as fast", "Cijk MT128x224x64 twice as fast", "host time: launch calls gone",
        "host time: what was not recorded gone", "all host time twice as fast", "no waiting",
        "Host-Zeit: Übertragung entfällt", "Host-Zeit: Berechnungen entfällt" };
    const std::vector<std::string> expected { "GPU…computation…fast", "GPU work: copies gone", "Cijk MT256x128x64…fast",
        "Cijk MT128x224x64…fast", "host…launch calls gone", "host time: …orded gone", "all host time…as fast",
        "no waiting", "…Übertragung entfällt", "…Berechnungen entfällt" };
    // One cut is read before two: what becomes of it is kept before some of the beginning.
    QCOMPARE(QString::fromStdString(elidedBesideShared(names, 28)[5]), QStringLiteral("…what was not recorded gone"));
    QCOMPARE(QString::fromStdString(elidedBesideShared(names, 26)[5]), QStringLiteral("hos…what was not recorded…"));
    QCOMPARE(QString::fromStdString(elidedBesideShared(names, 12).front()), QStringLiteral("GPU w…ation…"));
    QCOMPARE(QString::fromStdString(elidedBesideShared(names, 14).front()), QStringLiteral("…computation…"));
    // With its beginning as long as there is room for some of it.
    QCOMPARE(QString::fromStdString(elidedBesideShared(names, 16).front()), QStringLiteral("GPU…computation…"));
    QCOMPARE(
        QString::fromStdString(elidedBesideShared(names, 26).front()), QStringLiteral("GPU work: computation…fast"));
    const std::vector<std::string> texts = elidedBesideShared(names, 22);
    for (std::size_t i = 0; i < names.size(); ++i) {
        QVERIFY2(characterCount(texts[i]) <= 22, texts[i].c_str());
        QCOMPARE(QString::fromStdString(texts[i]), QString::fromStdString(expected[i]));
    }
    // Where its own words do not fit, the end that all have is no use.
    const std::vector<std::string_view> kernels { "batch_norm_backward_kernel bf16 doppelt so schnell",
        "batch_norm_collect_statistics bf16 doppelt so schnell", "batched_transpose_32x32_half doppelt so schnell" };
    const std::vector<std::string> ofKernels = elidedBesideShared(kernels, 26);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        QVERIFY2(characterCount(ofKernels[i]) <= 26, ofKernels[i].c_str());
        QVERIFY2(ofKernels[i].find("schnell") == std::string::npos, ofKernels[i].c_str());
    }
    QCOMPARE(QString::fromStdString(ofKernels.front()), QStringLiteral("batch_norm_backward…"));
    // What would read the same is not cut so.
    const std::vector<std::string_view> alike { "work of kernels gone at once", "work of kernels twice as fast",
        "work of copies gone at once", "work of copies twice as fast" };
    const std::vector<std::string> apart = elidedBesideShared(alike, 17);
    QCOMPARE(std::set<std::string>(apart.begin(), apart.end()).size(), alike.size());
    const std::vector<std::string_view> numbered { "cudnn::wgrad_engine fp32 7", "cudnn::wgrad_engine fp32 128" };
    QCOMPARE(QString::fromStdString(elidedBesideShared(numbered, 15).front()), QStringLiteral("cudnn::wgrad_…7"));
    QVERIFY(elidedBesideShared({}, 10).empty());
}

/// A long word goes on before the difference in it: from there on is no room for all of it, and numbers say less.
void TestElideApart::aDifferenceLateInALongWordIsShown()
{
    const std::vector<std::string_view> names {
        "_matmul_ogs_NNT_bf16xbf16xmxfp4_128x128x128x1_swiglu doppelt so schnell",
        "_matmul_ogs_NNT_bf16xbf16xmxfp4_128x128x128x1 doppelt so schnell"
    };
    for (std::size_t width = 14; width <= 40; ++width) {
        for (const std::string& text : elidedBesideShared(names, width)) {
            QVERIFY2(characterCount(text) <= width, text.c_str());
            QVERIFY2(text.find('~') == std::string::npos, text.c_str());
        }
        QVERIFY2(elidedBesideShared(names, width).front().find("sw") != std::string::npos,
            elidedBesideShared(names, width).front().c_str());
    }
}

void TestElideApart::wordsOfMostKernelsAreCutBeforeTheirOwn()
{
    const std::vector<std::string_view> names { "vectorized_layer_norm_kernel bf16",
        "pytorch_flash::flash_fwd_kernel bf16", "add \u00b7 elementwise bf16 v4", "reshape_and_cache_flash_kernel" };
    const std::vector<std::string> shown = elidedBesideShared(names, 18);
    const std::vector<std::string> expected { "\u2026layer_norm\u2026bf16", "\u2026flash_fwd\u2026bf16",
        "add\u2026bf16 v4", "reshape_a\u2026e_flash\u2026" };
    for (std::size_t i = 0; i < names.size(); ++i)
        QCOMPARE(QString::fromStdString(shown[i]), QString::fromStdString(expected[i]));
    // Two cuts beside each other are one.
    const std::vector<std::string_view> changes { "gemm segment bf16 128x128x64 tn \u00b7 xmma sm90 twice as fast",
        "mul \u00b7 elementwise bf16 twice as fast", "pytorch_flash::flash_fwd_kernel bf16 twice as fast",
        "host time: ops gone" };
    for (std::size_t width = 4; width <= 60; ++width) {
        const std::vector<std::string> texts = elidedBesideShared(changes, width);
        QCOMPARE(std::set<std::string>(texts.begin(), texts.end()).size(), changes.size());
        for (const std::string& text : texts)
            QVERIFY2(text.find("\u2026\u2026") == std::string::npos && characterCount(text) <= width, text.c_str());
    }
    // With room they stay.
    for (const std::string& name : elidedBesideShared(names, 40))
        QVERIFY2(std::ranges::find(names, name) != names.end(), name.c_str());
}

QTEST_GUILESS_MAIN(TestElideApart)
#include "tst_elide_apart.moc"
