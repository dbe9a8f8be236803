// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/scope/scope_streams.h"
#include "core/analysis/types/scope.h"
#include "core/model/trace_set.h"

#include <QFrame>

#include <vector>

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace kinetoscope {

/// A small window below the scope chip where ranks, steps and streams are written as the command line takes them
/// ("0,2-5", streams by their texts too), and which annotations are steps. Nothing changes before Apply; a number that
/// is not in the trace is refused with the ones that are, unless a pattern of the user's own says what the steps are.
/// Deletes itself when it is closed. GUI thread only.
class ScopeEditor : public QFrame {
    Q_OBJECT
public:
    /// @param traces  the open job, not null.
    ScopeEditor(const TraceSet& traces, Scope scope, QWidget* parent = nullptr);

    /// What the fields say, if all of them can be understood; otherwise the reason is shown and nothing is emitted.
    void apply();

signals:
    void applied(const kinetoscope::Scope& scope);

private:
    struct Field {
        QString one; ///< "rank"
        QLineEdit* editor = nullptr;
        std::vector<std::int64_t> available; ///< ascending
        std::vector<std::int64_t> Scope::*chosen = nullptr;
    };

    void addStreams(QFormLayout* layout, const TraceSet& traces);
    void addStepPattern(QFormLayout* layout, const TraceSet& traces);
    void refuse(QLineEdit* editor, const QString& problem);
    void addField(QFormLayout* layout, const QString& title, const QString& one, std::vector<std::int64_t> available,
        std::vector<std::int64_t> Scope::*chosen, const char* objectName);
    [[nodiscard]] bool take(const Field& field, Scope& scope);
    [[nodiscard]] bool takeStreams(Scope& scope);

    Scope m_scope;
    std::vector<Field> m_fields;
    QLineEdit* m_streams = nullptr;
    StreamList m_streamsThere;
    QLineEdit* m_stepPattern = nullptr;
    QCheckBox* m_range = nullptr; ///< nullptr where no range is chosen
    QLabel* m_problem = nullptr;
};

} // namespace kinetoscope
