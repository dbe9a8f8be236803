// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_part.h"
#include "widgets/charts/plottables/shape_plottable.h"
#include "widgets/charts/zoom/plot_zoom.h"

#include "widgets/charts/qcustomplot_header.h"

#include <QPixmap>
#include <QSharedPointer>

#include <span>
#include <string>
#include <vector>

namespace kinetoscope {

class BarPlottable;
class CutoffPlottable;
class NameTicker;

/// One finished drawing of a chart: title, legend and one cell a group. Made anew for other data, another theme or an
/// export; knows nothing of interaction beyond which shape is where.
class ChartPlot : public QCustomPlot {
    Q_OBJECT

public:
    explicit ChartPlot(ChartSpec spec, QWidget* parent = nullptr);
    ~ChartPlot() override;

    [[nodiscard]] std::optional<ChartPart> partAt(QPointF position);
    /// The part after (1) or before (-1) one in walking order: groups, then as drawn; behind the last one the first.
    /// From none the first or the last.
    [[nodiscard]] std::optional<ChartPart> neighbour(std::optional<ChartPart> from, int direction);
    /// The nearest part above (-1) or below (1) one of a grid.
    [[nodiscard]] std::optional<ChartPart> neighbourRow(const ChartPart& from, int direction);
    /// Whether the last drawing has this part.
    [[nodiscard]] bool isThere(const ChartPart& part);
    /// Frames a part, over the drawing that is there.
    void setHovered(std::optional<ChartPart> part);
    void setSelectedRows(const std::vector<std::size_t>& rows);
    [[nodiscard]] const ChartSpec& spec() const { return m_spec; }
    /// Height at which every row of bars and every one of several rings is readable; 0 where any will do.
    [[nodiscard]] int wantedHeight(int plotWidth) const;
    /// The same with bars as thin as their names allow: rather than scroll away the axis below a few bars.
    [[nodiscard]] int leastHeight(int plotWidth) const;
    /// Height beyond which lying bars would only stand further apart; of what fills any height that of the widget.
    [[nodiscard]] int mostHeight(int plotWidth) const;
    /// How many of the groups stay readable in a picture of this size, at least one.
    [[nodiscard]] static std::size_t groupsThatFit(const ChartSpec& spec, QSize size);
    /// How many rows of each group stay readable in a picture of this height, which cannot be scrolled.
    [[nodiscard]] static std::size_t rowsThatFit(const ChartSpec& spec, int height);
    /// Height at which `count` of the groups, from `first` on, are readable as cells of a larger chart, without the
    /// lines above them. Nothing is drawn for it. Not for heat maps.
    [[nodiscard]] static int cellsHeight(const ChartSpec& spec, std::size_t first, std::size_t count, int plotWidth);
    /// Of the lines above the cells.
    [[nodiscard]] int headerHeight(int plotWidth) const;

    /// Shows this span of time of all series; empty: all there is. Nothing for charts that are not over time.
    void setTimeSpan(TimeRange span);
    /// Job time at a point inside of a cell of series; empty elsewhere.
    [[nodiscard]] std::optional<Timestamp> timeAt(QPointF position) const;
    /// Shows this part of the chart. Nothing for rings and charts over time. Shapes get other numbers.
    void setZoom(const ChartZoom& zoom);
    [[nodiscard]] const PlotZoom& zoom() const { return m_zoom; }
    /// What shows the values here that were in sight in a drawing of the same chart with other numbers: those of its
    /// first cell, where cells have scales of their own. Whole where there are none of them any more.
    [[nodiscard]] ChartZoom zoomAfter(const ChartPlot& before) const;
    /// The part for the same rows, in the same plottable, as one that was drawn before.
    [[nodiscard]] std::optional<ChartPart> partLike(const ChartPart& drawn, const ChartShape& shape);
    /// A frame over the drawing, px: what a drag takes in; empty: none.
    void setBand(const QRectF& band);
    /// A line at this time across all series, over the drawing that is there.
    void setPointedTime(std::optional<Timestamp> time);
    /// The whole name that stands, shortened or not, beside a lying bar at a point of the plot; "" elsewhere.
    [[nodiscard]] QString nameAt(QPointF position) const;
    /// The movable line near a point of the plot; nullptr where there is none.
    [[nodiscard]] CutoffPlottable* cutoffAt(QPointF position) const;
    /// The line in the cell that a point of the plot is in or above or below; nullptr where there is none.
    [[nodiscard]] CutoffPlottable* cutoffBelow(QPointF position) const;
    /// Moves the line of every group, and draws `hot` as taken hold of; nullptr: none.
    void setCutoff(double value, const CutoffPlottable* hot);

