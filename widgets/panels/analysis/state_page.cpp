// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/analysis/state_page.h"

#include "widgets/support/fonts.h"
#include "widgets/support/palette.h"
#include "widgets/support/plain_text.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace kinetoscope {
namespace {

constexpr int kVeilDelayMs = 150;
constexpr int kCodeStretch = 1000; ///< against the empty sides: the line gets all that it needs, if there is so much
constexpr int kCodeMargin = 24;    ///< px, frame and cursor
constexpr int kLongWord = 40;      ///< letters, nearly as wide as the narrowest dock

/// A line may end behind a bracket or sign of a long piece of code, too: a label is as wide as its longest word.
QString withBreaks(const QString& sentences)
{
    QStringList words = sentences.split(u' ');
    for (QString& word : words) {
        for (qsizetype i = word.size() - 1; i > 0 && word.size() > kLongWord; --i) {
            if (QStringView(u"[=(,").contains(word[i - 1]))
                word.insert(i, QChar(0x200b)); // of no width
        }
    }
    return words.join(u' ');
}

} // namespace

StatePage::StatePage(QWidget* parent)
    : QWidget(parent)
    , m_text(plainLabel(this, QStringLiteral("stateText")))
    , m_action(new QToolButton(this))
    , m_code(new QLineEdit(this))
    , m_copy(new QToolButton(this))
{
    setObjectName(QStringLiteral("statePage"));
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_code->setObjectName(QStringLiteral("stateCode"));
    m_code->setAccessibleName(tr("Profiler option"));
    m_code->setReadOnly(true);
    m_code->setFont(codeFont());
    m_copy->setText(tr("Copy"));
    m_copy->setAccessibleName(tr("Copy the profiler option"));
    connect(m_copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_code->text()); });

    m_action->setObjectName(QStringLiteral("stateAction"));
    connect(m_action, &QToolButton::clicked, this, &StatePage::actionRequested);
    auto* code = new QHBoxLayout;
    code->addStretch(1);
    code->addWidget(m_code, kCodeStretch);
    code->addWidget(m_copy);
    code->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(1);
    layout->addWidget(m_text);
    layout->addLayout(code);
    layout->addWidget(m_action, 0, Qt::AlignHCenter);
    layout->addStretch(2);
    showText({});
}

void StatePage::showText(const QString& sentences, const QString& code, const QString& action)
{
    m_action->setText(action);
    m_action->setAccessibleName(action);
    m_action->setVisible(!action.isEmpty());
    m_text->setText(withBreaks(sentences));
    m_text->setAccessibleName(sentences);
    m_code->setText(code);
    m_code->setMaximumWidth(m_code->fontMetrics().horizontalAdvance(code) + kCodeMargin);
    m_code->setCursorPosition(0);
    m_code->setVisible(!code.isEmpty());
    m_copy->setVisible(!code.isEmpty());
}

QString StatePage::text() const
{
    return m_text->accessibleName();
}

StaleVeil::StaleVeil(QWidget* covered)
    : QWidget(covered)
    , m_delay(new QTimer(this))
{
    setObjectName(QStringLiteral("staleVeil"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    m_delay->setSingleShot(true);
    m_delay->setInterval(kVeilDelayMs);
    connect(m_delay, &QTimer::timeout, this, [this] {
        setGeometry(parentWidget()->rect());
        raise();
        show();
    });
    covered->installEventFilter(this);
    hide();
}

void StaleVeil::setStale(bool isStale)
{
    if (isStale) {
        m_delay->start();
        return;
    }
    m_delay->stop();
    hide();
}

bool StaleVeil::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void StaleVeil::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const kinetoscope::Palette& palette = kinetoscope::Palette::of(*this);
    QColor veil = palette.canvas;
    veil.setAlphaF(0.55F);
    painter.fillRect(rect(), veil);
    painter.fillRect(QRect(0, 0, width(), 2), palette.accent);
}

} // namespace kinetoscope

#include "moc_state_page.cpp"
