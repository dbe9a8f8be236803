// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/event_builder.h"
#include "tests/support/test_macros.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/timeline_view.h"

#include <QImage>
#include <QObject>
#include <QPoint>
#include <QRect>
#include <QString>

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope::tests {

/// Tests of a timeline of 1020 x 600 on one rank with two steps of 1 ms, an op and a kernel in each: a new one for each
/// test, whose class calls open() in its init() and close() in its cleanup().
class TimelineViewTest : public QObject {
protected:
    void open()
    {
        m_state = std::make_unique<ViewState>();
        m_view = std::make_unique<TimelineView>(m_state.get());
        m_view->resize(1020, 600);
        m_view->show();
        m_state->setTraceSet(std::make_shared<TraceSet>(
            std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> { { 0, makeTrace() } },
            std::vector<Remark> {}));
    }
    void close()
    {
        m_view.reset();
        m_state.reset();
    }

    [[nodiscard]] static std::shared_ptr<const Trace> makeTrace()
    {
        EventBuilder events;
        events.onThread("10", "11");
        for (int step = 0; step < 2; ++step) {
            const Timestamp t = step * 1'000'000;
            events.slice("user_annotation", step == 0 ? "ProfilerStep#1" : "ProfilerStep#2", t, t + 900'000);
            events.slice("python_function", "train.py(3): run", t + 1000, t + 890'000);
            events.slice("cpu_op", step == 0 ? "aten::mm" : "aten::add", t + 100'000, t + 400'000);
            events.slice(
                "cuda_runtime", step == 0 ? "cudaLaunchKernel" : "cuLaunchKernel", t + 200'000, t + 300'000, 5 + step);
        }
        events.onThread("10", "12");
        events.slice("cpu_op", "aten::side", 0, 200'000);
        events.onStream(0, 7);
        events.slice("kernel", "gemm<i>", 500'000, 800'000, 5);
        events.slice("kernel", "ncclDevKernel_AllReduce", 1'500'000, 1'800'000, 6);
        return events.build();
    }
    /// Pixels of a colour in a rectangle of a picture.
    [[nodiscard]] static int countColour(const QImage& image, const QRect& area, QRgb colour)
    {
        int count = 0;
        for (int y = area.top(); y <= area.bottom(); ++y) {
            for (int x = area.left(); x <= area.right(); ++x)
                count += image.pixel(x, y) == colour ? 1 : 0;
        }
        return count;
    }
    /// The first slice of a name; none without one.
    [[nodiscard]] SliceRef slice(std::string_view name) const
    {
        const Trace& trace = *m_state->traceSet()->ranks()[0].trace;
        for (std::size_t i = 0; i < trace.slices().size(); ++i) {
            if (trace.name(SliceId { i }) == name)
                return { 0, SliceId { i } };
        }
        return {};
    }
    [[nodiscard]] QPoint centreOf(std::string_view name) const
    {
        return m_view->rectOf(slice(name)).center().toPoint();
    }
    /// Name of the current slice; "" without one.
    [[nodiscard]] QString selectedName() const
    {
        const auto current = m_state->currentSlice();
        return current ? toQString(m_state->traceSet()->ranks()[0].trace->name(current->slice)) : QString();
    }

    std::unique_ptr<ViewState> m_state;
    std::unique_ptr<TimelineView> m_view;
};

} // namespace kinetoscope::tests
