// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/text_numbers.h"

#include "core/base/number_text.h"
#include "core/base/share_figure.h"
#include "core/output/readable_text.h"
#include "core/words/figures.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace kinetoscope {

namespace {

bool isTime(Quantity quantity)
{
    return quantity == Quantity::Duration || quantity == Quantity::Moment;
}

/// `text` with zeros up to `decimals` digits after the point.
std::string padded(std::string text, int decimals)
{
    const int missing = decimals - decimalsNeeded(text);
    if (missing <= 0 || text == "0")
        return text;
    text += text.find('.') == std::string::npos ? "." : "";
    return text.append(static_cast<std::size_t>(missing), '0');
}

/// Three decimals; one or two more for a column that is small in the unit that it shares.
int decimalsOf(const ColumnUnit& unit, Quantity quantity, double largest)
{
    const double inUnit = largest / unit.size;
    if (unit.size <= 1e3 && quantity == Quantity::Duration)
        return 3; // a nanosecond
    return inUnit >= 1 ? 3 : inUnit >= 0.1 ? 4 : 5;
}

} // namespace

int decimalsNeeded(const std::string& text)
{
    const std::size_t point = text.find('.');
    if (point == std::string::npos)
        return 0;
    return static_cast<int>(text.find_last_not_of('0') - point);
}

TextNumberStyle numberStyle(const ColumnDescriptor& column, const ColumnUnit& unit, double largest)
{
    const Quantity quantity = quantityOf(column);
    TextNumberStyle style;
    if (quantity == Quantity::Moment) {
        style.size = 1e3;
        style.unit = "us";
    } else if (column.unit == Unit::Percent || (column.unit == Unit::Ratio && !column.denominator.empty())) {
        style.size = column.unit == Unit::Ratio ? 0.01 : 1;
        style.unit = "%";
    } else if (quantity != Quantity::None) {
        style.size = unit.size;
        style.unit = unit.text;
        style.most = decimalsOf(unit, quantity, largest);
    } else if (column.unit == Unit::GigabytesPerSecond || column.unit == Unit::GigaflopsPerSecond
        || column.unit == Unit::FlopsPerByte) {
        style.unit = toString(column.unit);
    }
    return style;
}

TextNumberStyle exactNumberStyle(const ColumnDescriptor& column)
{
    return TextNumberStyle { .size = isTime(quantityOf(column)) ? 1e3 : 1, .isExact = true };
}

std::string numberText(const TextNumberStyle& style, const ColumnDescriptor& column, const Cell& cell)
{
    const Quantity quantity = quantityOf(column);
    const auto* whole = std::get_if<std::int64_t>(&cell);
    const auto* real = std::get_if<double>(&cell);
    if (real && !std::isfinite(*real))
        return "-";
    const bool isExactTime = whole && style.size == 1e3 && isTime(quantity);
    if (style.isExact)
        return isExactTime ? microsecondsText(*whole) : whole ? std::to_string(*whole) : readableNumber(*real);
    if (isExactTime)
        return padded(microsecondsText(*whole), style.decimals);
    if (whole && (quantity == Quantity::None || style.size == 1))
        return std::to_string(*whole);
    const bool isShare = style.unit == "%";
    if (quantity == Quantity::None && !isShare) {
        std::string text = readableNumber(*real);
        return text.find('e') == std::string::npos ? padded(std::move(text), style.decimals) : text;
    }
    const int most = isShare ? 2 : style.most;
    const double amount =
        quantity == Quantity::None ? (whole ? static_cast<double>(*whole) : *real) : baseAmount(cell, column);
    if (hasOwnUnit(quantity, amount, { style.size }))
        return sizeWords(std::llround(amount));
    if (std::fabs(amount / style.size) >= 1e15)
        return readableNumber(amount / style.size);
    const int decimals = style.decimals < 0 ? most : style.decimals;
    const int ofSigned = std::max(decimals, 1); // what is nearly all of a column of whole figures is no 99 %
    const ShareFigure shown =
        isShare ? shareFigure(amount / style.size, ofSigned) : ShareFigure { 0, amount / style.size };
    if (shown.sign == 0)
        return fixedNumber(shown.percent, decimals);
    return shown.sign + fixedNumber(shown.percent, ofSigned); // without a blank, as of a little time
}

} // namespace kinetoscope
