// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/chart/chart_data.h"
#include "widgets/charts/zoom/chart_zoom.h"
#include "widgets/support/number_style.h"
#include "widgets/support/palette.h"

#include "widgets/charts/qcustomplot_header.h"

#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace kinetoscope {

/// Everything a chart is drawn from.
struct ChartSpec {
    std::shared_ptr<const ChartData> data; ///< not null
    ChartDescription description;
    QString scopeLine; ///< second line of the title; "" for none
    Theme theme = Theme::Light;
    std::vector<std::size_t> groups {};       ///< which groups of the data, in order
    bool areFirstGroups = false;              ///< as many as there is room for, not one that was chosen
    bool isPage = false;                      ///< the other groups are on pictures of their own
    int columns = 1;                          ///< of cells of bars, each filled from the top before the next one
    std::map<ShadeKey, Shade> shades {};      ///< of names that are in several groups
    TimeRange timeSpan;                       ///< that series are drawn over; empty: all there is
    std::shared_ptr<const RankPlaces> places; ///< of the ranks that the rows of a grid are about; may be null
    ChartZoom zoom;                           ///< what is in sight, of charts that zoom by themselves: see PlotZoom
    bool isOnScreen = false;                  ///< a picture does not say which key does something
    bool asRing = false;
    /// In which the table of the chart has its times, or the largest of the chart; none: no times, or each its own.
    std::optional<TimeUnit> timeUnit {};
    double leastInUnit = 0;     ///< ns: shorter times say their own unit
    bool hasKindLegend = false; ///< names do not say what kind of part the colour of a bar stands for

    [[nodiscard]] bool isReadInUnit(double ns) const { return ns == 0 || std::abs(ns) >= leastInUnit; }
};

inline constexpr std::size_t kMostRows = 400; // of a group of bars: more are no picture any more

/// A drawn thing that stands for rows of the table: a slice, a bar, a piece of a stacked bar.
struct ChartShape {
    QPolygonF outline; ///< pixels of the plot
    KindStyle style;
    std::vector<std::size_t> rows;          ///< of the table; several in "others"
    std::size_t column = 0;                 ///< of the table
    QString name {};                        ///< what it is, plain text
    QString figure {};                      ///< its value, with share where a whole exists
    QString fullName {};                    ///< what a short name stands for, for tool tips; "" for others
    std::optional<std::size_t> othersOf {}; ///< the group whose smaller parts it stands for
    TimeRange stretch {};                   ///< job time that it is about, of charts over time; else empty
};

/// Base of the drawings of this project inside QCustomPlot: a plottable that turns its data into shapes at every
/// drawing, keeps them for hit tests, and frames the selected ones; who knows the pointer has the one below it framed.
/// Takes axes only for their rectangle and their scales.
class ShapePlottable : public QCPAbstractPlottable {
    Q_OBJECT

public:
    ShapePlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, const ChartSpec* spec);

    /// Shapes of the last drawing, numbered as they are walked through.
    [[nodiscard]] virtual bool hasShape(std::size_t index) const { return index < m_shapes.size(); }
    [[nodiscard]] virtual ChartShape shape(std::size_t index) const { return m_shapes[index]; }
    /// The shape under a point of the plot; the topmost one.
    [[nodiscard]] virtual std::optional<std::size_t> shapeAt(QPointF position) const;
    /// The next shape in direction 1 or -1; from none the first or the last one. None at the end.
    [[nodiscard]] virtual std::optional<std::size_t> neighbour(std::optional<std::size_t> from, int direction) const;
    /// The nearest shape above (-1) or below (1) one of a grid.
    [[nodiscard]] virtual std::optional<std::size_t> neighbourRow(std::size_t from, int direction) const;
    /// The shape of this drawing that stands for the same rows and column as one of an earlier drawing.
    [[nodiscard]] virtual std::optional<std::size_t> shapeLike(const ChartShape& drawn) const;
    /// Whether the shapes are those of the last drawing. Else they follow the axes, and only their place has to be
    /// known.
    [[nodiscard]] virtual bool areShapesDrawnOnes() const { return true; }
    void setSelectedRows(std::vector<std::size_t> rows); ///< ascending or not
    void drawFrame(QPainter& painter, const ChartShape& shape, bool isSelected) const;

    double selectTest(const QPointF& position, bool onlySelectable, QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& foundRange, QCP::SignDomain domain = QCP::sdBoth) const override;
    QCPRange getValueRange(
        bool& foundRange, QCP::SignDomain domain = QCP::sdBoth, const QCPRange& keyRange = QCPRange()) const override;

protected:
    /// Makes the shapes for the present size and scales. Called before every drawing.
    [[nodiscard]] virtual std::vector<ChartShape> buildShapes() = 0;
    /// Lines and texts below the shapes.
    virtual void drawUnder(QCPPainter*) { }
    /// Lines and texts over the shapes.
    virtual void drawOver(QCPPainter* painter) = 0;

    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

    [[nodiscard]] const std::vector<ChartShape>& shapes() const { return m_shapes; }
    [[nodiscard]] const std::vector<std::size_t>& selectedRows() const { return m_selectedRows; } ///< ascending
    [[nodiscard]] const ChartSpec& spec() const { return *m_spec; }
    [[nodiscard]] const Palette& palette() const { return Palette::of(m_spec->theme); }
    /// pixels of the axis rectangle
    [[nodiscard]] QRectF area() const { return mKeyAxis ? QRectF(mKeyAxis->axisRect()->rect()) : QRectF(); }
    /// "12.34 ms", "1 024", "41.3 %": a value of the first series in its unit; a time in that of the spec, as long as
    /// it can be read there.
    [[nodiscard]] QString figureText(double value) const;
    /// A time with its unit: that of the chart where it can be read in it, else its own. @param ns  finite
    [[nodiscard]] QString timeText(double ns) const;

private:
    [[nodiscard]] bool isSelectedShape(const ChartShape& shape) const;

    const ChartSpec* m_spec = nullptr; ///< owned by the plot
    std::vector<ChartShape> m_shapes;
    std::vector<std::size_t> m_selectedRows; ///< sorted
};

/// Style of one of several series: its kind, else a shade of the row's kind.
[[nodiscard]] KindStyle styleOfSeries(const ChartSpec& spec, std::size_t series, std::optional<PartKind> rowKind);
/// Style of a row's shape: its kind, in every chart of bars the same. Slices of a ring that are of one kind have shades
/// of it.
[[nodiscard]] KindStyle styleOfRow(
    const ChartSpec& spec, const ChartData::Group& group, std::size_t row, std::size_t series, bool kindsDiffer);
/// What a row is called: its label, or "others (67 names)".
[[nodiscard]] QString nameOf(const ChartData::Row& row);
/// Edge of a histogram's bin: "20.00 us", "5".
[[nodiscard]] QString edgeText(const ChartData& data, double edge);
/// What of a shape is inside of a box; empty: nothing. By geometry, because QSvgGenerator of Qt 6.4 ignores clips.
[[nodiscard]] QPolygonF insideOf(const QRectF& box, const QPolygonF& shape);
/// Whether the rows of a group are of more than one kind; those of none are of the first series' kind.
[[nodiscard]] bool kindsDiffer(const ChartSpec& spec, const ChartData::Group& group);

} // namespace kinetoscope
