// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/input/track_filter_box.h"

#include "widgets/support/number_text.h"
#include "widgets/timeline/timeline_scene.h"

#include <QKeyEvent>
#include <QLabel>
#include <QWheelEvent>

namespace kinetoscope {

namespace {

constexpr int kMostCharacters = 200;
constexpr int kMargin = 4;

} // namespace

TrackFilterBox::TrackFilterBox(QWidget* timeline)
    : QLineEdit(timeline)
    , m_count(new QLabel(this))
{
    setObjectName(QStringLiteral("track-filter"));
    setMaxLength(kMostCharacters);
    setPlaceholderText(tr("Filter tracks"));
    setAccessibleName(tr("Filter tracks"));
    m_count->setObjectName(QStringLiteral("track-filter-count"));
    m_count->setTextFormat(Qt::PlainText);
    m_count->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    connect(this, &QLineEdit::textEdited, this, &TrackFilterBox::filterChanged);
    hide();
}

void TrackFilterBox::start()
{
    show();
    raise();
    selectAll();
    activateWindow(); // the key may have come from a dock that floats
    setFocus(Qt::ShortcutFocusReason);
}

void TrackFilterBox::showRows(const TimelineScene& scene)
{
    const QString filter = QString::fromStdString(scene.choices().filter);
    if (text() != filter)
        setText(filter);
    const auto kept = static_cast<std::int64_t>(scene.rows().keptTracks());
    const auto all = static_cast<std::int64_t>(scene.rows().allTracks());
    m_countText = tr("%1 of %2 tracks").arg(kinetoscope::countText(kept), kinetoscope::countText(all));
    m_count->setText(tr("%1 of %2").arg(kinetoscope::countText(kept), kinetoscope::countText(all)));
    setToolTip(m_countText);
    setAccessibleDescription(m_countText);
    placeCount();
    setVisible(!filter.isEmpty() || hasFocus());
}

void TrackFilterBox::place(const QRect& rect, const QFont& font)
{
    setFont(font);
    setGeometry(rect);
    placeCount();
}

void TrackFilterBox::placeCount()
{
    const QSize size = m_count->sizeHint();
    m_count->setGeometry(width() - size.width() - kMargin, (height() - size.height()) / 2, size.width(), size.height());
    setTextMargins(0, 0, size.width() + kMargin, 0);
}

bool TrackFilterBox::event(QEvent* event)
{
    // Escape is also the window's "select nothing".
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void TrackFilterBox::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        if (!text().isEmpty()) {
            clear();
            emit filterChanged({});
        }
        leave();
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Down:
        leave();
        break;
    default:
        QLineEdit::keyPressEvent(event);
        break;
    }
    event->accept(); // what it does not need is not for the timeline below
}

void TrackFilterBox::wheelEvent(QWheelEvent* event)
{
    event->accept();
}

void TrackFilterBox::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    // A menu or another window in front is not the end of writing.
    if (text().isEmpty() && event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        hide();
}

void TrackFilterBox::resizeEvent(QResizeEvent* event)
{
    QLineEdit::resizeEvent(event);
    placeCount();
}

} // namespace kinetoscope

#include "moc_track_filter_box.cpp"
