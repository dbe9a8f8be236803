// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline looks like, pixel by pixel where it matters: colours of kinds, places of lanes, hatches, frames,
// overlays, the rule below pinned rows. Colours and sizes are written down here a second time, from the picture
// language, so that a change of either is seen. Texts are not looked at: fonts differ between machines.
//
// Runs at the scale of QT_SCALE_FACTOR; the build runs it at 1, 1.5 and 2.
#include "core/overlay/overlays.h"
#include "core/words/english.h"
#include "tests/widgets/timeline_fixture.h"
#include "widgets/support/palette.h"

#include <QPalette>

#include <algorithm>
#include <cmath>

using namespace kinetoscope;
using namespace kinetoscope::tests;

class TestTimelinePictures : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void kindsHaveTheirColours_data();
    void kindsHaveTheirColours();
    void lanesHaveTheirPlaces_data() { addThemes(); }
    void lanesHaveTheirPlaces();
    void copiesHaveStripes_data() { addThemes(); }
    void copiesHaveStripes();
    void zoomedOutIsDensity_data() { addThemes(); }
    void zoomedOutIsDensity();
    void gapsAreHatchedByCause_data() { addThemes(); }
    void gapsAreHatchedByCause();
    void aFoldedDeviceShowsItsIdleTime_data() { addThemes(); }
    void aFoldedDeviceShowsItsIdleTime();
    void narrowGapsAreMarked_data() { addThemes(); }
    void narrowGapsAreMarked();
    void patternsHaveBrackets_data() { addThemes(); }
    void patternsHaveBrackets();
    void namesBeginBehindLetters_data() { addThemes(); }
    void namesBeginBehindLetters();
    void narrowPatternsAreTicks_data() { addThemes(); }
    void narrowPatternsAreTicks();
    void seriesAreDrawn_data() { addThemes(); }
    void seriesAreDrawn();
    void selectionHasItsFrame_data() { addThemes(); }
    void selectionHasItsFrame();
    void pinnedRowsHaveARule_data() { addThemes(); }
    void pinnedRowsHaveARule();
    void outsideTheScopeIsVeiled_data() { addThemes(); }
    void outsideTheScopeIsVeiled();
    void outsideTheStepsIsVeiled_data() { addThemes(); }
    void outsideTheStepsIsVeiled();
    void namesBesideThePathAreReadable_data() { addThemes(); }
    void namesBesideThePathAreReadable();
    void namesOnWaitsAreReadable_data() { addThemes(); }
    void namesOnWaitsAreReadable();

private:
    static void addThemes();
};