    /// Shortens the names at lying bars so that bars and figures keep a part of this width: more than half of it, or
    /// enough to be told apart. Where two fifths of the width have room for longer ones, names are cut at those.
    void fitNames(int plotWidth);

    /// The width of the base's hint is that of the names as they were last drawn, which follow the width.
    [[nodiscard]] QSize minimumSizeHint() const override { return { 1, QCustomPlot::minimumSizeHint().height() }; }

    /// Draws into a picture of the given size, origin at the painter's.
    void drawPicture(QCPPainter* painter, QSize size);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Bars of one cell and the axis their figures stand on.
    struct BarCell {
        BarPlottable* bars = nullptr;
        QCPAxis* values = nullptr;
        QCPAxis* keys = nullptr;
        std::size_t group = 0;
    };

    /// Names beside each other, of which every n-th is written: those between have no room.
    struct NameAxis {
        QCPAxis* axis = nullptr;
        QSharedPointer<NameTicker> ticker; ///< the axis' own
        std::size_t most = 1;              ///< of those in sight
    };

    struct NumberAxis {
        QCPAxis* axis = nullptr;
        int most = 1;      ///< numbers at it
        int precision = 6; ///< digits, where all of the axis is in sight
    };

    /// The time axis of one cell of series.
    struct TimeCell {
        QCPAxis* keys = nullptr;
        double scale = 1; ///< ns for one unit of the axis
        QCPRange whole;   ///< axis units
    };

    /// Draws anew when it is painted next: many changes, one drawing.
    void redraw();
    [[nodiscard]] std::vector<QRect> timeLines() const; ///< one a cell that the time is in
    void updateHoveredFrame();
    void ensurePlaced();         ///< axes have their place and their ticks
    void ensureParts();          ///< parts are where a drawing puts them: drawn, where that is not known before
    void ensureDrawn();          ///< m_picture shows them
    void drawSight(QRect sight); ///< fills m_picture
    void addRings();
    void arrangeRings(int width); ///< in as many columns as have room for labels
    void addCells();
    void addBarCell(std::size_t group, QCPAxisRect* cell);
    void addStepCell(std::size_t group, QCPAxisRect* cell);
    void addScatterCell(std::size_t group, QCPAxisRect* cell);
    void addHeatCell();
    void addCutoff(std::size_t group, QCPAxis* keys, QCPAxis* values);
    QCPAxisRect* addCell(std::size_t group, QCPLayoutGrid* column, QCPMarginGroup* margins);
    void fillColumns(); ///< so that a bar is as thick in a short column as in a long one
    void addZoomAxis(QCPAxis* axis, const QCPRange& whole, double least); ///< its kind of scale is set
    /// What a value axis shows while nobody zooms, in the table's unit.
    struct ValueRange {
        QCPRange whole;     ///< with room for figures
        double largest = 0; ///< of the values, without a sign
    };
    void setValueRange(const BarCell& cell);
    [[nodiscard]] ValueRange sharedValueRange(const BarCell& cell) const;
    [[nodiscard]] QCPRange wholeValueRange(const BarCell& cell) const; ///< with room for figures; in the table's unit
    void setValueUnit(const BarCell& cell, double largest);            ///< largest value in sight, in the table's unit
    void styleAxis(QCPAxis* axis, bool isValueAxis) const;
    void labelKeys(QCPAxis* axis, const ChartData::Group& group, std::size_t rows);
    /// What stands at rows: their names, each cut to so many characters, so that no two read the same.
    [[nodiscard]] static std::vector<std::string> namesOf(std::span<const ChartData::Row> rows, int characters);
    [[nodiscard]] double widestName(int characters) const; ///< px, of all cells of bars
    /// @return how many characters names may have, `least` to `most`, so that none is wider than this, px; `least`
    /// where it is too wide, too
    [[nodiscard]] int charactersWithin(double width, int least, int most) const;
    void nameKeys(QCPAxis* axis, std::vector<std::pair<double, QString>> names, std::size_t most); ///< ascending
    void countTicks(QCPAxis* axis, int most); ///< numbers at it, as far as there is room
    /// After a layout, which says how long the axes are. @return whether there has to be another one.
    bool fitLabels();
    /// Writes every n-th of the names, as many as have room where they are in sight. @return n
    [[nodiscard]] static std::size_t fittingNames(const NameAxis& names);
    [[nodiscard]] int heightFor(int plotWidth, int rowPx) const;

