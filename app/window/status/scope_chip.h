// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/scope.h"

#include <QFrame>
#include <QString>

class QToolButton;

namespace kinetoscope {

/// "Scope: whole trace", or what the panels are limited to, with a button that lifts the limit; a click asks for
/// another one. Always in view: zooming never changes a number, this does. GUI thread only.
class ScopeChip : public QFrame {
    Q_OBJECT
public:
    explicit ScopeChip(QWidget* parent = nullptr);

    void setScope(const Scope& scope);
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
    QToolButton* m_text = nullptr;
    QToolButton* m_clear = nullptr;
};

} // namespace kinetoscope
