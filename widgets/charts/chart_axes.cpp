// SPDX-License-Identifier: GPL-3.0-or-later
// The axes of a chart's cells: how they look, what stands on them.
#include "widgets/charts/chart_axes.h"

#include "core/base/names/elide_apart.h"
#include "core/base/vectors.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/models/column_format.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kinetoscope {

namespace {

/// What stands at an axis of amounts without a unit: a letter alone says nothing there.
QString prefixText(const AmountPrefix& prefix)
{
    if (prefix.size <= 1)
        return {};
    if (prefix.size <= 1e3)
        return ChartPlot::tr("thousands (k)");
    if (prefix.size <= 1e6)
        return ChartPlot::tr("millions (M)");
    return prefix.size <= 1e9
        ? ChartPlot::tr("billions (G)")
        : ChartPlot::tr("%1 (%2)").arg(QString::number(prefix.size), QString::fromLatin1(prefix.sign));
}

/// Whether texts at these places of an axis, each in the middle of its place, keep a distance.
bool areApart(const QCPAxis& axis, const QList<double>& places, const QList<QString>& texts)
{
    constexpr double kApart = 6;
    const QFontMetricsF metrics(axis.tickLabelFont());
    const bool isLying = axis.orientation() == Qt::Horizontal;
    for (qsizetype i = 1; i < places.size() && i < texts.size(); ++i) {
        const double distance = std::abs(axis.coordToPixel(places[i]) - axis.coordToPixel(places[i - 1]));
        const double taken = isLying
            ? (metrics.horizontalAdvance(texts[i]) + metrics.horizontalAdvance(texts[i - 1])) / 2 + kApart
            : metrics.height();
        if (distance < taken)
            return false;
    }
    return true;
}

} // namespace

double axisScale(const ChartData& data, double largest, QString& unit, std::optional<TimeUnit> wanted)
{
    if (data.isTime) {
        const TimeUnit timeUnit = wanted ? *wanted : timeUnitFor(largest);
        unit = unitText(timeUnit);
        return nanosecondsIn(timeUnit);
    }
    if (data.unit == Unit::Bytes) {
        constexpr std::array<std::pair<double, const char*>, 4> kUnits { { { 1e12, "TB" }, { 1e9, "GB" }, { 1e6, "MB" },
            { 1e3, "kB" } } };
        for (const auto& [size, word] : kUnits) {
            if (largest < size)
                continue;
            unit = QString::fromLatin1(word);
            return size;
        }
    }
    if (data.unit == Unit::Count || data.unit == Unit::None) {
        const AmountPrefix prefix = amountPrefixFor(largest);
        unit = prefixText(prefix);
        return prefix.size;
    }
    unit = unitName(data.unit);
    return 1;
}

QString NumberTicker::getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision)
{
    constexpr double kPowers = 1e15; // from here on a power of ten is read sooner
    const double magnitude = std::abs(tick);
    // All digits of a whole number: the base would write "1e+06" of one more than the precision.
    QString number = magnitude >= 1e5 && magnitude < kPowers && tick == std::round(tick)
        ? locale.toString(tick, 'f', 0)
        : QCPAxisTicker::getTickLabel(tick, locale, formatChar, precision);
    if (number.contains(locale.exponential()))
        return number.replace(locale.exponential(), QLatin1String("e"));
    return groupedDigits(number);
}

bool fitTicks(QCPAxis& axis, int most)
{
    const QSharedPointer<QCPAxisTicker> ticker = axis.ticker();
    const int before = ticker->tickCount();
    for (int count = most; count > 0; --count) {
        ticker->setTickCount(count);
        QVector<double> places;
        QVector<QString> texts;
        ticker->generate(axis.range(), axis.parentPlot()->locale(), axis.numberFormat().at(0), axis.numberPrecision(),
            places, nullptr, &texts);
        if (areApart(axis, places, texts))
            break;
    }
    return ticker->tickCount() != before;
}

QVector<double> DecadeTicker::createTickVector(double, const QCPRange& range)
{
    const std::array<std::vector<double>, 3> kSteps { { { 1, 2, 5 }, { 1, 3 }, { 1 } } };
    QVector<double> ticks;
    for (const std::vector<double>& steps : kSteps) {
        ticks.clear();
        const double first = std::pow(10.0, std::floor(std::log10(range.lower)));
        for (double power = first; power > 0 && power <= range.upper; power *= 10) {
            for (const double step : steps) {
                if (range.contains(power * step))
                    ticks.append(power * step);
            }
        }
        if (ticks.size() <= tickCount())
            break;
    }
    return ticks;
}

void adaptNumbers(QCPAxis& axis, int precision)
{
    constexpr double kPowers = 3; // of ten: from here on they are enough
    constexpr double kFew = 0.7;  // below it there may be only one of 1, 2 and 5
    constexpr int kMostDigits = 12;
    const QCPRange range = axis.range();
    if (axis.scaleType() == QCPAxis::stLogarithmic) {
        const double decades = std::log10(range.upper / range.lower);
        if (decades >= kPowers) {
            useTicker<PowerTicker>(axis);
            axis.setNumberPrecision(precision);
            return;
        }
        if (decades >= kFew)
            useTicker<DecadeTicker>(axis);
        else
            useTicker<PlainTicker>(axis);
    }
    const double largest = std::max(std::abs(range.lower), std::abs(range.upper));
    const int digits = static_cast<int>(std::ceil(std::log10(largest / range.size()))) + 3;
    constexpr int kUsualDigits = 6;
    axis.setNumberPrecision(std::clamp(digits, std::max(precision, kUsualDigits), kMostDigits));
}

