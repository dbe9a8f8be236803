// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/types/chart.h"

namespace kinetoscope {

ChartForm::ChartForm(const ChartForm& other) = default;
ChartForm::ChartForm(ChartForm&& other) noexcept = default;
ChartForm& ChartForm::operator=(const ChartForm& other) = default;
ChartForm& ChartForm::operator=(ChartForm&& other) noexcept = default;
ChartForm::~ChartForm() = default;

} // namespace kinetoscope
