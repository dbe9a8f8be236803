// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/recent_files.h"
#include "app/window/settings.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"

#include <QByteArray>
#include <QObject>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTest>

using namespace kinetoscope;
using kinetoscope::tests::TempDir;
using kinetoscope::tests::toQString;

namespace {

RecentFiles::Arguments oneFile(const std::string& path)
{
    return { { std::nullopt, path } };
}

} // namespace

class TestSettings : public QObject {
    Q_OBJECT

private slots:
    void panelsComeBackAsTheyWereLeft();
    void defaults();
    void remembersChoices();
    void garbageReadsAsDefaults_data();
    void garbageReadsAsDefaults();
    void unknownKeysStay();
    void layoutOfAnotherVersionIsIgnored();
    void resetForgetsEverything();

    void recentFilesNewestFirst();
    void recentFilesHoldTen();
    void recentFilesKnowAJobOnce();
    void recentFilesKeepOddPaths_data();
    void recentFilesKeepOddPaths();
    void recentFilesTellWhatIsMissing();
    void recentFilesLeaveOutWhatIsNoEntry_data();
    void recentFilesLeaveOutWhatIsNoEntry();
};

void TestSettings::defaults()
{
    const TempDir folder;
    const Settings settings(toQString(folder.path()));
    QVERIFY(settings.theme() == ThemeChoice::System);
    QVERIFY(settings.density() == Density::Normal);
    QVERIFY(settings.colourMode() == ColourMode::Kind);
    QVERIFY(settings.recentEntries().isEmpty());
    QVERIFY(settings.windowState().isEmpty());
    QCOMPARE(settings.lastFolder(), QString());
}

void TestSettings::remembersChoices()
{
    const TempDir folder;
    {
        Settings settings(toQString(folder.path()));
        settings.setTheme(ThemeChoice::Dark);
        settings.setDensity(Density::Roomy);
        settings.setColourMode(ColourMode::Op);
        settings.setLastFolder(toQString(folder.path()));
        settings.setWindowLayout("geometry\0bytes", "state");
    }
    const Settings settings(toQString(folder.path()));
    QVERIFY(settings.theme() == ThemeChoice::Dark);
    QVERIFY(settings.density() == Density::Roomy);
    QVERIFY(settings.colourMode() == ColourMode::Op);
    QCOMPARE(settings.lastFolder(), toQString(folder.path()));
    QCOMPARE(settings.windowGeometry(), QByteArray("geometry\0bytes"));
    QCOMPARE(settings.windowState(), QByteArray("state"));
}

void TestSettings::garbageReadsAsDefaults_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("zeros") << QByteArray(5000, '\0');
    QTest::newRow("no ini") << QByteArray("\xff\xfe{\"json\": [}\n=====\n[[[]]]\n");
    QTest::newRow("wrong types") << QByteArray(
        "version=@Invalid()\n[appearance]\ntheme=@Size(1 "
        "2)\ndensity=-7\n[files]\nrecent=@Variant(\\0\\0)\n[window]\nstate=12\n");
    QTest::newRow("a newer version") << QByteArray("version=99\n[appearance]\ntheme=sepia\ndensity=dense\n");
    QTest::newRow("layout that is no base64") << QByteArray("version=2\n[window]\ngeometry=%%%\nstate=%%%\n");
}

void TestSettings::garbageReadsAsDefaults()
{
    QFETCH(QByteArray, bytes);
    const TempDir folder;
    folder.write("preferences.ini", bytes.toStdString());
    folder.write("layout.ini", bytes.toStdString());
    Settings settings(toQString(folder.path()));
    QVERIFY(settings.theme() == ThemeChoice::System);
    QVERIFY(settings.density() == Density::Normal);
    QVERIFY(settings.colourMode() == ColourMode::Kind);
    const RecentFiles recent(settings);
    QVERIFY(recent.entries().empty());
    QVERIFY(settings.windowGeometry().isEmpty());

    settings.setTheme(ThemeChoice::Light);
    settings.sync();
    QVERIFY(Settings(toQString(folder.path())).theme() == ThemeChoice::Light);
}

void TestSettings::unknownKeysStay()
{
    const TempDir folder;
    const std::string file = folder.write("preferences.ini", "[later]\nidea=42\n");
    {
        Settings settings(toQString(folder.path()));
        settings.setTheme(ThemeChoice::Dark);
    }
    QVERIFY(tests::readFile(file).find("idea=42") != std::string::npos);
}

void TestSettings::layoutOfAnotherVersionIsIgnored()
{
    const TempDir folder;
    folder.write("layout.ini", "[General]\nversion=99\n[window]\ngeometry=Z2VvbWV0cnk=\nstate=c3RhdGU=\n");
    const Settings settings(toQString(folder.path()));
    QVERIFY(settings.windowGeometry().isEmpty());
    QVERIFY(settings.windowState().isEmpty());
}

void TestSettings::resetForgetsEverything()
{
    const TempDir folder;
    Settings settings(toQString(folder.path()));
    settings.setTheme(ThemeChoice::Dark);
    settings.setRecentEntries({ ":/a" });
    settings.setWindowLayout("g", "s");
    settings.reset();
    const Settings again(toQString(folder.path()));
    QVERIFY(again.theme() == ThemeChoice::System);
    QVERIFY(again.recentEntries().isEmpty());
    QVERIFY(again.windowState().isEmpty());
}

