// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/table_writer.h"
#include "widgets/export/picture_export.h"
#include "widgets/panels/analysis/analysis_request.h"
#include "widgets/support/latest_job.h"

#include <QObject>

#include <functional>

class QAction;
class QMenu;
class QWidget;

namespace kinetoscope {

class AnalysisController;
class ResultView;

/// What leaves an analysis panel: its chart and its table as files and on the clipboard, and its command. GUI thread
/// only; what it is given must outlive it.
class PanelExports : public QObject {
    Q_OBJECT

public:
    using Request = std::function<AnalysisRequest()>;
    enum class Part { Chart, Table };
    /// @param asked   what the panel asks for now.
    /// @param window  over which dialogs open; owns the menu.
    PanelExports(const AnalysisController& controller, ResultView& view, Request asked, QWidget* window);

    [[nodiscard]] QMenu* menu() const { return m_menu; }
    [[nodiscard]] QAction* copyCommand() const { return m_copyCommand; }
    /// Enables what the result on display allows.
    void refresh();

    /// The kinetoscope-cli line that prints the shown table, quoted for a POSIX shell; "" while nothing is open.
    [[nodiscard]] QString commandLine() const;
    /// @param size  logical pixels.
    [[nodiscard]] Result<QByteArray> chartPicture(PictureFormat format, QSize size, double scale, bool dark) const;
    /// On a worker thread; to a file, or with "" to the clipboard. noticed() or failed() says what became of it.
    void exportTable(TableFormat format, const QString& fileName);

signals:
    /// A sentence for the status bar: what was saved or copied.
    void noticed(const QString& sentence, kinetoscope::PanelExports::Part part);
    /// Why it was not: a sentence that stays until it is read.
    void failed(const QString& sentence, kinetoscope::PanelExports::Part part);

private:
    struct Exported {
        QByteArray bytes;
        QString fileName; ///< "": for the clipboard
    };

    void buildMenu();
    void saveChart();
    void copyChart();
    void saveTable();
    void take(const Result<Exported>& exported);
    /// "trace-analysis-part.svg".
    [[nodiscard]] QString suggestedName(const QString& part, const QString& ending) const;
    [[nodiscard]] AnalysisRequest shownRequest() const; ///< what the numbers on display came of
    [[nodiscard]] PictureRequest pictureRequest(PictureFormat format = PictureFormat::Svg, double scale = 1) const;

    const AnalysisController& m_controller;
    ResultView& m_view;
    Request m_asked;
    QWidget* m_window;
    QMenu* m_menu;
    QAction* m_saveChart = nullptr;
    QAction* m_copyChart = nullptr;
    QAction* m_saveTable = nullptr;
    QAction* m_copyTable = nullptr;
    QMenu* m_copyTableAs = nullptr;
    QAction* m_copyCommand = nullptr;
    LatestJob<Exported> m_job; ///< last: destroyed first
};

} // namespace kinetoscope