    static constexpr int kMostNameCharacters = 32; ///< at an axis, unless its chart is wide: see fitNames()

    const ChartSpec m_spec;
    std::vector<ShapePlottable*> m_plottables; ///< owned by the plot
    std::vector<QCPAxisRect*> m_ringCells;     ///< one a ring
    std::vector<CutoffPlottable*> m_cutoffs;   ///< among them; one a cell of a histogram that has one
    std::vector<TimeCell> m_timeCells;
    bool m_isPlaced = false;
    bool m_isDrawn = false; ///< then they are placed too
    QPixmap m_picture;      ///< of m_sight
    QRect m_sight;          ///< what is, or was, in sight of the plot; widget pixels
    std::optional<ChartPart> m_hovered;
    std::optional<Timestamp> m_pointedTime; ///< job time
    int m_nameCharacters = kMostNameCharacters;
    std::vector<QCPMarginGroup*> m_margins; ///< of the cells of each column; owned by the plot
    std::vector<BarCell> m_barCells;        ///< their ranges follow the size: figures need room
    std::vector<NumberAxis> m_numberAxes;
    std::vector<NameAxis> m_nameAxes;
    PlotZoom m_zoom;
    QRectF m_band;
};

/// The lines above a chart, and what its colours mean.
class ChartHeader : public QCPLayoutElement {
    Q_OBJECT

public:
    ChartHeader(QCustomPlot* plot, const ChartSpec* spec, bool hasLegend);

    /// Height with margins where the plot is `plotWidth` wide: a legend takes as many lines as it needs.
    [[nodiscard]] int heightFor(int plotWidth) const;
    void setZoomed(bool isZoomed) { m_isZoomed = isZoomed; } ///< says that only a part of the chart is in sight

protected:
    void draw(QCPPainter* painter) override;
    QSize minimumOuterSizeHint() const override { return { 10, heightFor(parentPlot()->viewport().width()) }; }
    QSize maximumOuterSizeHint() const override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }

private:
    struct Entry {
        QString label;
        KindStyle style;
    };
    [[nodiscard]] std::vector<Entry> legend() const;
    [[nodiscard]] std::vector<Entry> legendOfKinds() const;
    [[nodiscard]] bool isDrawn(std::size_t series) const;
    [[nodiscard]] std::vector<QPointF> legendPlaces(const std::vector<Entry>& entries, double room) const;
    [[nodiscard]] QString secondLine() const;
    [[nodiscard]] QString leftOutText() const;
    void drawLegend(QCPPainter* painter, QRectF rect) const;

    const ChartSpec* m_spec = nullptr;
    bool m_hasLegend = false;
    bool m_isZoomed = false;
};

} // namespace kinetoscope
