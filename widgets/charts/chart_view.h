// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/base/nanoseconds.h"
#include "core/layout/chart/heat_map.h"
#include "core/layout/chart/opened_others.h"
#include "widgets/charts/chart_pages.h"
#include "widgets/charts/chart_part.h"
#include "widgets/charts/zoom/chart_zoom.h"
#include "widgets/export/picture_export.h"
#include "widgets/support/latest_job.h"
#include "widgets/support/number_style.h"
#include "widgets/support/palette.h"

#include <QWidget>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

class QAction;
class QEnterEvent;
class QKeyEvent;
class QMenu;
class QMouseEvent;
class QNativeGestureEvent;
class QScrollArea;
class QWheelEvent;

namespace kinetoscope {

class ChartPlot;
struct ChartData;
struct ChartSpec;

/// Draws one chart of a result: rings, bars, histograms, series, dots, grids. Parts are hovered, clicked and walked
/// with Left and Right (in a grid also Up and Down); every part stands for rows and a column of its table. Of series
/// over time each step is a part. "others" of a ring opens as bars, Escape goes back; the cut-off of a histogram is a
/// line that can be dragged. While the pointer is in it, other numbers leave the slices of a ring in their order and
/// colours.
///
/// Many rows of a grid are zoomed with its columns, and the wheel moves them then.
///
/// Ctrl+wheel, a pinch, a drag from an empty place, + and - choose the part that is in sight (what of it: PlotZoom);
/// Shift+wheel and Shift with an arrow key move it, a double click on an empty place, 0 and Escape show all. It stays
/// through other sizes, looks and numbers, and goes with the chart, its group or its form. Rings do not zoom, charts
/// over time zoom the time instead. Zooming never changes a number. A picture of a page is of what is in sight, one of
/// as much as fits of all.
///
/// Keeps the result alive. GUI thread only.
class ChartView : public QWidget {
    Q_OBJECT

public:
    enum class Form {
        Automatic, ///< ring or bars, whichever tells more
        Ring,
        Bars,
    };

    explicit ChartView(QWidget* parent = nullptr);
    ~ChartView() override;

    /// Shows the chart with this id; an empty view if the result has none.
    /// @param scopeLine  plain text, after the denominator below the title.
    /// @param read       numbers of this chart, if it was read before (off the GUI thread); else it is read now.
    void setChart(std::shared_ptr<const AnalysisResult> result, const std::string& chartId, const QString& scopeLine,
        std::shared_ptr<const ChartData> read = nullptr);
    void clear() { setChart(nullptr, {}, {}); }
    [[nodiscard]] bool isEmpty() const { return !m_chart || m_data->isEmpty(); }
    [[nodiscard]] const ChartDescription* description() const { return m_chart; }

    /// Labels of the charts that the group column makes; one empty text for an ungrouped chart.
    [[nodiscard]] QStringList groups() const;
    /// Shows one group, or with -1 as many as fit from the first.
    void showGroup(int group);
    [[nodiscard]] int shownGroup() const { return m_group; }

    /// Whether the title of the chart stands beside the view already, as in a choice of charts. Pictures keep it.
    void setTitleSaid(bool isSaid);

    /// Ring charts may be looked at as bars.
    void setForm(Form form);
    [[nodiscard]] bool showsRing() const;
    [[nodiscard]] bool canBeRing() const { return m_chart && m_chart->as<PieChart>() && m_data->series.size() == 1; }

    /// The unit in which the bars of charts that are set from now on have their times, as the table beside them does;
    /// what is too short for it keeps its own. None: the one that suits the largest figure of the chart.
    void setTimeUnit(std::optional<TimeUnit> unit) { m_timeUnit = unit; }

    /// Where the ranks of the job are, for grids of the charts that are set from now on. nullptr: nothing is known.
    void setPlaces(std::shared_ptr<const RankPlaces> places) { m_places = std::move(places); }
    [[nodiscard]] const std::shared_ptr<const RankPlaces>& places() const { return m_places; }
    /// How a grid is looked at; its places do not count. Another look is read off the GUI thread, and drawn when it is
    /// there; it stays with the chart, and other charts start with the usual one.
    void setHeatLook(const HeatLook& look);
    [[nodiscard]] const HeatLook& heatLook() const { return m_heatLook; }
    /// What the series of a chart in view are called, in their order.
    [[nodiscard]] QStringList seriesLabels() const;

