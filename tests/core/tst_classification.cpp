// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/names/classification.h"
#include "core/analysis/names/rules_file.h"
#include "core/words/english.h"
#include "tests/support/event_builder.h"
#include "tests/support/test_macros.h"

using namespace kinetoscope;

/// Kernel types (SPEC.md section 1).
class TestClassification : public QObject {
    Q_OBJECT

private slots:
    void section1Names_data();
    void section1Names();
    void section1CategoryComesFirst_data();
    void section1CategoryComesFirst();
    void namesOfATraceAgreeWithSingleAnswers();
    void userRulesComeFirst();
    void userRulesDecideInLoopsToo();
    void firstRulesWin();
    void aRuleForANameFitsOnlyIt_data();
    void aRuleForANameFitsOnlyIt();
    void launchNames_data();
    void launchNames();
    void badRulesNameTheirLine_data();
    void badRulesNameTheirLine();
    void longNamesDoNotOverflowTheStack();
};

void TestClassification::aRuleForANameFitsOnlyIt_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("plain") << QByteArray("my_kernel");
    QTest::newRow("template") << QByteArray("void ns::k<float, 4>(float*, int[2]) [clone .x] {a|b} ^$ \\d+?");
    QTest::newRow("other bytes") << QByteArray("k \xc3\xa4\xe2\x82\xac");
    QTest::newRow("line end") << QByteArray("two\nlines\t");
    QTest::newRow("blank at the end") << QByteArray("k ");
    QTest::newRow("very long") << QByteArray(10'000, '<');
}

void TestClassification::aRuleForANameFitsOnlyIt()
{
    QFETCH(QByteArray, name);
    const std::string rule = ruleForName(KernelType::Communication, name.toStdString());
    const auto classifier = KernelClassifier::withRules(rule);
    KT_VERIFY_OK(classifier);
    QVERIFY(classifier->classify(EventKind::Kernel, name.toStdString(), false) == KernelType::Communication);
    QVERIFY(classifier->classify(EventKind::Kernel, "x" + name.toStdString(), false) == KernelType::Computation);
    if (name.size() < 2000)
        QVERIFY(classifier->classify(EventKind::Kernel, name.toStdString() + "x", false) == KernelType::Computation);
}

void TestClassification::section1Names_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("hta");
    QTest::addColumn<QString>("exact"); ///< as category kernel, without metadata
    const auto row = [](const char* name, const char* hta, const char* exact) {
        QTest::newRow(name) << name << hta << exact;
    };
    // The worked example.
    row("ncclDevKernel_Generic", "COMMUNICATION", "COMMUNICATION");
    row("Memset (Device)", "MEMORY", "MEMORY");
    row("hipMemcpyAsync", "COMMUNICATION", "MEMORY");
    row("SyncBN_kernel", "OTHER", "COMPUTATION");
    row("triton_red_all_reduce_0", "COMPUTATION", "COMPUTATION");
    row("void at::all_gather_k()", "COMPUTATION", "COMMUNICATION");
    // "Verified" and the lists.
    row("void ncclKernel(x)", "COMMUNICATION", "COMMUNICATION");
    row("Event Sync", "OTHER", "COMPUTATION");
    row("memcpy32_post", "COMPUTATION", "COMPUTATION");
    row("rcclKernel", "COMPUTATION", "COMMUNICATION");
    row("nvshmem_x", "COMPUTATION", "COMMUNICATION");
    row("cross_device_reduce_1stage", "COMPUTATION", "COMMUNICATION");
    row("mscclKernel", "COMPUTATION", "COMMUNICATION");
    row("__amd_rocclr_copyBuffer", "COMPUTATION", "MEMORY");
    row("dma_x", "MEMORY", "MEMORY");
    row("ldmatrix_gemm", "OTHER", "COMPUTATION");
    row("cudaGraphLaunchKernel", "OTHER", "COMPUTATION");
    row("job_exe", "OTHER", "COMPUTATION");
    row("AllReduceKernel", "COMPUTATION", "COMMUNICATION");
    row("reducescatter", "COMPUTATION", "COMMUNICATION");
    row("gemm", "COMPUTATION", "COMPUTATION");
    // What only waits computes nothing; what waits for others by their signals communicates.
    row("event_wait", "COMPUTATION", "OTHER");
    row("hip::streamWaitValue32", "COMMUNICATION", "OTHER");
    row("void nvshmem_wait_value<int>(int*)", "COMPUTATION", "COMMUNICATION");
    row("ag_gemm_wait_signal", "COMPUTATION", "COMPUTATION");
}