void TestSettings::recentFilesNewestFirst()
{
    const TempDir folder;
    Settings settings(toQString(folder.path()));
    RecentFiles recent(settings);
    recent.add(oneFile("/a.json"));
    recent.add({ { 0, "/b0.json" }, { 1, "/b1.json" } });
    const RecentFiles again(settings);
    QCOMPARE(again.entries().size(), std::size_t { 2 });
    QCOMPARE(again.entries()[0][1].path, std::string("/b1.json"));
    QCOMPARE(again.entries()[0][1].rank, std::optional<std::int64_t>(1));
    QCOMPARE(again.entries()[1][0].path, std::string("/a.json"));
}

void TestSettings::recentFilesHoldTen()
{
    const TempDir folder;
    Settings settings(toQString(folder.path()));
    RecentFiles recent(settings);
    for (int i = 0; i < 15; ++i)
        recent.add(oneFile("/" + std::to_string(i)));
    QCOMPARE(recent.entries().size(), RecentFiles::kMaxEntries);
    QCOMPARE(recent.entries().back().front().path, std::string("/5"));
}

void TestSettings::recentFilesKnowAJobOnce()
{
    const TempDir folder;
    Settings settings(toQString(folder.path()));
    RecentFiles recent(settings);
    recent.add(oneFile("/a"));
    recent.add(oneFile("/b"));
    recent.add(oneFile("/a"));
    QCOMPARE(recent.entries().size(), std::size_t { 2 });
    QCOMPARE(recent.entries().front().front().path, std::string("/a"));
}

void TestSettings::recentFilesKeepOddPaths_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("newline") << QByteArray("/a\nb.json");
    QTest::newRow("quotes and separators") << QByteArray("/\"a\", 'b'; c=d|e:f\\g.json");
    QTest::newRow("no UTF-8") << QByteArray("/\xff\xfe.json");
    QTest::newRow("right to left") << QByteArray("/\xe2\x80\xaegpj.json");
    QTest::newRow("looks percent-encoded") << QByteArray("/file:%20%41");
    QTest::newRow("looks like a setting") << QByteArray("/@Variant(abc)");
    QTest::newRow("as long as a name can be") << QByteArray("/" + QByteArray(255, 'x'));
}

void TestSettings::recentFilesKeepOddPaths()
{
    QFETCH(QByteArray, path);
    const TempDir folder;
    {
        Settings settings(toQString(folder.path()));
        RecentFiles recent(settings);
        recent.add(oneFile(path.toStdString()));
    }
    Settings settings(toQString(folder.path()));
    const RecentFiles recent(settings);
    QCOMPARE(recent.entries().size(), std::size_t { 1 });
    QCOMPARE(QByteArray::fromStdString(recent.entries().front().front().path), path);
}

void TestSettings::recentFilesTellWhatIsMissing()
{
    const TempDir folder;
    const std::string there = folder.write("there.json", "{}");
    QVERIFY(!RecentFiles::isMissing(oneFile(there)));
    QVERIFY(RecentFiles::isMissing(oneFile(folder.file("gone.json"))));
    QVERIFY(RecentFiles::isMissing({ { 0, there }, { 1, folder.file("gone.json") } }));
}

void TestSettings::recentFilesLeaveOutWhatIsNoEntry_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no colon") << QByteArray("/a");
    QTest::newRow("no path") << QByteArray(":");
    QTest::newRow("rank is no number") << QByteArray("one:/a");
    QTest::newRow("NUL in the path") << QByteArray(":/a%00b");
    QTest::newRow("one part of two is bad") << QByteArray(":/a|b");
}

void TestSettings::recentFilesLeaveOutWhatIsNoEntry()
{
    QFETCH(QByteArray, text);
    QVERIFY(RecentFiles::decode(text).empty());
}

void TestSettings::panelsComeBackAsTheyWereLeft()
{
    const TempDir folder;
    const std::map<std::string, PanelLook> looks {
        { "idle-time", { "idle", "intervals", { { "streams", { "device", "a/b, c" }, "idle_time", true } } } },
        { "overview", { "", "ranks", {} } },
    };
    {
        Settings settings(toQString(folder.path()));
        QVERIFY(settings.panelLooks().empty());
        settings.setPanelLooks({ { "steps", { "gone", "", {} } } });
        settings.setPanelLooks(looks);
        settings.setPanelTabs({ QStringLiteral("idle-time"), QStringLiteral("steps") });
    }
    {
        const Settings settings(toQString(folder.path()));
        QVERIFY(settings.panelLooks() == looks);
        QCOMPARE(settings.panelTabs(), (QStringList { QStringLiteral("idle-time"), QStringLiteral("steps") }));
    }
    // Another layout version, and a file that claims a thousand million tables.
    QSettings layout(toQString(folder.file("layout.ini")), QSettings::IniFormat);
    layout.setValue(QStringLiteral("panels/idle-time/tables/size"), 1'000'000'000);
    layout.sync();
    QVERIFY(Settings(toQString(folder.path())).panelLooks().at("idle-time").tables.size() <= 1000);
    layout.setValue(QStringLiteral("version"), Settings::kLayoutVersion + 1);
    layout.sync();
    QVERIFY(Settings(toQString(folder.path())).panelLooks().empty());
    QVERIFY(Settings(toQString(folder.path())).panelTabs().isEmpty());
}

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings.moc"
