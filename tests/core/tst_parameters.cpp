// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_analysis.h"
#include "core/analysis/scope/scope_text.h"
#include "core/analysis/types/analysis.h"
#include "core/analysis/types/parameters.h"
#include "core/catalog/analyses.h"
#include "core/words/english.h"
#include "tests/support/test_macros.h"

using namespace kinetoscope;

/// Texts of parameters and scopes, read and written; defaults of both modes.
class TestParameters : public QObject {
    Q_OBJECT

private slots:
    void typedRanges_data();
    void typedRanges();
    void durations_data();
    void durations();
    void durationsRefused_data();
    void durationsRefused();
    void durationTextReadsBack_data();
    void durationTextReadsBack();
    void valuesAreChecked_data();
    void valuesAreChecked();
    void defaultsDependOnTheMode();
    void unknownAndForeignParametersAreRefused();
    void everyDescriptorTextReadsBack();
    void emptyPiecesOfChangesReadBack();
    void numberLists_data();
    void numberLists();
    void timeRanges_data();
    void timeRanges();
    void byteSizes_data();
    void byteSizes();
    void nearestNames_data();
    void nearestNames();
    void unknownNamesEndWithWhatIsMeant_data();
    void unknownNamesEndWithWhatIsMeant();
};

void TestParameters::durations_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("ns");
    QTest::newRow("no unit is us") << "12" << qint64 { 12'000 };
    QTest::newRow("us") << "5us" << qint64 { 5'000 };
    QTest::newRow("ns, blank") << "300 ns" << qint64 { 300 };
    QTest::newRow("fraction of ms") << "1.5ms" << qint64 { 1'500'000 };
    QTest::newRow("s") << "2s" << qint64 { 2'000'000'000 };
    QTest::newRow("sign of micro") << "5µs" << qint64 { 5'000 };
    QTest::newRow("zero") << "0" << qint64 { 0 };
    QTest::newRow("negative") << "-1.005" << qint64 { -1'005 };
    QTest::newRow("largest") << "9223372036854775807ns" << std::numeric_limits<qint64>::max();
}

void TestParameters::durations()
{
    QFETCH(QString, text);
    QFETCH(qint64, ns);
    const Result<std::int64_t> parsed = parseDuration(text.toStdString());
    KT_VERIFY_OK(parsed);
    QCOMPARE(qint64 { *parsed }, ns);
}

void TestParameters::durationsRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << "";
    QTest::newRow("unit alone") << "us";
    QTest::newRow("word") << "fast";
    QTest::newRow("finer than a nanosecond") << "0.0001us";
    QTest::newRow("too large") << "9223372036854775808ns";
    QTest::newRow("too large in s") << "10000000000s";
    QTest::newRow("exponent") << "1e3us";
    QTest::newRow("two points") << "1.2.3";
}

void TestParameters::durationsRefused()
{
    QFETCH(QString, text);
    KT_VERIFY_ERROR(parseDuration(text.toStdString()), ErrorCode::InvalidArgument);
}

void TestParameters::durationTextReadsBack_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << qint64 { 0 } << "0us";
    QTest::newRow("us") << qint64 { 30'000 } << "30us";
    QTest::newRow("ms") << qint64 { 2'000'000 } << "2ms";
    QTest::newRow("fraction") << qint64 { 1'500 } << "1.5us";
    QTest::newRow("ns") << qint64 { 7 } << "7ns";
    QTest::newRow("s") << qint64 { 3'000'000'000 } << "3s";
    QTest::newRow("smallest") << std::numeric_limits<qint64>::min() << "-9223372036854775.808us";
}

void TestParameters::durationTextReadsBack()
{
    QFETCH(qint64, ns);
    QFETCH(QString, text);
    QCOMPARE(formatDuration(ns), text.toStdString());
    QCOMPARE(qint64 { parseDuration(formatDuration(ns)).value() }, ns);
}

void TestParameters::valuesAreChecked_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isGood");
    QTest::newRow("ratio") << "duration-ratio"
                           << "0.5" << true;
    QTest::newRow("ratio above 1") << "duration-ratio"
                                   << "1.01" << false;
    QTest::newRow("ratio, no number") << "duration-ratio"
                                      << "half" << false;
    QTest::newRow("ratio, nan") << "duration-ratio"
                                << "nan" << false;
    QTest::newRow("number") << "num-kernels"
                            << "3" << true;
    QTest::newRow("number below 1") << "num-kernels"
                                    << "0" << false;
    QTest::newRow("number with a fraction") << "num-kernels"
                                            << "2.5" << false;
    QTest::newRow("flag") << "include-memory-kernels"
                          << "off" << true;
    QTest::newRow("flag, a word") << "include-memory-kernels"
                                  << "maybe" << false;
    QTest::newRow("choice") << "ratio-rule"
                            << "coverage" << true;
    QTest::newRow("no such choice") << "ratio-rule"
                                    << "best" << false;
}

void TestParameters::valuesAreChecked()
{
    QFETCH(QString, id);
    QFETCH(QString, text);
    QFETCH(bool, isGood);
    for (const ParameterDescriptor& parameter : findAnalysis("kernel-breakdown")->parameters) {
        if (parameter.id != id.toStdString())
            continue;
        const Result<ParameterValue> value = parseParameter(parameter, text.toStdString());
        QCOMPARE(value.isOk(), isGood);
        if (!isGood)
            QVERIFY2(english(value.error().message).find("--" + parameter.id) != std::string::npos,
                english(value.error().message).c_str());
        return;
    }
    QFAIL("no such parameter");
}

void TestParameters::defaultsDependOnTheMode()
{
    const AnalysisDescriptor& analysis = *findAnalysis("kernel-breakdown");
    const Result<Parameters> exact = completeParameters(analysis, {}, Mode::Exact);
    KT_VERIFY_OK(exact);
    QCOMPARE(exact->integer("num-kernels"), std::int64_t { 10 });
    QVERIFY(!exact->has("ns-rounding"));
    const Result<Parameters> hta = completeParameters(analysis, {}, Mode::Hta);
    KT_VERIFY_OK(hta);
    QVERIFY(hta->boolean("ns-rounding"));
    QVERIFY(!hta->boolean("include-last-profiler-step"));
}

void TestParameters::unknownAndForeignParametersAreRefused()
{
    const AnalysisDescriptor& analysis = *findAnalysis("temporal-breakdown");
    Parameters unknown;
    unknown.set("num-kernels", std::int64_t { 3 });
    KT_VERIFY_ERROR(completeParameters(analysis, unknown, Mode::Exact), ErrorCode::InvalidArgument);
    Parameters foreign;
    foreign.set("ns-rounding", false);
    KT_VERIFY_ERROR(completeParameters(analysis, foreign, Mode::Exact), ErrorCode::InvalidArgument);
    KT_VERIFY_OK(completeParameters(analysis, foreign, Mode::Hta));
}

void TestParameters::everyDescriptorTextReadsBack()
{
    for (const AnalysisDescriptor& analysis : analyses()) {
        for (const ParameterDescriptor& parameter : analysis.parameters) {
            const std::string text = formatParameter(parameter, parameter.defaultValue);
            const Result<ParameterValue> back = parseParameter(parameter, text);
            KT_VERIFY_OK(back);
            QVERIFY2(*back == parameter.defaultValue, (analysis.id + " " + parameter.id).c_str());
        }
    }
}

/// A list of changes with an empty piece is told what is wrong with it in the words that were given.
void TestParameters::emptyPiecesOfChangesReadBack()
{
    const AnalysisDescriptor& whatIf = *findAnalysis("what-if");
    const auto change = std::ranges::find(whatIf.parameters, NamedThing::Change, &ParameterDescriptor::names);
    QVERIFY(change != whatIf.parameters.end());
    for (const char* text : { ",host:op=0", ",,host:op=0", "host:op=0,", "host:op=0,,wait:copy=0", "," }) {
        const Result<ParameterValue> value = parseParameter(*change, text);
        KT_VERIFY_OK(value);
        KT_COMPARE_TEXT(formatParameter(*change, *value), text);
    }
}

void TestParameters::numberLists_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected"); ///< "" : refused
    QTest::newRow("one") << "3"
                         << "3";
    QTest::newRow("spans") << "0,2-5"
                           << "0,2-5";
    QTest::newRow("two neighbours") << "7,8"
                                    << "7,8";
    QTest::newRow("unordered, repeated") << "5,1,2,3,2"
                                         << "1-3,5";
    QTest::newRow("negative") << "-1"
                              << "-1";
    QTest::newRow("empty") << ""
                           << "";
    QTest::newRow("trailing comma") << "1,"
                                    << "";
    QTest::newRow("backwards") << "5-2"
                               << "";
    QTest::newRow("word") << "all of them"
                          << "";
    QTest::newRow("too many") << "0-9223372036854775807"
                              << "";
}

void TestParameters::numberLists()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const Result<std::vector<std::int64_t>> numbers = parseNumberList(text.toStdString());
    QCOMPARE(numbers ? formatNumberList(*numbers) : std::string {}, expected.toStdString());
}

void TestParameters::timeRanges_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("us by default") << "10:20"
                                   << "10us:20us";
    QTest::newRow("units") << "1ms:1.5s"
                           << "1ms:1500ms";
    QTest::newRow("backwards") << "20:10"
                               << "";
    QTest::newRow("empty") << "10:10"
                           << "";
    QTest::newRow("no colon") << "10"
                              << "";
    QTest::newRow("open end") << "10:"
                              << "";
}

void TestParameters::timeRanges()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const Result<TimeRange> range = parseTimeRange(text.toStdString());
    QCOMPARE(range ? formatTimeRange(*range) : std::string {}, expected.toStdString());
    if (range)
        QVERIFY(parseTimeRange(formatTimeRange(*range)).value() == *range);
}

