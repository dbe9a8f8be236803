// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json/json_tree.h"

#include <QTest>

#include <string>

using namespace kinetoscope;
using namespace std::string_literals;

namespace {

/// The tree as compact text, leaves by type: n null, b bool, # number, 's' string, ~ too deep.
std::string dump(const JsonTree& tree, std::uint32_t node = 0)
{
    if (tree.isEmpty())
        return "nothing";
    std::string out;
    if (!tree.key(node).empty())
        out.append(tree.key(node)).append("=");
    const auto children = [&] {
        std::string inner;
        for (const std::uint32_t child : tree.children(node))
            inner.append(inner.empty() ? "" : ",").append(dump(tree, child));
        return inner;
    };
    switch (tree.type(node)) {
    case JsonTree::Type::Object:
        return out + "{" + children() + "}";
    case JsonTree::Type::Array:
        return out + "[" + children() + "]";
    case JsonTree::Type::String:
        return out + "'" + std::string(tree.value(node)) + "'";
    case JsonTree::Type::Number:
        return out + "#" + std::string(tree.value(node));
    case JsonTree::Type::TooDeep:
        return out + "~";
    default:
        return out + std::string(tree.value(node));
    }
}

} // namespace

class TestJsonTree : public QObject {
    Q_OBJECT

private slots:
    void reads_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("tree");
        QTest::addColumn<bool>("complete");
        QTest::newRow("empty") << QByteArray() << QByteArray("nothing") << false;
        QTest::newRow("event") << QByteArray(
            R"({"ph":"X","ts":1700000000123456.789,"args":{"grid":[1,2,3],"on":true,"x":null}})")
                               << QByteArray("{ph='X',ts=#1700000000123456.789,args={grid=[#1,#2,#3],on=true,x=null}}")
                               << true;
        QTest::newRow("numbers as written") << QByteArray("[18446744073709551616, -0, 1e5, 0.10]")
                                            << QByteArray("[#18446744073709551616,#-0,#1e5,#0.10]") << true;
        QTest::newRow("duplicate keys stay") << QByteArray(R"({"a":1,"a":2})") << QByteArray("{a=#1,a=#2}") << true;
        QTest::newRow("trailing comma") << QByteArray(R"({"a":[1,],})") << QByteArray("{a=[#1]}") << true;
        QTest::newRow("invalid escape") << QByteArray(R"({"a":"C:\path\x"})") << QByteArray(R"({a='C:\path\x'})")
                                        << true;
        QTest::newRow("control byte") << QByteArray("{\"a\":\"x\ny\"}") << QByteArray("{a='x\ny'}") << true;
        QTest::newRow("lone surrogate") << QByteArray(R"(["\ud800!","\udc00"])")
                                        << QByteArray("['\xEF\xBF\xBD!','\xEF\xBF\xBD']") << true;
        QTest::newRow("surrogate pair") << QByteArray(R"(["\ud83d\ude00"])") << QByteArray("['\xF0\x9F\x98\x80']")
                                        << true;
        QTest::newRow("not finite") << QByteArray(R"({"a":NaN,"b":-Infinity})") << QByteArray("{a=null,b=null}")
                                    << true;
        QTest::newRow("broken off") << QByteArray(R"({"a":1,"b":{"c":2,)") << QByteArray("{a=#1,b={c=#2}}") << false;
        QTest::newRow("text after") << QByteArray(R"({"a":1} x)") << QByteArray("{a=#1}") << false;
    }

    void reads()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, tree);
        QFETCH(bool, complete);
        const JsonTree parsed = JsonTree::parse(text.toStdString());
        QCOMPARE(QByteArray::fromStdString(dump(parsed)), tree);
        QCOMPARE(parsed.isComplete(), complete);
    }

    void nestingBeyondTheLimitIsALeaf()
    {
        const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
        const JsonTree tree = JsonTree::parse(R"({"a":)" + deep + R"(,"b":1})");
        QVERIFY(tree.isComplete());
        QCOMPARE(tree.size(), std::size_t { JsonTree::kMaxDepth + 2 }); // the object, 63 arrays, the leaf, b
        QCOMPARE(tree.value(tree.find(0, "b")), std::string_view("1"));
    }

    void findTakesTheLast()
    {
        const JsonTree tree = JsonTree::parse(R"({"a":1,"b":2,"a":3})");
        QCOMPARE(tree.value(tree.find(0, "a")), std::string_view("3"));
        QCOMPARE(tree.find(0, "missing"), JsonTree::kNone);
    }

    void rowsCountSiblings()
    {
        const JsonTree tree = JsonTree::parse(R"([[1],[2,3]])");
        const auto children = tree.children(0);
        QCOMPARE(children.size(), std::size_t { 2 });
        QCOMPARE(tree.row(children[1]), 1u);
        QCOMPARE(tree.parent(children[1]), 0u);
        QCOMPARE(tree.children(children[1]).size(), std::size_t { 2 });
    }

    void everyPrefixIsRead()
    {
        const std::string text =
            R"({"ph":"X","name":"a\u00e9\ud83d\ude00\n","args":{"list":[1,2.5e3,{"x":null}],"f":false}})";
        for (std::size_t length = 0; length < text.size(); ++length)
            QVERIFY(!JsonTree::parse(std::string_view(text).substr(0, length)).isComplete());
        QVERIFY(JsonTree::parse(text).isComplete());
    }
};

QTEST_GUILESS_MAIN(TestJsonTree)
#include "tst_json_tree.moc"
