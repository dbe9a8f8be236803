// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/recent_files.h"

#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace kinetoscope {

/// What the window shows while nothing is open: where to drop a trace, what was opened last, and the sample trace.
/// It only asks; drops are handled by the window, anywhere on it. GUI thread only.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);

    void setRecentFiles(const std::vector<RecentFiles::Arguments>& entries);
    void setSampleAvailable(bool isAvailable);
    /// While something is dragged over the window.
    void setDropHighlighted(bool isHighlighted);

signals:
    void openRequested();
    void openFolderRequested();
    void sampleRequested();
    void recentRequested(int index); ///< position in the entries given last

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildContent();
    void applyColours();
    [[nodiscard]] QRect frameRect() const;

    QWidget* m_content = nullptr;
    QWidget* m_recentArea = nullptr;
    QVBoxLayout* m_recentLayout = nullptr;
    QPushButton* m_sample = nullptr;
    bool m_isDropHighlighted = false;
};

} // namespace kinetoscope
