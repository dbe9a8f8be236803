// SPDX-License-Identifier: GPL-3.0-or-later
// Preferences: keys of the user's own, presets, conflicts in words, and looks in a second place.
#include "app/window/docks/analysis_docks.h"
#include "app/window/preferences/preferences_dialog.h"
#include "core/catalog/analyses.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/analysis/analysis_request.h"
#include "widgets/panels/parameters/parameter_form.h"
#include "widgets/support/number_style.h"
#include "widgets/support/number_text.h"

#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QList>
#include <QObject>
#include <QPushButton>
#include <QScopeGuard>
#include <QSet>
#include <QSpinBox>
#include <QString>
#include <QTest>
#include <QTreeWidget>

#include <utility>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

namespace {

const ActionSpec& specOf(ActionId id)
{
    return Actions::specs()[static_cast<std::size_t>(id)];
}

QList<QKeySequence> keys(const QString& portable)
{
    return QKeySequence::listFromString(portable, QKeySequence::PortableText);
}

/// The dialog as it is opened from the menu.
struct Opened {
    explicit Opened(WindowFixture& fixture)
    {
        fixture.action(ActionId::Preferences)->trigger();
        dialog = fixture.window->findChild<PreferencesDialog*>();
    }
    template <typename Widget> Widget* child(const QString& name) { return dialog->findChild<Widget*>(name); }
    PreferencesDialog* dialog = nullptr;
};

} // namespace