    /// Whether the parts of "others" are shown; back() shows the ring again.
    [[nodiscard]] bool showsOthers() const { return m_othersOf.has_value(); }
    void back();
    /// Which tables the rows of parts are in.
    [[nodiscard]] RowSource rows() const { return { m_result, m_opened, chartTable() }; }

    void setSelectedRows(std::vector<std::size_t> rows);
    [[nodiscard]] const std::vector<std::size_t>& selectedRows() const { return m_selectedRows; }

    /// The span of time that series are drawn over; empty: all there is.
    void setTimeSpan(TimeRange span);
    /// Draws a line at this moment across the series; job time.
    void setPointedTime(std::optional<Timestamp> time);
    /// Of the step that the pointer or the keyboard is on, job time; empty for parts that are no steps, and for none.
    [[nodiscard]] TimeRange currentStretch() const;

    /// Adds what a menu offers where the chart can be zoomed: nearer, further, all. Valid as long as this view.
    void addZoomActions(QMenu& menu) const;
    [[nodiscard]] bool isZoomed() const { return !m_zoom.isWhole(); }

    /// Height at which every row of what is shown is readable; 0 where any will do.
    [[nodiscard]] int wantedHeight(int width) const;

    /// What pictures of this width and at most this height, both without a footer, have to hold to show everything that
    /// is shown here when it is scrolled, and the groups for which there is no room here. At least one.
    /// @param mostRows  of each group of bars.
    [[nodiscard]] std::vector<PicturePage> pages(
        int width, int mostHeight, std::size_t mostRows = static_cast<std::size_t>(-1)) const;
    /// A picture of a page, drawn anew; form and group as on screen. The page says its height, with a footer it is
    /// higher; the request's counts where any height will do.
    [[nodiscard]] Result<QByteArray> picture(const PictureRequest& request, const PicturePage& page) const;
    /// A picture of as much of the whole chart as fits in its size.
    [[nodiscard]] Result<QByteArray> picture(const PictureRequest& request) const;

signals:
    /// @param extend  Ctrl was held: add to the selection.
    void partClicked(const std::vector<std::size_t>& rows, std::size_t column, bool extend);
    void partDoubleClicked(const std::vector<std::size_t>& rows, std::size_t column);
    /// Empty rows: the pointer left all parts.
    void partHovered(const std::vector<std::size_t>& rows, std::size_t column);
    /// The moment under the pointer, in charts over time; empty: it left the series.
    void timePointedAt(std::optional<kinetoscope::Timestamp> time);
    /// Ctrl+wheel or a pinch over a chart over time: the span should be `factor` times as long, the moment staying
    /// where it is.
    void timeZoomed(kinetoscope::Timestamp anchor, double factor);
    /// A wheel sideways there: the span should move by a share of its length; positive: later.
    void timePanned(double share);
    /// Right click, or the menu key on the current part: what can be done with these rows? They were selected.
    void partMenuRequested(const std::vector<std::size_t>& rows, std::size_t column, QPoint globalPosition);
    /// "others" was opened or left.
    void othersShown();
    /// Another look of a grid is drawn.
    void heatLookShown();
    /// The line of a histogram was let go at another value, ns.
    void cutoffChosen(const std::string& parameter, std::int64_t value);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] ChartSpec pictureSpec(Theme theme) const; ///< with all groups
    [[nodiscard]] ChartSpec screenSpec() const;
    [[nodiscard]] Result<QByteArray> draw(ChartSpec drawn, const PictureRequest& request) const;
    void rebuild();
    [[nodiscard]] HeatLook placedLook() const; ///< with places
    void readGrid();                           ///< anew, as it is looked at now
    void fitPlotHeight(int width);             ///< of the plot
    bool openMenu(const std::optional<ChartPart>& part, QPoint globalPosition);
    void hover(QPointF position, QPoint globalPosition);
    void sayNameAt(QPointF position, QPoint globalPosition);
    void walk(int direction);
    void walkRows(int direction);
    void setCurrent(std::optional<ChartPart> part);
    void choose(const ChartPart& part);
    void pointAtTime(std::optional<Timestamp> time);
    [[nodiscard]] static bool isSameChart(const ChartDescription& a, const ChartDescription& b);
    void makeZoomActions();
    [[nodiscard]] bool canZoom() const; ///< by itself: not the time of the timeline
    /// @param pointer  of the plot, where it is what zooms: the part below it is looked for, not the current one.
    void setZoom(const ChartZoom& zoom, std::optional<QPointF> pointer = std::nullopt);
    void dropZoom(); ///< another chart comes
    void showWhole() { setZoom({}); }
    bool openZoomMenu(QPoint globalPosition);
    // Each is true if the event was about it.
    bool zoom(const QWheelEvent& wheel);
    bool zoom(const QNativeGestureEvent& gesture);
    bool zoom(const QKeyEvent& key);
    [[nodiscard]] bool isZoomKey(const QKeyEvent& key) const;
    enum class ZoomBy { Pointer, Key };
    bool zoomChart(QPointF position, double factor, ZoomBy by); ///< true if there is something to zoom
    bool dragBand(const QMouseEvent& mouse); ///< from an empty place: what it takes in comes into sight
    [[nodiscard]] std::optional<QPointF> keyAnchor() const;
    void zoomByKey(double factor);
    void moveByKey(double right, double up);
    bool click(QPointF position, Qt::KeyboardModifiers modifiers, bool isDouble);
    void openOthersOf(std::size_t group);
    void openMembers(std::size_t group);
    void closeOthers();
    void showOthers(ChartSpec& spec) const;
    [[nodiscard]] const Table* chartTable() const;
    void leavePart();
    /// What moves the cut-off's line; true if the event was about it.
    bool dragCutoff(const QMouseEvent& mouse);
    /// What is being dragged is where it was before; true if there was anything.
    bool giveUpDrag();

