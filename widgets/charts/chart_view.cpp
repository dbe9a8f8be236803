// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_view.h"

#include "core/layout/chart_data.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/plottables/cutoff_plottable.h"
#include "widgets/support/plain_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace kinetoscope {

ChartView::ChartView(QWidget* parent)
    : QWidget(parent)
    , m_data(std::make_shared<const ChartData>())
    , m_scroll(new QScrollArea(this))
{
    setObjectName(QStringLiteral("chartView"));
    setAccessibleName(tr("Chart"));
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(220, 150);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1); // room for the focus frame
    layout->addWidget(m_scroll);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->setAutoFillBackground(false);
}

ChartView::~ChartView() = default;

void ChartView::setChart(std::shared_ptr<const AnalysisResult> result, const std::string& chartId,
    const QString& scopeLine, std::shared_ptr<const ChartData> read)
{
    m_result = std::move(result);
    m_chart = nullptr;
    m_data = std::make_shared<const ChartData>();
    m_scopeLine = scopeLine;
    m_current.reset();
    m_dragged.reset();
    const std::optional<std::size_t> others = std::exchange(m_othersOf, std::nullopt);
    if (m_result) {
        const auto it = std::find_if(m_result->charts.begin(), m_result->charts.end(),
            [&](const ChartDescription& chart) { return chart.id == chartId; });
        const Table* table = it != m_result->charts.end() ? m_result->findTable(it->table) : nullptr;
        if (table) {
            m_chart = &*it;
            m_data = read ? std::move(read) : std::make_shared<const ChartData>(chartData(*table, *m_chart));
        }
    }
    if (m_group >= static_cast<int>(m_data->groups.size()))
        m_group = -1;
    setAccessibleName(m_chart ? displayText(m_chart->title, 200) : tr("Chart"));
    rebuild();
    if (others)
        emit othersShown();
}

void ChartView::clear()
{
    setChart(nullptr, {}, {});
}

bool ChartView::isEmpty() const
{
    return !m_chart || m_data->isEmpty();
}

QStringList ChartView::groups() const
{
    QStringList labels;
    for (const ChartData::Group& group : m_data->groups)
        labels.append(displayText(group.label));
    return labels;
}

void ChartView::showGroup(int group)
{
    const int wanted = group < static_cast<int>(m_data->groups.size()) ? group : -1;
    if (wanted == m_group)
        return;
    m_group = wanted;
    m_othersOf.reset();
    rebuild();
}

void ChartView::openOthers(std::size_t group)
{
    m_othersOf = group;
    rebuild();
    emit othersShown();
}

void ChartView::back()
{
    if (!m_othersOf)
        return;
    m_othersOf.reset();
    rebuild();
    emit othersShown();
}

void ChartView::setTimeSpan(TimeRange span)
{
    if (span == m_timeSpan)
        return;
    m_timeSpan = span;
    if (m_plot)
        m_plot->setTimeSpan(span);
}

bool ChartView::canBeRing() const
{
    return m_chart && m_chart->kind == ChartKind::Pie && m_data->series.size() == 1;
}

bool ChartView::showsRing() const
{
    if (!canBeRing() || m_form == Form::Bars || m_othersOf)
        return false;
    if (m_form == Form::Ring)
        return true;
    ChartData shown = *m_data;
    if (m_group >= 0)
        shown.groups = { m_data->groups[static_cast<std::size_t>(m_group)] };
    return !barsAreBetter(shown);
}

void ChartView::setForm(Form form)
{
    if (form == m_form && !m_othersOf)
        return;
    m_form = form;
    m_othersOf.reset();
    rebuild();
}

ChartSpec ChartView::spec(Theme theme) const
{
    ChartSpec spec;
    spec.data = m_data;
    spec.description = *m_chart;
    spec.scopeLine = m_scopeLine;
    spec.theme = theme;
    spec.asRing = showsRing();
    spec.timeSpan = m_timeSpan;
    if (canBeRing())
        spec.shades = shadesOf(*m_data);
    if (m_othersOf) {
        auto opened = std::make_shared<ChartData>(*m_data);
        ChartData::Group& group = opened->groups[*m_othersOf];
        group = othersOf(group);
        spec.description.title =
            (group.label.empty() ? tr("The others") : tr("The others of %1").arg(displayText(group.label, 60)))
                .toStdString();
        spec.scopeLine =
            spec.scopeLine.isEmpty() ? tr("Escape goes back") : tr("%1 \u00b7 Escape goes back").arg(spec.scopeLine);
        group.label.clear();
        spec.data = std::move(opened);
        spec.groups = { *m_othersOf };
        return spec;
    }
    if (m_group >= 0) {
        spec.groups = { static_cast<std::size_t>(m_group) };
    } else {
        spec.areFirstGroups = true;
        spec.groups.resize(std::min(m_data->groups.size(), kMostRings));
        std::iota(spec.groups.begin(), spec.groups.end(), std::size_t { 0 });
    }
    return spec;
}

