// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/parameters.h"

#include <QWidget>

#include <set>
#include <span>
#include <vector>

class QFormLayout;
class QLabel;

namespace kinetoscope {

class NameCompleter;
struct AnalysisDescriptor;

/// Fields for the parameters of an analysis, made from their descriptors. Texts are checked as the command line checks
/// them; a bad one is marked with its sentence and leaves the last good value in force. A field that differs from what
/// is usual has a mark and a bold title, and says so in its tool tip and to screen readers.
class ParameterForm : public QWidget {
    Q_OBJECT

public:
    /// @param parameters  outlive the form; those for hta mode are left out.
    /// @param analysis    whose they are, outlives the form; nullptr: of none, or of several.
    ParameterForm(std::span<const ParameterDescriptor> parameters, QWidget* parent = nullptr,
        const AnalysisDescriptor* analysis = nullptr);

    [[nodiscard]] bool isEmpty() const { return m_fields.empty(); }
    /// The good values in force; complete.
    [[nodiscard]] const Parameters& values() const { return m_values; }
    /// Takes the values of ids that the form has. Emits changed() once if anything differs.
    void setValues(const Parameters& values);
    /// What is usual instead of the built-in default: what the user prefers. Fields nobody changed follow. Emits
    /// changed() once if a value differs now.
    void setUsual(const Parameters& preferred);
    /// What reset() gives; complete.
    [[nodiscard]] const Parameters& usual() const { return m_usual; }
    /// Whether all values in force are the usual ones; a text that is no value does not count.
    [[nodiscard]] bool isUsual() const { return m_values == m_usual; }
    /// The usual values; bad texts go, too. Emits changed() once if a value differs.
    void reset();
    /// The trace that is input number `input` is another one now: what names things of it was chosen for the one
    /// before, until it is chosen again or set.
    void setOtherTrace(std::size_t input);
    /// The ids of what was chosen for another trace; never of what is usual.
    [[nodiscard]] std::vector<std::string> ofOtherTrace() const;
    /// What was chosen holds for the trace there is.
    void confirmTrace();
    /// Whether a field asks for names of such things.
    [[nodiscard]] bool asksFor(NamedThing thing) const;
    /// Offers these names in the fields that ask for such things.
    void setNames(NamedThing thing, const QStringList& names);
    /// Writes into empty fields of texts, in the colour of a hint, what holds while nothing is chosen there.
    /// @param inForce  all that holds; of a field that is chosen its value.
    void showUnchosen(const Parameters& inForce);
    /// The values that are not the usual ones.
    [[nodiscard]] Parameters changedValues() const;

signals:
    /// values() are others: somebody typed a good one, or one of the setters was called.
    void changed();
    /// Whether reset() would do something, whenever that may be otherwise than before.
    void usualChanged(bool isUsual);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Field {
        const ParameterDescriptor* parameter = nullptr;
        QWidget* editor = nullptr;
        QLabel* label = nullptr;            ///< nullptr where the editor has its title inside
        NameCompleter* completer = nullptr; ///< nullptr where any text may stand
        bool isOfOtherTrace = false;
    };

    void addField(QFormLayout* layout, const ParameterDescriptor& parameter);
    /// Puts its editor into the form, with a label that it makes where the editor has no words of its own.
    void placeField(QFormLayout* layout, Field& field, const QString& title);
    void setWidths(const Field& field);
    void showValue(const Field& field);
    /// Title, tool tip and what screen readers say, by whether the value is the usual one.
    void describe(const Field& field);
    void setBad(const Field& field, const QString& sentence);
    void markBad(QWidget& editor);
    [[nodiscard]] Field& fieldOf(const ParameterDescriptor& parameter); ///< one that has a field
    [[nodiscard]] bool isUsual(const Field& field) const;
    [[nodiscard]] static QString titleOf(const Field& field);
    void take(const ParameterDescriptor& parameter, const ParameterValue& value);
    void takeText(Field& field, const QString& text);

    std::span<const ParameterDescriptor> m_parameters;
    const AnalysisDescriptor* m_analysis = nullptr;
    std::vector<Field> m_fields;
    Parameters m_values;
    Parameters m_usual;
    std::set<const QWidget*> m_bad; ///< editors whose text is no value
    bool m_isShowing = false;       ///< editors change because values are shown, not because the user typed
};

} // namespace kinetoscope
