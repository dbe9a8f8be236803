// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/preferences/thresholds_page.h"

#include "core/catalog/thresholds.h"
#include "widgets/panels/parameters/parameter_form.h"
#include "widgets/support/registry_text.h"

#include <QGroupBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace kinetoscope {

ThresholdsPage::ThresholdsPage(const std::map<std::string, Parameters>& changedValues, QWidget* parent)
    : QWidget(parent)
{
    auto* layout = new QVBoxLayout(this);
    auto* words = new QLabel(tr("From where on something counts: as a finding, a warning, an outlier. They hold for "
                                "every trace; a panel can still be given its own, and its Reset comes back to these. "
                                "The command line keeps its defaults: Copy as command names what differs."),
        this);
    words->setWordWrap(true);
    layout->addWidget(words);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* inside = new QWidget(scroll);
    auto* groups = new QVBoxLayout(inside);
    groups->setContentsMargins(0, 0, 0, 0);

    std::map<std::string, std::unique_ptr<std::vector<ParameterDescriptor>>> byAnalysis;
    std::vector<const AnalysisDescriptor*> order;
    for (const Threshold& threshold : thresholds()) {
        auto& parameters = byAnalysis[threshold.analysis->id];
        if (!parameters) {
            parameters = std::make_unique<std::vector<ParameterDescriptor>>();
            order.push_back(threshold.analysis);
        }
        parameters->push_back(*threshold.parameter);
    }
    for (const AnalysisDescriptor* analysis : order) {
        auto* box = new QGroupBox(registryText(analysis->title), inside);
        auto* boxLayout = new QVBoxLayout(box);
        Entry entry { analysis->id, std::move(byAnalysis[analysis->id]), nullptr };
        entry.form = new ParameterForm(*entry.parameters, box);
        entry.form->setObjectName(QStringLiteral("thresholds-") + QString::fromStdString(analysis->id));
        if (const auto given = changedValues.find(analysis->id); given != changedValues.end())
            entry.form->setValues(given->second);
        boxLayout->addWidget(entry.form);
        groups->addWidget(box);
        connect(entry.form, &ParameterForm::changed, this, &ThresholdsPage::changed);
        m_entries.push_back(std::move(entry));
    }
    groups->addStretch(1);
    scroll->setWidget(inside);
    layout->addWidget(scroll, 1);
    auto* reset = new QPushButton(tr("All defa&ults"), this);
    reset->setObjectName(QStringLiteral("thresholds-reset"));
    connect(reset, &QPushButton::clicked, this, [this] {
        for (const Entry& entry : m_entries)
            entry.form->reset();
    });
    const auto refresh = [this, reset] {
        reset->setEnabled(!std::ranges::all_of(m_entries, [](const Entry& entry) { return entry.form->isUsual(); }));
    };
    for (const Entry& entry : m_entries)
        connect(entry.form, &ParameterForm::usualChanged, this, refresh);
    refresh();
    layout->addWidget(reset, 0, Qt::AlignRight);
}

ThresholdsPage::~ThresholdsPage() = default;

std::map<std::string, Parameters> ThresholdsPage::values() const
{
    std::map<std::string, Parameters> values;
    for (const Entry& entry : m_entries) {
        if (const Parameters changed = entry.form->changedValues(); !changed.all().empty())
            values[entry.analysis] = changed;
    }
    return values;
}

} // namespace kinetoscope

#include "moc_thresholds_page.cpp"