void TestParameters::byteSizes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<quint64>("bytes"); ///< 0: refused
    QTest::newRow("plain") << "1000" << quint64 { 1000 };
    QTest::newRow("MiB") << "512MiB" << (quint64 { 512 } << 20);
    QTest::newRow("G") << "4G" << (quint64 { 4 } << 30);
    QTest::newRow("GB") << "4GB" << (quint64 { 4 } << 30);
    QTest::newRow("fraction") << "1.5k" << quint64 { 1536 };
    QTest::newRow("zero") << "0" << quint64 { 0 };
    QTest::newRow("negative") << "-1" << quint64 { 0 };
    QTest::newRow("word") << "much" << quint64 { 0 };
    QTest::newRow("too much") << "99999999999999T" << quint64 { 0 };
}

void TestParameters::byteSizes()
{
    QFETCH(QString, text);
    QFETCH(quint64, bytes);
    const Result<std::uint64_t> parsed = parseByteSize(text.toStdString());
    QCOMPARE(parsed ? quint64 { *parsed } : quint64 { 0 }, bytes);
}

void TestParameters::nearestNames_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("letter missing") << "temporal-breakdow"
                                    << "temporal-breakdown";
    QTest::newRow("other word order is too far") << "breakdown-of-time"
                                                 << "";
    QTest::newRow("swapped letters") << "kernel-braekdown"
                                     << "kernel-breakdown";
    QTest::newRow("nothing alike") << "xyz"
                                   << "";
    QTest::newRow("empty") << ""
                           << "";
}

