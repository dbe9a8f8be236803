// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QTimer;
class QToolButton;

namespace kinetoscope {

/// Instead of contents: one sentence why there are none and, where a profiler option would help, its line with a copy
/// button.
class StatePage : public QWidget {
    Q_OBJECT

public:
    explicit StatePage(QWidget* parent = nullptr);

    /// @param sentences  plain text; @param code  one line, "" for none. @param action  of a button; "" for none.
    void showText(const QString& sentences, const QString& code = {}, const QString& action = {});
    [[nodiscard]] QString text() const;

signals:
    void actionRequested(); ///< the button

private:
    QLabel* m_text = nullptr;
    QToolButton* m_action = nullptr;
    QLineEdit* m_code = nullptr;
    QToolButton* m_copy = nullptr;
};

/// Lies over numbers that are being recomputed: 55 % of the background over them, a thin bar on top. Lets the mouse
/// through.
class StaleVeil : public QWidget {
    Q_OBJECT

public:
    /// Covers `covered` and follows its size.
    explicit StaleVeil(QWidget* covered);
    /// Shows itself 150 ms from now, so that quick answers do not flicker; or goes at once.
    void setStale(bool isStale);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QTimer* m_delay = nullptr;
};

} // namespace kinetoscope
