// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document.h"
#include "app/window/main_window.h"
#include "app/window/settings.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QAction>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QList>
#include <QMimeData>
#include <QUrl>

#include <memory>
#include <string>

namespace kinetoscope::tests {

/// One op that launches one kernel, and a copy.
inline std::string smallTrace()
{
    return TraceText()
        .step(1, 0_us, 200_us)
        .op("model::forward", 5_us, 150_us)
        .op("aten::mm", 10_us, 60_us)
        .launch(20_us, 8_us, 77)
        .kernel("gemm_kernel", 60_us, 80_us, 7, 77)
        .copy("Memcpy HtoD (Pageable -> Device)", 150_us, 20_us, 7, 0, 4096)
        .text();
}

/// The real window with settings of its own in a temporary folder: no test sees the user's settings or another test's.
class WindowFixture {
public:
    /// @param loader  the real one unless a test needs to hold it.
    explicit WindowFixture(LoadJob::Loader loader = loadTraceSet)
        : settings(toQString(folder.file("settings")))
        , document(nullptr, std::move(loader))
        , window(std::make_unique<MainWindow>(settings, document))
    {
        window->resize(1280, 800);
        window->show();
    }

    /// Drops files on the window as a file manager does; whether it took them.
    bool drop(const std::vector<std::string>& paths)
    {
        QList<QUrl> urls;
        for (const std::string& path : paths)
            urls.append(QUrl::fromLocalFile(toQString(path)));
        QMimeData mime;
        mime.setUrls(urls);
        const QPoint middle = window->rect().center();
        QDragEnterEvent enter(middle, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QCoreApplication::sendEvent(window.get(), &enter);
        QDropEvent dropped(middle, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        dropped.ignore();
        QCoreApplication::sendEvent(window.get(), &dropped);
        return enter.isAccepted() && dropped.isAccepted();
    }

    [[nodiscard]] ViewState& viewState() { return *document.viewState(); }
    [[nodiscard]] QAction* action(ActionId id) { return window->actions()[id]; }

    TempDir folder;
    Settings settings;
    Document document;
    std::unique_ptr<MainWindow> window; ///< goes first
};

} // namespace kinetoscope::tests
