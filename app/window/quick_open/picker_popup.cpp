// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/quick_open/picker_popup.h"

#include "widgets/support/palette.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMainWindow>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTextLayout>
#include <QVBoxLayout>
#include <QtMath>

#include <algorithm>

namespace kinetoscope {

namespace {

/// Draws a row of PickerModel: name with the typed letters marked, place in the second colour, key or count at the
/// right. Rows are all equally high.
class PickerDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

constexpr int kMargin = 8;
constexpr int kRoomAbove = 4;
constexpr double kRightShare = 0.4; ///< of the row, at most, for what stands at the right

/// One line with some letters strong, which are wider. Not elided: the caller did that.
/// @return where it ends, px from its beginning.
qreal drawLetters(
    QPainter& painter, const QRect& area, const QString& text, const QFont& font, const QList<int>& letters)
{
    QTextCharFormat strong;
    strong.setFontWeight(QFont::Bold);
    strong.setFontUnderline(true); // weight alone is hard to see in some fonts
    QList<QTextLayout::FormatRange> ranges;
    for (const int letter : letters) {
        if (letter < text.size())
            ranges.append({ letter, 1, strong });
    }
    QTextLayout layout(text, font);
    layout.setFormats(ranges);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    if (!line.isValid())
        return 0;
    line.setLineWidth(1'000'000);
    layout.endLayout();
    layout.draw(&painter, QPointF(area.left(), area.top() + (area.height() - line.height()) / 2));
    return line.naturalTextWidth();
}

void PickerDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool isChosen = option.state.testFlag(QStyle::State_Selected);
    const auto* model = qobject_cast<const PickerModel*>(index.model());
    const bool isEnabled = !model || model->isUsable(index.row());
    const QPalette& colours = option.palette;
    const QPalette::ColorGroup group = isEnabled ? QPalette::Active : QPalette::Disabled;
    QColor first = colours.color(group, QPalette::Text);
    QColor second = mixed(colours.color(QPalette::Base), first, 0.65);
    painter->save();
    if (isChosen) {
        // A quiet wash keeps greyed rows and second colours readable, unlike the full accent.
        const QColor accent = colours.color(QPalette::Highlight);
        painter->fillRect(option.rect, mixed(colours.color(QPalette::Base), accent, 0.25));
        painter->fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), accent);
    }
    const QRect row = option.rect.adjusted(kMargin, 0, -kMargin, 0);
    const QFontMetrics metrics(option.font);
    painter->setFont(option.font);

    const int markWidth = metrics.horizontalAdvance(QStringLiteral("\u2713 "));
    painter->setPen(first);
    if (index.data(PickerModel::MarkedRole).toBool())
        painter->drawText(row, Qt::AlignVCenter | Qt::AlignLeft, QStringLiteral("\u2713"));

    painter->setPen(second);
    const int mostRight = static_cast<int>(row.width() * kRightShare);
    const QString right = metrics.elidedText(index.data(PickerModel::RightRole).toString(), Qt::ElideRight, mostRight);
    painter->drawText(row, Qt::AlignVCenter | Qt::AlignRight, right);

    QRect left = row.adjusted(markWidth, 0, right.isEmpty() ? 0 : -metrics.horizontalAdvance(right) - kMargin, 0);
    // Names of tracks and files differ at their ends.
    const QString whole = index.data(Qt::DisplayRole).toString();
    const QString name = metrics.elidedText(whole, Qt::ElideMiddle, left.width());
    painter->setPen(first);
    const qreal end = drawLetters(*painter, left, name, option.font,
        name == whole ? index.data(PickerModel::LettersRole).value<QList<int>>() : QList<int>());
    left.setLeft(left.left() + qCeil(end) + 2 * kMargin);
    painter->setPen(second);
    if (left.width() > metrics.averageCharWidth() * 4) {
        const QString place = index.data(PickerModel::PlaceRole).toString();
        painter->drawText(
            left, Qt::AlignVCenter | Qt::AlignLeft, metrics.elidedText(place, Qt::ElideRight, left.width()));
    }
    painter->restore();
}

QSize PickerDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return { 0, QFontMetrics(option.font).height() + 2 * kRoomAbove };
}

constexpr int kMostRows = 14;
constexpr int kWidestLetters = 100; ///< average letters: enough for a name and its place
constexpr int kRoomBeside = 24;     ///< px between popup and window
constexpr int kFrame = 6;

} // namespace