class TestPreferences : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { initWindowResources(); }

    void presetsMeanOneThingByAKey_data()
    {
        QTest::addColumn<int>("preset");
        QTest::newRow("perfetto") << static_cast<int>(KeyPreset::Perfetto);
        QTest::newRow("chrome") << static_cast<int>(KeyPreset::Chrome);
        QTest::newRow("tracy") << static_cast<int>(KeyPreset::Tracy);
    }

    void presetsMeanOneThingByAKey()
    {
        QFETCH(int, preset);
        const KeyMap map { static_cast<KeyPreset>(preset), {} };
        QSet<QString> seen;
        for (const ActionSpec& spec : Actions::specs()) {
            for (const QKeySequence& key : map.keysOf(spec)) {
                QVERIFY2(!seen.contains(key.toString()), qPrintable(key.toString()));
                seen.insert(key.toString());
                QCOMPARE(map.conflictOf(spec, key), QString());
            }
        }
        QCOMPARE(keyPresetOf(wordOf(map.preset)), std::optional(map.preset));
    }

    void ownKeysReplaceThoseOfThePreset()
    {
        KeyMap map;
        const ActionSpec& fit = specOf(ActionId::FitAll);
        map.setKeys(fit, keys(u"Ctrl+Alt+0; Z"_s));
        QCOMPARE(map.keysOf(fit), keys(u"Ctrl+Alt+0; Z"_s));
        map.preset = KeyPreset::Chrome;
        QCOMPARE(map.keysOf(fit), keys(u"Ctrl+Alt+0; Z"_s));
        map.setKeys(fit, {});
        QVERIFY(map.keysOf(fit).isEmpty());
        map.setKeys(fit, KeyMap::presetKeysOf(fit, KeyPreset::Chrome));
        QVERIFY(map.own.isEmpty()); // no change is not kept
        map.own[u"fit"_s] = u"no key at all;;Ctrl+"_s;
        QVERIFY(map.keysOf(fit).isEmpty());
    }

    void conflictsAreSaidInWords_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("words");
        QTest::newRow("free") << u"Ctrl+Alt+J"_s << QString();
        QTest::newRow("its own") << u"Ctrl+O"_s << QString();
        QTest::newRow("another command") << u"Ctrl+W"_s << u"Close trace"_s;
        QTest::newRow("the timeline") << u"W"_s << u"timeline"_s;
        QTest::newRow("a stored view") << u"Ctrl+3"_s << u"timeline"_s;
    }

    void conflictsAreSaidInWords()
    {
        QFETCH(QString, key);
        QFETCH(QString, words);
        const QString said = KeyMap().conflictOf(specOf(ActionId::OpenFiles), keys(key).front());
        QCOMPARE(said.isEmpty(), words.isEmpty());
        QVERIFY2(said.contains(words), qPrintable(said));
    }

    void settingsSurviveAnyText()
    {
        const TempDir folder;
        {
            Settings settings(toQString(folder.path()));
            QVERIFY(settings.keyMap() == KeyMap());
            settings.setKeyMap({ KeyPreset::Chrome, { { u"open"_s, u"Ctrl+J;F9"_s }, { u"quit"_s, u""_s } } });
        }
        {
            Settings settings(toQString(folder.path()));
            QVERIFY(settings.keyMap()
                == (KeyMap { KeyPreset::Chrome, { { u"open"_s, u"Ctrl+J;F9"_s }, { u"quit"_s, u""_s } } }));
            settings.setKeyMap({});
        }
        QVERIFY(Settings(toQString(folder.path())).keyMap() == KeyMap());
        folder.write("preferences.ini", "[keys]\nopen=\x01\x02\nno-such-action=Ctrl+Q\n[commands]\nkeys=emacs\n");
        const Settings settings(toQString(folder.path()));
        QCOMPARE(static_cast<int>(settings.keyMap().preset), static_cast<int>(KeyPreset::Perfetto));
        Actions actions;
        applyKeys(settings.keyMap(), actions);
        QVERIFY(actions[ActionId::Quit]->shortcuts() == keys(u"Ctrl+Q"_s));
    }

    void keyThatWasTypedWorksAndIsRemembered()
    {
        WindowFixture fixture;
        Opened open(fixture);
        open.dialog->chooseAction(ActionId::FullScreen);
        auto* typed = open.child<QKeySequenceEdit>(u"key-typed"_s);
        auto* add = open.child<QPushButton>(u"key-add"_s);
        auto* words = open.child<QLabel>(u"key-words"_s);
        typed->setKeySequence(QKeySequence(u"Ctrl+O"_s));
        QVERIFY(!add->isEnabled());
        QVERIFY2(words->text().contains(u"Open"_s), qPrintable(words->text()));
        typed->setKeySequence(QKeySequence(u"Ctrl+Alt+J"_s));
        QVERIFY(add->isEnabled());
        add->click();
        QCOMPARE(fixture.action(ActionId::FullScreen)->shortcuts(), keys(u"F11; Ctrl+Alt+J"_s));
        QVERIFY(fixture.settings.keyMap().own.contains(u"full-screen"_s));
        // The key is taken now.
        open.dialog->chooseAction(ActionId::Quit);
        typed->setKeySequence(QKeySequence(u"Ctrl+Alt+J"_s));
        QVERIFY2(words->text().contains(u"Full screen"_s), qPrintable(words->text()));

        MainWindow again(fixture.settings, fixture.document);
        QCOMPARE(again.actions()[ActionId::FullScreen]->shortcuts(), keys(u"F11; Ctrl+Alt+J"_s));

        open.dialog->chooseAction(ActionId::FullScreen);
        open.child<QPushButton>(u"key-remove"_s)->click();
        QVERIFY(fixture.action(ActionId::FullScreen)->shortcuts().isEmpty());
        open.child<QPushButton>(u"key-reset"_s)->click();
        QCOMPARE(fixture.action(ActionId::FullScreen)->shortcuts(), keys(u"F11"_s));
        QVERIFY(fixture.settings.keyMap() == KeyMap());
    }

    void presetChangesTheKeys()
    {
        WindowFixture fixture;
        Opened open(fixture);
        auto* preset = open.child<QComboBox>(u"key-preset"_s);
        preset->setCurrentIndex(preset->findData(static_cast<int>(KeyPreset::Chrome)));
        emit preset->activated(preset->currentIndex());
        QVERIFY(fixture.action(ActionId::FitAll)->shortcuts().contains(QKeySequence(u"Z"_s)));
        QVERIFY(fixture.action(ActionId::FitAll)->toolTip().contains(u"(0)"_s));
        QCOMPARE(static_cast<int>(fixture.settings.keyMap().preset), static_cast<int>(KeyPreset::Chrome));
    }

    void tracysWheelZooms()
    {
        WindowFixture fixture;
        Opened open(fixture);
        auto* preset = open.child<QComboBox>(u"key-preset"_s);
        const int tracy = preset->findData(static_cast<int>(KeyPreset::Tracy));
        QVERIFY(tracy >= 0);
        preset->setCurrentIndex(tracy);
        emit preset->activated(tracy);
        QVERIFY(fixture.settings.keyMap().wheelZooms());
        QCOMPARE(fixture.action(ActionId::FitSelection)->shortcuts(), keys(u"Z; F"_s));
        QVERIFY(fixture.action(ActionId::ToggleBottom)->shortcuts().isEmpty());
        QVERIFY(!KeyMap().wheelZooms());
    }

    void numbersAreWrittenAsChosenAndRemembered()
    {
        const auto restore = qScopeGuard([] { setNumberStyle({}); });
        WindowFixture fixture;
        Opened open(fixture);
        QCOMPARE(durationText(12'345'678), u"12.35\u00a0ms"_s);
        auto* unit = open.child<QComboBox>(u"time-unit"_s);
        unit->setCurrentIndex(unit->findData(static_cast<int>(TimeUnit::Micro)));
        open.child<QSpinBox>(u"digits"_s)->setValue(6);
        QCOMPARE(durationText(12'345'678), u"12\u202f345.7\u00a0\u00b5s"_s);
        QCOMPARE(fixture.settings.numberStyle().digits, 6);
        QVERIFY(fixture.settings.numberStyle().timeUnit == TimeUnit::Micro);
        setNumberStyle({});
        const MainWindow again(fixture.settings, fixture.document);
        QCOMPARE(durationText(12'345'678), u"12\u202f345.7\u00a0\u00b5s"_s);
        unit->setCurrentIndex(0);
        QVERIFY(!fixture.settings.numberStyle().timeUnit);
    }

    void thresholdsHoldAtOnceAndAreRemembered()
    {
        WindowFixture fixture;
        fixture.folder.write("rank0.json", smallTrace());
        QVERIFY(fixture.drop({ fixture.folder.file("rank0.json") }));
        QTRY_VERIFY(fixture.viewState().traceSet());
        auto* docks = fixture.window->findChild<AnalysisDocks*>();
        QVERIFY(docks);
        AnalysisPanel* overview = docks->panel("overview");
        QCOMPARE(overview->parameters().integer("least-time"), 10'000);
        Opened open(fixture);
        auto* form = open.child<ParameterForm>(u"thresholds-overview"_s);
        auto* time = form->findChild<QLineEdit*>(u"parameter-least-time"_s);
        QCOMPARE(time->text(), u"10us"_s); // the default is shown
        time->setText(u"2ms"_s);
        emit time->editingFinished();
        QCOMPARE(overview->parameters().integer("least-time"), 2'000'000);
        QVERIFY2(overview->commandLine().contains(u"--least-time 2ms"_s), qPrintable(overview->commandLine()));
        // A panel that is made later, and what is asked for without one.
        auto* delays = open.child<ParameterForm>(u"thresholds-idle-time"_s)
                           ->findChild<QLineEdit*>(u"parameter-consecutive-kernel-delay"_s);
        delays->setText(u"70us"_s);
        emit delays->editingFinished();
        QCOMPARE(docks->requestOf(*findAnalysis("idle-time")).parameters.integer("consecutive-kernel-delay"), 70'000);
        QCOMPARE(docks->panel("idle-time")->parameters().integer("consecutive-kernel-delay"), 70'000);

        MainWindow again(fixture.settings, fixture.document);
        QCOMPARE(again.findChild<AnalysisDocks*>()->panel("overview")->parameters().integer("least-time"), 2'000'000);
        open.child<QPushButton>(u"thresholds-reset"_s)->click();
        QCOMPARE(overview->parameters().integer("least-time"), 10'000);
        QVERIFY(!overview->commandLine().contains(u"least-time"_s));
        QVERIFY(fixture.settings.thresholds().empty());
    }

    void thresholdsSurviveAnyText()
    {
        const TempDir folder;
        folder.write("preferences.ini",
            "[thresholds]\noverview\\least-time=soon\noverview\\least-share=7\noverview\\slow-step=0.5\n"
            "no-analysis\\x=1\n[numbers]\ntimeUnit=fortnight\ndigits=100\n");
        const Settings settings(toQString(folder.path()));
        QCOMPARE(settings.thresholds().size(), std::size_t { 1 });
        QCOMPARE(settings.thresholds().at("overview").all().size(), std::size_t { 1 });
        QCOMPARE(settings.thresholds().at("overview").number("slow-step"), 0.5);
        QVERIFY(settings.numberStyle() == NumberStyle());
    }

    void tableIsMadeOfTheActionsAndFiltered()
    {
        WindowFixture fixture;
        Opened open(fixture);
        auto* tree = open.child<QTreeWidget>(u"key-table"_s);
        QCOMPARE(tree->topLevelItemCount(), static_cast<int>(Actions::specs().size()));
        open.child<QLineEdit>(u"key-filter"_s)->setText(u"full scr"_s);
        int shown = 0;
        for (int row = 0; row < tree->topLevelItemCount(); ++row)
            shown += tree->topLevelItem(row)->isHidden() ? 0 : 1;
        QCOMPARE(shown, 1);
    }

    void looksAreThoseOfTheMenu()
    {
        WindowFixture fixture;
        Opened open(fixture);
        auto* density = open.child<QComboBox>(u"choice-density"_s);
        density->setCurrentIndex(density->findData(static_cast<int>(ActionId::DensityRoomy)));
        emit density->activated(density->currentIndex());
        QVERIFY(fixture.action(ActionId::DensityRoomy)->isChecked());
        QVERIFY(fixture.settings.density() == Density::Roomy);
        fixture.action(ActionId::DensityCompact)->trigger();
        QCOMPARE(density->currentData().toInt(), static_cast<int>(ActionId::DensityCompact));
        // What the menu offers, the dialog offers.
        for (const auto& [name, one] : { std::pair { u"choice-theme"_s, ActionId::ThemeLight },
                 { u"choice-density"_s, ActionId::DensityNormal }, { u"choice-colour"_s, ActionId::ColourByKind } })
            QCOMPARE(open.child<QComboBox>(name)->count(),
                std::ranges::count_if(fixture.action(one)->actionGroup()->actions(), [](const QAction* action) {
                    return action->objectName() != u"colour-by-peak-share"_s; // asks the trace: nothing to begin with
                }));
    }
};

QTEST_MAIN(TestPreferences)
#include "tst_preferences.moc"
