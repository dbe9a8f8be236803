// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/name_pattern.h"
#include "core/words/english.h"
#include "tests/support/test_macros.h"

#include <QByteArray>
#include <QObject>
#include <QTest>

#include <string>

using namespace kinetoscope;

/// Regular expressions from a person, on texts from a trace.
class TestNamePattern : public QObject {
    Q_OBJECT

private slots:
    void looksAnywhereInTheText_data();
    void looksAnywhereInTheText();
    void badExpressionsAreErrors_data();
    void badExpressionsAreErrors();
    void longTextsTakeLinearTime_data();
    void longTextsTakeLinearTime();
};

void TestNamePattern::looksAnywhereInTheText_data()
{
    QTest::addColumn<QByteArray>("expression");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("matches");
    QTest::newRow("part") << QByteArray("gemm") << QByteArray("ampere_sgemm_32") << true;
    QTest::newRow("case") << QByteArray("GEMM") << QByteArray("ampere_sgemm_32") << false;
    QTest::newRow("anchors") << QByteArray("^nccl.*Ring$") << QByteArray("ncclKernel_AllReduce_Ring") << true;
    QTest::newRow("not anchored there") << QByteArray("^Ring") << QByteArray("ncclKernel_Ring") << false;
    QTest::newRow("empty expression") << QByteArray("") << QByteArray("anything") << true;
    QTest::newRow("empty text") << QByteArray("a*") << QByteArray("") << true;
    QTest::newRow("classes") << QByteArray("step[\\s_]\\d+\\b") << QByteArray("step_12 end") << true;
    QTest::newRow("alternatives and groups") << QByteArray("(fwd|bwd)+(?:x)") << QByteArray("fwdbwdx") << true;
    QTest::newRow("500 groups") << QByteArray(500, '(') + 'a' + QByteArray(500, ')') << QByteArray("xax") << true;
    QTest::newRow("a character of several bytes") << QByteArray("^.$") << QByteArray("\xE2\x82\xAC") << true;
    QTest::newRow("no UTF-8") << QByteArray("b")
                              << QByteArray("a\xFF\xFE"
                                            "b")
                              << true;
    QTest::newRow("a byte of zero") << QByteArray("b") << QByteArray("a\0b", 3) << true;
}

void TestNamePattern::looksAnywhereInTheText()
{
    QFETCH(QByteArray, expression);
    QFETCH(QByteArray, text);
    QFETCH(bool, matches);
    const Result<NamePattern> pattern = NamePattern::compile(expression.toStdString());
    KT_VERIFY_OK(pattern);
    QCOMPARE(pattern->isIn(text.toStdString()), matches);
}

void TestNamePattern::badExpressionsAreErrors_data()
{
    QTest::addColumn<QByteArray>("expression");
    QTest::newRow("bracket") << QByteArray("a[");
    QTest::newRow("group") << QByteArray("a(");
    QTest::newRow("back-reference") << QByteArray("(a)\\1");
    QTest::newRow("look-ahead") << QByteArray("a(?=b)");
    QTest::newRow("repeat of repeats") << QByteArray("((a{1000}){1000}){1000}");
    QTest::newRow("many instructions") << QByteArray("([a-z]?[0-9x]?){1000}[^x]$");
    // Overflowed the stack once.
    QTest::newRow("20,000 groups") << QByteArray(20'000, '(') + 'a' + QByteArray(20'000, ')');
    QTest::newRow("32,700 open groups") << QByteArray(32'700, '(');
    QTest::newRow("a megabyte") << QByteArray(1 << 20, 'a');
}

void TestNamePattern::badExpressionsAreErrors()
{
    QFETCH(QByteArray, expression);
    const Result<NamePattern> pattern = NamePattern::compile(expression.toStdString());
    KT_VERIFY_ERROR(pattern, ErrorCode::InvalidArgument);
    QVERIFY(english(pattern.error().message).size() < 400);
}

void TestNamePattern::longTextsTakeLinearTime_data()
{
    QTest::addColumn<QByteArray>("expression");
    QTest::newRow("two stars") << QByteArray(".*nothere.*");
    QTest::newRow("ends with") << QByteArray(".*zz");
    QTest::newRow("nested repeats") << QByteArray("(x+x+)+y");
    QTest::newRow("longest literal") << QByteArray(static_cast<qsizetype>(NamePattern::kLongest) - 1, 'x') + 'y';
    QTest::newRow("many alternatives") << QByteArray("(x|xx|xxx|x*)*z$");
}

/// Quadratic matching takes hours for such a text: the test's time limit ends it.
void TestNamePattern::longTextsTakeLinearTime()
{
    QFETCH(QByteArray, expression);
    const Result<NamePattern> pattern = NamePattern::compile(expression.toStdString());
    KT_VERIFY_OK(pattern);
    QVERIFY(!pattern->isIn(std::string(4 << 20, 'x')));
}

QTEST_GUILESS_MAIN(TestNamePattern)
#include "tst_name_pattern.moc"