void TestClassification::section1Names()
{
    QFETCH(QString, name);
    QFETCH(QString, hta);
    QFETCH(QString, exact);
    const std::string text = name.toStdString();
    QCOMPARE(tests::toQString(toString(htaKernelType(text))), hta);
    QCOMPARE(tests::toQString(toString(KernelClassifier().classify(EventKind::Kernel, text, false))), exact);
}

void TestClassification::section1CategoryComesFirst_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("metadata");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a copy stays a copy") << int(EventKind::Memcpy) << "ncclCopy" << false << "MEMORY";
    QTest::newRow("a memset too") << int(EventKind::Memset) << "anything" << false << "MEMORY";
    QTest::newRow("metadata decides") << int(EventKind::Kernel) << "triton_red_all_reduce_0" << true << "COMMUNICATION";
    QTest::newRow("other GPU work goes by HTA's names") << int(EventKind::MtiaWork) << "packet 1" << false << "OTHER";
    QTest::newRow("and hccl") << int(EventKind::HpuWork) << "hccl_reduce" << false << "COMMUNICATION";
}

void TestClassification::section1CategoryComesFirst()
{
    QFETCH(int, kind);
    QFETCH(QString, name);
    QFETCH(bool, metadata);
    QFETCH(QString, expected);
    QCOMPARE(tests::toQString(
                 toString(KernelClassifier().classify(static_cast<EventKind>(kind), name.toStdString(), metadata))),
        expected);
}

void TestClassification::namesOfATraceAgreeWithSingleAnswers()
{
    tests::EventBuilder events;
    events.onStream(0, 7);
    const char* const names[] = { "gemm", "ncclDevKernel", "packet", "Memset (Device)" };
    const char* const categories[] = { "kernel", "gpu_memcpy", "gpu_memset", "mtia_ccp_events" };
    Timestamp at = 0;
    for (const char* category : categories) {
        for (const char* name : names) {
            events.slice(category, name, at, at + 5);
            at += 10;
        }
    }
    const auto trace = events.build();
    const KernelClassifier classifier;
    const NameTypes types = classifier.typesOf(*trace);
    const SliceTable& slices = trace->slices();
    QCOMPARE(slices.size(), std::size_t { 16 });
    for (std::size_t row = 0; row < slices.size(); ++row)
        QVERIFY(types.of(slices, row) == classifier.classify(slices.kind[row], trace->text(slices.name[row]), false));
}

void TestClassification::userRulesComeFirst()
{
    const auto classifier =
        KernelClassifier::withRules("# mine\n\nCOMMUNICATION\t^my_exchange\n  OTHER   ^Memcpy PtoP  \n");
    KT_VERIFY_OK(classifier);
    QVERIFY(classifier->classify(EventKind::Kernel, "my_exchange_1", false) == KernelType::Communication);
    QVERIFY(classifier->classify(EventKind::Memcpy, "Memcpy PtoP (Device -> Device)", false) == KernelType::Other);
    QVERIFY(classifier->classify(EventKind::Kernel, "gemm", false) == KernelType::Computation);
    QVERIFY(classifier->classify(EventKind::Kernel, "not my_exchange", false) == KernelType::Computation);
}

void TestClassification::userRulesDecideInLoopsToo()
{
    tests::EventBuilder events;
    events.onStream(0, 7);
    events.slice("gpu_memcpy", "Memcpy PtoP", 0, 5);
    const auto trace = events.build();
    const auto classifier = KernelClassifier::withRules("COMMUNICATION PtoP");
    KT_VERIFY_OK(classifier);
    QVERIFY(classifier->typesOf(*trace).of(trace->slices(), 0) == KernelType::Communication);
}

