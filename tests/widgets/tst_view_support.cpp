// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/types/parameters.h"
#include "core/base/analysis_name.h"
#include "core/base/number_text.h"
#include "tests/support/event_builder.h"
#include "widgets/models/column_format.h"
#include "widgets/models/screen_numbers.h"
#include "widgets/support/elided.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_style.h"
#include "widgets/support/number_text.h"
#include "widgets/support/option_text.h"
#include "widgets/support/view_state.h"

#include <QByteArray>
#include <QChar>
#include <QCoreApplication>
#include <QLocale>
#include <QObject>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QString>
#include <QStringLiteral>
#include <QTest>
#include <QTextBoundaryFinder>
#include <QTranslator>

#include <limits>
#include <optional>

using namespace kinetoscope;
using tests::EventBuilder;

/// Numbers and names as text, and the state all views share.
class TestViewSupport : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void durationsHaveFourDigits_data();
    void durationsHaveFourDigits();
    void prefixesOfAmounts_data();
    void prefixesOfAmounts();
    void numbersFollowTheirStyle_data();
    void numbersFollowTheirStyle();
    void momentsAreExact_data();
    void momentsAreExact();
    void countsAndShares_data();
    void countsAndShares();
    void namesBecomePlainLines_data();
    void namesBecomePlainLines();
    void figuresAreNotBrokenIntoLines();
    void messagesFollowTheLocale();
    void messagesAreTranslated();
    void analysesHaveTheTitlesOfTheirPanels();
    void optionsHaveTheNamesOfTheirFields_data();
    void optionsHaveTheNamesOfTheirFields();
    void whatIsCutEndsInAnEllipsis();
    void settersTellOfChangesOnly();
    void impossibleReferencesAreLeftOut();
    void anotherJobClearsTheState();
};

namespace {

/// Spaces of every width as plain ones, for readable expectations.
QString plainSpaces(QString text)
{
    return text.replace(QChar(u'\u202f'), QChar(u' '))
        .replace(QChar(u'\u00a0'), QChar(u' '))
        .replace(QChar(u'\u00b5'), QChar(u'u'));
}

std::shared_ptr<const TraceSet> job()
{
    EventBuilder events;
    events.onThread("1", "1");
    events.slice("cpu_op", "aten::mm", 1000, 3000);
    events.slice("cpu_op", "aten::add", 5000, 6000);
    return std::make_shared<TraceSet>(
        std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> { { 3, events.build() } },
        std::vector<Remark> {});
}

} // namespace

