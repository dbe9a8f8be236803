// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/types/analysis.h"
#include "core/catalog/analyses.h"
#include "core/layout/table/category_words.h"
#include "core/layout/table/shown_texts.h"

#include <QTest>

#include <set>

using namespace kinetoscope;

class TestCategoryWords : public QObject {
    Q_OBJECT

private slots:
    void idsAreSaidInWords_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("host wait") << QByteArray("host_wait") << QByteArray("Waiting for the host");
        QTest::newRow("kernel wait") << QByteArray("kernel_wait") << QByteArray("Between kernels");
        QTest::newRow("other cause") << QByteArray("other") << QByteArray("Other");
        QTest::newRow("unknown") << QByteArray("unknown_launch") << QByteArray("Launch unknown");
        QTest::newRow("a type") << QByteArray("MEMORY") << QByteArray("Memory");
        QTest::newRow("three types at once") << QByteArray("COMPUTATION overlapping COMMUNICATION overlapping MEMORY")
                                             << QByteArray("Computation + communication + memory");
        QTest::newRow("a cause of idle time") << QByteArray("memory_allocation") << QByteArray("Memory allocation");
        QTest::newRow("a part of a step") << QByteArray("comm_exposed") << QByteArray("Exposed communication");
        QTest::newRow("why a rank is late")
            << QByteArray("comm_other_wait") << QByteArray("Waiting in other communication");
        QTest::newRow("nothing") << QByteArray() << QByteArray();
        QTest::newRow("no id") << QByteArray("others") << QByteArray("others");
        QTest::newRow("half an id") << QByteArray("COMPUTATION overlapping ") << QByteArray("COMPUTATION overlapping ");
        QTest::newRow("a kernel's name") << QByteArray("GEMM overlapping MEMORY")
                                         << QByteArray("GEMM overlapping MEMORY");
    }

    void idsAreSaidInWords()
    {
        QFETCH(QByteArray, id);
        QFETCH(QByteArray, words);
        QCOMPARE(QByteArray::fromStdString(categoryWords(id.toStdString())), words);
    }

    void wordsAreNoIds_data()
    {
        QTest::addColumn<QByteArray>("word");
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("hyphen") << QByteArray("in-step") << QByteArray("in step");
        QTest::newRow("underscore") << QByteArray("host_copy") << QByteArray("host copy");
        QTest::newRow("an order") << QByteArray("avg_runtime_delay") << QByteArray("launch to kernel");
        QTest::newRow("a kind of op") << QByteArray("CONV_bwd") << QByteArray("convolution backward");
        QTest::newRow("a kind of event") << QByteArray("gpu_memcpy") << QByteArray("copy");
        QTest::newRow("a word") << QByteArray("unchanged") << QByteArray("unchanged");
        QTest::newRow("words") << QByteArray("FP16 tensor-cores") << QByteArray("FP16 tensor-cores");
        QTest::newRow("the name of an op") << QByteArray("record_param_comms") << QByteArray("record_param_comms");
        QTest::newRow("nothing") << QByteArray() << QByteArray();
    }

    void wordsAreNoIds()
    {
        QFETCH(QByteArray, word);
        QFETCH(QByteArray, shown);
        QCOMPARE(QByteArray::fromStdString(shownWord(word.toStdString())), shown);
    }

    void choicesAreNoIds()
    {
        std::set<std::string> shown;
        for (const AnalysisDescriptor& analysis : analyses()) {
            for (const ParameterDescriptor& parameter : analysis.parameters) {
                for (const std::string& choice : parameter.choices)
                    shown.insert(shownWord(choice));
            }
        }
        for (const std::string& word : shown)
            QVERIFY2(word.find_first_of("_-") == std::string::npos, word.c_str());
    }

    void titlesOfTablesKeepCapitals()
    {
        QCOMPARE(shortTitle("longest-gaps"), std::string("Longest gaps"));
        QCOMPARE(shortTitle("launch-apis"), std::string("Launch APIs"));
    }

    void columnsOfIdsSayThatTheyAre()
    {
        for (const AnalysisDescriptor& analysis : analyses()) {
            for (const TableDescriptor& table : analysis.tables) {
                for (const ColumnDescriptor& column : table.columns) {
                    const bool holdsIds = column.name == "idle_category" || column.name == "kernel_type"
                        || (analysis.id == "idle-causes" && column.name == "cause")
                        || ((analysis.id == "critical-path" || analysis.id == "what-if") && column.name == "kind")
                        || (analysis.id == "wait-causes" && (column.name == "reason" || column.name == "main_reason"))
                        || (analysis.id == "waterfall" && column.name == "part");
                    QVERIFY2((column.text == TextKind::Category) == holdsIds,
                        (analysis.id + " " + table.name + " " + column.name).c_str());
                }
            }
        }
    }

    /// A table has at most one order to open in, and it is by a number.
    void mainFiguresAreNumbers()
    {
        for (const AnalysisDescriptor& analysis : analyses()) {
            for (const TableDescriptor& table : analysis.tables) {
                int found = 0;
                for (const ColumnDescriptor& column : table.columns) {
                    found += column.isMainFigure ? 1 : 0;
                    QVERIFY(
                        !column.isMainFigure || (column.type != ColumnType::String && column.type != ColumnType::List));
                }
                QVERIFY2(found <= 1, (analysis.id + " " + table.name).c_str());
            }
        }
    }

    /// Each rank has one of two names that are shortened alike; the table has both.
    void namesOfSeveralRanksStayApart()
    {
        const std::string add = "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, "
                                "std::array<char*, 3>>(int, float)";
        const std::string other =
            "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, "
            "std::array<char*, 2>>(int, float)";
        Table table("kernels", "",
            { { "name", ColumnType::String, Unit::None, "", "", false, TextKind::Name },
                { "rank", ColumnType::Int, Unit::None, "", "" },
                { "short_name", ColumnType::String, Unit::None, "", "" } });
        table.addRow({ add, std::int64_t { 0 }, std::string("add \u00b7 elementwise fp32 v4") });
        table.addRow({ other, std::int64_t { 1 }, std::string("add \u00b7 elementwise fp32 v4") });
        table.addRow({ add, std::int64_t { 1 }, std::string("add \u00b7 elementwise fp32 v4") });
        const ShownTexts shown(table, 0);
        QVERIFY(shown.of(add) != shown.of(other));
        QVERIFY(shown.of(add) != add);
        // Nobody else with its name: the name of the timeline.
        Table alone("kernels", "", table.columns());
        alone.addRow({ add, std::int64_t { 0 }, std::string("the timeline's") });
        QVERIFY(ShownTexts(alone, 0).of(add) == "the timeline's");
    }
};

QTEST_GUILESS_MAIN(TestCategoryWords)
#include "tst_category_words.moc"
