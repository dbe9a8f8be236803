// SPDX-License-Identifier: GPL-3.0-or-later
// How long a tree of many rows holds the GUI thread when its top row opens and closes.
//
//     bench_tree [ROWS=1000000]
//
// Of two shapes, each with one row at the top: all others right below it, and in thousands below open rows. Prints for
// each the key that opens it until it has been taken and until the next frame is drawn, and the same of the one that
// closes it; wall time. Recorded, never asserted.
#include "widgets/models/result_table_proxy.h"
#include "widgets/panels/result/result_table_view.h"

#include <QApplication>
#include <QImage>
#include <QKeyEvent>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

using namespace kinetoscope;

namespace {

double millisecondsNow()
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// @param fan  rows below each row that has some.
std::shared_ptr<const AnalysisResult> tree(std::size_t rows, std::size_t fan)
{
    Table table("paths", "Paths",
        { inTree({ "index", ColumnType::Int, Unit::None, "", "", true }, TreeRole::Row),
            inTree({ "parent", ColumnType::Int, Unit::None, "", "", true }, TreeRole::Parent),
            inTree({ "name", ColumnType::String, Unit::None, "Name", "" }, TreeRole::Label),
            mainFigure({ "dur", ColumnType::Duration, Unit::Microseconds, "Time", "" }),
            { "count", ColumnType::Int, Unit::Count, "Calls", "" } });
    for (std::size_t row = 0; row < rows; ++row) {
        const std::int64_t parent = row == 0 ? -1 : static_cast<std::int64_t>((row - 1) / fan);
        table.addRow({ static_cast<std::int64_t>(row), parent, "aten::layer_" + std::to_string(row % 5000),
            static_cast<std::int64_t>(rows - row) * 1000, static_cast<std::int64_t>(row % 77) });
    }
    auto result = std::make_shared<AnalysisResult>();
    result->tables.push_back(std::move(table));
    return result;
}

void waitUntilArranged(const ResultTableView& view)
{
    while (view.isArranging())
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    QCoreApplication::processEvents();
}

void measure(const char* what, std::size_t rows, std::size_t fan)
{
    const std::shared_ptr<const AnalysisResult> result = tree(rows, fan);
    ResultTableView view;
    view.resize(900, 600);
    view.setTable(result, "paths", columnFormats(result->tables.front()));
    view.show();
    waitUntilArranged(view);
    auto* proxy = static_cast<ResultTableProxy*>(view.model());
    const auto press = [&](int key, const char* verb) {
        view.setCurrentIndex(view.model()->index(0, proxy->labelColumn()));
        QCoreApplication::processEvents();
        const double start = millisecondsNow();
        QKeyEvent event(QEvent::KeyPress, key, {});
        QCoreApplication::sendEvent(&view, &event);
        const double taken = millisecondsNow() - start;
        QCoreApplication::processEvents();
        view.grab();
        std::printf("%s: %s %7d rows in view, key %7.1f ms, with the frame %7.1f ms\n", what, verb,
            view.model()->rowCount(), taken, millisecondsNow() - start);
        waitUntilArranged(view);
    };
    proxy->setOpen(0, true);
    for (int row = view.model()->rowCount() - 1; row > 0; --row) { // from below: what comes moves few
        if (proxy->hasChildren(row) && !proxy->isOpen(row))
            proxy->setOpen(row, true);
    }
    press(Qt::Key_Left, "closed");
    for (int i = 0; i < 3; ++i) {
        press(Qt::Key_Right, "opened");
        press(Qt::Key_Left, "closed");
    }
}

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    const std::size_t rows = argc > 1 ? static_cast<std::size_t>(std::strtoull(argv[1], nullptr, 10)) : 1'000'000;
    measure("right below it   ", rows, rows);
    measure("below open rows  ", rows, 1000);
    return 0;
}