void ChartView::rebuild()
{
    delete m_scroll->takeWidget();
    m_plot = nullptr;
    m_current.reset();
    m_scroll->setVisible(!isEmpty());
    if (isEmpty()) {
        update();
        return;
    }
    m_plot = new ChartPlot(spec(Palette::of(*this).theme()));
    m_plot->setFont(font());
    m_plot->setSelectedRows(m_selectedRows);
    m_plot->setMinimumHeight(m_plot->wantedHeight(m_scroll->viewport()->width()));
    m_plot->installEventFilter(this);
    m_scroll->setWidget(m_plot);
}

void ChartView::setSelectedRows(std::vector<std::size_t> rows)
{
    m_selectedRows = std::move(rows);
    if (m_plot)
        m_plot->setSelectedRows(m_selectedRows);
}

void ChartView::hover(QPointF position, QPoint globalPosition)
{
    const std::vector<ChartPlot::Part> parts = m_plot->parts();
    const std::optional<ChartPlot::Part> part = m_plot->partAt(position);
    const auto it = part ? std::find(parts.begin(), parts.end(), *part) : parts.end();
    const auto current = it != parts.end() ? std::optional(static_cast<std::size_t>(it - parts.begin())) : std::nullopt;
    if (current == m_current)
        return;
    m_current = current;
    m_plot->setHovered(part);
    if (part) {
        QToolTip::showText(
            globalPosition, plainToolTip(part->get().name + QLatin1Char('\n') + part->get().figure), m_plot);
        emit partHovered(part->get().rows);
    } else {
        QToolTip::hideText();
        emit partHovered({});
    }
}

bool ChartView::click(QPointF position, Qt::KeyboardModifiers modifiers, bool isDouble)
{
    setFocus(Qt::MouseFocusReason);
    const std::optional<ChartPlot::Part> part = m_plot->partAt(position);
    if (!part)
        return false;
    if (part->get().othersOf && !isDouble && !modifiers.testFlag(Qt::ControlModifier)) {
        openOthers(*part->get().othersOf);
        return true;
    }
    // Copies: a receiver may give this view another chart.
    const std::vector<std::size_t> rows = part->get().rows;
    const std::size_t column = part->get().column;
    if (isDouble)
        emit partDoubleClicked(rows, column);
    else
        emit partClicked(rows, column, modifiers.testFlag(Qt::ControlModifier));
    return true;
}

bool ChartView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot || !m_plot)
        return QWidget::eventFilter(watched, event);
    // The narrower, the more lines the legend has.
    if (event->type() == QEvent::Resize) {
        m_plot->setMinimumHeight(m_plot->wantedHeight(m_plot->width()));
        m_plot->fitNames(m_plot->width());
    }
    switch (event->type()) {
    case QEvent::MouseMove: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (dragCutoff(*mouse))
            return true;
        hover(mouse->position(), mouse->globalPosition().toPoint());
        return true;
    }
    case QEvent::Leave:
        m_current.reset();
        m_plot->setHovered(std::nullopt);
        emit partHovered({});
        return false;
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (dragCutoff(*mouse))
            return true;
        if (mouse->button() == Qt::LeftButton)
            return click(mouse->position(), mouse->modifiers(), event->type() == QEvent::MouseButtonDblClick);
        return false;
    }
    case QEvent::MouseButtonRelease:
        if (dragCutoff(*static_cast<QMouseEvent*>(event)))
            return true;
        event->ignore();
        return true;
    case QEvent::Wheel:
        event->ignore(); // the scroll area's
        return true;
    default:
        return QWidget::eventFilter(watched, event);
    }
}

bool ChartView::dragCutoff(const QMouseEvent& mouse)
{
    CutoffPlottable* near = m_plot->cutoffAt(mouse.position());
    switch (mouse.type()) {
    case QEvent::MouseButtonPress:
        if (mouse.button() != Qt::LeftButton || !near)
            return false;
        setFocus(Qt::MouseFocusReason);
        m_dragged = near->value();
        m_plot->setCutoff(*m_dragged, near);
        return true;
    case QEvent::MouseMove:
        if (m_dragged) {
            CutoffPlottable* line = m_plot->cutoffBelow(mouse.position());
            m_dragged = line ? line->valueAt(mouse.position()) : *m_dragged;
            m_plot->setCutoff(*m_dragged, line);
            return true;
        }
        m_plot->setCursor(near ? Qt::SplitHCursor : Qt::ArrowCursor);
        return false;
    case QEvent::MouseButtonRelease: {
        if (!m_dragged || mouse.button() != Qt::LeftButton)
            return false;
        const auto value = static_cast<std::int64_t>(std::llround(*m_dragged));
        m_dragged.reset();
        m_plot->setCutoff(static_cast<double>(value), nullptr);
        if (value != m_chart->cutoff->value)
            emit cutoffChosen(std::string(m_chart->cutoff->parameter), value);
        return true;
    }
    default:
        return false;
    }
}

