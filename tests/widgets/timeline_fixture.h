// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/event_builder.h"
#include "tests/support/test_macros.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/timeline_view.h"

#include <QCoreApplication>
#include <QEvent>
#include <QMouseEvent>
#include <QPoint>
#include <QRect>
#include <QScrollBar>
#include <QString>
#include <QTest>

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope::tests {

/// A timeline of 1020 x 600 on a job of two ranks, 2 ms long and all of it in view. Each rank has two steps, each with
/// an op that launches one kernel: `gemm` in step 1, an all-reduce in step 2; and a backward op that a flow joins to
/// the forward op of step 1.
class TimelineFixture {
public:
    static constexpr TimeRange kAll { 0, 2'000'000 };

    explicit TimelineFixture(int ranks = 2)
        : view(&state)
    {
        view.resize(1020, 600);
        view.show();
        open(ranks);
    }

    void open(int ranks)
    {
        std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> all;
        for (int rank = 0; rank < ranks; ++rank)
            all.emplace_back(rank, makeTrace());
        state.setTraceSet(std::make_shared<TraceSet>(std::move(all), std::vector<Remark> {}));
        state.setVisibleRange(kAll);
    }

    [[nodiscard]] SliceRef slice(std::string_view name, std::uint32_t rank = 0) const
    {
        const Trace& trace = *state.traceSet()->ranks()[rank].trace;
        for (std::size_t i = 0; i < trace.slices().size(); ++i) {
            if (trace.name(SliceId { i }) == name)
                return { rank, SliceId { i } };
        }
        return {};
    }
    [[nodiscard]] QPoint centreOf(std::string_view name) const { return view.rectOf(slice(name)).center().toPoint(); }
    /// Name of the current slice; "" without one.
    [[nodiscard]] QString selectedName() const
    {
        const auto current = state.currentSlice();
        return current ? toQString(state.rankOf(current->rank)->trace->name(current->slice)) : QString();
    }
    [[nodiscard]] TimelineGeometry geometry() const { return view.scene().geometry(view.viewport().size); }
    /// x of a moment of job time.
    [[nodiscard]] int xOf(Timestamp time) const
    {
        const QRect lanes = geometry().lanes;
        return lanes.left() + static_cast<int>(TimeScale(state.visibleRange(), lanes.width()).xOf(time));
    }
    /// A point on the ruler, below the flags of marks.
    [[nodiscard]] QPoint onRuler(Timestamp time) const { return { xOf(time), geometry().ruler.bottom() - 4 }; }
    /// A point on the lanes where there is no slice.
    [[nodiscard]] QPoint onNothing(Timestamp time) const { return { xOf(time), geometry().lanes.bottom() - 2 }; }
    /// Job time that one pixel stands for, rounded up.
    [[nodiscard]] Nanoseconds pixel() const { return state.visibleRange().length() / geometry().lanes.width() + 1; }

    void scrollTo(int y) { view.findChild<QScrollBar*>()->setValue(y); }
    void movePointer(QPoint to)
    {
        QTest::mouseMove(&view, to + QPoint(0, 1)); // a move to where the pointer is already is none
        QTest::mouseMove(&view, to);
    }
    void takePointerAway()
    {
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(&view, &leave);
    }
    void drag(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers modifiers = {})
    {
        const auto send = [&](QEvent::Type type, QPoint at) {
            const bool isMove = type == QEvent::MouseMove;
            const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : button;
            QMouseEvent event(type, at, view.mapToGlobal(at), isMove ? Qt::NoButton : button, held, modifiers);
            QCoreApplication::sendEvent(&view, &event);
        };
        send(QEvent::MouseButtonPress, from);
        send(QEvent::MouseMove, (from + to) / 2);
        send(QEvent::MouseMove, to);
        send(QEvent::MouseButtonRelease, to);
    }

    ViewState state;
    TimelineView view;

private:
    static std::shared_ptr<const Trace> makeTrace()
    {
        EventBuilder events;
        events.onThread("10", "11");
        for (int step = 0; step < 2; ++step) {
            const Timestamp t = step * 1'000'000;
            events.slice("user_annotation", step == 0 ? "ProfilerStep#1" : "ProfilerStep#2", t, t + 900'000);
            events.slice("cpu_op", step == 0 ? "aten::mm" : "aten::add", t + 100'000, t + 400'000);
            events.slice("cuda_runtime", "cudaLaunchKernel", t + 200'000, t + 300'000, 5 + step);
        }
        events.event('s', "fwdbwd", "fwdbwd", 110'000, 3);
        events.slice("cpu_op", "aten::add", 1'450'000, 1'500'000);
        events.onThread("10", "12");
        events.slice("cpu_op", "MmBackward0", 1'200'000, 1'400'000);
        events.event('f', "fwdbwd", "fwdbwd", 1'210'000, 3);
        events.onStream(0, 7);
        events.slice("kernel", "gemm", 500'000, 800'000, 5);
        events.slice("kernel", "ncclDevKernel_AllReduce", 1'500'000, 1'800'000, 6);
        // From 0 to 2 ms exactly.
        events.onThread("10", "13");
        events.slice("cpu_op", "aten::whole", 0, 2'000'000);
        return events.build();
    }
};

} // namespace kinetoscope::tests
