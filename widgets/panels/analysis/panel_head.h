// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QHBoxLayout;
class QVBoxLayout;

namespace kinetoscope {

class ElidedLabel;
class RemarksView;

/// What stands above the contents of a panel: the question that it answers, with buttons at the end of its line, and
/// the remarks below it. In a low panel the remarks, where there are some, stand in place of the question: the line is
/// worth a row of the table, and the panel's tab says the question, too. GUI thread only.
class PanelHead : public QWidget {
    Q_OBJECT

public:
    PanelHead(const QString& question, QWidget* parent);

    void addButton(QWidget* button); ///< after those that are there; takes it
    [[nodiscard]] RemarksView* remarks() const { return m_remarks; }
    /// As RemarksView::setLines.
    void setRemarks(const QStringList& lines, qsizetype notices);
    void setPanelHeight(int height);
    /// What is around the panel says it: the remarks stand beside the buttons in any.
    void leaveQuestionOut();

private:
    void arrange();

    QVBoxLayout* m_lines = nullptr;
    QHBoxLayout* m_firstLine = nullptr;
    ElidedLabel* m_question = nullptr;
    RemarksView* m_remarks = nullptr;
    int m_panelHeight = 0;
    bool m_leavesQuestionOut = false;
    bool m_isOneLine = false; ///< the remarks stand in place of the question
};

} // namespace kinetoscope
