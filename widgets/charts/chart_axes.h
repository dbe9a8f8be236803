// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/plottables/shape_plottable.h"

#include "widgets/charts/qcustomplot_header.h"

#include <optional>
#include <typeinfo>
#include <utility>
#include <vector>

namespace kinetoscope {

/// The numbers of a linear axis, written as the figures beside its bars are: digits in groups, however many there are.
class NumberTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;
};

/// Ticks up to a limit: the axis goes on for the figures at the ends of bars, but there is nothing above 100 %.
class CappedTicker : public NumberTicker {
public:
    explicit CappedTicker(double limit)
        : m_limit(limit)
    {
    }

protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override
    {
        QVector<double> ticks = QCPAxisTicker::createTickVector(tickStep, range);
        ticks.removeIf([this](double tick) { return tick > m_limit; });
        return ticks;
    }

private:
    double m_limit = 0;
};

/// Only whole numbers: there is no half of a launch in a queue.
class WholeTicker : public NumberTicker {
protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override
    {
        QVector<double> ticks = QCPAxisTicker::createTickVector(tickStep, range);
        ticks.removeIf([](double tick) { return std::abs(tick - std::round(tick)) > 1e-9; });
        return ticks;
    }
};

/// An axis whose numbers are said in a greater unit than it counts in.
class ScaledTicker : public NumberTicker {
public:
    explicit ScaledTicker(double scale)
        : m_scale(scale)
    {
    }

protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override
    {
        return NumberTicker::getTickLabel(tick / m_scale, locale, formatChar, precision);
    }

private:
    double m_scale = 1;
};

/// Writes powers of ten as such in every language. QCustomPlot makes them of a small e only, and most locales have a
/// large one ("1E+02").
template <typename Ticker> class WithPowers : public Ticker {
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override
    {
        return Ticker::getTickLabel(tick, locale, formatChar, precision)
            .replace(locale.exponential(), QLatin1String("e"));
    }
};

/// Of a logarithmic axis: powers of ten.
using PowerTicker = WithPowers<QCPAxisTickerLog>;
/// Of one that shows so little that there may be only one of 1, 2 and 5 times a power of ten.
using PlainTicker = WithPowers<QCPAxisTicker>;

/// Of a logarithmic axis that shows less than a few powers of ten: 1, 2 and 5 times those, or fewer of them.
class DecadeTicker : public PlainTicker {
protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
};

/// Every n-th of many names, each at its place. Costs as much as there are in sight, not as there are.
class NameTicker : public QCPAxisTicker {
public:
    using Names = std::vector<std::pair<double, QString>>; ///< by place, ascending

    explicit NameTicker(Names names)
        : m_names(std::move(names))
    {
    }

    [[nodiscard]] std::size_t every() const { return m_every; }
    void setEvery(std::size_t every) { m_every = every; } ///< >= 1
    [[nodiscard]] std::size_t size() const { return m_names.size(); }
    [[nodiscard]] std::size_t countIn(const QCPRange& range) const; ///< of all names
    [[nodiscard]] Names writtenIn(const QCPRange& range) const;     ///< every n-th

protected:
    double getTickStep(const QCPRange&) override { return 1; } // nobody asks for it
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override;
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;

private:
    [[nodiscard]] std::size_t firstFrom(double place) const;

    Names m_names;
    std::size_t m_every = 1;
};

/// Gives an axis a ticker of this kind, unless it has one.
template <typename Ticker, typename... Arguments> void useTicker(QCPAxis& axis, Arguments... arguments)
{
    const QCPAxisTicker& now = *axis.ticker();
    if (typeid(now) == typeid(Ticker))
        return;
    auto ticker = QSharedPointer<Ticker>::create(arguments...);
    ticker->setTickCount(now.tickCount());
    axis.setTicker(ticker);
}

/// Chooses which numbers stand at an axis, and with how many digits, for the range that it shows: neighbours differ.
/// @param precision  digits at least.
void adaptNumbers(QCPAxis& axis, int precision);

/// As many numbers at an axis as fit beside each other, at most `most`; the axis has its length and its range.
/// @return whether there are more or fewer than before: the axis has to be laid out again.
bool fitTicks(QCPAxis& axis, int most);

/// Units of the table for one unit of an axis whose largest value this is: times get a unit that is read at a glance.
/// @param unit    gets its word, "" for counts.
/// @param wanted  of times; none: the one that suits that largest value.
[[nodiscard]] double axisScale(
    const ChartData& data, double largest, QString& unit, std::optional<TimeUnit> wanted = std::nullopt);

/// Bars that stand on an axis of numbers, and what is no list of bars that could be cut short.
[[nodiscard]] bool isStanding(const ChartSpec& spec);

} // namespace kinetoscope