void TestParameters::nearestNames()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(nearestName(text.toStdString(), { "temporal-breakdown", "kernel-breakdown" }), expected.toStdString());
}

void TestParameters::unknownNamesEndWithWhatIsMeant_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("end");
    QTest::newRow("near") << "idle-tim"
                          << "; did you mean 'idle-time'?";
    QTest::newRow("part of two") << "idle"
                                 << "; did you mean 'idle-time' or 'idle-causes'?";
    QTest::newRow("part of four")
        << "break"
        << "; did you mean 'temporal-breakdown', 'kernel-breakdown' or 'annotation-breakdown'?";
    QTest::newRow("too short") << "id"
                               << ".";
    QTest::newRow("nothing") << "xyz"
                             << ".";
}

void TestParameters::unknownNamesEndWithWhatIsMeant()
{
    QFETCH(QString, text);
    QFETCH(QString, end);
    KT_COMPARE_TEXT(didYouMean(text.toStdString(),
                        { "temporal-breakdown", "kernel-breakdown", "idle-time", "idle-causes", "annotation-breakdown",
                            "module-breakdown" }),
        end.toStdString());
}

void TestParameters::typedRanges_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected"); ///< as formatTimeRange; "": an error
    const auto add = [](const char* text, const char* expected) {
        QTest::newRow(text) << QString(text) << QString(expected);
    };
    add("10ms:12.5ms", "10ms:12500us");
    add("10 ms - 12.5 ms", "10ms:12500us");
    add(" 1.2ms to 3.4ms ", "1200us:3400us");
    add("10ms + 500us", "10ms:10500us");
    add("5 - 7", "5us:7us");
    add("10ms", "");
    add("12ms - 10ms", "");
    add("10ms + 0", "");
    add("a - b", "");
    add("", "");
    add("-", "");
    add("+", "");
}

void TestParameters::typedRanges()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const Result<TimeRange> range = parseTypedRange(text.toStdString());
    QCOMPARE(range ? QString::fromStdString(formatTimeRange(*range)) : QString(), expected);
}

QTEST_GUILESS_MAIN(TestParameters)
#include "tst_parameters.moc"