void TestViewSupport::durationsHaveFourDigits_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << qint64 { 0 } << "0 ns";
    QTest::newRow("ns") << qint64 { 987 } << "987 ns";
    QTest::newRow("us") << qint64 { 1000 } << "1.000 us";
    QTest::newRow("us, rounded") << qint64 { 12'346 } << "12.35 us";
    QTest::newRow("us, a half that is less in binary") << qint64 { 40'165 } << "40.17 us"; // as in core/words
    QTest::newRow("ms") << qint64 { 12'340'000 } << "12.34 ms";
    QTest::newRow("carries into the next digit") << qint64 { 99'996 } << "100.0 us";
    QTest::newRow("carries into the next unit") << qint64 { 999'960 } << "1.000 ms";
    QTest::newRow("s") << qint64 { 1'500'000'000 } << "1.500 s";
    QTest::newRow("many s") << qint64 { 12'345'600'000'000 } << "12 346 s";
    QTest::newRow("negative") << qint64 { -1500 } << "-1.500 us";
    QTest::newRow("longest") << qint64 { kMinTimestamp } << "-9 223 372 037 s";
}

void TestViewSupport::durationsHaveFourDigits()
{
    QFETCH(qint64, ns);
    QFETCH(QString, text);
    QCOMPARE(plainSpaces(durationText(ns)), text);
}

void TestViewSupport::prefixesOfAmounts_data()
{
    QTest::addColumn<double>("largest");
    QTest::addColumn<double>("size");
    QTest::addColumn<QString>("sign");
    const auto row = [](const char* name, double largest, double size, const char* sign) {
        QTest::newRow(name) << largest << size << QString::fromLatin1(sign);
    };
    row("zero", 0, 1, "");
    row("read at a glance", 99'999, 1, "");
    row("thousands", 100'000, 1e3, "k");
    row("millions", 1e6, 1e6, "M");
    row("negative", -2.5e9, 1e9, "G");
    row("largest", 1e300, 1e18, "E");
    row("infinite", std::numeric_limits<double>::infinity(), 1, "");
    row("no number", std::numeric_limits<double>::quiet_NaN(), 1, "");
}

void TestViewSupport::prefixesOfAmounts()
{
    QFETCH(double, largest);
    QFETCH(double, size);
    QFETCH(QString, sign);
    QCOMPARE(amountPrefixFor(largest).size, size);
    QCOMPARE(QString::fromLatin1(amountPrefixFor(largest).sign), sign);
}

void TestViewSupport::numbersFollowTheirStyle_data()
{
    QTest::addColumn<int>("unit"); // -1: the one that suits
    QTest::addColumn<int>("digits");
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, int unit, int digits, qint64 ns, const char* text) {
        QTest::newRow(name) << unit << digits << ns << QString::fromLatin1(text);
    };
    row("six digits", -1, 6, 12'345'678, "12.3457 ms");
    row("six digits carry into the next unit", -1, 6, 999'999'960, "1.00000 s");
    row("six digits do not", -1, 6, 999'960, "999.960 us");
    row("never more digits than ns", -1, 9, 12'340, "12.340 us");
    row("too few digits are three", -1, 1, 12'345'678, "12.3 ms");
    row("ns", 0, 4, 12'345'678, "12 345 678 ns");
    row("us", 1, 4, 12'345'678, "12 346 us");
    row("us, small", 1, 4, 7, "0.007 us");
    row("ms", 2, 4, 123, "0.000123 ms");
    row("ms, negative", 2, 4, -1'234'567, "-1.235 ms");
    row("s, of a ns", 3, 4, 1, "0.000000001 s");
    row("s, zero", 3, 4, 0, "0.000 s");
}

void TestViewSupport::numbersFollowTheirStyle()
{
    QFETCH(int, unit);
    QFETCH(int, digits);
    QFETCH(qint64, ns);
    QFETCH(QString, text);
    const auto restore = qScopeGuard([] { setNumberStyle({}); });
    const QString moment = momentText(12'345'678);
    setNumberStyle({ unit < 0 ? std::nullopt : std::optional(static_cast<TimeUnit>(unit)), digits });
    QCOMPARE(plainSpaces(durationText(ns)), text);
    // Columns and axes have the same unit; a moment loses nothing.
    if (unit >= 0)
        QCOMPARE(static_cast<int>(timeUnitFor(static_cast<double>(ns))), unit);
    setNumberStyle({ TimeUnit::Second, 3 });
    QCOMPARE(plainSpaces(momentText(12'345'678)), QStringLiteral("0.012 345 678 s"));
    setNumberStyle({});
    QCOMPARE(momentText(12'345'678), moment);
}

void TestViewSupport::momentsAreExact_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("inList");
    QTest::newRow("zero") << qint64 { 0 } << "0 ns"
                          << "0 ns";
    QTest::newRow("ms") << qint64 { 12'345'678 } << "12.345 678 ms"
                        << "12.345 ms";
    QTest::newRow("s") << qint64 { 1'000'000'001 } << "1.000 000 001 s"
                       << "1.000 000 s";
    QTest::newRow("negative") << qint64 { -1234 } << "-1.234 us"
                              << "-1.234 us";
    QTest::newRow("first") << qint64 { kMinTimestamp } << "-9 223 372 036.854 775 808 s"
                           << "-9 223 372 036.854 775 s";
}

void TestViewSupport::momentsAreExact()
{
    QFETCH(qint64, ns);
    QFETCH(QString, text);
    QFETCH(QString, inList);
    QCOMPARE(plainSpaces(momentText(ns)), text);
    QCOMPARE(plainSpaces(shortMomentText(ns)), inList);
}

void TestViewSupport::countsAndShares_data()
{
    QTest::addColumn<QString>("actual");
    QTest::addColumn<QString>("text");
    QTest::newRow("count") << countText(1'234'567) << "1 234 567";
    QTest::newRow("negative count") << countText(-1234) << "-1 234";
    QTest::newRow("short count, small") << shortCountText(999) << "999";
    QTest::newRow("short count, k") << shortCountText(312'400) << "312 k";
    QTest::newRow("short count, just below M") << shortCountText(999'900) << "1.00 M";
    QTest::newRow("exact ns") << exactDurationText(12'345'678) << "12 345 678 ns";
    QTest::newRow("percent") << percentText(41.26) << "41.3 %";
    QTest::newRow("percent, tiny") << percentText(0.01) << "< 0.1 %";
    QTest::newRow("percent, nearly all") << percentText(99.96) << "> 99.9 %";
    QTest::newRow("percent, of a table, nearly all") << percentNumber(99.96) << "> 99.9";
    QTest::newRow("percent, all but rounding") << percentText(100 * (0.1 + 0.2 + 0.7)) << "100.0 %";
    QTest::newRow("percent, little less than nothing") << percentText(-0.01) << "> -0.1 %";
    QTest::newRow("percent, of a table, little") << percentNumber(0.01) << "< 0.1";
    QTest::newRow("percent, zero") << percentText(0.0) << "0.0 %";
    QTest::newRow("percent, none") << percentText(std::nullopt) << QString(QChar(u'\u2013'));
    QTest::newRow("percent, not a number")
        << percentText(std::numeric_limits<double>::quiet_NaN()) << QString(QChar(u'\u2013'));
    QTest::newRow("bytes") << bytesText(999) << "999 B";
    QTest::newRow("megabytes") << bytesText(12'300'000) << "12.3 MB";
    QTest::newRow("decimals") << decimalText(1234.5, 2) << "1 234.50";
}

void TestViewSupport::countsAndShares()
{
    QFETCH(QString, actual);
    QFETCH(QString, text);
    QCOMPARE(plainSpaces(actual), text);
}

void TestViewSupport::namesBecomePlainLines_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("line");
    QTest::newRow("plain") << QByteArray("aten::mm") << "aten::mm";
    QTest::newRow("rich text stays as written") << QByteArray("kernel<i>&amp;") << "kernel<i>&amp;";
    QTest::newRow("line break") << QByteArray("a\nb")
                                << QString::fromUtf8("a\xe2\x90\x8a"
                                                     "b");
    QTest::newRow("right to left override") << QByteArray("a\xe2\x80\xae"
                                                          "b")
                                            << QString::fromUtf8("a\xef\xbf\xbd"
                                                                 "b");
    QTest::newRow("broken UTF-8") << QByteArray("a\xff"
                                                "b")
                                  << QString::fromUtf8("a\xef\xbf\xbd"
                                                       "b");
    QTest::newRow("empty") << QByteArray() << "";
}

void TestViewSupport::namesBecomePlainLines()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, line);
    QCOMPARE(plainLine({ bytes.constData(), static_cast<std::size_t>(bytes.size()) }), line);
}

namespace {

/// One of each argument.
Message everything()
{
    return { KT_PHRASE("test", "%1|%2|%3|%4|%5|%6|%7|%8|%9"), arg::Count { 12345 }, arg::Number { 12345 },
        arg::Duration { 494'500'000 }, arg::ExactDuration { 12'345 }, arg::Microseconds { 13'318'864 },
        arg::Share { 501, 1000 }, arg::Bytes { 2'250'000'000 }, arg::Name { "gemm 1.5 ms of 12345 kernels" },
        arg::Percent { 2.5 } };
}

/// Says every text between brackets, so that a test sees what was asked for.
class Bracketing final : public QTranslator {
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char* context, const char* text, const char* plural, int n) const override
    {
        const QString counted = plural && n >= 0 ? QString::number(n) + u'*' : QString();
        return u'[' + QString::fromUtf8(context) + u':' + counted + QString::fromUtf8(text) + u']';
    }
};

} // namespace

void TestViewSupport::figuresAreNotBrokenIntoLines()
{
    const std::string ruler = "12\u202f345.5\u202fms"; // as core writes a tick
    for (const QString& figure : { durationText(12'345'678'901'234), exactDurationText(12'345'678),
             momentText(1'234'567), countText(12'345'678), decimalText(12'345.678, 3), percentText(12.5),
             bytesText(12'345'678), quantityText(12'345.5, Unit::Microseconds),
             QString::fromStdString(groupedCount(12'345'678)), QString::fromStdString(ruler) }) {
        const QString before = QStringLiteral("in ");
        QTextBoundaryFinder finder(QTextBoundaryFinder::Line, before + figure);
        for (qsizetype at = 1; at < figure.size(); ++at) {
            finder.setPosition(before.size() + at);
            QVERIFY2(!finder.isAtBoundary(), qPrintable(figure));
        }
    }
}

void TestViewSupport::messagesFollowTheLocale()
{
    const auto shown = [](QLocale locale, const Message& message = everything()) {
        QLocale::setDefault(locale);
        QString text = messageText(message);
        QLocale::setDefault(QLocale::c());
        return text.replace(QChar(0x00a0), u'~').replace(QChar(0x202f), u'_'); // where no line is broken, groups
    };
    QCOMPARE(shown(QLocale::c()),
        QStringLiteral("12_345|12345|494.5~ms|12.345~\u00b5s|13.32~ms|50.1~%|2.25~GB|'gemm 1.5 ms of 12345 "
                       "kernels'|2.5~%"));
    QCOMPARE(shown(QLocale(QLocale::German, QLocale::Germany)),
        QStringLiteral("12_345|12345|494,5~ms|12,345~\u00b5s|13,32~ms|50,1~%|2,25~GB|'gemm 1.5 ms of 12345 "
                       "kernels'|2,5~%"));
    QCOMPARE(
        shown(QLocale(QLocale::German, QLocale::Germany), { KT_PHRASE("test", "%1"), arg::Share { 9'996, 10'000 } }),
        QStringLiteral(">~99,9~%"));
    const Message list { KT_PHRASE("test", "%1"),
        arg::List { { Message::verbatim("a"), Message::verbatim("b"), Message::verbatim("c") } } };
    QCOMPARE(shown(QLocale::c(), list), QStringLiteral("a, b and c"));
    QCOMPARE(shown(QLocale(QLocale::English, QLocale::UnitedStates), list), QStringLiteral("a, b and c"));
    QCOMPARE(shown(QLocale(QLocale::German, QLocale::Germany), list), QStringLiteral("a, b und c"));
}

void TestViewSupport::messagesAreTranslated()
{
    const auto gaps = [](int count) {
        return Message { KT_PLURAL("test", "%1 gap", "%1 gaps"), arg::Count { count } };
    };
    const Message whole { KT_PHRASE("test", "%1 in %2, %%3"), gaps(2), arg::Name { "%1" }, Message {} };
    QCOMPARE(messageText(whole), QStringLiteral("2 gaps in '%1', %"));
    QCOMPARE(messageText(gaps(1)), QStringLiteral("1 gap"));
    const Remark remark { "code", whole, "", { 0, 1, 2 } };
    QCOMPARE(remarkText(remark), QStringLiteral("Ranks 0-2: 2 gaps in '%1', %"));
    QCOMPARE(remarkText({ "code", gaps(2), "", { 0, 1 }, false, true }),
        QStringLiteral("Traces shown as ranks 0,1: 2 gaps"));
    QCOMPARE(remarkText({ "code", gaps(2), "", { 0, 1 }, true, true }),
        QStringLiteral("Traces shown as ranks 0,1, each: 2 gaps"));
    Bracketing translator;
    QCoreApplication::installTranslator(&translator);
    const QString translated = messageText(whole);
    QCoreApplication::removeTranslator(&translator);
    QCOMPARE(translated, QStringLiteral("[test:[test:2*2 gap] in '%1', %]"));
    QCOMPARE(messageText({}), QString());
}

void TestViewSupport::analysesHaveTheTitlesOfTheirPanels()
{
    const auto shown = [](const char* id) {
        return messageText({ KT_PHRASE("test", "The analysis %1 tells more."), analysisName(id) });
    };
    QCOMPARE(shown("wait-causes"), QStringLiteral("The analysis \u201cWaits between ranks\u201d tells more."));
    QCOMPARE(shown("of-a-newer-version"), QStringLiteral("The analysis of-a-newer-version tells more."));
    // Quoted as the window's language does.
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    const QString inGerman = shown("wait-causes");
    QLocale::setDefault(before);
    QCOMPARE(inGerman, QStringLiteral("The analysis \u201eWaits between ranks\u201c tells more."));
}

void TestViewSupport::optionsHaveTheNamesOfTheirFields_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char* name, const char* text, const char* shown) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(shown);
    };
    row("scope", "Name them with --step-pattern.", "Name them with \u201cScope > Step names\u201d.");
    row("parameter", "--min-pattern-len may be lowered.", "\u201cMinimum length\u201d may be lowered.");
    row("of an error", "--min-pattern-len: 'x' is none.", "\u201cMinimum length\u201d: 'x' is none.");
    row("switch", "With --no-by-name all are shown.", "With \u201cBy name\u201d off all are shown.");
    row("no switch", "With --no-min-pattern-len.", "With --no-min-pattern-len.");
    row("of something else", "With --rules FILE.", "With --rules FILE.");
    row("longer word", "--step-patterns, x--ranks, --min-pattern-len-x",
        "--step-patterns, x--ranks, --min-pattern-len-x");
    row("name of the trace", "The op '--step-pattern' and --ranks.",
        "The op '--step-pattern' and \u201cScope > Ranks\u201d.");
    row("at the end", "--", "--");
}

void TestViewSupport::optionsHaveTheNamesOfTheirFields()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    std::vector<ParameterDescriptor> parameters(2);
    parameters[0].id = "min-pattern-len";
    parameters[0].title = "Minimum length";
    parameters[1].id = "by-name";
    parameters[1].title = "By name";
    parameters[1].type = ParameterType::Bool;
    QCOMPARE(withFieldNames(text, parameters), shown);
}

void TestViewSupport::whatIsCutEndsInAnEllipsis()
{
    ElidedComboBox box;
    box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box.addItems({ QStringLiteral("Which kernels take the time of each type"), QStringLiteral("short") });
    box.resize(600, box.sizeHint().height());
    QCOMPARE(box.shownText(), box.currentText());
    for (const int width : { 60, 120, 200 }) {
        box.resize(width, box.sizeHint().height());
        QVERIFY2(box.shownText().endsWith(u'\u2026'), qPrintable(box.shownText()));
        QVERIFY(box.fontMetrics().horizontalAdvance(box.shownText()) < width);
    }
    QCOMPARE(box.currentText(), QStringLiteral("Which kernels take the time of each type"));
    ElidedLabel label(QStringLiteral("Which chains of kernels come again and again?"));
    label.resize(900, 20);
    QCOMPARE(label.shownText(), label.text());
    label.resize(90, 20);
    QVERIFY(label.shownText().endsWith(u'\u2026'));
    QVERIFY(label.minimumSizeHint().width() < 90);
}

void TestViewSupport::settersTellOfChangesOnly()
{
    ViewState state;
    state.setTraceSet(job());
    QSignalSpy selection(&state, &ViewState::selectionChanged);
    QSignalSpy range(&state, &ViewState::visibleRangeChanged);
    QSignalSpy hover(&state, &ViewState::hoveredChanged);
    QSignalSpy scope(&state, &ViewState::scopeChanged);
    state.selectSlice({ 0, SliceId { 0u } });
    state.selectSlice({ 0, SliceId { 0u } });
    QCOMPARE(selection.count(), 1);
    state.setVisibleRange({ 10, 20 });
    state.setVisibleRange({ 10, 20 });
    QCOMPARE(range.count(), 1);
    state.setHovered(SliceRef { 0, SliceId { 1u } });
    state.setHovered(SliceRef { 0, SliceId { 1u } });
    QCOMPARE(hover.count(), 1);
    Scope one;
    one.steps = { 1 };
    state.setScope(one);
    state.setScope(one);
    QCOMPARE(scope.count(), 1);
}

void TestViewSupport::impossibleReferencesAreLeftOut()
{
    ViewState state;
    state.setTraceSet(job());
    state.setSelection({ { { 0, SliceId { 99u } }, { 7, SliceId { 0u } }, { 0, {} }, { 0, SliceId { 1u } } },
        { { 9, {}, { 0, 1 } } } });
    QCOMPARE(state.selection().slices.size(), std::size_t { 1 });
    QVERIFY(state.selection().intervals.empty());
    QCOMPARE(state.jobRange(SliceRef { 0, SliceId { 1u } }),
        (TimeRange { 4000, 5000 })); // job time begins at the first event
    QCOMPARE(state.jobRange(SliceRef { 5, SliceId { 1u } }), TimeRange {});
    QCOMPARE(state.names().displayName({ 0, SliceId { 0u } }), QStringLiteral("mm"));
    QCOMPARE(state.names().fullName({ 0, SliceId { 0u } }), QStringLiteral("aten::mm"));
    QCOMPARE(state.names().displayName({ 4, SliceId { 0u } }), QString());
}

void TestViewSupport::anotherJobClearsTheState()
{
    ViewState state;
    state.setTraceSet(job());
    state.selectSlice({ 0, SliceId { 0u } });
    state.setHovered(SliceRef { 0, SliceId { 1u } });
    Scope one;
    one.steps = { 1 };
    state.setScope(one);
    state.setTraceSet(job());
    QVERIFY(state.selection().isEmpty());
    QVERIFY(!state.hovered());
    QVERIFY(state.scope().isWhole());
    QCOMPARE(state.visibleRange(), state.traceSet()->workRange());
    state.setTraceSet(nullptr);
    QVERIFY(!state.rankOf(0));
    QVERIFY(state.visibleRange().isEmpty());
}

QTEST_MAIN(TestViewSupport)
#include "tst_view_support.moc"
