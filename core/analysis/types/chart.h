// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/model/colour_class.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kinetoscope {

/// Numbered as the alternatives of ChartForm.
enum class ChartKind : std::uint8_t {
    Pie,
    Bars,
    StackedBars,
    GroupedBars,
    ErrorBars,
    Histogram,
    StepSeries,
    StackedArea,
    Scatter,
    HeatMap
};

/// What the parts of a chart stand for, so that the same thing has the same colour everywhere (look.md).
/// widgets/support/palette turns it into a colour and a pattern.
enum class PartKind : std::uint8_t {
    Compute,
    Communication,
    Memory,
    Memset,
    Sync,
    HostOp,
    ApiCall,
    Annotation,
    PythonFrame,
    Other,
    Others,
    IdleHostWait,
    IdleKernelWait,
    IdleOther,
    IdleUnknownLaunch,
    Idle,
    ComputeAndCommunication,
    ComputeAndMemory,
    CommunicationAndMemory,
    ComputeCommunicationMemory,
    CommunicationHidden,
    MemoryExposed,
    CommunicationExposed,
    OtherExposed,
    OtherSteps,   ///< busy with work of steps that were not chosen
    IdleHandOver, ///< between host and device: the launch has returned
    // Waiting for the host, by what it did meanwhile:
    IdleHostData,
    IdleHostSync,
    IdleHostCall,
    IdleHostCollective,
    IdleHostOp,
    IdleHostPython,
    IdleHostUnrecorded,
    IdleHostOther,
};

class Table;

/// What a row of a chart's table is about; none: its series says it. Of the table, or of one with the same columns (the
/// members of a row). Pure; see part_kinds.h.
using KindOfRow = std::function<std::optional<PartKind>(const Table& table, std::size_t row)>;

/// One series of a chart: the column with its values and what it means.
struct ChartSeries {
    std::string column;           ///< of the table: the numbers
    std::string label;            ///< for the legend; "" means the column's title
    std::optional<PartKind> kind; ///< of the whole series, where `ChartDescription::kindOfRow` says nothing of a row
    Message named {};             ///< the label where it names something of the result, instead of it
};

/// A limit that no dot of a scatter chart should pass: y <= min(peak, slope * x). Infinite where it has no such part.
struct ChartRoof {
    std::string label;  ///< "FP32 19.5 TFLOP/s"
    std::string source; ///< "NVIDIA A100 data sheet"
    double peak = 0;    ///< in the unit of y
    double slope = 0;   ///< y for one x
};

/// A value that splits what a histogram counts, and the parameter of the analysis that sets it.
struct ChartCutoff {
    std::string parameter;  ///< id of a Duration parameter
    std::int64_t value = 0; ///< ns
};

/// A row that a chart shows, and what it is called in short elsewhere: the letter that marks it on the timeline.
struct ChartRow {
    std::size_t row = 0; ///< of the table
    std::string mark;    ///< stands before its name; "" for none
};

/// Slices of a whole, one a row; where a ring would mislead, bars instead (see barsAreBetter).
struct PieChart {
    std::string namesColumn {}; ///< how many names a row stands for, where "others" is one; "" if not known
    std::string wholeLabel {};  ///< centre of the ring; "" if parts overlap: bars
};

/// A bar a row.
struct BarChart {
    std::string namesColumn {}; ///< as of PieChart
    bool sortByValue = true;    ///< false: keep table order (ranks, steps)
};

/// A bar a row, of a part a series; or, of one series, a bar a label, of a part a row.
struct StackedBarChart {
    std::string partColumn {};    ///< texts of the parts, where the parts of a bar are rows; "" if series are
    std::string totalColumn {};   ///< a time printed at the end of each bar; "" for the sum of the stack
    std::string totalOfColumn {}; ///< a time; the total is said as a share of it too
    std::string totalOfLabel {};  ///< what totalOfColumn is: "of the time in view"
    bool sortByValue = true;
};

/// A bar a series, side by side, for each row.
struct GroupedBarChart {
    std::string totalColumn {}; ///< as of StackedBarChart
    bool sortByValue = true;
};

/// A bar a row, with whiskers.
struct ErrorBarChart {
    std::string namesColumn {};   ///< as of PieChart
    std::string minimumColumn {}; ///< whiskers
    std::string maximumColumn {};
    bool logarithmic = false; ///< where the values span enough for it
    bool sortByValue = true;
};

/// How often values come, in bins. Needs no label column; one series.
struct HistogramChart {
    std::optional<ChartCutoff> cutoff {}; ///< a line that can be moved
    /// Rows after each other that agree in these columns (comma-separated, the first has a value) and in the figure
    /// say it of the same thing, which counts once. "": every row counts.
    std::string countedOnceBy {};
};

/// A line a series over the label column, which is a time.
struct StepSeriesChart {
    /// A group that has this text in one of its columns comes behind all others: the host behind devices; "": none.
    std::string lastGroup {};
};

/// As StepSeriesChart, each series on top of the ones before it.
struct StackedAreaChart { };

/// Dots against two logarithmic axes; up is the first series.
struct ScatterChart {
    std::string xColumn {};          ///< numbers along the other axis
    std::string sizeColumn {};       ///< the area of a dot; "" for dots of one size
    std::vector<ChartRoof> roofs {}; ///< limits drawn over the dots
    bool sortByValue = true;
};

/// A grid of cells: rows by the label column.
struct HeatMapChart {
    std::string xColumn {}; ///< names of the columns of cells
};

/// How a chart is drawn, with what only this kind needs. In the order of ChartKind. A class of its own, so that its
/// copies and destructor are compiled once and not in every file that has a chart.
struct ChartForm : std::variant<PieChart, BarChart, StackedBarChart, GroupedBarChart, ErrorBarChart, HistogramChart,
                       StepSeriesChart, StackedAreaChart, ScatterChart, HeatMapChart> {
    using variant::variant;
    ChartForm(const ChartForm& other);
    ChartForm(ChartForm&& other) noexcept;
    ChartForm& operator=(const ChartForm& other);
    ChartForm& operator=(ChartForm&& other) noexcept;
    ~ChartForm();
};

/// A chart as words: which table, which columns, how drawn. Nothing here knows a pixel or a colour; widgets/charts
/// draws it. What a kind alone needs is in its form, so that no other kind can be given it.
struct ChartDescription {
    std::string id {};          ///< "kernel-types"
    std::string table {};       ///< name of the table it shows
    std::string title {};       ///< the question it answers
    std::string denominator {}; ///< "% of busy GPU time", printed below the title; "" if none
    std::string labelColumn {}; ///< names on the axis, at the slices
    std::vector<ChartSeries> series {};
    std::string groupColumn {}; ///< one chart a distinct value (one pie a rank and type); "" for one chart. Several:
                                ///< comma-separated
    KindOfRow kindOfRow {};     ///< by what the rows are coloured; none: series say it
    std::optional<std::vector<ChartRow>> rows {}; ///< those it shows, in the table's order; none: all
    Message named {};                             ///< the title where it names something of the result, instead of it
    ChartForm form = BarChart {};

    [[nodiscard]] ChartKind kind() const { return static_cast<ChartKind>(form.index()); }
    /// The form of one kind; nullptr if the chart is of another one.
    template <typename Form> [[nodiscard]] const Form* as() const { return std::get_if<Form>(&form); }
};

static_assert(std::variant_size_v<ChartForm::variant> == static_cast<std::size_t>(ChartKind::HeatMap) + 1);

} // namespace kinetoscope
