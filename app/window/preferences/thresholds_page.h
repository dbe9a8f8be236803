// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/parameters.h"

#include <QWidget>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace kinetoscope {

class ParameterForm;

/// The thresholds of all analyses, a form for each analysis: from where on something is a finding, a warning, an
/// outlier. GUI thread only.
class ThresholdsPage : public QWidget {
    Q_OBJECT

public:
    /// @param changed  values that are not the defaults, by id of the analysis.
    explicit ThresholdsPage(const std::map<std::string, Parameters>& changed, QWidget* parent = nullptr);
    ~ThresholdsPage() override;

    /// Those that differ from their defaults, by id of the analysis.
    [[nodiscard]] std::map<std::string, Parameters> values() const;

signals:
    void changed();

private:
    struct Entry {
        std::string analysis;
        std::unique_ptr<const std::vector<ParameterDescriptor>> parameters; ///< the form refers to them
        ParameterForm* form = nullptr;
    };
    std::vector<Entry> m_entries;
};

} // namespace kinetoscope
