// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/golden_sets.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"

#include <QFile>
#include <QStringList>

#include <cmath>
#include <utility>
#include <variant>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// The figures in the guide are those that the analyses give today on the public traces it walks through: each sentence
/// is made anew, with the figures of now, and looked for in its page.
class TestGuideFigures : public QObject {
    Q_OBJECT

private slots:
    void waitingForData();
    void freeingMemory();
    void communicationThatCostsNothing();
    void kernelsBelowTheirPeak();
    void whichRankIsSlow();
    void twoRuns();

private:
    LoadedSet m_traces;
};

namespace {

/// The column of a row must have this value, as text or as number.
using Where = std::vector<std::pair<std::string_view, QString>>;

QString textOf(const Cell& cell)
{
    if (const auto* text = std::get_if<std::string>(&cell))
        return QString::fromStdString(*text);
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return QString::number(*whole);
    if (const auto* real = std::get_if<double>(&cell))
        return QString::number(*real);
    return std::holds_alternative<Message>(cell) ? QStringLiteral("(message)") : QString();
}

/// The tables of one run of an analysis.
class Figures {
public:
    explicit Figures(Result<AnalysisResult> result)
        : m_result(std::move(result))
    {
    }
    [[nodiscard]] const Result<AnalysisResult>& result() const { return m_result; }

