// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/parts/writing_dialog.h"

#include "widgets/support/plain_text.h"
#include "widgets/support/view_state.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include <utility>

namespace kinetoscope {

WritingDialog::WritingDialog(const ViewState& viewState, Words words, QWidget* parent)
    : QDialog(parent)
    , m_words(std::move(words))
    , m_layout(new QVBoxLayout(this))
    , m_state(plainLabel(this, m_words.name + QStringLiteral("-state")))
    , m_progress(new QProgressBar(this))
{
    setObjectName(m_words.name + QStringLiteral("-dialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_progress->setAccessibleName(m_words.progress);
    m_layout->addWidget(m_state);
    m_layout->addWidget(m_progress);
    auto* buttons = new QDialogButtonBox(this);
    m_save = buttons->addButton(m_words.save, QDialogButtonBox::AcceptRole);
    m_save->setObjectName(m_words.name + QStringLiteral("-save"));
    m_stop = buttons->addButton(tr("Stop"), QDialogButtonBox::ActionRole);
    m_stop->setObjectName(m_words.name + QStringLiteral("-stop"));
    m_close = buttons->addButton(QDialogButtonBox::Close);
    m_layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] { askAndSave(); });
    connect(buttons, &QDialogButtonBox::rejected, this, &WritingDialog::reject);
    connect(m_stop, &QPushButton::clicked, this, [this] { stop(); });
    connect(&viewState, &ViewState::traceSetChanged, this, &WritingDialog::dropTrace);
    setWriting(false);
}

void WritingDialog::setChoices(QWidget* choices)
{
    m_choices = choices;
    m_layout->insertWidget(0, choices, 1);
    m_save->setEnabled(canSave());
}

void WritingDialog::begin(const QString& what)
{
    setWriting(true);
    showState(what);
    emit writingStarted(what);
}

void WritingDialog::showProgress(int done, int total)
{
    m_progress->setRange(0, total);
    m_progress->setValue(done);
    emit progressed(done, total);
}

void WritingDialog::showState(const QString& sentence)
{
    m_state->setText(sentence);
    m_state->setVisible(!sentence.isEmpty());
}

void WritingDialog::succeed(const QString& sentence)
{
    end();
    emit messageShown(sentence);
    if (isVisible())
        accept();
    else
        deleteLater();
}

void WritingDialog::fail(const QString& sentence)
{
    end();
    if (m_isTraceGone) { // there is nothing to choose from any more
        emit messageShown(sentence);
        deleteLater();
        return;
    }
    showState(sentence);
    show();
}

void WritingDialog::end()
{
    setWriting(false);
    emit writingEnded();
}

void WritingDialog::setWriting(bool isWriting)
{
    if (m_choices)
        m_choices->setEnabled(!isWriting);
    m_progress->setVisible(isWriting);
    m_progress->setRange(0, 0);
    m_state->setVisible(isWriting);
    m_save->setVisible(!isWriting);
    m_stop->setVisible(isWriting);
    m_close->setIcon(isWriting ? QIcon() : style()->standardIcon(QStyle::SP_DialogCloseButton));
    m_close->setText(isWriting ? tr("Go on in the background") : tr("Close"));
    m_close->setToolTip(isWriting ? tr("Closes this window; the status bar shows the progress") : QString());
}

void WritingDialog::dropTrace()
{
    m_isTraceGone = true;
    if (isWriting() && m_words.stopped.isEmpty()) {
        hide();
        return;
    }
    if (isWriting()) {
        stop();
        emit messageShown(m_words.stopped);
    }
    if (isVisible())
        close();
    else
        deleteLater();
}

void WritingDialog::reject()
{
    if (isWriting())
        hide();
    else
        QDialog::reject();
}

} // namespace kinetoscope

#include "moc_writing_dialog.cpp"
