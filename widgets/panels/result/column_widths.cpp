// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/result/column_widths.h"

#include "core/base/vectors.h"

#include <QSet>

#include <algorithm>

namespace kinetoscope {
namespace {

constexpr int kMarginPx = 8;
constexpr int kSpareMarginPx = 4; // of it, before one has to scroll for a few pixels
constexpr int kNarrowestPx = 56;
constexpr int kWidestTextPx = 340;   // a kernel name has up to 5 000 characters
constexpr int kReadableTextPx = 210; // about thirty letters, in which nearly all display names fit
constexpr int kWidestHeadingPx = 170;
constexpr double kWidestTextShare = 0.45; // of the room: texts are what one looks for

int widthOf(const ColumnNeeds& column, bool inTwoLines, int room)
{
    const int widestText = std::max(kWidestTextPx, static_cast<int>(room * kWidestTextShare));
    const int contents = column.isText ? std::min(column.contents, widestText) : column.contents;
    const int heading = std::min(inTwoLines ? column.headingInTwo : column.heading, kWidestHeadingPx);
    return std::max({ contents, column.least, heading, kNarrowestPx - kMarginPx }) + kMarginPx;
}

int sumOf(const std::vector<ColumnNeeds>& columns, const std::vector<int>& widths)
{
    int sum = 0;
    for (std::size_t i = 0; i < columns.size(); ++i)
        sum += columns[i].isHidden ? 0 : widths[i];
    return sum;
}

std::vector<int> wantedWidths(const std::vector<ColumnNeeds>& columns, bool inTwoLines, int room)
{
    return mapped(columns, [&](const ColumnNeeds& column) { return widthOf(column, inTwoLines, room); });
}

/// Widens columns in order up to what they need, as long as there is room.
template <typename Needed>
void spendRest(const std::vector<ColumnNeeds>& columns, const std::vector<int>& order, std::vector<int>& widths,
    int rest, Needed needed)
{
    for (const int each : order) {
        const auto i = static_cast<std::size_t>(each);
        const int more = std::min(rest, needed(columns[i]) + kMarginPx - widths[i]);
        if (columns[i].isHidden || more <= 0)
            continue;
        widths[i] += more;
        rest -= more;
    }
}

/// How much narrower a column can be: a cut name is still told apart.
int spareOf(const ColumnNeeds& column, int width)
{
    const int narrow = std::max({ column.least, column.headingInTwo, kNarrowestPx - kMarginPx }) + kMarginPx;
    return column.isHidden || !column.isText ? 0 : std::max(0, width - narrow);
}

int spareOf(const std::vector<ColumnNeeds>& columns, const std::vector<int>& widths)
{
    int spare = 0;
    for (std::size_t i = 0; i < columns.size(); ++i)
        spare += spareOf(columns[i], widths[i]);
    return spare;
}

int spareMarginsOf(const std::vector<ColumnNeeds>& columns)
{
    const auto hidden = std::ranges::count(columns, true, &ColumnNeeds::isHidden);
    return kSpareMarginPx * (static_cast<int>(columns.size()) - static_cast<int>(hidden));
}

/// Takes `missing`, at most spareMarginsOf(), from all columns alike.
void narrowMargins(const std::vector<ColumnNeeds>& columns, std::vector<int>& widths, int missing)
{
    int left = spareMarginsOf(columns) / kSpareMarginPx;
    for (std::size_t i = 0; i < columns.size() && missing > 0; ++i) {
        if (columns[i].isHidden)
            continue;
        const int less = (missing + left - 1) / left;
        widths[i] -= less;
        missing -= less;
        --left;
    }
}

/// Takes `missing` from the texts, from the last on. Where all they have to spare is not enough, one has to scroll
/// anyway: then what the rows are called stays readable, and leaves half of the room to the first figures.
void narrowTexts(const std::vector<ColumnNeeds>& columns, const std::vector<int>& order, std::vector<int>& widths,
    int missing, int room)
{
    const int spare = spareOf(columns, widths);
    const auto isName = [&columns](int i) {
        const ColumnNeeds& column = columns[static_cast<std::size_t>(i)];
        return column.isText && !column.isHidden;
    };
    const auto name = spare < missing ? std::ranges::find_if(order, isName) : order.end();
    for (std::size_t i = columns.size(); i-- > 0 && missing > 0;) {
        int less = std::min(spareOf(columns[i], widths[i]), missing);
        if (name != order.end() && static_cast<std::size_t>(*name) == i)
            less = std::clamp(widths[i] - std::max(kReadableTextPx, room / 2), 0, missing);
        widths[i] -= less;
        missing -= less;
    }
}

QString cutHeading(const QString& heading, const QFontMetrics& metrics, int room)
{
    const qsizetype bracket = heading.endsWith(u')') ? heading.lastIndexOf(QLatin1String(" (")) : -1;
    const QString unit = bracket > 0 ? heading.mid(bracket) : QString();
    const int unitWidth = metrics.horizontalAdvance(unit);
    // Names of counters begin alike: "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum".
    const QString words = bracket > 0 ? heading.left(bracket) : heading;
    const bool isIdentifier = words.contains(u'_') && !words.contains(u' ');
    const Qt::TextElideMode cut = isIdentifier ? Qt::ElideLeft : Qt::ElideRight;
    // A denominator is as long as a heading; a unit is not.
    if (unit.isEmpty() || unitWidth > room / 2)
        return metrics.elidedText(heading, cut, room);
    return metrics.elidedText(words, cut, room - unitWidth) + unit;
}

} // namespace

int widthOfColumn(const ColumnNeeds& column)
{
    return widthOf(column, true, 0);
}

ColumnWidths columnWidths(const std::vector<ColumnNeeds>& columns, const std::vector<int>& order, int room)
{
    ColumnWidths result { wantedWidths(columns, false, room), false };
    if (sumOf(columns, result.widths) > room)
        result = { wantedWidths(columns, true, room), true };
    int rest = room - sumOf(columns, result.widths);
    if (rest < 0) {
        // A scroll bar for a few pixels would take a row's room.
        const int beyondTexts = std::max(0, -rest - spareOf(columns, result.widths));
        const int ofMargins = beyondTexts <= spareMarginsOf(columns) ? beyondTexts : 0;
        narrowTexts(columns, order, result.widths, -rest - ofMargins, room);
        narrowMargins(columns, result.widths, ofMargins);
        return result;
    }
    spendRest(columns, order, result.widths, rest, [&result](const ColumnNeeds& column) {
        return result.headingsInTwoLines ? column.headingInTwo : column.heading;
    });
    rest = room - sumOf(columns, result.widths);
    spendRest(columns, order, result.widths, rest, [](const ColumnNeeds& column) { return column.contents; });
    return result;
}

QString headingInTwoLines(const QString& heading, const QFontMetrics& metrics)
{
    QString best = heading;
    int narrowest = metrics.horizontalAdvance(heading);
    for (qsizetype blank = heading.indexOf(u' '); blank > 0; blank = heading.indexOf(u' ', blank + 1)) {
        const int width =
            std::max(metrics.horizontalAdvance(heading.left(blank)), metrics.horizontalAdvance(heading.mid(blank + 1)));
        if (width < narrowest) {
            narrowest = width;
            best = heading.left(blank) + u'\n' + heading.mid(blank + 1);
        }
    }
    return best;
}

QString fittedHeading(const QString& heading, const QFontMetrics& metrics, int room)
{
    if (metrics.horizontalAdvance(heading) <= room)
        return heading;
    return cutHeading(heading, metrics, room);
}

int widthThatTellsApart(QStringList texts, const QFontMetrics& metrics)
{
    texts.removeDuplicates();
    int longest = 0;
    for (const QString& text : texts)
        longest = std::max(longest, metrics.horizontalAdvance(text));
    for (const int width : { 120, 180, 240, kWidestTextPx, 2 * kWidestTextPx }) {
        if (width >= longest)
            break;
        QSet<QString> cut;
        for (const QString& text : texts)
            cut.insert(metrics.elidedText(text, Qt::ElideMiddle, width));
        if (cut.size() == texts.size())
            return width;
    }
    return longest;
}

} // namespace kinetoscope
