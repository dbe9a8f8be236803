// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/rank_alignment.h"

#include <array>

namespace kinetoscope {

std::string_view toString(ClockStatus status)
{
    static constexpr std::array<std::string_view, 7> kWords { "reference", "alone", "few", "drift-implausible", "worse",
        "in-step", "aligned" };
    return kWords[static_cast<std::size_t>(status)];
}

bool isSound(ClockStatus status)
{
    return status == ClockStatus::Reference || status == ClockStatus::Aligned || status == ClockStatus::InStep;
}

} // namespace kinetoscope