namespace {

struct ThemeColours {
    QColor canvas;
    QColor accent;
    QColor secondText;
    QColor hostWait;
    QColor kernelWait;
};
const ThemeColours kLight { "#FFFFFF", "#0B57D0", "#5A636D", "#A32309", "#D7A52D" };
const ThemeColours kDark { "#16191D", "#8AB4F8", "#A3ACB6", "#C4593D", "#C89F5E" };

/// A slice of each kind, 200 us long and 300 us apart, on a thread and on a stream.
struct Kind {
    const char* name;
    const char* category;
    const char* light;
    const char* dark;
};
constexpr Kind kDeviceKinds[] = {
    { "ampere_sgemm_128x64_nn", "kernel", "#0071BA", "#4D8BE7" },
    { "void at::native::reduce_kernel<512>", "kernel", "#1F86D6", "#67A0FE" },
    { "vectorized_elementwise_kernel", "kernel", "#449BED", "#93B5FF" },
    { "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "kernel", "#C77F25", "#F1911A" },
    { "Memcpy HtoD (Pinned -> Device)", "gpu_memcpy", "#7A3492", "#A478BA" },
    { "Memset (Device)", "gpu_memset", "#C9B3E0", "#FABFF2" },
};
constexpr Kind kHostKinds[] = {
    { "cudaLaunchKernel", "cuda_runtime", "#00787B", "#4E9B84" },
    { "cudaDeviceSynchronize", "cuda_runtime", "#B73D44", "#F0525E" },
};

constexpr Timestamp kPitch = 300'000;
constexpr Timestamp kLength = 200'000;
constexpr Timestamp kEnd = 3'000'000;

std::shared_ptr<const Trace> pictureTrace()
{
    EventBuilder events;
    events.onThread("10", "11");
    events.slice("user_annotation", "ProfilerStep#1", 0, kEnd - 1000);
    Timestamp t = 50'000;
    int correlation = 1;
    for (const Kind& kind : kHostKinds) {
        events.slice(kind.category, kind.name, t, t + kLength, correlation++);
        t += kPitch;
    }
    // Three times the same chain, for patterns.
    for (int i = 0; i < 3; ++i) {
        events.slice("cpu_op", "aten::layer", t, t + kLength + 20'000);
        events.slice("cuda_runtime", "cudaLaunchKernel", t + 10'000, t + 40'000, 100 + 3 * i);
        events.slice("cuda_runtime", "cudaLaunchKernel", t + 50'000, t + 80'000, 101 + 3 * i);
        events.slice("cuda_runtime", "cudaLaunchKernel", t + 100'000, t + 150'000, 102 + 3 * i);
        t += kPitch;
    }
    events.onStream(0, 7);
    t = 50'000;
    for (const Kind& kind : kDeviceKinds) {
        events.slice(kind.category, kind.name, t, t + kLength, t == 50'000 ? 1 : -1);
        t += kPitch;
    }
    events.onStream(0, 20);
    for (int i = 0; i < 3; ++i) {
        const Timestamp at = 700'000 + i * kPitch;
        events.slice("kernel", "first_kernel", at, at + 80'000, 100 + 3 * i);
        events.slice("kernel", "second_kernel", at + 120'000, at + 160'000, 101 + 3 * i);
        events.slice("kernel", "third_kernel", at + 160'000, at + 200'000, 102 + 3 * i);
    }
    return events.build();
}

/// A timeline of 1000 x 500 in a theme, and pictures of it.
struct Pictured {
    explicit Pictured(bool dark, std::shared_ptr<const Trace> trace = pictureTrace())
        : Pictured(dark, std::vector<std::shared_ptr<const Trace>> { std::move(trace) })
    {
    }
    /// Of a job of several ranks.
    Pictured(bool dark, const std::vector<std::shared_ptr<const Trace>>& traces)
        : view(&state)
        , colours(dark ? kDark : kLight)
    {
        QPalette palette = view.palette();
        palette.setColor(QPalette::Window, dark ? QColor(32, 32, 32) : QColor(240, 240, 240));
        palette.setColor(QPalette::Base, dark ? QColor(20, 20, 20) : QColor(255, 255, 255));
        palette.setColor(QPalette::WindowText, dark ? Qt::white : Qt::black);
        palette.setColor(QPalette::Text, dark ? Qt::white : Qt::black);
        view.setPalette(palette);
        view.resize(1000, 500);
        view.show();
        std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> ranks;
        for (const std::shared_ptr<const Trace>& trace : traces)
            ranks.emplace_back(static_cast<std::int64_t>(ranks.size()), trace);
        state.setTraceSet(std::make_shared<TraceSet>(std::move(ranks), std::vector<Remark> {}));
        state.setVisibleRange({ 0, kEnd });
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(&view, &leave);
    }

    void take() { image = view.grab().toImage(); }
    [[nodiscard]] QRect lanes() const { return view.scene().geometry(view.viewport().size).lanes; }
    [[nodiscard]] SliceRef slice(std::string_view name, int nth = 0) const
    {
        const Trace& trace = *state.traceSet()->ranks()[0].trace;
        for (std::size_t i = 0; i < trace.slices().size(); ++i) {
            if (trace.name(SliceId { i }) == name && nth-- == 0)
                return { 0, SliceId { i } };
        }
        return {};
    }
    [[nodiscard]] QRectF rectOf(std::string_view name, int nth = 0) const { return view.rectOf(slice(name, nth)); }
    [[nodiscard]] double xOf(Timestamp time) const
    {
        return lanes().left() + TimeScale(state.visibleRange(), lanes().width()).xOf(time);
    }
    /// Colour at a place in logical pixels.
    [[nodiscard]] QColor at(double x, double y) const
    {
        const double ratio = image.devicePixelRatio();
        return image.pixelColor(static_cast<int>(std::floor(x * ratio)), static_cast<int>(std::floor(y * ratio)));
    }
    /// The best contrast of a pixel of a rectangle in logical pixels with what is below a name.
    [[nodiscard]] double contrastIn(const QRectF& area, const QColor& ground) const
    {
        const double ratio = image.devicePixelRatio();
        double best = 1;
        const QRect pixels = QRectF(area.topLeft() * ratio, area.size() * ratio).toRect();
        for (int y = pixels.top(); y <= pixels.bottom(); ++y) {
            for (int x = pixels.left(); x <= pixels.right(); ++x)
                best = std::max(best, contrast(image.pixelColor(x, y), ground));
        }
        return best;
    }
    /// Share of the device pixels of a rectangle in logical pixels that have a colour, within two steps of 255.
    [[nodiscard]] double shareOf(const QRectF& area, const QColor& colour) const
    {
        const double ratio = image.devicePixelRatio();
        const QRect pixels = QRectF(area.topLeft() * ratio, area.size() * ratio).toRect() & image.rect();
        int count = 0;
        for (int y = pixels.top(); y <= pixels.bottom(); ++y) {
            for (int x = pixels.left(); x <= pixels.right(); ++x) {
                const QColor found = image.pixelColor(x, y);
                count += std::abs(found.red() - colour.red()) <= 2 && std::abs(found.green() - colour.green()) <= 2
                        && std::abs(found.blue() - colour.blue()) <= 2
                    ? 1
                    : 0;
            }
        }
        return pixels.isEmpty() ? 0 : static_cast<double>(count) / (pixels.width() * pixels.height());
    }
    void show(std::initializer_list<std::string_view> ids)
    {
        std::vector<std::shared_ptr<const Overlay>> all;
        for (const std::string_view id : ids) {
            Result<Overlay> overlay = buildOverlay(*findOverlay(id), { state.traceSet(), {} }, {}, {});
            if (!overlay)
                qFatal("%s", english(overlay.error().message).c_str());
            all.push_back(std::make_shared<const Overlay>(std::move(overlay).value()));
        }
        view.setOverlays(all);
    }

    ViewState state;
    TimelineView view;
    ThemeColours colours;
    QImage image;
};

QColor mix(const QColor& a, const QColor& b, double share)
{
    const auto one = [&](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * share)); };
    return { one(a.red(), b.red()), one(a.green(), b.green()), one(a.blue(), b.blue()) };
}

} // namespace

void TestTimelinePictures::initTestCase()
{
    const double factor = qEnvironmentVariable("QT_SCALE_FACTOR", QStringLiteral("1")).toDouble();
    QCOMPARE(Pictured(false).view.devicePixelRatioF(), factor);
}

void TestTimelinePictures::addThemes()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestTimelinePictures::kindsHaveTheirColours_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QColor>("colour");
    for (const bool dark : { false, true }) {
        for (const std::span<const Kind> kinds :
            { std::span<const Kind>(kDeviceKinds), std::span<const Kind>(kHostKinds) }) {
            for (const Kind& kind : kinds)
                QTest::addRow("%s %s", dark ? "dark" : "light", kind.name)
                    << dark << QByteArray(kind.name) << QColor(dark ? kind.dark : kind.light);
        }
    }
}

void TestTimelinePictures::kindsHaveTheirColours()
{
    QFETCH(bool, dark);
    QFETCH(QByteArray, name);
    QFETCH(QColor, colour);
    Pictured p(dark);
    p.take();
    const QRectF rect = p.rectOf(name.toStdString());
    QVERIFY(!rect.isEmpty());
    // Below the name, and calls are lower than their lane.
    const double height = name == "cudaLaunchKernel" ? 13 : 18;
    const QRectF area(rect.right() - 16, rect.top() + height - 3, 12, 2);
    QVERIFY2(p.shareOf(area, colour) > 0.6, qPrintable(p.at(area.center().x(), area.center().y()).name()));
    // Right of it there is nothing but perhaps a line of the grid.
    QVERIFY(p.shareOf(QRectF(rect.right() + 3, rect.top() + 2, 16, 10), p.colours.canvas) > 0.8);
}

void TestTimelinePictures::lanesHaveTheirPlaces()
{
    QFETCH(bool, dark);
    Pictured p(dark);
    p.take();
    // Overview 56 and ruler 22, a rule below each; rank, steps, process, thread, device, streams at normal density:
    // titles of 20, lanes of 18 with gaps of 1, tracks 3 apart.
    const int top = 56 + 1 + 22 + 1;
    const int steps = top + 20 + 3;
    const int thread = steps + 18 + 3 + 20 + 3;
    const int lanesOfThread = 3; // the step, ops and calls outside of them, calls
    const int stream = thread + lanesOfThread * 19 - 1 + 3 + 20 + 3;
    QCOMPARE(p.lanes().top(), top);
    QCOMPARE(p.rectOf("ampere_sgemm_128x64_nn").top(), static_cast<double>(stream));
    QCOMPARE(p.rectOf("first_kernel").top(), static_cast<double>(stream + 18 + 3));
    const double x = p.rectOf("ampere_sgemm_128x64_nn").right() - 10;
    const QColor fill(dark ? "#4D8BE7" : "#0071BA");
    QVERIFY(p.shareOf(QRectF(x, stream, 8, 2), fill) > 0.95);
    QVERIFY(p.shareOf(QRectF(x, stream + 16, 8, 2), fill) > 0.95);
    QVERIFY(p.shareOf(QRectF(x, stream - 2, 8, 1), fill) == 0);
    QVERIFY(p.shareOf(QRectF(x, stream + 19, 8, 1), fill) == 0);
    // Times are where the ruler says: 50 us to 250 us, with a pixel of gap at the right.
    QVERIFY(p.shareOf(QRectF(p.xOf(50'000) + 1, stream + 16, 3, 2), fill) > 0.9);
    QVERIFY(p.shareOf(QRectF(p.xOf(50'000) - 4, stream + 16, 3, 2), fill) == 0);
    QVERIFY(p.shareOf(QRectF(p.xOf(250'000) - 5, stream + 16, 3, 2), fill) > 0.9);
    QVERIFY(p.shareOf(QRectF(p.xOf(250'000) + 1, stream + 16, 3, 2), fill) == 0);
    // Annotations contain: an outline and a quarter of their fill.
    const QColor annotation(dark ? "#E3E189" : "#E3C02E");
    QVERIFY(p.shareOf(QRectF(p.xOf(kEnd) - 40, steps + 4, 20, 8), mix(p.colours.canvas, annotation, 0.25)) > 0.9);
}

void TestTimelinePictures::copiesHaveStripes()
{
    QFETCH(bool, dark);
    Pictured p(dark);
    p.take();
    const QRectF rect = p.rectOf("Memcpy HtoD (Pinned -> Device)");
    const QColor label(dark ? "#14181D" : "#FFFFFF");
    QVERIFY(p.shareOf(QRectF(rect.right() - 12, rect.top(), 10, 2), label) > 0.6);
    QVERIFY(p.shareOf(QRectF(rect.right() - 12, rect.bottom() - 2, 10, 2), label) == 0);
}

void TestTimelinePictures::zoomedOutIsDensity()
{
    QFETCH(bool, dark);
    Pictured p(dark);
    p.state.setVisibleRange({ 0, kEnd * 400 }); // a slice is a tenth of a pixel wide
    p.take();
    const QRectF rect = p.rectOf("ampere_sgemm_128x64_nn");
    const QRectF column(p.lanes().left(), rect.top(), 2, rect.height());
    double coloured = 0;
    for (const Kind& kind : kDeviceKinds)
        coloured += p.shareOf(column, QColor(dark ? kind.dark : kind.light));
    QVERIFY(coloured > 0.05); // 3 px at least of a column
    QVERIFY(p.shareOf(QRectF(p.lanes().left() + 20, rect.top(), 40, rect.height()), p.colours.canvas) > 0.9);
}

void TestTimelinePictures::gapsAreHatchedByCause()
{
    QFETCH(bool, dark);
    Pictured p(dark);
    const QRectF host(p.xOf(910'000), p.rectOf("first_kernel").top() + 1, p.xOf(990'000) - p.xOf(910'000), 16);
    p.take();
    QVERIFY(p.shareOf(host, p.colours.hostWait) == 0);
    p.show({ "idle-gaps" });
    p.take();
    // One line of 1 px in six.
    const double share = p.shareOf(host, p.colours.hostWait);
    QVERIFY2(share > 0.1 && share < 0.27, QByteArray::number(share));
    // They lean as "/" does: what is coloured has its neighbour at the lower left.
    const double ratio = p.image.devicePixelRatio();
    int leaning = 0;
    int all = 0;
    const QRect pixels = QRectF(host.topLeft() * ratio, host.size() * ratio).toRect().adjusted(3, 3, -3, -3);
    for (int y = pixels.top(); y <= pixels.bottom(); ++y) {
        for (int x = pixels.left(); x <= pixels.right(); ++x) {
            if (p.image.pixelColor(x, y) != p.colours.hostWait)
                continue;
            ++all;
            leaning += p.image.pixelColor(x - 1, y + 1) == p.colours.hostWait ? 1 : 0;
        }
    }
    QVERIFY(all > 20);
    QCOMPARE(leaning, all);
    // The device has other work from 950 us on, whose launch is not in the trace: until then it is idle, on each
    // stream.
    p.show({ "idle-causes" });
    p.take();
    QCOMPARE(p.shareOf(host, p.colours.hostWait), 0.0);
    const QColor unknown(dark ? "#B4BCC4" : "#5B6670");
    const double top = p.rectOf("first_kernel").top() - 1;
    QVERIFY(p.shareOf(QRectF(p.xOf(902'000), top, p.xOf(948'000) - p.xOf(902'000), 18), unknown) > 0.03);
    QVERIFY(p.shareOf(QRectF(p.xOf(955'000), top, p.xOf(995'000) - p.xOf(955'000), 18), unknown) == 0);
}

/// Gaps of one stream of several are none of the device's; what all of its streams wait for is.
void TestTimelinePictures::aFoldedDeviceShowsItsIdleTime()
{
    QFETCH(bool, dark);
    Pictured p(dark);
    p.view.rows().collapseAll();
    const TimelineScene& scene = p.view.scene();
    const auto isDevice = [&scene](const TimelineRow& each) {
        return each.key.kind == RowKind::Group && scene.tree().ranks[0].groups[each.group].isDevice;
    };
    const auto device = std::ranges::find_if(scene.rows().rows(), isDevice);
    QVERIFY(device != scene.rows().rows().end() && !device->expanded);
    const TimelineRow row = *device; // overlays lay the rows out anew
    const double top = p.lanes().top() + static_cast<double>(row.y);
    const QColor unknown(dark ? "#B4BCC4" : "#5B6670");
    const auto isMarked = [&](Timestamp begin, Timestamp end) {
        p.take();
        return p.shareOf(QRectF(p.xOf(begin), top, p.xOf(end) - p.xOf(begin), row.height), unknown) > 0;
    };
    p.show({ "idle-gaps" });
    QVERIFY(!isMarked(902'000, 948'000));
    p.show({ "idle-causes" });
    QVERIFY(isMarked(902'000, 948'000));
    QVERIFY(!isMarked(955'000, 995'000)); // another stream works
}

/// A gap of a fraction of a pixel still is marked.
void TestTimelinePictures::narrowGapsAreMarked()
{
    QFETCH(bool, dark);
    for (const char* overlay : { "idle-gaps", "idle-causes" }) {
        Pictured p(dark);
        p.state.setVisibleRange({ 0, kEnd * 400 });
        p.take();
        const QRectF lane = p.rectOf("first_kernel");
        const double ratio = p.image.devicePixelRatio();
        const QRect strip = QRectF(p.lanes().left() * ratio, lane.top() * ratio, 3 * ratio, 2 * ratio).toAlignedRect();
        const QImage without = p.image.copy(strip);
        p.show({ overlay });
        p.take();
        QVERIFY2(p.image.copy(strip) != without, overlay);
        // Right of the work there is no gap.
        QVERIFY(p.shareOf(QRectF(p.lanes().left() + 20, lane.top(), 40, 2), p.colours.canvas) > 0.9);
    }
}

void TestTimelinePictures::patternsHaveBrackets()
{
    QFETCH(bool, dark);
    Pictured p(dark);
    p.show({ "sequences" });
    p.take();
    const QRectF first = p.rectOf("first_kernel");
    const QRectF second = p.rectOf("second_kernel");
    const QRectF third = p.rectOf("third_kernel");
    // From the first kernel to the end of the last, 2 px high; between them the wash.
    QVERIFY(p.shareOf(QRectF(first.left() + 16, first.top(), third.right() - first.left() - 20, 2), p.colours.accent)
        > 0.9);
    const QRectF between(first.right() + 3, first.top() + 4, second.left() - first.right() - 6, 10);
    QVERIFY(p.shareOf(between, mix(p.colours.canvas, p.colours.accent, 0.12)) > 0.9);
    // The tag of the letter.
    QVERIFY(p.shareOf(QRectF(first.left(), first.top(), 12, 12), p.colours.accent) > 0.5);
    p.view.setHiddenPatterns(~0u);
    p.take();
    QVERIFY(p.shareOf(QRectF(first.left(), first.top(), 60, 2), p.colours.accent) == 0);
}

void TestTimelinePictures::namesBeginBehindLetters()
{
    QFETCH(bool, dark);
    Pictured p(dark);
    p.show({ "sequences" });
    const SliceRef kernel = p.slice("first_kernel");
    const TimeRange range = p.state.traceSet()->ranks()[0].trace->slices().range(kernel.slice);
    p.state.setVisibleRange({ range.begin - range.length(), range.end + range.length() });
    const QRectF rect = p.rectOf("first_kernel");
    QVERIFY(rect.width() > 200);
    // Pixels of a stretch of the slice that are not its fill: of the name, or of the letter before it.
    const auto inked = [&](double from, double to) {
        const QColor fill = p.at(rect.right() - 4, rect.center().y());
        int count = 0;
        for (double x = from; x < to; ++x) {
            for (double y = rect.top() + 4; y < rect.top() + 14; ++y)
                count += p.at(rect.left() + x, y) != fill ? 1 : 0;
        }
        return count;
    };
    constexpr double kTag = 12;
    constexpr double kName = 120; // more than it is long
    p.take();
    const int behind = inked(kTag, kTag + kName);
    p.view.setHiddenPatterns(~0u);
    p.take();
    const int whole = inked(1, kName);
    QVERIFY2(whole > 40 && behind > whole * 9 / 10 && behind < whole * 11 / 10,
        qPrintable(QStringLiteral("%1 %2").arg(whole).arg(behind)));
}

void TestTimelinePictures::narrowPatternsAreTicks()
{
    // A chain of 3 us, three times in three seconds: a thousandth of a pixel each.
    EventBuilder events;
    constexpr Timestamp kLong = 3'000'000'000;
    for (int i = 0; i < 3; ++i) {
        const Timestamp at = 500'000'000 + Timestamp { i } * 1'000'000'000;
        events.onThread("10", "11");
        events.slice("cpu_op", "aten::layer", at, at + 3'000);
        events.slice("cuda_runtime", "cudaLaunchKernel", at + 100, at + 200, 3 * i);
        events.slice("cuda_runtime", "cudaLaunchKernel", at + 300, at + 400, 3 * i + 1);
        events.slice("cuda_runtime", "cudaLaunchKernel", at + 500, at + 600, 3 * i + 2);
        events.onStream(0, 20);
        events.slice("kernel", "first_kernel", at + 700, at + 1'000, 3 * i);
        events.slice("kernel", "second_kernel", at + 1'200, at + 1'500, 3 * i + 1);
        events.slice("kernel", "third_kernel", at + 1'700, at + 2'000, 3 * i + 2);
    }
    events.onStream(0, 20);
    events.slice("gpu_memcpy", "Memcpy", 0, 1'000);
    events.slice("gpu_memcpy", "Memcpy", kLong - 1'000, kLong);
    QFETCH(bool, dark);
    Pictured p(dark, events.build());
    p.state.setVisibleRange({ 0, kLong });
    p.show({ "sequences" });
    for (const bool isFolded : { false, true }) {
        if (isFolded)
            p.view.rows().collapseAll();
        else
            p.view.rows().expandAll();
        p.take();
        const auto& rows = p.view.scene().rows().rows();
        int ticks = 0;
        for (const TimelineRow& row : rows) {
            const double top = static_cast<double>(p.lanes().top() + row.y);
            for (int i = 0; i < 3; ++i) {
                const double x = p.xOf(500'000'000 + Timestamp { i } * 1'000'000'000);
                ticks += p.shareOf(QRectF(x - 1, top, 3, row.height), p.colours.accent) * 3 * row.height >= 4 ? 1 : 0;
            }
        }
        QVERIFY2(ticks >= 3, qPrintable(QString::number(ticks)));
        // Several chains in one column of pixels look as one: their washes do not add up.
        const QImage once = p.image;
        p.show({ "sequences", "sequences" });
        p.take();
        QCOMPARE(p.image, once);
        p.show({ "sequences" });
    }
    p.view.setHiddenPatterns(~0u);
    p.take();
    QCOMPARE(p.shareOf(QRectF(p.lanes()), p.colours.accent), 0.0);
}

void TestTimelinePictures::seriesAreDrawn()
{
    QFETCH(bool, dark);
    Pictured p(dark);
    p.show({ "active-kernels" });
    const auto& rows = p.view.scene().rows().rows();
    const auto row = std::ranges::find(rows, RowKind::Series, [](const TimelineRow& each) { return each.key.kind; });
    QVERIFY(row != rows.end());
    QCOMPARE(row->height, 40);
    p.take();
    const double top = static_cast<double>(p.lanes().top() + row->y);
    // Two kernels run from 700 us on: the axis ends there. One from 50 us to 250 us: the line is half as high.
    const double one = p.xOf(150'000);
    QVERIFY(p.shareOf(QRectF(one, top + 25, 4, 13), mix(p.colours.canvas, p.colours.accent, 0.25)) > 0.9);
    QVERIFY(p.shareOf(QRectF(one, top + 2, 4, 14), p.colours.canvas) > 0.9);
    QVERIFY(p.shareOf(QRectF(p.xOf(280'000), top + 2, 4, 30), p.colours.canvas) > 0.9);
    QVERIFY(p.shareOf(QRectF(one, top + 17, 4, 6), p.colours.accent) > 0.1);
}

void TestTimelinePictures::selectionHasItsFrame()
{
    QFETCH(bool, dark);
    Pictured p(dark);
    p.view.clearFocus();
    p.state.selectSlice(p.slice("Memset (Device)"));
    p.take();
    const QRectF rect = p.rectOf("Memset (Device)");
    // 1 px of canvas around it, 2 px of accent around that.
    for (const double out : { 1.5, 2.5 }) {
        QVERIFY(
            p.shareOf(QRectF(rect.left() + 4, rect.top() - out - 0.5, rect.width() - 8, 1), p.colours.accent) > 0.4);
        QVERIFY(
            p.shareOf(QRectF(rect.left() + 4, rect.bottom() + out - 0.5, rect.width() - 8, 1), p.colours.accent) > 0.4);
        QVERIFY(
            p.shareOf(QRectF(rect.left() - out - 0.5, rect.top() + 4, 1, rect.height() - 8), p.colours.accent) > 0.4);
        QVERIFY(
            p.shareOf(QRectF(rect.right() + out - 0.5, rect.top() + 4, 1, rect.height() - 8), p.colours.accent) > 0.4);
    }
    QVERIFY(p.shareOf(QRectF(rect.left() + 4, rect.top() - 1, rect.width() - 8, 1), p.colours.accent) < 0.6);
    QVERIFY(p.shareOf(rect.adjusted(4, 4, -4, -4), p.colours.accent) == 0);
}

void TestTimelinePictures::pinnedRowsHaveARule()
{
    QFETCH(bool, dark);
    Pictured p(dark);
    const TrackId stream = p.state.traceSet()->ranks()[0].trace->trackOf(p.slice("first_kernel").slice);
    p.view.rows().setPinned({ RowKind::Track, 0, stream.value }, true);
    p.take();
    const double top = p.lanes().top();
    QCOMPARE(p.rectOf("first_kernel").top(), top);
    // A lane of 18 and the gap of 3, whose last 2 px are the rule.
    const QColor rule = mix(p.colours.canvas, p.colours.secondText, 0.6);
    QVERIFY(p.shareOf(QRectF(p.xOf(2'000'000), top + 19, 100, 2), rule) > 0.7);
    QVERIFY(p.shareOf(QRectF(p.xOf(2'000'000), top + 2, 100, 16), rule) == 0);
    QVERIFY(p.shareOf(QRectF(p.xOf(2'000'000), top + 22, 100, 6), rule) == 0);
}

void TestTimelinePictures::outsideTheScopeIsVeiled()
{
    QFETCH(bool, dark);
    Pictured p(dark);
    Scope scope;
    scope.range = TimeRange { 0, 700'000 };
    p.state.setScope(scope);
    p.take();
    const QColor fill(dark ? "#93B5FF" : "#449BED");
    const QColor inside(dark ? "#4D8BE7" : "#0071BA");
    const QRectF out = p.rectOf("vectorized_elementwise_kernel");
    const QRectF in = p.rectOf("ampere_sgemm_128x64_nn");
    QVERIFY(p.shareOf(QRectF(in.right() - 12, in.bottom() - 2, 8, 2), inside) > 0.9);
    const QRectF right(out.right() - 10, out.bottom() - 2, 6, 2);
    QVERIFY(p.shareOf(right, fill) == 0);
    QVERIFY(p.shareOf(right, mix(fill, p.colours.canvas, kVeil)) > 0.9);
    // Names lie over the veil.
    QVERIFY(p.contrastIn(out.adjusted(2, 3, -3, -3), p.at(right.center().x(), right.center().y())) > 4.5);
}

/// A step is its time on the host and the work that it launched.
void TestTimelinePictures::outsideTheStepsIsVeiled()
{
    QFETCH(bool, dark);
    EventBuilder events;
    events.onThread("10", "11");
    events.slice("user_annotation", "ProfilerStep#1", 0, 1'000'000);
    events.slice("cuda_runtime", "cudaLaunchKernel", 100'000, 150'000, 1);
    events.slice("user_annotation", "ProfilerStep#2", 1'000'000, 3'000'000);
    events.slice("cuda_runtime", "cudaLaunchKernel", 1'100'000, 1'150'000, 2);
    events.onStream(0, 7);
    events.slice("kernel", "first_gemm", 1'200'000, 1'500'000, 1);
    events.slice("kernel", "second_gemm", 2'000'000, 2'300'000, 2);
    Pictured p(dark, events.build());
    const QColor fill(dark ? "#4D8BE7" : "#0071BA");
    const auto endOf = [&p](const char* name) {
        const QRectF rect = p.rectOf(name);
        return QRectF(rect.right() - 10, rect.bottom() - 2, 6, 2);
    };
    Scope scope;
    scope.steps = { 1 };
    p.state.setScope(scope);
    const auto isVeiled = [&] {
        p.take();
        return p.shareOf(endOf("second_gemm"), mix(fill, p.colours.canvas, kVeil)) > 0.9;
    };
    QTRY_VERIFY(isVeiled());
    QVERIFY(p.shareOf(endOf("first_gemm"), fill) > 0.9);
    const QColor veiled = p.at(endOf("second_gemm").center().x(), endOf("second_gemm").center().y());
    QVERIFY(p.contrastIn(p.rectOf("second_gemm").adjusted(2, 3, -3, -3), veiled) > 4.5);
    p.state.setScope({});
    p.take();
    QVERIFY(p.shareOf(endOf("second_gemm"), fill) > 0.9);
}

void TestTimelinePictures::namesBesideThePathAreReadable()
{
    QFETCH(bool, dark);
    EventBuilder events;
    events.onThread("10", "11");
    events.slice("cpu_op", "aten::long_operator", 0, kEnd - 1000);
    events.slice("cuda_runtime", "cudaLaunchKernel", 300'000, 340'000, 1);
    events.slice("cuda_runtime", "cudaLaunchKernel", 350'000, 390'000, 3);
    events.slice("cuda_runtime", "cudaDeviceSynchronize", 400'000, 2'600'000, 2);
    events.onStream(0, 7);
    events.slice("kernel", "ampere_sgemm_128x64_nn", 500'000, 2'500'000, 1);
    events.onStream(0, 20);
    events.slice("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 600'000, 1'400'000, 3);
    Pictured p(dark, events.build());
    p.show({ "critical-path" });
    p.take();
    // Wholly beside the path: the name is there, on the slice below its veil.
    const QRectF beside = p.rectOf("ncclDevKernel_AllReduce_Sum_f32_RING_LL").adjusted(2, 3, -3, -3);
    const QColor veiled = p.at(beside.right() - 4, beside.bottom() + 1);
    QVERIFY(p.contrastIn(beside, veiled) > 4.5);
    // On the path until the kernel begins: the name is where most of it is beside the path.
    const QRectF op = p.rectOf("aten::long_operator").adjusted(2, 4, -3, -4);
    const double off = p.xOf(450'000);
    const QRectF lit(op.left(), op.top(), p.xOf(300'000) - op.left() - 4, op.height());
    QVERIFY(p.shareOf(lit, p.at(lit.center().x(), lit.center().y())) > 0.98);
    const QRectF rest(off, op.top(), p.xOf(2'400'000) - off, op.height());
    QVERIFY(p.contrastIn(rest, p.at(rest.right() - 4, rest.bottom())) > 4.5);
}

/// The waiting part of communication is paler than work, and hatched: its name is in the colour of texts.
void TestTimelinePictures::namesOnWaitsAreReadable()
{
    QFETCH(bool, dark);
    const auto rank = [](Timestamp begin) {
        EventBuilder events;
        events.onThread("10", "11");
        events.slice("cuda_runtime", "cudaLaunchKernel", 10'000, 20'000, 1);
        events.onStream(0, 20);
        events.slice("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", begin, 2'500'000, 1);
        return events.build();
    };
    Pictured p(dark, { rank(200'000), rank(2'200'000) });
    p.show({ "waits" });
    p.take();
    const QColor fill(dark ? "#F1911A" : "#C77F25");
    const QColor pale = mix(fill, p.colours.canvas, kWaitVeil);
    const QRectF run = p.rectOf("ncclDevKernel_AllReduce_Sum_f32_RING_LL").adjusted(2, 2, -2, -2);
    const QRectF waiting(run.left(), run.top(), p.xOf(2'100'000) - run.left(), run.height());
    QVERIFY(p.shareOf(waiting, pale) > 0.3);
    QVERIFY(p.shareOf(waiting, fill) == 0);
    QVERIFY2(p.contrastIn(waiting, pale) > 4.5, qPrintable(QString::number(p.contrastIn(waiting, pale))));
    // Nothing of it lies over the part that works.
    const QRectF working(p.xOf(2'230'000), run.top(), run.right() - p.xOf(2'230'000), run.height());
    QVERIFY(p.shareOf(working, fill) > 0.9);
}

QTEST_MAIN(TestTimelinePictures)
#include "tst_timeline_pictures.moc"
