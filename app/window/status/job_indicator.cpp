// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/status/job_indicator.h"

#include "app/window/parts/themed_icon.h"
#include "app/window/parts/writing_dialog.h"
#include "widgets/support/plain_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QToolButton>

namespace kinetoscope {

namespace {

constexpr int kJobIndicatorBarWidth = 120;
constexpr int kNameWidth = 320;

} // namespace

JobIndicator::JobIndicator(WritingDialog& dialog, QWidget* parent)
    : QWidget(parent)
    , m_name(new QToolButton(this))
    , m_bar(new QProgressBar(this))
    , m_stop(new QToolButton(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : std::initializer_list<QWidget*> { m_name, m_bar, m_stop })
        layout->addWidget(widget);
    m_name->setObjectName(QStringLiteral("export-name"));
    m_name->setAutoRaise(true);
    m_bar->setObjectName(QStringLiteral("export-bar"));
    m_bar->setAccessibleName(tr("Progress of what is written"));
    m_bar->setFixedWidth(kJobIndicatorBarWidth);
    m_bar->setMaximumHeight(fontMetrics().height() + 2);
    m_stop->setObjectName(QStringLiteral("export-stop"));
    m_stop->setAutoRaise(true);
    m_stop->setIconSize(QSize(12, 12));
    m_stop->setIcon(themedIcon(QStringLiteral("close")));
    m_stop->setToolTip(tr("Stop writing"));
    m_stop->setAccessibleName(m_stop->toolTip());

    connect(m_name, &QToolButton::clicked, &dialog, [&dialog] {
        dialog.show();
        dialog.raise();
        dialog.activateWindow();
    });
    connect(m_stop, &QToolButton::clicked, &dialog, [&dialog] {
        dialog.stop();
        if (!dialog.isVisible())
            dialog.deleteLater();
    });
    connect(&dialog, &WritingDialog::writingStarted, this, &JobIndicator::showWhat);
    connect(&dialog, &WritingDialog::progressed, this, [this](int done, int total) {
        m_bar->setRange(0, total);
        m_bar->setValue(done);
    });
    connect(&dialog, &WritingDialog::writingEnded, this, &QWidget::hide);
    connect(&dialog, &QObject::destroyed, this, &QObject::deleteLater);
    hide();
}

void JobIndicator::showWhat(const QString& what)
{
    m_name->setText(fontMetrics().elidedText(what, Qt::ElideMiddle, kNameWidth));
    m_name->setToolTip(plainToolTip(what));
    m_bar->setRange(0, 0);
    show();
}

void JobIndicator::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_stop->setIcon(themedIcon(QStringLiteral("close")));
}

} // namespace kinetoscope

#include "moc_job_indicator.cpp"
