// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/chart.h"
#include "core/analysis/types/table.h"
#include "core/layout/chart/heat_map.h"
#include "core/words/wording.h"

#include <cstddef>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

/// The numbers of a chart, read from its table: what is left to do is arithmetic on pixels. Values keep the table's
/// unit (Duration and Time: ns).
struct ChartData {
    static constexpr std::size_t kNoColumn = static_cast<std::size_t>(-1);

    struct Series {
        std::size_t column = kNoColumn; ///< of the table
        std::string label;
        std::optional<PartKind> kind;
    };
    /// One name on the axis, one slice of a ring.
    struct Row {
        std::string label;
        std::string fullName;                           ///< what a short label stands for; "" for others
        std::vector<std::size_t> tableRows;             ///< one, or all that were folded into "others"
        std::vector<std::vector<std::size_t>> partRows; ///< of a stack whose parts are rows: those of each series
        std::optional<PartKind> kind;                   ///< by ChartDescription::kindOfRow
        std::vector<double> values;                     ///< one a series; NaN: no value
        double minimum = 0;                             ///< whiskers, or edges of a histogram's bin; NaN: none
        double maximum = 0;
        double total = 0;           ///< ns, of the total column; NaN: none
        double x = 0;               ///< Scatter: place along the other axis, in its column's unit; NaN: none
        double size = 0;            ///< Scatter: what the area stands for; NaN: none
        double totalOf = 0;         ///< ns, of which the total is a part; NaN: none
        std::size_t folded = 0;     ///< names in "others"; 0 for ordinary rows
        bool isTableOthers = false; ///< the table itself has no names for what is in it
    };
    /// A sample of a series over time.
    struct Point {
        double x = 0; ///< as the label column has it: ns
        double y = 0;
        std::size_t tableRow = 0;
        bool isRepeated = false; ///< Histogram: the value of the point before, said by one more row
    };
    struct Group {
        std::string label; ///< "rank 0 · COMPUTATION"; "" for the only one
        std::vector<Row> rows;
        std::size_t leftOut = 0;     ///< rows that firstRows() cut off
        std::optional<double> whole; ///< what shares are of, where the rows are only a part of it
        /// Names that keep their places in a ring, in this order, whatever their values; none: largest first.
        std::vector<std::string> order;
        std::vector<Point> points; ///< StepSeries, StackedArea: the first series, instead of rows; ascending in x
        /// The same of the second series and so on. StackedArea: each on top of the ones before it.
        std::vector<std::vector<Point>> further;
        /// Histogram with a cut-off: the values that are counted, ascending, and how much they add up to from the
        /// first on: sums[i] is the sum of the first i.
        std::vector<double> values;
        std::vector<double> sums;
        [[nodiscard]] double total(std::size_t series) const; ///< of the finite values
        /// What shares of the first series are of.
        [[nodiscard]] double shareBase() const { return whole ? *whole : total(0); }
    };

    std::vector<Series> series {};
    std::vector<Group> groups {};
    bool isTime = false;           ///< values are ns
    bool labelsAreNumbers = false; ///< ranks, steps, bins: bars stand
    bool binsAreTime = false;      ///< a histogram's edges are ns
    Unit unit = Unit::None;
    std::string keyTitle {}; ///< what numeric labels count: "Rank"; "" for names
    std::string denominator; ///< of the first series' column
    std::string xTitle {};   ///< Scatter
    Unit xUnit = Unit::None;
    HeatMap heat {}; ///< HeatMap: instead of groups

    [[nodiscard]] bool isEmpty() const; ///< no finite value anywhere
};

/// Whether the x of a chart is time: it has points instead of rows.
[[nodiscard]] constexpr bool isOverTime(ChartKind kind)
{
    return kind == ChartKind::StepSeries || kind == ChartKind::StackedArea;
}

/// Reads the table. Columns that the table does not have are left out; without any series the result is empty. Stacked
/// bars with one series and a column of parts have a part for each text: rows with one label become one bar.
/// O(cells of the columns used). Pure.
///
/// @param wording  of what is the program's own: titles, categories, "others"; names of the trace stay as they are.
/// @param look  of a grid: which of its series is shown, in which order; others have one look.
/// @param stop  ends what takes long, the order of a grid by similarity: it is in the order of its labels then.
[[nodiscard]] ChartData chartData(const Table& table, const ChartDescription& chart, Wording wording = english,
    const HeatLook& look = {}, const std::stop_token& stop = {});