PickerPopup::PickerPopup(QWidget* window)
    : QFrame(window)
    , m_model(new PickerModel(this))
    , m_editor(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_nothing(new QLabel(this))
{
    setObjectName(QStringLiteral("picker"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kFrame, kFrame, kFrame, kFrame);
    layout->setSpacing(kFrame);
    for (QWidget* part : std::initializer_list<QWidget*> { m_editor, m_list, m_nothing })
        layout->addWidget(part);
    m_editor->setObjectName(QStringLiteral("picker-text"));
    m_editor->setClearButtonEnabled(true);
    m_editor->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("picker-list"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PickerDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus); // typing goes on while a row is clicked
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMouseTracking(true);
    m_nothing->setTextFormat(Qt::PlainText);
    m_nothing->setMargin(kFrame);
    window->installEventFilter(this);

    connect(m_editor, &QLineEdit::textChanged, this, &PickerPopup::search);
    connect(m_list, &QListView::clicked, this, &PickerPopup::pickCurrent);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        // Nothing has the focus while another program is in front: the list stays for when this one is back.
        if (isVisible() && now && now != this && !isAncestorOf(now)) {
            m_focusBefore.clear();
            dismiss();
        }
    });
}

void PickerPopup::open(Request request)
{
    if (!isVisible())
        m_focusBefore = QApplication::focusWidget();
    m_request = std::move(request);
    setAccessibleName(m_request.title);
    m_editor->setAccessibleName(m_request.title);
    m_editor->setPlaceholderText(m_request.placeholder);
    m_nothing->setText(m_request.nothingFits);
    m_list->setAccessibleName(m_request.title);
    m_model->setItems(std::exchange(m_request.items, {}));
    m_editor->clear();
    search({});
    show();
    raise();
    place();
    m_editor->setFocus(Qt::ShortcutFocusReason);
    activateWindow(); // the key may have come from a dock that floats
}

void PickerPopup::dismiss()
{
    if (!isVisible())
        return;
    hide();
    if (m_focusBefore) {
        m_focusBefore->activateWindow();
        m_focusBefore->setFocus(Qt::PopupFocusReason);
    }
    m_focusBefore.clear();
}

void PickerPopup::search(const QString& text)
{
    m_model->setPattern(text);
    const bool isAny = m_model->rowCount() > 0;
    m_list->setVisible(isAny);
    m_nothing->setVisible(!isAny);
    if (isAny)
        m_list->setCurrentIndex(m_model->index(0));
    m_list->scrollToTop();
    place();
}

void PickerPopup::walk(int rows)
{
    const int count = m_model->rowCount();
    if (count == 0)
        return;
    const int at = m_list->currentIndex().row();
    // One step beyond an end comes in again at the other; a page stops there.
    const bool isStep = std::abs(rows) == 1;
    const int next = isStep ? (at + rows + count) % count : std::clamp(at + rows, 0, count - 1);
    m_list->setCurrentIndex(m_model->index(next));
}

void PickerPopup::pickCurrent()
{
    const QModelIndex current = m_list->currentIndex();
    if (!current.isValid() || !m_model->isUsable(current.row()))
        return;
    const std::size_t item = m_model->itemAt(current.row());
    dismiss();
    m_request.pick(item);
}

bool PickerPopup::handleKey(int key)
{
    switch (key) {
    case Qt::Key_Up:
        walk(-1);
        return true;
    case Qt::Key_Down:
        walk(1);
        return true;
    case Qt::Key_PageUp:
        walk(-kMostRows + 1);
        return true;
    case Qt::Key_PageDown:
        walk(kMostRows - 1);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        pickCurrent();
        return true;
    case Qt::Key_Escape:
        dismiss();
        return true;
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
        return true; // there is nowhere else to go
    default:
        return false;
    }
}

bool PickerPopup::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_editor && event->type() == QEvent::KeyPress)
        return handleKey(static_cast<QKeyEvent*>(event)->key());
    // Escape is also the window's "select nothing".
    if (watched == m_editor && event->type() == QEvent::ShortcutOverride
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    if (watched == parent() && event->type() == QEvent::Resize && isVisible())
        place();
    return QFrame::eventFilter(watched, event);
}

void PickerPopup::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange && isVisible())
        place();
    QFrame::changeEvent(event);
}

void PickerPopup::place()
{
    const QWidget* window = parentWidget();
    const auto* mainWindow = qobject_cast<const QMainWindow*>(window);
    const int top = mainWindow && mainWindow->centralWidget()
        ? mainWindow->centralWidget()->mapTo(window, QPoint(0, 0)).y()
        : kRoomBeside;
    const int width = std::min(fontMetrics().averageCharWidth() * kWidestLetters, window->width() - 2 * kRoomBeside);
    const int rowHeight = std::max(1, m_list->sizeHintForRow(0));
    const int room = window->height() - top - m_editor->sizeHint().height() - 3 * kFrame - kRoomBeside;
    const int rows = std::clamp(m_model->rowCount(), 1, std::max(1, std::min(kMostRows, room / rowHeight)));
    m_list->setFixedHeight(rows * rowHeight);
    layout()->activate();
    const int height = layout()->sizeHint().height();
    setGeometry((window->width() - width) / 2, top, width, height);
}

} // namespace kinetoscope

#include "moc_picker_popup.cpp"
