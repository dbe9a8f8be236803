// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/analysis/panel_head.h"

#include "widgets/panels/remarks/remarks_view.h"
#include "widgets/support/elided.h"
#include "widgets/support/fonts.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace kinetoscope {

PanelHead::PanelHead(const QString& question, QWidget* parent)
    : QWidget(parent)
    , m_lines(new QVBoxLayout(this))
    , m_firstLine(new QHBoxLayout)
    , m_question(new ElidedLabel(question, this))
    , m_remarks(new RemarksView(this))
{
    m_question->setObjectName(QStringLiteral("question"));
    m_question->setTextFormat(Qt::PlainText);
    m_question->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_lines->setContentsMargins(0, 0, 0, 0);
    m_lines->setSpacing(4);
    m_firstLine->addWidget(m_question, 1);
    m_firstLine->addStretch(0); // buttons stay at the end where nothing is before them
    m_lines->addLayout(m_firstLine);
    m_lines->addWidget(m_remarks);
}

void PanelHead::addButton(QWidget* button)
{
    m_firstLine->addWidget(button, 0, Qt::AlignTop);
}

void PanelHead::setRemarks(const QStringList& lines, qsizetype notices)
{
    m_remarks->setLines(lines, notices);
    arrange();
}

void PanelHead::setPanelHeight(int height)
{
    m_panelHeight = height;
    m_remarks->setPanelHeight(height);
    arrange();
}

void PanelHead::leaveQuestionOut()
{
    m_leavesQuestionOut = true;
    arrange();
}

void PanelHead::arrange()
{
    constexpr int kLow = 230; // px: below it a table shows two rows or three
    const bool isOneLine = m_leavesQuestionOut || (m_panelHeight < scaledPx(kLow) && !m_remarks->lines().isEmpty());
    if (isOneLine == m_isOneLine)
        return;
    m_isOneLine = isOneLine;
    m_question->setVisible(!isOneLine);
    if (isOneLine) {
        m_lines->removeWidget(m_remarks);
        m_firstLine->insertWidget(0, m_remarks, 1);
    } else {
        m_firstLine->removeWidget(m_remarks);
        m_lines->addWidget(m_remarks);
    }
}

} // namespace kinetoscope

#include "moc_panel_head.cpp"