void TestClassification::firstRulesWin()
{
    const auto users = KernelClassifier::withRules("OTHER ^x\nOTHER ^y\nINDUCTOR mine ^triton_poi");
    KT_VERIFY_OK(users);
    const auto both = users->withFirstRules("MEMORY ^x\nINDUCTOR special fused_norm");
    KT_VERIFY_OK(both);
    QVERIFY(both->classify(EventKind::Kernel, "x", false) == KernelType::Memory);
    QVERIFY(both->classify(EventKind::Kernel, "y", false) == KernelType::Other);
    const auto categoryOf = [&](std::string_view name) {
        return both->inductorCategory(name, both->classify(EventKind::Kernel, name, false));
    };
    QCOMPARE(categoryOf("triton_poi_fused_norm_0"), std::string_view("special"));
    QCOMPARE(categoryOf("triton_poi_fused_add_0"), std::string_view("mine"));
    QCOMPARE(categoryOf("triton_red_fused_add_0"), std::string_view("triton_reduction"));
}

void TestClassification::launchNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("launches");
    QTest::addColumn<bool>("byRules"); ///< LAUNCH ^my, NO-LAUNCH ExC
    const auto row = [](const char* name, bool launches, bool byRules) {
        QTest::newRow(name) << name << launches << byRules;
    };
    row("cudaLaunchKernel", true, true);
    row("cudaLaunchKernelExC_v11060", true, false);
    row("cuLaunchKernelEx", true, true);
    row("hipModuleLaunchKernel", true, true);
    row("cudaGraphLaunch", false, false);
    row("cudaMemcpyAsync", false, false);
    row("myLaunch", false, true);
}

void TestClassification::launchNames()
{
    QFETCH(QString, name);
    QFETCH(bool, launches);
    QFETCH(bool, byRules);
    QCOMPARE(KernelClassifier().launchesKernel(name.toStdString()), launches);
    const auto classifier = KernelClassifier::withRules("LAUNCH ^my\nNO-LAUNCH ExC");
    KT_VERIFY_OK(classifier);
    QCOMPARE(classifier->launchesKernel(name.toStdString()), byRules);
}

void TestClassification::badRulesNameTheirLine_data()
{
    QTest::addColumn<QString>("rules");
    QTest::addColumn<QString>("line");
    QTest::newRow("bad type") << "MEMORY x\nKERNEL y\n"
                              << "line 2";
    QTest::newRow("lower case type") << "memory x"
                                     << "line 1";
    QTest::newRow("no expression") << "# a\n\nMEMORY  "
                                   << "line 3";
    QTest::newRow("bad expression") << "MEMORY ("
                                    << "line 1";
    QTest::newRow("no category") << "LAUNCH x\nINDUCTOR "
                                 << "line 2";
    QTest::newRow("no expression behind a category") << "INDUCTOR mine"
                                                     << "line 1";
    QTest::newRow("back-reference") << "MEMORY (a)\\1"
                                    << "line 1";
}

void TestClassification::badRulesNameTheirLine()
{
    QFETCH(QString, rules);
    QFETCH(QString, line);
    const auto classifier = KernelClassifier::withRules(rules.toStdString());
    KT_VERIFY_ERROR(classifier, ErrorCode::InvalidArgument);
    QVERIFY2(english(classifier.error().message).find(line.toStdString()) != std::string::npos,
        english(classifier.error().message).c_str());
}

void TestClassification::longNamesDoNotOverflowTheStack()
{
    const auto classifier = KernelClassifier::withRules("MEMORY ^(a|b)*c$");
    KT_VERIFY_OK(classifier);
    QVERIFY(classifier->classify(EventKind::Kernel, std::string(1'000'000, 'a'), false) == KernelType::Computation);
}

QTEST_GUILESS_MAIN(TestClassification)
#include "tst_classification.moc"
