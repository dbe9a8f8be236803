// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/trace_loader.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"

#include <numeric>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

std::uint64_t countedEvents(const ImportReport& report)
{
    return std::accumulate(report.counted.begin(), report.counted.end(), std::uint64_t { 0 },
        [](std::uint64_t sum, const auto& entry) { return sum + entry.second; });
}

QStringList namesOf(const Trace& trace, const std::vector<SliceId>& slices)
{
    QStringList names;
    for (const SliceId slice : slices)
        names.append(toQString(trace.name(slice)));
    return names;
}

} // namespace

/// The bundled sample through the whole of loading: what the window shows at its first start.
class TestSampleJob : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const auto loaded =
            loadTraceSet({ { std::nullopt, KINETOSCOPE_SOURCE_DIR "/resources/samples/job" } }, testLoadOptions(), {});
        KT_VERIFY_OK(loaded);
        m_job = *loaded;
    }

    void hasFourRanksOfTwoSteps()
    {
        QCOMPARE(m_job->ranks().size(), std::size_t { 4 });
        QVERIFY(m_job->remarks().empty());
        QCOMPARE(m_job->stepNumbers(), (std::vector<std::int64_t> { 11, 12 }));
    }

    void everyEventIsDrawableOrCounted()
    {
        for (const RankTrace& rank : m_job->ranks()) {
            const ImportReport& report = rank.trace->report();
            QVERIFY(report.isClean());
            QCOMPARE(report.drawable + countedEvents(report), report.events);
        }
    }

    void everyKernelHasItsLaunch()
    {
        for (const RankTrace& rank : m_job->ranks()) {
            const Trace& trace = *rank.trace;
            std::size_t works = 0;
            for (std::size_t row = 0; row < trace.slices().size(); ++row) {
                const SliceId slice { row };
                if (!isGpuWork(trace.kind(slice)))
                    continue;
                ++works;
                QVERIFY2(trace.launchOf(slice).isValid(), std::string(trace.name(slice)).c_str());
            }
            QVERIFY(works > 0);
        }
    }

    void opStackOfAForwardKernel()
    {
        const Trace& trace = *m_job->ranks().front().trace;
        const SliceId kernel = findSlice(trace, "ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_tn");
        QVERIFY(kernel.isValid());
        QCOMPARE(namesOf(trace, trace.opStack(kernel)),
            (QStringList { "ProfilerStep#11", "DistributedDataParallel.forward", "aten::linear", "aten::addmm",
                "cudaLaunchKernel" }));
        QCOMPARE(namesOf(trace, trace.pythonStack(kernel)),
            (QStringList { "train.py(61): train_step", "nn.Module: LanguageModel_0", "model.py(121): forward",
                "nn.Module: Block_0", "model.py(97): forward", "nn.Module: SelfAttention_0",
                "model.py(58): forward" }));
    }

    void backwardOpKnowsItsForwardOp()
    {
        const Trace& trace = *m_job->ranks().front().trace;
        const SliceId backward = findSlice(trace, "GeluBackward0");
        QVERIFY(backward.isValid());
        QCOMPARE(toQString(trace.name(trace.forwardOf(backward))), QStringLiteral("aten::gelu"));
    }

    void stragglerSpendsTheLeastTimeInCollectives()
    {
        std::vector<Nanoseconds> sums;
        for (const RankTrace& rank : m_job->ranks()) {
            Nanoseconds sum = 0;
            for (std::size_t row = 0; row < rank.trace->slices().size(); ++row) {
                const SliceId slice { row };
                if (rank.trace->kind(slice) == EventKind::Kernel
                    && rank.trace->name(slice).starts_with("ncclDevKernel"))
                    sum += rank.trace->slices().duration(slice);
            }
            sums.push_back(sum);
        }
        for (std::size_t rank = 0; rank < 3; ++rank)
            QVERIFY(sums[rank] > 2 * sums[3]);
    }

    void cuptiSampleOpens()
    {
        const auto loaded = loadTrace(
            KINETOSCOPE_SOURCE_DIR "/resources/samples/counters/cupti_forward.pt.trace.json.gz", testLoadOptions(), {});
        KT_VERIFY_OK(loaded);
        QVERIFY((*loaded)->report().isClean());
    }

    void damageCostsOnlyWhatIsDamaged_data()
    {
        QTest::addColumn<int>("defect");
        QTest::addColumn<int>("extra"); ///< events that the damage brings along
        QTest::addColumn<int>("lost");  ///< elements that may be missing or dropped
        const auto row = [](const char* name, Defect defect, int extra, int lost) {
            QTest::newRow(name) << static_cast<int>(defect) << extra << lost;
        };
        row("no closing bracket", Defect::NoClosingBracket, 0, 0);
        row("trailing comma", Defect::TrailingComma, 0, 0);
        row("missing comma", Defect::MissingComma, 0, 0);
        row("raw newline", Defect::RawNewlineInName, 1, 0);
        row("bad UTF-8", Defect::BadUtf8InName, 1, 0);
        row("quote", Defect::QuoteInName, 1, 1);
        row("backslash", Defect::BackslashInName, 1, 0);
        row("nan", Defect::LowerCaseNan, 1, 1);
        row("negative duration", Defect::NegativeDuration, 1, 0);
        row("overlapping kernels", Defect::OverlappingKernels, 2, 0);
    }

    void damageCostsOnlyWhatIsDamaged()
    {
        QFETCH(const int, defect);
        QFETCH(const int, extra);
        QFETCH(const int, lost);
        const std::string whole = generateTrace();
        const auto good = loadText(whole);
        const auto damaged = loadText(damage(whole, static_cast<Defect>(defect)));
        KT_VERIFY_OK(good);
        KT_VERIFY_OK(damaged);
        const ImportReport& expected = (*good)->report();
        const ImportReport& report = (*damaged)->report();
        QCOMPARE(report.events, expected.events + static_cast<std::uint64_t>(extra));
        QVERIFY(report.dropped <= static_cast<std::uint64_t>(lost));
        QVERIFY(report.drawable + static_cast<std::uint64_t>(lost)
            >= expected.drawable + static_cast<std::uint64_t>(extra));
        QCOMPARE(report.drawable + countedEvents(report), report.events);
    }

private:
    std::shared_ptr<const TraceSet> m_job;
};

QTEST_GUILESS_MAIN(TestSampleJob)
#include "tst_sample_job.moc"
