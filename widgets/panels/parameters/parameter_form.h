// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/parameters.h"

#include <QWidget>

#include <span>
#include <vector>

class QFormLayout;

namespace kinetoscope {

class NameCompleter;

/// Fields for the parameters of an analysis, made from their descriptors. Texts are checked as the command line checks
/// them; a bad one is marked with its sentence and leaves the last good value in force.
class ParameterForm : public QWidget {
    Q_OBJECT

public:
    /// @param parameters  outlive the form; those for hta mode are left out.
    ParameterForm(std::span<const ParameterDescriptor> parameters, QWidget* parent = nullptr);

    [[nodiscard]] bool isEmpty() const { return m_fields.empty(); }
    /// The good values in force; complete.
    [[nodiscard]] const Parameters& values() const { return m_values; }
    /// Takes the values of ids that the form has. Emits changed() once if anything differs.
    void setValues(const Parameters& values);
    void resetToDefaults();
    /// Whether a field asks for names of such things.
    [[nodiscard]] bool asksFor(NamedThing thing) const;
    /// Offers these names in the fields that ask for such things.
    void setNames(NamedThing thing, const QStringList& names);
    /// True if a value differs from its default.
    [[nodiscard]] bool isChangedFromDefault(const ParameterDescriptor& parameter) const;

signals:
    void changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Field {
        const ParameterDescriptor* parameter = nullptr;
        QWidget* editor = nullptr;
        NameCompleter* completer = nullptr; ///< nullptr where any text may stand
    };

    void addField(QFormLayout* layout, const ParameterDescriptor& parameter);
    void showValue(const Field& field);
    void take(const ParameterDescriptor& parameter, const ParameterValue& value);
    void takeText(const Field& field, const QString& text);

    std::vector<Field> m_fields;
    Parameters m_values;
    bool m_isShowing = false; ///< editors change because values are shown, not because the user typed
};

} // namespace kinetoscope
