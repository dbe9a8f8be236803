// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/scope.h"

#include <QFrame>
#include <QString>

class QToolButton;

namespace kinetoscope {

/// "Scope: whole trace", or what the panels are limited to, and that a trace has no steps to choose, with a button that
/// lifts the limit; a click asks for another one. Always in view: zooming never changes a number, this does. GUI thread
/// only.
class ScopeChip : public QFrame {
    Q_OBJECT
public:
    explicit ScopeChip(QWidget* parent = nullptr);

    void setScope(const Scope& scope);
    /// @param has  false: a trace is open of which no annotations look like steps.
    void setHasSteps(bool has);
    [[nodiscard]] QString text() const;

signals:
    void clearRequested();
    /// The chip was clicked: somebody wants another scope.
    void editRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyColours();

    Scope m_scope;
    bool m_hasSteps = true;
    QToolButton* m_text = nullptr;
    QToolButton* m_clear = nullptr;
};

} // namespace kinetoscope
