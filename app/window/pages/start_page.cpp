// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/pages/start_page.h"

#include "app/window/start/trace_arguments.h"
#include "widgets/support/fonts.h"
#include "widgets/support/palette.h"
#include "widgets/support/plain_text.h"

#include <QEvent>
#include <QIcon>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStyleOptionButton>
#include <QStylePainter>
#include <QVBoxLayout>

namespace kinetoscope {

namespace {

constexpr int kContentWidth = 440;
constexpr int kFrameMargin = 24;
constexpr int kIconSize = 72;

/// A flat button with its text at the left. A style sheet would do that too, but keeps the font of the day it was set.
class EntryButton : public QPushButton {
public:
    explicit EntryButton(QWidget* parent)
        : QPushButton(parent)
    {
        setFlat(true);
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        return fontMetrics().size(Qt::TextShowMnemonic, text()) + QSize(2 * kEntryMargin, 8);
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return { 0, sizeHint().height() }; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QStylePainter painter(this);
        QStyleOptionButton option;
        initStyleOption(&option);
        option.text.clear();
        painter.drawControl(QStyle::CE_PushButton, option);
        painter.drawItemText(rect().adjusted(kEntryMargin, 0, -kEntryMargin, 0),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic, palette(), isEnabled(), text(),
            QPalette::ButtonText);
    }

private:
    static constexpr int kEntryMargin = 6;
};

QLabel* oneLineLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    return label;
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("start-page"));
    setAccessibleName(tr("Start page: drop a trace here"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    buildContent();
    applyColours();
}

void StartPage::buildContent()
{
    m_content = new QWidget(this);
    m_content->setFixedWidth(scaledPx(kContentWidth));
    auto* content = new QVBoxLayout(m_content);
    content->setSpacing(10);

    auto* icon = new QLabel(m_content);
    icon->setPixmap(
        QIcon(QStringLiteral(":/icons/kinetoscope.svg")).pixmap(QSize(kIconSize, kIconSize), devicePixelRatioF()));
    icon->setFixedHeight(kIconSize);
    icon->setAlignment(Qt::AlignHCenter);
    content->addWidget(icon);

    auto* title = oneLineLabel(tr("Drop a trace here"), m_content);
    QFont titleFont = font();
    titleFont.setPointSizeF(titleFont.pointSizeF() * 1.7);
    title->setFont(titleFont);
    title->setAlignment(Qt::AlignHCenter);
    content->addWidget(title);

    auto* hint = oneLineLabel(
        tr("PyTorch profiler traces, .json or .json.gz. A folder or several files are the ranks of one job."),
        m_content);
    hint->setObjectName(QStringLiteral("start-hint"));
    hint->setWordWrap(true);
    hint->setAlignment(Qt::AlignHCenter);
    content->addWidget(hint);

    auto* buttons = new QHBoxLayout;
    auto* open = new QPushButton(tr("Open…"), m_content);
    auto* openFolder = new QPushButton(tr("Open folder…"), m_content);
    m_sample = new QPushButton(tr("Open the sample trace"), m_content);
    m_sample->setObjectName(QStringLiteral("open-sample"));
    buttons->addStretch();
    for (QPushButton* button : { open, openFolder, m_sample })
        buttons->addWidget(button);
    buttons->addStretch();
    content->addSpacing(6);
    content->addLayout(buttons);

    m_recentArea = new QWidget(m_content);
    auto* recent = new QVBoxLayout(m_recentArea);
    recent->setContentsMargins(0, 18, 0, 0);
    recent->setSpacing(0);
    auto* heading = oneLineLabel(tr("Opened before"), m_recentArea);
    heading->setObjectName(QStringLiteral("start-hint"));
    recent->addWidget(heading);
    m_recentLayout = new QVBoxLayout;
    m_recentLayout->setSpacing(0);
    recent->addLayout(m_recentLayout);
    content->addWidget(m_recentArea);
    m_recentArea->hide();

    auto* page = new QVBoxLayout(this);
    page->addStretch(2);
    page->addWidget(m_content, 0, Qt::AlignHCenter);
    page->addStretch(3);

    connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
    connect(openFolder, &QPushButton::clicked, this, &StartPage::openFolderRequested);
    connect(m_sample, &QPushButton::clicked, this, &StartPage::sampleRequested);
}

void StartPage::setRecentFiles(const std::vector<RecentFiles::Arguments>& entries)
{
    while (QLayoutItem* item = m_recentLayout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    int index = 0;
    for (const RecentFiles::Arguments& entry : entries) {
        auto* button = new EntryButton(m_recentArea);
        // A name may hold an ampersand; on a button that would underline a letter.
        QString name = button->fontMetrics().elidedText(jobName(entry), Qt::ElideMiddle, scaledPx(kContentWidth) - 24);
        name.replace(QLatin1Char('&'), QStringLiteral("&&"));
        const bool isMissing = RecentFiles::isMissing(entry);
        button->setText(isMissing ? tr("%1 (missing)").arg(name) : name);
        button->setEnabled(!isMissing);
        button->setToolTip(plainToolTip(jobPaths(entry, QStringLiteral("\n"))));
        connect(button, &QPushButton::clicked, this, [this, index] { emit recentRequested(index); });
        m_recentLayout->addWidget(button);
        ++index;
    }
    m_recentArea->setVisible(!entries.empty());
}

void StartPage::setSampleAvailable(bool isAvailable)
{
    m_sample->setVisible(isAvailable);
}

void StartPage::setDropHighlighted(bool isHighlighted)
{
    if (m_isDropHighlighted == isHighlighted)
        return;
    m_isDropHighlighted = isHighlighted;
    update();
}

QRect StartPage::frameRect() const
{
    return rect().adjusted(kFrameMargin, kFrameMargin, -kFrameMargin, -kFrameMargin);
}

void StartPage::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Palette& look = Palette::of(*this);
    QPen pen(m_isDropHighlighted ? look.accent : look.grid, m_isDropHighlighted ? 2 : 1, Qt::DashLine);
    pen.setCosmetic(true);
    painter.setPen(pen);
    if (m_isDropHighlighted)
        painter.setBrush(mixed(look.canvas, look.accent, 0.06));
    painter.drawRect(frameRect());
}

void StartPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColours();
    else if (event->type() == QEvent::FontChange)
        m_content->setFixedWidth(scaledPx(kContentWidth));
}

void StartPage::applyColours()
{
    const Palette& look = Palette::of(*this);
    const QList<QLabel*> hints = findChildren<QLabel*>(QStringLiteral("start-hint"));
    for (QLabel* hint : hints) {
        QPalette palette = hint->palette();
        palette.setColor(QPalette::WindowText, look.secondText);
        hint->setPalette(palette);
    }
    update();
}

} // namespace kinetoscope

#include "moc_start_page.cpp"
