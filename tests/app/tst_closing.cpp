// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/docks/analysis_docks.h"
#include "app/window/parts/search_box.h"
#include "tests/app/window_fixture.h"
#include "tests/support/trace_generator.h"
#include "widgets/panels/analysis/analysis_panel.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTest>

#include <atomic>
#include <chrono>
#include <thread>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

/// The window closes while something runs: that is told to stop, and is not waited for to its end.
class TestClosing : public QObject {
    Q_OBJECT

private slots:
    void inTheMiddleOfALoad_data();
    void inTheMiddleOfALoad();
    void duringASearchOfLongNames();
    void duringAnAnalysis_data();
    void duringAnAnalysis();
};

namespace {

/// Far more than any look at the stop flag takes, far less than work that is waited for to its end.
constexpr qint64 kGenerousMs = 5'000;

qint64 millisecondsToClose(std::unique_ptr<WindowFixture> fixture)
{
    QElapsedTimer clock;
    clock.start();
    fixture->window->close();
    fixture.reset();
    return clock.elapsed();
}

/// Holds a load at one of its looks at the stop flag until the request comes.
class HoldAtLook final : public StopObserver {
public:
    explicit HoldAtLook(int look)
        : m_look(look)
    {
    }
    bool stopsHere() override
    {
        if (++m_looks == m_look) {
            isHeld = true;
            while (!m_stop.stop_requested())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return false;
    }
    [[nodiscard]] std::size_t itemsPerLook() const override { return 64; }

    LoadJob::Loader loader()
    {
        return [this](const std::vector<TraceArgument>& arguments, const LoadOptions& options, Progress progress) {
            m_stop = progress.stop;
            progress.observer = this;
            auto result = loadTraceSet(arguments, options, progress);
            wasCancelled = !result && result.error().code == ErrorCode::Cancelled;
            return result;
        };
    }

    std::atomic<bool> isHeld { false };
    std::atomic<bool> wasCancelled { false };

private:
    const int m_look;
    std::atomic<int> m_looks { 0 };
    std::stop_token m_stop; ///< set before the load begins
};

std::string longTrace()
{
    GeneratorOptions options;
    options.steps = 12;
    options.layers = 12;
    return generateTrace(options);
}

} // namespace

void TestClosing::inTheMiddleOfALoad_data()
{
    QTest::addColumn<int>("look");
    for (const int look : { 1, 2, 5, 20, 100 })
        QTest::addRow("look %d", look) << look;
}

void TestClosing::inTheMiddleOfALoad()
{
    QFETCH(int, look);
    HoldAtLook hold(look); // the load looks at it until the window is gone
    auto fixture = std::make_unique<WindowFixture>(hold.loader());
    QVERIFY(fixture->drop({ fixture->folder.write("long.json", longTrace()) }));
    QTRY_VERIFY(hold.isHeld);
    QVERIFY(millisecondsToClose(std::move(fixture)) < kGenerousMs);
    QVERIFY(hold.wasCancelled); // it was stopped, not done
}

/// A matcher that goes back over what it has read takes seconds for each of these names.
void TestClosing::duringASearchOfLongNames()
{
    TraceText text;
    for (int i = 0; i < 50; ++i)
        text.op(std::to_string(i) + std::string(60'000, 'z') + "y", i * 10_us, 5_us);
    auto fixture = std::make_unique<WindowFixture>();
    QVERIFY(fixture->drop({ fixture->folder.write("names.json", text.text()) }));
    QTRY_VERIFY(fixture->document.isOpen());
    fixture->window->findChild<SearchBox*>()->searchFor(u"/.*zz$/"_s);
    QTest::qWait(1); // the box starts the search when the event loop comes round
    QVERIFY(millisecondsToClose(std::move(fixture)) < kGenerousMs);
}

void TestClosing::duringAnAnalysis_data()
{
    QTest::addColumn<QString>("analysis");
    for (const char* id : { "overview", "kernel-sequences", "operators", "idle-causes", "trace-health" })
        QTest::newRow(id) << QString::fromLatin1(id);
}

void TestClosing::duringAnAnalysis()
{
    QFETCH(QString, analysis);
    auto fixture = std::make_unique<WindowFixture>();
    QVERIFY(fixture->drop({ fixture->folder.write("long.json", longTrace()) }));
    QTRY_VERIFY(fixture->document.isOpen());
    fixture->window->analysisDocks()->raise(analysis.toStdString());
    AnalysisPanel* panel = fixture->window->analysisDocks()->panel(analysis.toStdString());
    panel->recompute();
    QTRY_VERIFY(panel->state() != AnalysisPanel::State::NoTrace);
    QVERIFY(millisecondsToClose(std::move(fixture)) < kGenerousMs);
}

QTEST_MAIN(TestClosing)
#include "tst_closing.moc"
