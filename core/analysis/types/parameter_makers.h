// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/parameters.h"
#include "core/base/nanoseconds.h"

#include <string>
#include <vector>

namespace kinetoscope {

// Parameters as most analyses have them: id, title and help as in ParameterDescriptor, then what is taken when nobody
// says otherwise.

[[nodiscard]] ParameterDescriptor switchParameter(std::string id, std::string title, std::string help, bool isOn);

/// One of `choices`, the first by default.
[[nodiscard]] ParameterDescriptor choiceParameter(
    std::string id, std::string title, std::string help, std::vector<std::string> choices);

/// Any texts, none by default.
[[nodiscard]] ParameterDescriptor listParameter(std::string id, std::string title, std::string help);

/// What a number may be, both included.
struct Bounds {
    double minimum = 0;
    double maximum = 0;
};

[[nodiscard]] ParameterDescriptor numberParameter(
    std::string id, std::string title, std::string help, double usual, Bounds bounds);

[[nodiscard]] ParameterDescriptor countParameter(
    std::string id, std::string title, std::string help, std::int64_t usual, Bounds bounds);

/// Any text.
[[nodiscard]] ParameterDescriptor textParameter(
    std::string id, std::string title, std::string help, std::string usual = {});

/// A length of time, ns; not below 0.
[[nodiscard]] ParameterDescriptor durationParameter(
    std::string id, std::string title, std::string help, Nanoseconds usual);

/// `parameter` as one that says from where on something counts, see ParameterDescriptor::isThreshold.
[[nodiscard]] ParameterDescriptor threshold(ParameterDescriptor parameter);

/// `parameter` whose text names something of a trace.
[[nodiscard]] ParameterDescriptor naming(NamedThing thing, ParameterDescriptor parameter);

} // namespace kinetoscope
