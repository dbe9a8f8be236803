// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/quick_open/picker_popup.h"

#include "app/window/quick_open/picker_delegate.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMainWindow>
#include <QVBoxLayout>

#include <algorithm>

namespace kinetoscope {

namespace {

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
}

void PickerPopup::dismiss()
{
    if (!isVisible())
        return;
    hide();
    if (m_focusBefore)
        m_focusBefore->setFocus(Qt::PopupFocusReason);
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