/// Counts the values of the points (their y, all finite) in bins that all groups share; `minimum` and `maximum` of a
/// row are its bin's edges. Edges are 1, 2, 5 times powers of ten where the values span a decade or more and are
/// positive, else multiples of a round step.
///
/// @param keepsValues  also fills Group::values and Group::sums; 16 bytes a value.
[[nodiscard]] ChartData histogram(const ChartData& raw, bool keepsValues = false);

/// Where a value lies on the axis of a histogram, whose i-th bin is [i - 0.5, i + 0.5]: inside a bin as on the
/// logarithmic scale of its edges. Values outside lie at the ends. `rows` as histogram() makes them.
[[nodiscard]] double placeInBins(const std::vector<ChartData::Row>& rows, double value);
/// The value at a place of that axis; the inverse of placeInBins.
[[nodiscard]] double valueAtPlace(const std::vector<ChartData::Row>& rows, double place);
/// `value` to two significant digits: what somebody means who drags a line.
[[nodiscard]] double roundedToDrag(double value);

/// What lies on either side of a cut-off: a value equal to it lies below.
struct CutoffSides {
    std::size_t below = 0;
    std::size_t above = 0;
    double timeBelow = 0; ///< sum of the values
    double timeAbove = 0;
};
/// @param group  of a histogram; of another kind, and without values, all is 0. O(log values).
[[nodiscard]] CutoffSides sidesOf(const ChartData::Group& group, double cutoff);

/// The slices of one ring: largest first (ties by name), at most `maximum` with the rest and the table's own "others"
/// as the last one. Rows without a positive value are left out. Reads the first series.
[[nodiscard]] ChartData::Group foldedForRing(const ChartData::Group& group, std::size_t maximum = 8);

/// A group of bars for a drawing with room for `most` of its rows (at least 2). Parts of a whole (`addsUp`: one series)
/// lose nothing: what does not fit goes into "others", with the table's own. Else the first rows and the table's own
/// "others", which may be the largest of all, are kept; leftOut counts the rest.
[[nodiscard]] ChartData::Group firstRows(const ChartData::Group& group, std::size_t most, bool addsUp);

/// The names that have slices of their own in the ring of each group, by the group's label.
[[nodiscard]] std::map<std::string, std::vector<std::string>> ringOrder(const ChartData& data);
/// `data` with its rings in an order that was shown before: a person who follows a slice through several scopes finds
/// it where it was. New names come after the known ones. Groups that were not shown are largest first.
[[nodiscard]] ChartData inOrder(ChartData data, const std::map<std::string, std::vector<std::string>>& order);

/// The rows that foldedForRing puts into "others", one by one in their order; the table's own "others" last.
[[nodiscard]] ChartData::Group othersOf(const ChartData::Group& group, std::size_t maximum = 8);

/// How many names a ring of the group has, those in "others" included, and how many keep a slice.
struct NamesShown {
    std::size_t shown = 0;
    std::size_t all = 0;
    double share = 0; ///< of the total, 0 to 1
};
/// @param ring  as foldedForRing() makes it.
[[nodiscard]] NamesShown namesShown(const ChartData::Group& ring);

/// A place among the shades of one kind, from dark to light.
struct Shade {
    int index = 0;
    int count = 1;
};
using ShadeKey = std::pair<std::optional<PartKind>, std::string>; ///< kind and name
/// The shades of the names that have slices of their own, so that a name has one shade in the rings of all groups: the
/// name with the greatest sum over them is the darkest of its kind. Reads the first series.
/// @param kept  shades of before: their names keep them, new ones get the lightest of their kind.
[[nodiscard]] std::map<ShadeKey, Shade> shadesOf(const ChartData& data, const std::map<ShadeKey, Shade>& kept = {});

/// Whether bars tell more than a ring here: others above 40 %, the two largest within 3 points, a negative value, more
/// than `kMostRings` groups to compare, or nothing positive at all.
[[nodiscard]] bool barsAreBetter(const ChartData& data);
inline constexpr std::size_t kMostRings = 4;

} // namespace kinetoscope
