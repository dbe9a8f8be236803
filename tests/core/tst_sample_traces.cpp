// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_traces.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"

#include <limits>

using namespace kinetoscope::tests;

namespace {

std::string samplePath(const std::string& relative)
{
    return KINETOSCOPE_SOURCE_DIR "/resources/samples/" + relative;
}

std::size_t countOf(const std::string& text, std::string_view word)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
        ++count;
    return count;
}

} // namespace

class TestSampleTraces : public QObject {
    Q_OBJECT

private slots:
    void filesAreWhatTheGeneratorMakes_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("text");
        for (const SampleFile& file : sampleFiles())
            QTest::newRow(file.path.c_str()) << toQString(file.path) << toQString(file.text);
    }

    // The text, not the compressed bytes: other builds of zlib compress the same text differently.
    void filesAreWhatTheGeneratorMakes()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, text);
        const std::string bytes = readFile(samplePath(path.toStdString()));
        QVERIFY2(!bytes.empty(), "the sample is missing");
        KT_COMPARE_TEXT(gunzip(bytes), text.toStdString());
    }

    void samplesStaySmall()
    {
        std::size_t total = 0;
        for (const SampleFile& file : sampleFiles())
            total += readFile(samplePath(file.path)).size();
        QVERIFY2(total < 300'000, QByteArray::number(static_cast<qulonglong>(total)).constData());
    }

    void gzipIsTheSameEachTimeAndHasNoDate()
    {
        const std::string once = gzip("the same bytes");
        QCOMPARE(once, gzip("the same bytes"));
        QCOMPARE(once.substr(4, 4), std::string(4, '\0'));
        QCOMPARE(gunzip(once + once), std::string("the same bytesthe same bytes"));
    }

    void seedDecidesEverything()
    {
        GeneratorOptions options;
        const std::string first = generateTrace(options);
        QCOMPARE(generateTrace(options), first);
        options.seed = 2;
        QVERIFY(generateTrace(options) != first);
    }

    void stepsAndLayersScaleTheTrace()
    {
        GeneratorOptions options;
        options.steps = 1;
        options.layers = 1;
        const std::size_t small = countOf(generateTrace(options), "\"ph\": \"X\"");
        options.steps = 3;
        options.layers = 4;
        QVERIFY(countOf(generateTrace(options), "\"ph\": \"X\"") > 6 * small);
    }

    void damageChangesTheText_data()
    {
        QTest::addColumn<int>("defect");
        QTest::newRow("cut short") << static_cast<int>(Defect::CutShort);
        QTest::newRow("no closing bracket") << static_cast<int>(Defect::NoClosingBracket);
        QTest::newRow("trailing comma") << static_cast<int>(Defect::TrailingComma);
        QTest::newRow("missing comma") << static_cast<int>(Defect::MissingComma);
        QTest::newRow("raw newline") << static_cast<int>(Defect::RawNewlineInName);
        QTest::newRow("bad UTF-8") << static_cast<int>(Defect::BadUtf8InName);
        QTest::newRow("quote") << static_cast<int>(Defect::QuoteInName);
        QTest::newRow("backslash") << static_cast<int>(Defect::BackslashInName);
        QTest::newRow("nan") << static_cast<int>(Defect::LowerCaseNan);
        QTest::newRow("negative duration") << static_cast<int>(Defect::NegativeDuration);
        QTest::newRow("overlapping kernels") << static_cast<int>(Defect::OverlappingKernels);
    }

    void damageChangesTheText()
    {
        QFETCH(const int, defect);
        const std::string whole = generateTrace();
        const std::string damaged = damage(whole, static_cast<Defect>(defect));
        QVERIFY(damaged != whole);
        // Every kind but the cuts keeps what was there.
        const bool isCut =
            defect == static_cast<int>(Defect::CutShort) || defect == static_cast<int>(Defect::NoClosingBracket);
        QCOMPARE(damaged.size() < whole.size() - 1, isCut);
    }

    void timesAreSpelledExactly_data()
    {
        QTest::addColumn<qint64>("ns");
        QTest::addColumn<int>("style");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, qint64 ns, TimeStyle style, const char* text) {
            QTest::newRow(name) << ns << static_cast<int>(style) << QString::fromLatin1(text);
        };
        row("zero", 0, TimeStyle::ThreeDecimals, "0.000");
        row("leading zeros of the fraction", 12'005, TimeStyle::ThreeDecimals, "12.005");
        row("whole", 12'005, TimeStyle::WholeMicroseconds, "12");
        row("shortest whole", 12'000, TimeStyle::Shortest, "12");
        row("shortest fraction", 12'300, TimeStyle::Shortest, "12.300");
        row("negative", -1'500, TimeStyle::ThreeDecimals, "-1.500");
        row("smallest", std::numeric_limits<qint64>::min(), TimeStyle::ThreeDecimals, "-9223372036854775.808");
    }

    void timesAreSpelledExactly()
    {
        QFETCH(const qint64, ns);
        QFETCH(const int, style);
        QFETCH(const QString, text);
        QCOMPARE(toQString(microseconds(ns, static_cast<TimeStyle>(style))), text);
    }
};

QTEST_GUILESS_MAIN(TestSampleTraces)
#include "tst_sample_traces.moc"
