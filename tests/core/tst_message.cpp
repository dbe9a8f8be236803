// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/english.h"
#include "tests/support/test_macros.h"

#include <QTest>

using namespace kinetoscope;

/// Facts become words in one place: what each argument reads like in English.
class TestMessage : public QObject {
    Q_OBJECT
private slots:
    void argumentsInEnglish_data();
    void argumentsInEnglish();
    void theCountChoosesTheForm();
    void partsMayBeEmpty();
    void placesAreFilledOnce();
    void equalIfTheSameIsSaid();
    void ranksStandBeforeARemark();
};

void TestMessage::argumentsInEnglish_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, Message message, const char* expected) {
        QTest::newRow(name) << QByteArray::fromStdString(english(message)) << QByteArray(expected);
    };
    row("count", { KT_PHRASE("test", "%1 gaps"), arg::Count { 12345 } }, "12345 gaps");
    row("number", { KT_PHRASE("test", "step %1"), arg::Number { -3 } }, "step -3");
    row("numbers", { KT_PHRASE("test", "ranks %1"), arg::Numbers { { 0, 1, 2, 7 } } }, "ranks 0-2,7");
    row("duration", { KT_PHRASE("test", "%1"), arg::Duration { 12'345'678 } }, "12.35 ms");
    row("exact duration", { KT_PHRASE("test", "%1"), arg::ExactDuration { 12'345 } }, "12.345 us");
    row("microseconds", { KT_PHRASE("test", "(%1)"), arg::Microseconds { 13'318'864 } }, "(13318.864 us)");
    row("share", { KT_PHRASE("test", "%1"), arg::Share { 413, 1000 } }, "41.3 %");
    row("nearly all", { KT_PHRASE("test", "%1"), arg::Share { 9'996, 10'000 } }, "> 99.9 %");
    row("nearly all, still less", { KT_PHRASE("test", "%1"), arg::Share { 9'994, 10'000 } }, "99.9 %");
    row("all", { KT_PHRASE("test", "%1"), arg::Share { 10'000, 10'000 } }, "100.0 %");
    row("small share, still a tenth", { KT_PHRASE("test", "%1"), arg::Share { 6, 10'000 } }, "0.1 %");
    row("small share", { KT_PHRASE("test", "%1"), arg::Share { 1, 100'000 } }, "< 0.1 %");
    row("share of nothing", { KT_PHRASE("test", "a%1b"), arg::Share { 1, 0 } }, "ab");
    row("percent", { KT_PHRASE("test", "%1"), arg::Percent { 2.5 } }, "2.5 %");
    row("bytes", { KT_PHRASE("test", "%1"), arg::Bytes { 2'220'000 } }, "2.22 MB");
    row("decimal", { KT_PHRASE("test", "%1 times"), arg::Decimal { 2.5, 2 } }, "2.50 times");
    row("name", { KT_PHRASE("test", "%1"), arg::Name { "a\nb" } }, "'a␊b'");
    row("text", { KT_PHRASE("test", "%1"), arg::Text { "with_stack=True" } }, "with_stack=True");
    row("option", { KT_PHRASE("test", "%1"), arg::Option { "step-pattern" } }, "--step-pattern");
    row("list of one", { KT_PHRASE("test", "%1"), arg::List { { Message::verbatim("a") } } }, "a");
    row("list",
        { KT_PHRASE("test", "%1"),
            arg::List { { Message::verbatim("a"), Message::verbatim("b"), Message::verbatim("c") } } },
        "a, b and c");
}

void TestMessage::argumentsInEnglish()
{
    QFETCH(QByteArray, words);
    QFETCH(QByteArray, expected);
    QCOMPARE(words, expected);
}

void TestMessage::theCountChoosesTheForm()
{
    const auto words = [](std::int64_t steps, std::int64_t of) {
        return english({ KT_PLURAL("test", "In %2 of %1 step it is so.", "In %2 of %1 steps it is so."),
            arg::Count { steps }, arg::Count { of } });
    };
    KT_COMPARE_TEXT(words(1, 3), "In 3 of 1 step it is so.");
    KT_COMPARE_TEXT(words(3, 1), "In 1 of 3 steps it is so.");
    KT_COMPARE_TEXT(words(0, 0), "In 0 of 0 steps it is so.");
}

void TestMessage::partsMayBeEmpty()
{
    QVERIFY(Message {}.isEmpty());
    KT_COMPARE_TEXT(english(Message {}), "");
    const Message more { KT_PHRASE("test", "; %1 more"), arg::Count { 2 } };
    KT_COMPARE_TEXT(english({ KT_PHRASE("test", "One%1%2."), more, Message {} }), "One; 2 more.");
}

/// A name of the trace may look like a place.
void TestMessage::placesAreFilledOnce()
{
    KT_COMPARE_TEXT(
        english({ KT_PHRASE("test", "%2 %1 100 %"), arg::Text { "%2" }, arg::Text { "%1 %9" } }), "%1 %9 %2 100 %");
}

void TestMessage::equalIfTheSameIsSaid()
{
    const auto gaps = [](std::int64_t count) { return Message { KT_PHRASE("test", "%1 gaps"), arg::Count { count } }; };
    const std::string copy = "%1 gaps";
    QVERIFY(gaps(2) == gaps(2));
    QVERIFY(!(gaps(2) == gaps(3)));
    QVERIFY(!(gaps(2) == Message { KT_PHRASE("other", "%1 gaps"), arg::Count { 2 } }));
    QVERIFY(Message::of({ "test", copy.c_str() }).phrase().english == copy.c_str());
}

void TestMessage::ranksStandBeforeARemark()
{
    const Message message { KT_PHRASE("test", "no GPU work.") };
    KT_COMPARE_TEXT(english(Remark { "a", message }), "no GPU work.");
    KT_COMPARE_TEXT(english(Remark { "a", message, "", { 3 } }), "Rank 3: no GPU work.");
    KT_COMPARE_TEXT(english(Remark { "a", message, "", { 0, 1, 5 } }), "Ranks 0,1,5: no GPU work.");
    // Of traces of several jobs the numbers are what they are shown as.
    KT_COMPARE_TEXT(
        english(Remark { "a", message, "", { 0, 1 }, false, true }), "Traces shown as ranks 0,1: no GPU work.");
    KT_COMPARE_TEXT(
        english(Remark { "a", message, "", { 0, 1 }, true, true }), "Traces shown as ranks 0,1, each: no GPU work.");
    KT_COMPARE_TEXT(english(Remark { "a", message, "", { 3 }, false, true }), "Rank 3: no GPU work.");
}

QTEST_APPLESS_MAIN(TestMessage)
#include "tst_message.moc"