void ChartView::choose(std::size_t index)
{
    m_current = index;
    const ChartPlot::Part part = m_plot->parts()[index];
    m_plot->setHovered(part);
    setAccessibleDescription(part.get().name + QStringLiteral(", ") + part.get().figure);
    const std::vector<std::size_t> rows = part.get().rows;
    emit partClicked(rows, part.get().column, false);
}

void ChartView::walkRows(int direction)
{
    const std::vector<ChartPlot::Part> parts = m_plot->parts();
    if (parts.empty())
        return;
    if (!m_current || *m_current >= parts.size()) {
        choose(0);
        return;
    }
    const QRectF from = parts[*m_current].get().outline.boundingRect();
    std::optional<std::size_t> best;
    double nearest = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const QRectF box = parts[i].get().outline.boundingRect();
        const double distance = (box.center().y() - from.center().y()) * direction;
        const bool isSameColumn = std::abs(box.center().x() - from.center().x()) < from.width() / 2;
        if (isSameColumn && distance > 0.5 && (!best || distance < nearest)) {
            best = i;
            nearest = distance;
        }
    }
    if (best)
        choose(*best);
}

void ChartView::walk(int direction)
{
    const std::vector<ChartPlot::Part> parts = m_plot->parts();
    if (parts.empty())
        return;
    const auto count = static_cast<int>(parts.size());
    const int from = m_current ? static_cast<int>(*m_current) : (direction > 0 ? -1 : count);
    choose(static_cast<std::size_t>((from + direction + count) % count));
}

void ChartView::keyPressEvent(QKeyEvent* event)
{
    if (!m_plot) {
        QWidget::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left:
        walk(-1);
        return;
    case Qt::Key_Right:
        walk(1);
        return;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (!m_chart || m_chart->kind != ChartKind::HeatMap)
            break;
        walkRows(event->key() == Qt::Key_Down ? 1 : -1);
        return;
    case Qt::Key_Escape:
    case Qt::Key_Back:
    case Qt::Key_Backspace:
        if (!m_othersOf)
            break;
        back();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter: {
        const std::vector<ChartPlot::Part> parts = m_plot->parts();
        if (m_current && *m_current < parts.size()) {
            if (const std::optional<std::size_t> group = parts[*m_current].get().othersOf) {
                openOthers(*group);
                return;
            }
            const std::vector<std::size_t> rows = parts[*m_current].get().rows;
            emit partDoubleClicked(rows, parts[*m_current].get().column);
        }
        return;
    }
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void ChartView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) && m_plot)
        rebuild();
}

void ChartView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void ChartView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Palette& palette = Palette::of(*this);
    painter.fillRect(rect(), palette.canvas);
    if (isEmpty() && m_chart) {
        painter.setPen(palette.secondText);
        painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap,
            tr("There is nothing to draw in this scope."));
    }
    if (hasFocus()) {
        painter.setPen(QPen(palette.accent, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

int ChartView::wantedHeight(int width) const
{
    return m_plot ? m_plot->wantedHeight(width) : 0;
}

Result<QByteArray> ChartView::picture(const PictureRequest& request) const
{
    if (isEmpty())
        return Error { ErrorCode::NotFound, "There is no chart to draw." };
    ChartSpec drawn = spec(request.dark ? Theme::Dark : Theme::Light);
    drawn.groups.resize(ChartPlot::groupsThatFit(drawn, request.size.height()));
    drawn.mostRows = ChartPlot::rowsThatFit(drawn, request.size.height());
    ChartPlot plot(std::move(drawn));
    plot.setFont(font());
    PictureRequest wanted = request;
    if (wanted.title.isEmpty())
        wanted.title = displayText(m_chart->title, 200);
    wanted.makePainter = [] { return std::unique_ptr<QPainter>(new QCPPainter); };
    return renderPicture(wanted, [&plot](QPainter& painter, const QRectF& area) {
        painter.save();
        painter.translate(area.topLeft());
        // makePainter above made it.
        plot.drawPicture(static_cast<QCPPainter*>(&painter), area.size().toSize());
        painter.restore();
    });
}

} // namespace kinetoscope
