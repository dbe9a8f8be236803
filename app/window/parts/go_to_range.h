// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace kinetoscope {

/// Asks for a time range as text: "1.2ms - 3.4ms", "10ms + 500us". What is no range says why beside the field, and
/// cannot be gone to. GUI thread only.
class GoToRange : public QDialog {
    Q_OBJECT
public:
    /// @param now  job time; what the field shows at first.
    GoToRange(TimeRange now, QWidget* parent);

signals:
    void chosen(kinetoscope::TimeRange range); ///< job time

private:
    void check();

    QLineEdit* m_text = nullptr;
    QLabel* m_problem = nullptr;
    QPushButton* m_go = nullptr;
    TimeRange m_range;
};

} // namespace kinetoscope