bool isStanding(const ChartSpec& spec)
{
    if (spec.description.kind() == ChartKind::Scatter || spec.description.kind() == ChartKind::HeatMap)
        return true;
    return spec.data->labelsAreNumbers && spec.description.kind() != ChartKind::StackedBars;
}

void ChartPlot::styleAxis(QCPAxis* axis, bool isValueAxis) const
{
    const Palette& colours = Palette::of(m_spec.theme);
    const QPen none(Qt::NoPen);
    axis->setBasePen(isValueAxis ? none : QPen(colours.grid, 1));
    axis->setTickPen(none);
    axis->setSubTickPen(none);
    axis->setTickLabelColor(isValueAxis ? colours.secondText : colours.text);
    axis->setLabelColor(colours.secondText);
    axis->setTickLabelFont(font());
    axis->setLabelFont(font());
    axis->setLabelPadding(2);
    axis->grid()->setVisible(isValueAxis);
    axis->grid()->setPen(QPen(colours.grid, 1));
    axis->grid()->setZeroLinePen(QPen(colours.grid, 1));
}

std::size_t NameTicker::firstFrom(double place) const
{
    const auto at = std::ranges::lower_bound(m_names, place, {}, &std::pair<double, QString>::first);
    return static_cast<std::size_t>(at - m_names.begin());
}

std::size_t NameTicker::countIn(const QCPRange& range) const
{
    std::size_t end = firstFrom(range.lower);
    const std::size_t begin = end;
    while (end < m_names.size() && m_names[end].first <= range.upper)
        ++end;
    return end - begin;
}

NameTicker::Names NameTicker::writtenIn(const QCPRange& range) const
{
    Names written;
    const std::size_t first = (firstFrom(range.lower) + m_every - 1) / m_every * m_every;
    for (std::size_t i = first; i < m_names.size() && m_names[i].first <= range.upper; i += m_every)
        written.push_back(m_names[i]);
    return written;
}

QString NameTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    const std::size_t at = firstFrom(tick);
    return at < m_names.size() && m_names[at].first == tick ? m_names[at].second : QString();
}

QVector<double> NameTicker::createTickVector(double, const QCPRange& range)
{
    QVector<double> places;
    for (const auto& [place, name] : writtenIn(range))
        places.append(place);
    return places;
}

void ChartPlot::nameKeys(QCPAxis* axis, std::vector<std::pair<double, QString>> names, std::size_t most)
{
    const std::size_t every = std::max<std::size_t>(1, (names.size() + most - 1) / most);
    auto ticker = QSharedPointer<NameTicker>::create(std::move(names));
    ticker->setEvery(every);
    axis->setTicker(ticker);
    std::erase_if(m_nameAxes, [axis](const NameAxis& before) { return before.axis == axis; });
    m_nameAxes.push_back({ axis, std::move(ticker), most });
}

std::vector<std::string> ChartPlot::namesOf(std::span<const ChartData::Row> rows, int characters)
{
    const std::vector<std::string> whole =
        mapped(rows, [](const ChartData::Row& row) { return nameOf(row).toStdString(); });
    return elidedBesideShared(
        std::vector<std::string_view>(whole.begin(), whole.end()), static_cast<std::size_t>(characters));
}

void ChartPlot::labelKeys(QCPAxis* axis, const ChartData::Group& group, std::size_t rows)
{
    constexpr std::size_t kMostNames = 24;
    constexpr std::size_t kMostEdges = 5;
    const bool isHistogram = m_spec.description.kind() == ChartKind::Histogram;
    std::vector<std::string> labels;
    if (!isHistogram)
        labels = namesOf(std::span(group.rows).first(rows), m_nameCharacters);
    NameTicker::Names names;
    for (std::size_t i = 0; i < rows; ++i) {
        // A bin's lower edge stands at its left side.
        if (isHistogram)
            names.emplace_back(static_cast<double>(i) - 0.5, edgeText(*m_spec.data, group.rows[i].minimum));
        else
            names.emplace_back(static_cast<double>(i), QString::fromStdString(labels[i]));
    }
    if (isStanding(m_spec))
        nameKeys(axis, std::move(names), isHistogram ? kMostEdges : kMostNames);
    else
        axis->setTicker(QSharedPointer<NameTicker>::create(std::move(names))); // below each other
}

std::size_t ChartPlot::fittingNames(const NameAxis& names)
{
    const QCPRange range = names.axis->range();
    const std::size_t count = names.ticker->countIn(range);
    std::size_t every = std::max<std::size_t>(1, (count + names.most - 1) / names.most);
    for (;; ++every) {
        names.ticker->setEvery(every);
        QList<double> places;
        QList<QString> texts;
        for (auto& [place, text] : names.ticker->writtenIn(range)) {
            places.append(place);
            texts.append(text);
        }
        if (every >= count || areApart(*names.axis, places, texts))
            return every;
    }
}

bool ChartPlot::fitLabels()
{
    bool isChanged = false;
    for (const NumberAxis& each : m_numberAxes) {
        if (!isOverTime(m_spec.description.kind()))
            adaptNumbers(*each.axis, each.precision);
        isChanged = fitTicks(*each.axis, each.most) || isChanged;
    }
    for (const NameAxis& each : m_nameAxes) {
        const std::size_t before = each.ticker->every();
        isChanged = fittingNames(each) != before || isChanged;
    }
    return isChanged;
}

} // namespace kinetoscope
