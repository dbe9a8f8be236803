// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/formula.h"
#include "core/words/english.h"
#include "tests/support/test_macros.h"

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Formulas over counters, as users type them.
class TestFormula : public QObject {
    Q_OBJECT

private slots:
    void values_data();
    void values();
    void namesAreCollectedOnce();
    void errorsSayWhere_data();
    void errorsSayWhere();
    void deepBracketsCostNoStack();
};

void TestFormula::values_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("value"); ///< of a = 6, b = 4, a variable called none without a value
    const auto row = [](const char* text, const char* value) { QTest::newRow(text) << text << value; };
    row("x=1", "1");
    row("x = a + b", "10");
    row("x=a-b-1", "1");
    row("x=a+b*2", "14");
    row("x=(a+b)*2", "20");
    row("x=a/b/3", "0.5");
    row("x=-a+b", "-2");
    row("x=2*-a", "-12");
    row("x=a--b", "10");
    row("x=-(a-b)*+3", "-6");
    row("x=1.5e3", "1500");
    row("x=.5", "0.5");
    row("x='a'*'b'", "24");
    row("x=a/(b-4)", "nothing");
    row("x=a+none", "nothing");
    row("x=1e308*10", "nothing");
}

void TestFormula::values()
{
    QFETCH(QString, text);
    QFETCH(QString, value);
    const auto formula = CounterFormula::parse(text.toStdString());
    KT_VERIFY_OK(formula);
    QCOMPARE(formula->name(), std::string("x"));
    std::vector<std::optional<double>> variables;
    for (const std::string& name : formula->variables())
        variables.push_back(name == "a" ? std::optional(6.0) : name == "b" ? std::optional(4.0) : std::nullopt);
    const std::optional<double> result = formula->value(variables);
    QCOMPARE(result ? QString::number(*result) : QStringLiteral("nothing"), value);
}

void TestFormula::namesAreCollectedOnce()
{
    const auto formula = CounterFormula::parse("ratio=dram__bytes_read.sum/(dram__bytes_read.sum+'l1tex hit %')+_x2");
    KT_VERIFY_OK(formula);
    QCOMPARE(formula->name(), std::string("ratio"));
    QCOMPARE(formula->variables(), (std::vector<std::string> { "dram__bytes_read.sum", "l1tex hit %", "_x2" }));
}

void TestFormula::errorsSayWhere_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const char* text, const char* sentence) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromLatin1(sentence);
    };
    row("empty", "", "character 1: NAME=EXPRESSION");
    row("no name", "=1", "character 1: NAME=EXPRESSION");
    row("no equals sign", "a+b", "character 1: NAME=EXPRESSION");
    row("no expression", "x=", "character 3: a number, a name or '('");
    row("nothing behind an operator", "x=a+", "character 5: a number, a name or '('");
    row("two operators", "x=a*/b", "character 5: a number, a name or '('");
    row("two names", "x=a b", "character 5: +, -, *, / or ')'");
    row("a name behind a number", "x=2a", "character 4: +, -, *, / or ')'");
    row("open bracket", "x=(a+b", "character 3: this '(' has no ')'");
    row("closed bracket", "x=a+b)", "character 6: this ')' has no '('");
    row("empty brackets", "x=()", "character 4: a number, a name or '('");
    row("open quote", "x='a", "character 3: a name in quotes");
    row("unknown sign", "x=a^2", "character 4: +, -, *, / or ')'");
    row("characters, not bytes", "\xc3\xa4=a^2", "character 4: +, -, *, / or ')'");
}

void TestFormula::errorsSayWhere()
{
    QFETCH(QString, text);
    QFETCH(QString, sentence);
    const auto formula = CounterFormula::parse(text.toStdString());
    KT_VERIFY_ERROR(formula, ErrorCode::InvalidArgument);
    QVERIFY2(english(formula.error().message).find(sentence.toStdString()) != std::string::npos,
        english(formula.error().message).c_str());
}

void TestFormula::deepBracketsCostNoStack()
{
    const std::string open(200'000, '(');
    const std::string close(200'000, ')');
    const auto formula = CounterFormula::parse("x=" + open + "1" + close);
    KT_VERIFY_OK(formula);
    QCOMPARE(formula->value({}), std::optional(1.0));
    KT_VERIFY_ERROR(CounterFormula::parse("x=" + open), ErrorCode::InvalidArgument);
    KT_VERIFY_OK(CounterFormula::parse("x=" + std::string(200'000, '-') + "1"));
}

QTEST_GUILESS_MAIN(TestFormula)
#include "tst_formula.moc"