    /// The first row that is `where`; -1e300, which no sentence has, where there is none.
    [[nodiscard]] double of(std::string_view table, const Where& where, std::string_view column) const
    {
        constexpr double kNone = -1e300;
        const Table* const rows = m_result ? m_result->findTable(table) : nullptr;
        if (!rows || rows->columnIndex(column) == rows->columns().size())
            return kNone;
        for (std::size_t row = 0; row < rows->rowCount(); ++row) {
            bool isIt = true;
            for (const auto& [name, value] : where)
                isIt = isIt && textOf(rows->cell(row, rows->columnIndex(name))) == value;
            if (!isIt)
                continue;
            const Cell cell = rows->cell(row, rows->columnIndex(column));
            if (const auto* whole = std::get_if<std::int64_t>(&cell))
                return static_cast<double>(*whole);
            const auto* const real = std::get_if<double>(&cell);
            return real ? *real : kNone;
        }
        return kNone;
    }
    /// A time in ms as the guide writes it.
    [[nodiscard]] QString ms(
        std::string_view table, const Where& where, std::string_view column, int decimals = 0) const
    {
        return QString::number(of(table, where, column) / 1e6, 'f', decimals);
    }
    [[nodiscard]] QString number(
        std::string_view table, const Where& where, std::string_view column, int decimals = 0) const
    {
        return QString::number(of(table, where, column), 'f', decimals);
    }

private:
    Result<AnalysisResult> m_result;
};

/// A page with one blank wherever it has some, line ends too.
QString guidePage(const char* name)
{
    QFile file(QStringLiteral(KINETOSCOPE_SOURCE_DIR "/resources/guide/") + QString::fromLatin1(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).simplified() : QString();
}

Where changeIs(const char* kind, const char* target, const char* factor)
{
    return { { "change", kind }, { "target", target }, { "factor", factor } };
}

} // namespace

#define KT_PAGE_HAS(page, sentence) QVERIFY2((page).contains(sentence), qPrintable(sentence))

void TestGuideFigures::waitingForData()
{
    KT_REQUIRE_SHARED("traces/kineto_resnet50_w0");
    KT_REQUIRE_SHARED("traces/kineto_resnet50_w4");
    const AnalysisInput input { m_traces.of(QStringLiteral("kineto_resnet50_w0")), {} };
    QVERIFY(input.traces);
    const Figures overview(runOn(input, "overview"));
    const Figures idle(runOn(input, "idle-causes"));
    const Figures path(runOn(input, "critical-path"));
    const Figures whatIf(runOn(input, "what-if"));
    const Figures cured(runOn({ m_traces.of(QStringLiteral("kineto_resnet50_w4")), {} }, "what-if"));
    const QString page = guidePage("causes.md");
    const Where card { { "kind", "data-loading" } };
    const Where second { { "kind", "host-wait" } };
    const Where loading { { "cause", "data_loading" } };
    const Where loader { { "name", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__" } };
    const Where noLoading = changeIs("host", "data_loading", "0");
    KT_PAGE_HAS(page,
        QStringLiteral("the GPU is idle for %1 ms, %2 % of the GPU time in view, while the host is in its data loader, "
                       "five times, %3 ms each.")
            .arg(overview.ms("findings", card, "figure"), overview.number("findings", card, "share_pctg", 1),
                idle.ms("causes", loading, "mean", 1)));
    QCOMPARE(idle.number("causes", loading, "gaps"), QStringLiteral("5"));
    KT_PAGE_HAS(page,
        QStringLiteral("the recording would take %1 ms less, %2 % of the wall time.")
            .arg(overview.ms("findings", card, "saved"), whatIf.number("changes", noLoading, "saved_pctg", 1)));
    KT_PAGE_HAS(page,
        QStringLiteral("%1 ms of waiting for other work of the host, and a larger saving: %2 ms,")
            .arg(overview.ms("findings", second, "figure", 1), overview.ms("findings", second, "saved")));
    KT_PAGE_HAS(page,
        QStringLiteral(
            "\"Data loading\" with %1 ms, %2 % of the idle time. The table of owners says what of it: %3 ms in")
            .arg(idle.ms("causes", loading, "idle_time", 1),
                QString::number(100 * idle.of("causes", loading, "idle_time_ratio"), 'f', 0),
                idle.ms("owners", loader, "idle_time", 1)));
    KT_PAGE_HAS(page,
        QStringLiteral("data loading with %1 ms, %2 % of the wall time; computing on the GPU has %3 %.")
            .arg(path.ms("summary", { { "kind", "data_loading" } }, "time"),
                path.number("summary", { { "kind", "data_loading" } }, "time_pctg"),
                path.number("summary", { { "kind", "compute" } }, "time_pctg")));
    KT_PAGE_HAS(page,
        QStringLiteral("\"host time: data loading gone\" saves %1 ms, \"GPU work: computation twice as fast\" %2 ms.")
            .arg(whatIf.ms("changes", noLoading, "saved"),
                whatIf.ms("changes", changeIs("work", "compute", "0.5"), "saved")));
    const Where thenCompute { { "target", "data_loading" }, { "step", "" }, { "kind", "compute" } };
    KT_PAGE_HAS(page,
        QStringLiteral("has %1 of the %2 ms that are left, %3 %, where it had %4 of 1,066.")
            .arg(whatIf.ms("critical", thenCompute, "replayed"), whatIf.ms("changes", noLoading, "new_wall"),
                whatIf.number("critical", thenCompute, "replayed_pctg"),
                whatIf.ms("critical", thenCompute, "recorded")));
    QCOMPARE(whatIf.ms("changes", noLoading, "wall"), QStringLiteral("1066"));

    const auto step = [](int number) {
        return Where { { "target", "data_loading" }, { "step", QString::number(number) } };
    };
    KT_PAGE_HAS(page,
        QStringLiteral("steps 6 and 7 took %1 and %2 ms; the replay without loading promises %3 and %4; with four "
                       "processes they took %5 and %6.")
            .arg(whatIf.ms("steps", step(6), "wall", 1), whatIf.ms("steps", step(7), "wall", 1),
                whatIf.ms("steps", step(6), "new_wall", 1), whatIf.ms("steps", step(7), "new_wall", 1),
                cured.ms("steps", step(6), "wall", 1), cured.ms("steps", step(7), "wall", 1)));
    const auto cameTrue = [&](int first, int last) {
        double promised = 0;
        double came = 0;
        for (int number = first; number <= last; ++number) {
            promised += whatIf.of("steps", step(number), "wall") - whatIf.of("steps", step(number), "new_wall");
            came += whatIf.of("steps", step(number), "wall") - cured.of("steps", step(number), "wall");
        }
        return QString::number(100 * came / promised, 'f', 0);
    };
    KT_PAGE_HAS(page,
        QStringLiteral(
            "So %1 % of what was promised came true. Of all steps behind the first, 6 to 10, it is %2 %: step "
            "9 took %3 ms with four processes")
            .arg(cameTrue(6, 7), cameTrue(6, 10), cured.ms("steps", step(9), "wall", 1)));
    KT_PAGE_HAS(guidePage("analyses.md"),
        QStringLiteral("%1 % of what was promised came true, and %2 % over all steps behind the first.")
            .arg(cameTrue(6, 7), cameTrue(6, 10)));
    QCOMPARE(cameTrue(6, 10), QStringLiteral("75")); // runs.md: three quarters
}

void TestGuideFigures::freeingMemory()
{
    KT_REQUIRE_SHARED("traces/ddp_resnet18_mi300");
    const AnalysisInput input { m_traces.of(QStringLiteral("ddp_resnet18_mi300")), {} };
    QVERIFY(input.traces);
    const Figures idle(runOn(input, "idle-causes"));
    const Figures path(runOn(input, "critical-path"));
    const Figures whatIf(runOn(input, "what-if"));
    const QString page = guidePage("causes.md");
    const auto seconds = [](double ns, int decimals) { return QString::number(ns / 1e9, 'f', decimals); };
    const Where allocation { { "cause", "memory_allocation" } };
    const Where none = changeIs("host", "memory_allocation", "0");
    KT_PAGE_HAS(page,
        QStringLiteral("idle for %1 s, %2 % of the GPU time in view, while the host allocates or frees memory, in 2507 "
                       "parts of %3 gaps.")
            .arg(seconds(idle.of("causes", allocation, "idle_time"), 2),
                idle.number("causes", allocation, "idle_time_pctg", 1), idle.number("causes", allocation, "gaps")));
    const QString findings = QString::fromStdString(rowsOf(runOn(input, "overview"), "findings", { "finding" }));
    QVERIFY2(findings.contains(
                 QStringLiteral(", in 2507 parts of %1 gaps, ").arg(idle.number("causes", allocation, "gaps"))),
        qPrintable(findings));
    KT_PAGE_HAS(page,
        QStringLiteral("Estimated saving with no time in allocation: %1 s of %2.")
            .arg(seconds(whatIf.of("changes", none, "saved"), 2), seconds(whatIf.of("changes", none, "wall"), 2)));
    KT_PAGE_HAS(page,
        QStringLiteral("%1 % is \"Memory allocation\".")
            .arg(QString::number(100 * idle.of("causes", allocation, "idle_time_ratio"), 'f', 0)));
    KT_PAGE_HAS(
        page, QStringLiteral("says that %1 s of it").arg(seconds(idle.of("causes", allocation, "after_sync"), 1)));
    KT_PAGE_HAS(page,
        QStringLiteral("Memory allocation has %1 % of the wall time, computing %2 %.")
            .arg(path.number("summary", { { "kind", "memory_allocation" } }, "time_pctg", 1),
                path.number("summary", { { "kind", "compute" } }, "time_pctg", 1)));
    KT_PAGE_HAS(page,
        QStringLiteral("A host twice as fast saves %1 s, the computation twice as fast %2 s, no allocation %3 s.")
            .arg(seconds(whatIf.of("changes", changeIs("host", "all", "0.5"), "saved"), 1),
                seconds(whatIf.of("changes", changeIs("work", "compute", "0.5"), "saved"), 2),
                seconds(whatIf.of("changes", none, "saved"), 2)));
}

void TestGuideFigures::communicationThatCostsNothing()
{
    KT_REQUIRE_SHARED("traces/nccl_a100");
    const AnalysisInput input { m_traces.of(QStringLiteral("nccl_a100")), {} };
    QVERIFY(input.traces);
    const Figures overview(runOn(input, "overview"));
    const Result<AnalysisResult>& found = overview.result();
    const Figures idle(runOn(input, "idle-causes"));
    const Figures path(runOn(input, "critical-path"));
    const Figures whatIf(runOn(input, "what-if"));
    const Figures graphs(runOn(input, "what-if", { { "change", "graph:repeated=1" } }));
    const QString page = guidePage("causes.md");
    const Where host { { "kind", "host-wait" } };
    const Where communication { { "kind", "exposed-communication" } };
    KT_PAGE_HAS(page,
        QStringLiteral("The GPU waits %1 ms for the host, %2 % of the GPU time in view; meanwhile the host is in ops.")
            .arg(overview.ms("findings", host, "figure"), overview.number("findings", host, "share_pctg", 1)));
    // Figures that only the sentence of the finding has.
    const QString sentences = QString::fromStdString(rowsOf(found, "findings", { "finding" }));
    QVERIFY2(sentences.contains(QStringLiteral("466.3 ms of it lies in sequences of launches that are repeated, mostly "
                                               "one of 1258 GPU activities, 3 times")),
        qPrintable(sentences));
    QVERIFY(sentences.contains(QStringLiteral("Estimated saving with no communication: none.")));
    KT_PAGE_HAS(page,
        QStringLiteral(
            "466 ms of it lie between launches that are repeated: mostly 1258 kernels and copies three times"));
    KT_PAGE_HAS(page,
        QStringLiteral("communication that nothing hides takes %1 ms.")
            .arg(overview.ms("findings", communication, "figure", 1)));
    KT_PAGE_HAS(page,
        QStringLiteral(
            "%1 % are ops on the host, %2 % host code that was not recorded, and no kernel of NCCL is on it.")
            .arg(path.number("summary", { { "kind", "op" } }, "time_pctg", 1),
                path.number("summary", { { "kind", "unrecorded" } }, "time_pctg", 1)));
    QVERIFY(path.of("summary", { { "kind", "communication" } }, "time") < 0); // there is no such row
    KT_PAGE_HAS(page,
        QStringLiteral(
            "Ops gone: %1 ms of %2. A host twice as fast: %3 ms. Launch calls for nothing: %4 ms. Launched as "
            "graphs what is repeated would save %5 ms")
            .arg(whatIf.ms("changes", changeIs("host", "op", "0"), "saved"),
                whatIf.ms("changes", changeIs("host", "op", "0"), "wall"),
                whatIf.ms("changes", changeIs("host", "all", "0.5"), "saved"),
                whatIf.ms("changes", changeIs("host", "launch", "0"), "saved"),
                graphs.ms("changes", changeIs("graph", "repeated", "1"), "saved")));
    KT_PAGE_HAS(page,
        QStringLiteral("%1 % of the idle time has no owner but an annotation")
            .arg(QString::number(100 * idle.of("causes", { { "cause", "unrecorded" } }, "idle_time_ratio"), 'f', 1)));
}

void TestGuideFigures::kernelsBelowTheirPeak()
{
    KT_REQUIRE_SHARED("traces/owlv2_h100");
    KT_REQUIRE_SHARED("traces/sglang_qwen3_prefilldecode");
    KT_REQUIRE_SHARED("traces/bert_h100");
    const QString page = guidePage("efficiency.md");
    const Where softmax { { "Input Dims", "[[16,5185,5185],[],[]]" }, { "name", "aten::_softmax" } };
    const Figures ops(runOn({ m_traces.of(QStringLiteral("owlv2_h100")), {} }, "efficiency"));
    const Result<AnalysisResult>& owlv2 = ops.result();
    KT_PAGE_HAS(page,
        QStringLiteral("they reach %1 % of the speed that the peaks allow,")
            .arg(ops.number("ops", softmax, "Pct Roofline", 1)));
    KT_PAGE_HAS(page,
        QStringLiteral("%1 ms of their %2 are above the shortest possible. They do %3 TFLOP/s,")
            .arg(ops.ms("ops", softmax, "above_roofline"), ops.ms("ops", softmax, "kernel_sum"),
                ops.number("ops", softmax, "TFLOPS/s", 2)));
    KT_PAGE_HAS(page, QStringLiteral("move %1 of 3,350 GB/s.").arg(ops.number("ops", softmax, "gb_per_s")));
    QVERIFY(QString::fromStdString(remarkOf(owlv2, "below-peak")).contains(QStringLiteral("24.3 % of the time")));
    QVERIFY(page.contains(QStringLiteral("have 24.3 % of the time")));

    const Where first { { "Input Dims", "[[15360,4096],[24576,4096],[],[],[],[],[]]" } };
    const Where next { { "Input Dims", "[[15360,12288],[4096,12288],[],[],[],[],[]]" } };
    const Figures products(runOn({ m_traces.of(QStringLiteral("sglang_qwen3_prefilldecode")), {} }, "efficiency"));
    KT_PAGE_HAS(page,
        QStringLiteral(
            "%1 calls of `aiter::gemm_a16w16` with 15,360 rows, 4,096 inputs and 24,576 outputs take %2 ms, %3 % "
            "of the GPU work. They are bound by computation: %4 of 1,307 TFLOP/s for bfloat16, %5 %.")
            .arg(products.number("ops", first, "operation_count"), products.ms("ops", first, "kernel_sum"),
                products.number("ops", first, "time_pctg", 1), products.number("ops", first, "TFLOPS/s"),
                products.number("ops", first, "Pct Roofline", 1)));
    KT_PAGE_HAS(page, QStringLiteral("with %1 %.").arg(products.number("ops", next, "Pct Roofline", 1)));

    const Figures categories(
        runOn({ m_traces.of(QStringLiteral("bert_h100")), {} }, "efficiency", { { "group-by", "category" } }));
    KT_PAGE_HAS(page,
        QStringLiteral("and take %1 on average.")
            .arg(categories.number("ops", { { "op category", "GEMM" } }, "Kernel Time (µs)_mean", 1)));
}

void TestGuideFigures::whichRankIsSlow()
{
    KT_REQUIRE_SHARED("traces/dlrm_8rank");
    const AnalysisInput input { m_traces.of(QStringLiteral("dlrm_8rank")), {} };
    QVERIFY(input.traces);
    const QString page = guidePage("ranks.md");
    // The page quotes the finding.
    const QStringList findings =
        QString::fromStdString(rowsOf(runOn(input, "overview"), "findings", { "finding" })).split(u'\n');
    QVERIFY(findings.size() > 2);
    KT_PAGE_HAS(page, findings[1]);
    const Figures waits(runOn(input, "wait-causes"));
    const auto rank = [](int number) { return Where { { "rank", QString::number(number) } }; };
    QCOMPARE(waits.number("ranks", rank(7), "last_count"), QStringLiteral("5"));
    KT_PAGE_HAS(page,
        QStringLiteral("ranks 5 and 4 have %1 and %2 ms.")
            .arg(waits.ms("ranks", rank(5), "waits_caused", 1), waits.ms("ranks", rank(4), "waits_caused", 1)));
    KT_PAGE_HAS(page, QStringLiteral("*Held up* is smaller, %1 ms").arg(waits.ms("ranks", rank(7), "held_up", 1)));
    const Where first { { "instance", "0" } };
    const Where second { { "instance", "1" } };
    KT_PAGE_HAS(page,
        QStringLiteral("rank 7 came %1 ms later than the middle one").arg(waits.ms("instances", first, "late_by", 2)));
    KT_PAGE_HAS(page,
        QStringLiteral("The second, with %1 ms of waits, has a cause in the file: rank 7 was %2 ms late,")
            .arg(waits.ms("instances", second, "waits", 1), waits.ms("instances", second, "late_by", 2)));
}

void TestGuideFigures::twoRuns()
{
    KT_REQUIRE_SHARED("traces/kineto_resnet50_w0");
    KT_REQUIRE_SHARED("traces/kineto_resnet50_w4");
    const AnalysisInput control { m_traces.of(QStringLiteral("kineto_resnet50_w0")), {} };
    const AnalysisInput test { m_traces.of(QStringLiteral("kineto_resnet50_w4")), {} };
    const std::vector<AnalysisInput> inputs { control, test };
    const Figures parts(runOn(inputs, "waterfall"));
    const Result<AnalysisResult>& compared = parts.result();
    const QString page = guidePage("runs.md");
    const auto part = [](const char* name) { return Where { { "part", name } }; };
    QVERIFY(QString::fromStdString(remarkOf(compared, "in-words"))
                .contains(QStringLiteral("The test's median window (step 7) takes 48.20 ms (27.4 %) less than the "
                                         "control's (step 5): 49.81 ms less waiting for the host.")));
    KT_PAGE_HAS(page, QStringLiteral("takes 48.20 ms (27.4 %) less than the control's; it has 49.81 ms less waiting"));
    KT_PAGE_HAS(page,
        QStringLiteral("48.20 ms (%1 %) more")
            .arg(QString::number(
                -100 * parts.of("parts", part("wall"), "delta") / parts.of("parts", part("wall"), "test"), 'f', 1)));
    const auto bounds = [&](const char* name, const char* low, const char* high) {
        return QStringLiteral("by %1 to %2 ms")
            .arg(QString::number(std::abs(parts.of("parts", part(name), low)) / 1e6, 'f', 1),
                QString::number(std::abs(parts.of("parts", part(name), high)) / 1e6, 'f', 1));
    };
    KT_PAGE_HAS(page, bounds("wall", "shift_high", "shift_low"));
    KT_PAGE_HAS(page, bounds("compute", "shift_low", "shift_high"));
    KT_PAGE_HAS(page,
        QStringLiteral(
            "waiting for the host %1 ms before and %2 after; copies that nothing hides %3 and %4; computing %5 "
            "and %6.")
            .arg(parts.ms("parts", part("idle_host_wait"), "control", 1),
                parts.ms("parts", part("idle_host_wait"), "test", 1),
                parts.ms("parts", part("mem_exposed"), "control", 1), parts.ms("parts", part("mem_exposed"), "test", 1),
                parts.ms("parts", part("compute"), "control", 1), parts.ms("parts", part("compute"), "test", 1)));
}

QTEST_GUILESS_MAIN(TestGuideFigures)
#include "tst_guide_figures.moc"
