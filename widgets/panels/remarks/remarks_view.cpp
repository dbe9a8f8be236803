// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/remarks/remarks_view.h"

#include "widgets/support/plain_text.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>

namespace kinetoscope {

RemarksView::RemarksView(QWidget* parent)
    : QWidget(parent)
    , m_scroll(new QScrollArea(this))
    , m_text(new QLabel)
    , m_more(new QToolButton(this))
{
    setObjectName(QStringLiteral("remarksView"));
    m_text->setObjectName(QStringLiteral("remarks"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // its lines follow the width
    m_text->setAccessibleName(tr("Remarks"));
    m_text->installEventFilter(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_scroll->setWidget(m_text);
    m_text->setAutoFillBackground(false);
    m_more->setObjectName(QStringLiteral("moreRemarks"));
    m_more->setAutoRaise(true);
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_more->setCheckable(true);
    m_more->setFocusPolicy(Qt::StrongFocus);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(m_more, 0, Qt::AlignTop);
    connect(m_more, &QToolButton::clicked, this, &RemarksView::open);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    hide();
}

void RemarksView::setLines(const QStringList& lines, qsizetype notices)
{
    if (lines == m_lines && notices == m_notices)
        return;
    m_lines = lines;
    m_notices = notices;
    arrange();
}

void RemarksView::setPanelHeight(int height)
{
    if (height == m_panelHeight)
        return;
    m_panelHeight = height;
    arrange();
}

void RemarksView::open(bool isOpen)
{
    m_isOpen = isOpen;
    arrange();
    emit opened(isOpen);
}

void RemarksView::arrange()
{
    setVisible(!m_lines.isEmpty());
    if (m_lines.isEmpty()) {
        m_text->clear();
        return;
    }
    if (m_isOpen)
        showAll();
    else
        showCut();
    m_text->setToolTip(m_isOpen ? QString() : plainToolTip(m_lines.join(QLatin1Char('\n'))));
    // Not the beam of a text that can be selected: it says that a click writes here.
    m_text->setCursor(opensByClick() ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

bool RemarksView::opensByClick() const
{
    return !m_isOpen && !m_more->isHidden();
}

bool RemarksView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_text || (event->type() != QEvent::MouseButtonPress && event->type() != QEvent::MouseButtonRelease))
        return QWidget::eventFilter(watched, event);
    const auto& mouse = static_cast<const QMouseEvent&>(*event);
    if (mouse.button() == Qt::LeftButton && event->type() == QEvent::MouseButtonPress)
        m_pressedAt = mouse.position().toPoint();
    // Who drags selects; the press and the release of a click are on one place.
    const bool isClick = mouse.button() == Qt::LeftButton && event->type() == QEvent::MouseButtonRelease
        && (mouse.position().toPoint() - m_pressedAt).manhattanLength() < QApplication::startDragDistance();
    if (isClick && opensByClick())
        QMetaObject::invokeMethod(
            this, [this] { open(true); }, Qt::QueuedConnection); // the label is done with it first
    return QWidget::eventFilter(watched, event);
}

int RemarksView::roomBesideButton() const
{
    return width() - m_more->sizeHint().width() - layout()->spacing();
}

void RemarksView::showCut()
{
    constexpr int kHigh = 420;
    constexpr int kNarrowest = 200; // before there is a place on screen
    const qsizetype most = m_notices + (m_panelHeight >= kHigh ? 3 : 1);
    QStringList first = m_lines.mid(0, most);
    const auto hidden = static_cast<int>(m_lines.size() - first.size());
    m_more->setText(hidden > 0 ? tr("%n more", nullptr, hidden) : tr("More"));
    const int width = roomBesideButton(); // only now: its words have widths of their own
    bool isCut = m_lines.size() > most;
    for (QString& line : first) {
        const QString shown = fontMetrics().elidedText(line, Qt::ElideRight, std::max(kNarrowest, width));
        isCut = isCut || shown != line;
        line = shown;
    }
    m_more->setVisible(isCut);
    m_more->setChecked(false);
    m_more->setArrowType(Qt::DownArrow);
    m_more->setAccessibleName(tr("Show all remarks"));
    m_more->setToolTip(m_more->accessibleName());
    m_text->setWordWrap(false);
    m_text->setAlignment(Qt::AlignLeft | (first.size() == 1 ? Qt::AlignVCenter : Qt::AlignTop)); // as the button
    m_text->setText(first.join(QLatin1Char('\n')));
    m_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const int high = fontMetrics().lineSpacing() * static_cast<int>(first.size()) + fontMetrics().leading() + 2;
    setFixedHeight(std::max(high, isCut ? m_more->sizeHint().height() : 0));
}

void RemarksView::showAll()
{
    constexpr int kShare = 3; // of the panel's height
    m_more->setVisible(true);
    m_more->setChecked(true);
    m_more->setArrowType(Qt::UpArrow);
    m_more->setText(tr("Less"));
    m_more->setAccessibleName(tr("Show fewer remarks"));
    m_more->setToolTip(m_more->accessibleName());
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_text->setText(m_lines.join(QLatin1Char('\n')));
    m_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    const int beside = m_scroll->verticalScrollBar()->sizeHint().width();
    const int wanted = m_text->heightForWidth(std::max(1, roomBesideButton() - beside)) + 2;
    const int least = std::max(m_more->sizeHint().height(), 2 * fontMetrics().lineSpacing());
    setFixedHeight(std::clamp(wanted, least, std::max(least, m_panelHeight / kShare)));
}

void RemarksView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        arrange();
}

void RemarksView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

} // namespace kinetoscope

#include "moc_remarks_view.cpp"