    std::shared_ptr<const AnalysisResult> m_result;
    const ChartDescription* m_chart = nullptr; ///< inside m_result
    std::shared_ptr<const ChartData> m_data;   ///< never null
    QString m_scopeLine;
    Form m_form = Form::Automatic;
    HeatLook m_heatLook;                        ///< without places
    std::shared_ptr<const RankPlaces> m_places; ///< may be null
    int m_group = -1;
    std::optional<std::size_t> m_othersOf;        ///< group
    std::shared_ptr<const OpenedOthers> m_opened; ///< of it; null before its names are found
    /// What rings keep while the pointer is in the view; none: nothing.
    struct Kept {
        std::map<std::string, std::vector<std::string>> order;
        std::map<ShadeKey, Shade> shades;
    };
    std::optional<Kept> m_kept;
    bool m_isPointerInside = false;
    std::optional<double> m_dragged; ///< where the cut-off's line is while it is being moved
    TimeRange m_timeSpan;
    std::optional<TimeUnit> m_timeUnit;
    bool m_isTitleSaid = false;
    QString m_saidName;                ///< the name beside a bar that the pointer is on; "" on none
    ChartZoom m_zoom;                  ///< of m_plot, and of the next one if it is of the same chart
    std::optional<QPointF> m_bandFrom; ///< while something is dragged from an empty place of m_plot
    QAction* m_zoomIn = nullptr;
    QAction* m_zoomOut = nullptr;
    QAction* m_wholeChart = nullptr;
    std::vector<std::size_t> m_selectedRows;
    QScrollArea* m_scroll = nullptr;
    ChartPlot* m_plot = nullptr;            ///< child of the scroll area; made anew with the chart
    std::optional<ChartPart> m_current;     ///< under pointer or keyboard; of m_plot
    std::optional<Timestamp> m_pointedTime; ///< job time; whoever's pointer it is
    bool m_isPointingAtTime = false;        ///< it is this view's
    // Last: destroyed first, so that nothing arrives in a half-destroyed view.
    LatestJob<std::shared_ptr<const OpenedOthers>> m_opening;
    LatestJob<std::shared_ptr<const ChartData>> m_reading; ///< of a grid
};

} // namespace kinetoscope
