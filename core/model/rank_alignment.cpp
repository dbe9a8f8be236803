// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/rank_alignment.h"

namespace kinetoscope {

std::string_view toString(ClockStatus status)
{
    switch (status) {
    case ClockStatus::Reference:
        return "reference";
    case ClockStatus::Alone:
        return "alone";
    case ClockStatus::Few:
        return "few";
    case ClockStatus::DriftImplausible:
        return "drift-implausible";
    case ClockStatus::Worse:
        return "worse";
    case ClockStatus::InStep:
        return "in-step";
    case ClockStatus::Aligned:
        break;
    }
    return "aligned";
}

bool isSound(ClockStatus status)
{
    return status == ClockStatus::Reference || status == ClockStatus::Aligned || status == ClockStatus::InStep;
}

} // namespace kinetoscope
