// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/export/trace_exporter.h"
#include "app/window/parts/writing_dialog.h"

#include <string>
#include <string_view>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace kinetoscope {

class ParameterForm;
class Settings;
class ViewState;

/// Asks what trace to write, with the parameters of its descriptor, and writes it.
/// Ranks are those of the scope unless others are typed; a trimmed trace is the range that is selected, or what steps
/// and range of the scope leave, as is chosen. The kind that was chosen last is there again next time. Closes itself
/// when the trace is written or the open one is closed; what is being written then goes on. GUI thread only.
class TraceExportDialog : public WritingDialog {
    Q_OBJECT

public:
    /// @param rules  of the user; nullptr: the built-in ones. None of the references is owned; all outlive the dialog.
    TraceExportDialog(const ViewState& viewState, std::shared_ptr<const KernelClassifier> rules, Settings& settings,
        QWidget* parent = nullptr);

    /// Chooses a kind, and values of those parameters it has. Nothing for an unknown id.
    void choose(std::string_view id, const Parameters& parameters = {});
    /// Chains that are marked on the timeline: an overlaid trace may have these instead of those that come first.
    /// Nothing unless the kind chosen is an overlaid trace, with the parameters that they were found with.
    void offerChains(std::vector<std::string> chains);
    /// Writes to that file or folder.
    void save(const QString& target);
    [[nodiscard]] bool isWriting() const override { return m_exporter.isRunning(); }
    void stop() override { m_exporter.cancel(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildChoices();
    /// What a trimmed trace is a part by.
    enum class Part { Selection, Scope, Whole };

    void showKind();
    void offerParts(); ///< those there are, the one that is most likely meant in front
    void showWindow();
    [[nodiscard]] Part part() const;
    void askAndSave() override;
    [[nodiscard]] const ExportDescriptor& kind() const;
    void dropChains();                      ///< other chains are asked for: those that are marked are not among them
    [[nodiscard]] bool takesChains() const; ///< whether there are chains, and the kind is about them
    /// The job, its chosen part and the values; an error for ranks that are no list.
    [[nodiscard]] Result<ExportInput> input() const;
    [[nodiscard]] bool writesOneFile(const ExportInput& input) const;

    const ViewState& m_viewState;
    std::shared_ptr<const KernelClassifier> m_rules;
    Settings& m_settings;
    QWidget* m_choices = nullptr;
    QVBoxLayout* m_formPlace = nullptr;
    QComboBox* m_kinds = nullptr;
    QLabel* m_purpose = nullptr;
    ParameterForm* m_form = nullptr;
    QLineEdit* m_ranks = nullptr;
    QLabel* m_ranksLabel = nullptr;
    QComboBox* m_parts = nullptr;
    QLabel* m_partsLabel = nullptr;
    QLabel* m_window = nullptr;
    QCheckBox* m_onlyMarked = nullptr; ///< the chains that are marked, not those that come first
    std::vector<std::string> m_chains; ///< marked on the timeline
    Parameters m_chainsOf;             ///< what they were found with
    TraceExporter m_exporter;          ///< last: destroyed first
};

} // namespace kinetoscope
