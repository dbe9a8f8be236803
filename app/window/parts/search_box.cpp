// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/parts/search_box.h"

#include "widgets/support/fonts.h"
#include "widgets/support/number_text.h"
#include "widgets/support/palette.h"
#include "widgets/support/view_state.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTimer>

namespace kinetoscope {

namespace {

constexpr int kPauseMs = 300;     ///< without a key: then the file is worth reading
constexpr int kEditorWidth = 220; // px at interface size 1: a kernel's name without its arguments

} // namespace

SearchBox::SearchBox(ViewState* viewState, QWidget* parent)
    : QWidget(parent)
    , m_viewState(viewState)
    , m_editor(new QLineEdit(this))
    , m_count(new QLabel(this))
    , m_pause(new QTimer(this))
    , m_job([this](Result<NameSearch> result) { take(std::move(result)); })
    , m_argumentJob([this](Result<NameSearch> result) { takeWithArguments(std::move(result)); })
{
    setObjectName(QStringLiteral("search-box"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 4, 0);
    layout->setSpacing(6);
    layout->addWidget(m_count);
    layout->addWidget(m_editor);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_count->setTextFormat(Qt::PlainText);
    m_editor->setObjectName(QStringLiteral("search-text"));
    m_editor->setPlaceholderText(tr("Search (Ctrl+F)"));
    m_editor->setAccessibleName(tr("Search names, categories and arguments"));
    m_editor->setToolTip(tr("Names, categories, arguments. /text/ is a regular expression over names, stream=7 an "
                            "argument and its value; memcpy >1ms those that take longer, <20us less long.\nEnter goes "
                            "to the next slice, Shift+Enter to the previous one."));
    m_editor->setClearButtonEnabled(true);
    m_editor->setFixedWidth(scaledPx(kEditorWidth));
    m_editor->installEventFilter(this);
    m_pause->setSingleShot(true);
    m_pause->setInterval(kPauseMs);
    connect(m_pause, &QTimer::timeout, this, &SearchBox::readArguments);
    connect(m_editor, &QLineEdit::textChanged, this, &SearchBox::search);
    connect(m_editor, &QLineEdit::textChanged, this, &SearchBox::textChanged);
    connect(m_viewState, &ViewState::traceSetChanged, this, &SearchBox::search);
    connect(m_viewState, &ViewState::selectionChanged, this, &SearchBox::countHits);
    setEnabled(false);
}

QString SearchBox::text() const
{
    return m_editor->text();
}

QString SearchBox::countText() const
{
    return m_count->text();
}

void SearchBox::startTyping()
{
    activateWindow(); // the key may have come from a dock that floats
    m_editor->setFocus(Qt::ShortcutFocusReason);
    m_editor->selectAll();
}

void SearchBox::searchFor(const QString& text)
{
    m_editor->setText(text);
    step(1);
}

void SearchBox::clear()
{
    m_editor->clear();
}

void SearchBox::search()
{
    m_result.reset();
    m_job.cancel();
    m_argumentJob.cancel();
    m_pause->stop();
    m_isSearching = false;
    m_isReading = false;
    m_waitingStep = 0;
    const auto& traces = m_viewState->traceSet();
    setEnabled(traces != nullptr);
    showCount({});
    emit hitsChanged(nullptr);
    m_query = SearchQuery::parse(m_editor->text().toStdString());
    if (!traces || m_query.isEmpty())
        return;
    m_isSearching = true;
    m_isReading = m_query.looksAtArguments();
    m_job.start([traces, query = m_query](std::stop_token stop) {
        Progress progress;
        progress.stop = std::move(stop);
        return NameSearch::run(traces, query, progress);
    });
}

void SearchBox::take(Result<NameSearch> result)
{
    m_isSearching = false;
    if (!result) {
        m_isReading = false;
        m_waitingStep = 0;
        if (result.error().code != ErrorCode::Cancelled)
            showCount(tr("no regular expression"));
        return;
    }
    m_result = std::make_shared<const NameSearch>(std::move(result).value());
    showHits();
    if (m_isReading)
        m_pause->start();
    if (m_waitingStep != 0 && (m_result->hitCount() > 0 || !m_isReading))
        step(std::exchange(m_waitingStep, 0));
}

void SearchBox::readArguments()
{
    if (!m_result)
        return;
    m_argumentJob.start([names = m_result, query = m_query](std::stop_token stop) {
        Progress progress;
        progress.stop = std::move(stop);
        return names->withArguments(query, progress);
    });
}

void SearchBox::takeWithArguments(Result<NameSearch> result)
{
    m_isReading = false;
    // Where the file is gone, names are what can be found.
    if (result)
        m_result = std::make_shared<const NameSearch>(std::move(result).value());
    showHits();
    if (m_waitingStep != 0)
        step(std::exchange(m_waitingStep, 0));
}

void SearchBox::showHits()
{
    countHits();
    emit hitsChanged(m_result->hitCount() > 0 ? m_result : nullptr);
}

void SearchBox::countHits()
{
    if (!m_result)
        return;
    const auto hits = static_cast<std::int64_t>(m_result->hitCount());
    const std::optional<SliceRef> current = m_viewState->currentSlice();
    const auto place = static_cast<std::int64_t>(current ? m_result->placeOf(*current) : 0);
    QString count = hits == 1 ? tr("1 hit") : tr("%1 hits").arg(kinetoscope::countText(hits));
    if (place > 0)
        count = tr("%1 of %2").arg(kinetoscope::countText(place), kinetoscope::countText(hits));
    showCount(m_isReading ? tr("%1, reading arguments\u2026").arg(count) : count);
}

void SearchBox::showCount(const QString& text)
{
    m_count->setText(text);
    applyColours();
}

void SearchBox::applyColours()
{
    QPalette colours;
    if (m_result && m_result->hitCount() == 0 && !m_isReading)
        colours.setColor(QPalette::Text, Palette::of(*this).error);
    m_editor->setPalette(colours);
}

void SearchBox::step(int direction)
{
    if (m_isSearching || (m_isReading && m_result && m_result->hitCount() == 0)) {
        m_waitingStep = direction;
        return;
    }
    const std::optional<SliceRef> hit =
        m_result ? m_result->next(m_viewState->currentSlice(), direction) : std::nullopt;
    if (!hit)
        return;
    m_viewState->selectSlice(*hit);
    emit found(*hit);
}

void SearchBox::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        m_editor->setFixedWidth(scaledPx(kEditorWidth));
    else if (event->type() == QEvent::PaletteChange)
        applyColours();
}

bool SearchBox::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_editor && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            step(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            emit left();
            return true;
        }
    }
    // To a line of text it means the end of the line: End says that, too, and the window's key works everywhere.
    if (watched == m_editor && event->type() == QEvent::ShortcutOverride
        && static_cast<QKeyEvent*>(event)->keyCombination() == (Qt::CTRL | Qt::Key_E)) {
        event->ignore();
        return true;
    }
    // Escape is also the window's "select nothing".
    if (watched == m_editor && event->type() == QEvent::ShortcutOverride
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace kinetoscope

#include "moc_search_box.cpp"
