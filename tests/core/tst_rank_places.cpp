// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/rank_places.h"
#include "tests/support/test_macros.h"

using namespace kinetoscope;
using namespace kinetoscope::tests;

class TestRankPlaces : public QObject {
    Q_OBJECT

private slots:
    void namesOfTracesSayTheHost_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("host");
        QTest::newRow("as the handler writes it") << "traces/node-3.rack_2_4711.1699999999123.pt.trace.json.gz"
                                                  << "node-3.rack_2";
        QTest::newRow("not compressed") << "h100_1.2.pt.trace.json"
                                        << "h100";
        QTest::newRow("another name") << "rank3.json.gz"
                                      << "";
        QTest::newRow("no process") << "node3.1699.pt.trace.json"
                                    << "";
        QTest::newRow("no number") << "node3_a.1699.pt.trace.json"
                                   << "";
        QTest::newRow("no host") << "_12.1699.pt.trace.json"
                                 << "";
        QTest::newRow("nothing") << ""
                                 << "";
    }
    void namesOfTracesSayTheHost()
    {
        QFETCH(QString, name);
        QFETCH(QString, host);
        QCOMPARE(toQString(hostOfTraceName(name.toStdString())), host);
    }

    void descriptionsSayWhatAGroupDivides_data()
    {
        QTest::addColumn<QString>("description");
        QTest::addColumn<QString>("coordinates");
        QTest::newRow("a word") << "tp"
                                << "tp";
        QTest::newRow("words in capitals") << "TENSOR_MODEL_PARALLEL_GROUP"
                                           << "tp";
        QTest::newRow("several") << "mesh_dp_shard-cp"
                                 << "dp,cp";
        QTest::newRow("digits part words") << "pp0"
                                           << "pp";
        QTest::newRow("expert data") << "EXPERT_DATA"
                                     << "ep,dp";
        QTest::newRow("inside of another word") << "update_http"
                                                << "";
        QTest::newRow("nothing") << "undefined"
                                 << "";
        QTest::newRow("empty") << ""
                               << "";
    }
    void descriptionsSayWhatAGroupDivides()
    {
        QFETCH(QString, description);
        QFETCH(QString, coordinates);
        QStringList found;
        for (const std::string& each : coordinatesOfDescription(description.toStdString()))
            found.append(toQString(each));
        QCOMPARE(found.join(','), coordinates);
    }

    void aRanksCoordinateIsItsPositionInItsGroup()
    {
        std::vector<PlacedRank> ranks;
        for (std::int64_t rank = 0; rank < 8; ++rank) {
            PlacedRank& placed = ranks.emplace_back();
            placed.rank = rank;
            placed.devices = 4;
            placed.path = rank == 5 ? "gpu-b_1.2.pt.trace.json" : "some.json";
            // Two tensor groups of four, and what spans them under a longer description too.
            const std::int64_t first = rank / 4 * 4;
            placed.groups.push_back({ "1", "TP", { first, first + 1, first + 2, first + 3 }, 4 });
            placed.groups.push_back({ "2", "tensor and data", { 0, 1, 2, 3, 4, 5, 6, 7 }, 8 });
            placed.groups.push_back({ "3", "undefined", { rank % 4, rank % 4 + 4 }, 2 });
            placed.groups.push_back({ "0", "default_pg", { 0, 1, 2, 3, 4, 5, 6, 7 }, 8 });
        }
        const RankPlaces places = placesOf(ranks);
        QCOMPARE(places.coordinates, (std::vector<std::string> { "tp", "dp", "2 ranks, stride 4" }));
        QCOMPARE(places.find(6)->coordinates, (std::vector<std::optional<std::int64_t>> { 2, 6, 1 }));
        QCOMPARE(places.find(1)->coordinates, (std::vector<std::optional<std::int64_t>> { 1, 1, 0 }));
        QCOMPARE(places.find(5)->host, std::string("gpu-b"));
        QVERIFY(!places.find(5)->isHostGuessed);
        QCOMPARE(places.find(6)->host, std::string("1")); // rank / devices
        QVERIFY(places.find(6)->isHostGuessed);
        QVERIFY(!places.find(9));
    }

    void nothingIsMadeUp()
    {
        const RankPlaces places = placesOf({ { 3, "a.json", {}, {}, 0, { { "0", "undefined", { 3 }, 1 } } } });
        QVERIFY(places.coordinates.empty());
        QVERIFY(places.find(3)->host.empty());
    }
};

QTEST_GUILESS_MAIN(TestRankPlaces)
#include "tst_rank_places.moc"
