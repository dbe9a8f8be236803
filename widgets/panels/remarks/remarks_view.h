// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QStringList>
#include <QWidget>

class QLabel;
class QScrollArea;
class QToolButton;

namespace kinetoscope {

/// The remarks of a panel. Numbers need the room more: at first each has one line and a few are shown, cut with an
/// ellipsis where the width ends; a button, there only when something is cut, or a click on what is cut shows all of
/// them wrapped, in a third of the panel at most and scrolled beyond that. Hidden while there are none. What is open
/// stays open for other remarks. GUI thread only.
class RemarksView : public QWidget {
    Q_OBJECT

public:
    explicit RemarksView(QWidget* parent = nullptr);

    /// @param notices  how many of them, the first, are about what was asked rather than about the figures: what is
    ///                 shown of the others is shown beside them, not in their place.
    void setLines(const QStringList& lines, qsizetype notices = 0);
    [[nodiscard]] const QStringList& lines() const { return m_lines; }
    /// The height of the panel; of a low one the first remark is enough.
    void setPanelHeight(int height);
    [[nodiscard]] bool isOpen() const { return m_isOpen; }

signals:
    void opened(bool isOpen);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; ///< clicks on the text

private:
    void open(bool isOpen);
    void arrange();
    [[nodiscard]] bool opensByClick() const;    ///< the text, while something is cut
    [[nodiscard]] int roomBesideButton() const; ///< px for a line of text; the button has its words already
    void showCut();
    void showAll();

    QScrollArea* m_scroll = nullptr;
    QLabel* m_text = nullptr;
    QToolButton* m_more = nullptr;
    QStringList m_lines;
    qsizetype m_notices = 0;
    QPoint m_pressedAt; ///< in the text
    int m_panelHeight = 0;
    bool m_isOpen = false;
};

} // namespace kinetoscope
