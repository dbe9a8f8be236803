// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/contains.h"

#include <QObject>
#include <QTest>

#include <array>
#include <string>
#include <vector>

using namespace kinetoscope;

class TestContains : public QObject {
    Q_OBJECT

private slots:
    void findsWhatTheStandardFinds();
    void readsNothingBehindTheText();
    void anyOfSeveral();
};

/// All texts of up to six letters of two, all parts of up to three, all beginnings.
void TestContains::findsWhatTheStandardFinds()
{
    const auto words = [](std::size_t most) {
        std::vector<std::string> all { "" };
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].size() < most) {
                all.push_back(all[i] + 'a');
                all.push_back(all[i] + 'b');
            }
        }
        return all;
    };
    for (const std::string& text : words(6)) {
        for (const std::string& part : words(3)) {
            for (std::size_t from = 0; from <= text.size() + 1; ++from) {
                if (findText(text, part, from) != std::string_view(text).find(part, from))
                    QFAIL(qPrintable(
                        QString::fromStdString("\"" + part + "\" in \"" + text + "\" from " + std::to_string(from))));
            }
        }
    }
}

void TestContains::readsNothingBehindTheText()
{
    const std::string_view whole = "MemcpyDtoH";
    QVERIFY(contains(whole, "Dto"));
    QVERIFY(!contains(whole.substr(0, 8), "Dto"));
    QVERIFY(!contains(whole.substr(0, 7), "Dt"));
    QVERIFY(!contains({}, "Dt"));
    QVERIFY(contains({}, {}));
}

void TestContains::anyOfSeveral()
{
    static constexpr std::array<std::string_view, 2> kParts { "gemm", "conv" };
    QVERIFY(containsAny("ampere_sgemm_128x64_nn", kParts));
    QVERIFY(containsAny("implicit_convolve", { "gemm", "conv" }));
    QVERIFY(!containsAny("elementwise_kernel", kParts));
    QVERIFY(!containsAny("gemm", std::initializer_list<std::string_view> {}));
    QVERIFY(startsWithAny("convolve", kParts));
    QVERIFY(!startsWithAny("sgemm", { "gemm", "conv" }));
}

QTEST_GUILESS_MAIN(TestContains)
#include "tst_contains.moc"
