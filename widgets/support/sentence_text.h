// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/parameters.h"

#include <QString>

#include <span>
#include <string_view>

namespace kinetoscope {

// Sentences of core are written for the command line: with `.` decimals, microseconds, and the options that one would
// give. These are their words on a screen. What stands in single quotes is a name of the trace and stays as it is.

/// Whether a text is a sentence of ours, not a name of the trace: several words and a full stop.
[[nodiscard]] bool isSentence(std::string_view utf8);

/// "13318.864 us" of the command line as the screen writes times: "13.32 ms". What is no longer than the digits that a
/// screen shows keeps them: "205 µs".
[[nodiscard]] QString withReadableTimes(QString text);

/// Amounts with a unit, and counts of something, with the decimal sign and the groups of number_text.h. Ranks, steps
/// and other numbers that are names stay.
[[nodiscard]] QString withLocalNumbers(const QString& text);

/// Options of the command line as the fields that a person sees: "--step-pattern" as “Scope > Step names”,
/// "--min-pattern-len" by its title, "--no-flag" as “Flag” off.
/// @param parameters  those that the sentence can be about.
[[nodiscard]] QString withFieldNames(const QString& text, std::span<const ParameterDescriptor> parameters = {});

/// A sentence of core as a screen shows it: all of that, and where the line is broken a number keeps its unit or per
/// cent sign. As displayText() otherwise.
[[nodiscard]] QString sentenceText(
    std::string_view utf8, std::span<const ParameterDescriptor> parameters = {}, int maxCharacters = 1024);

} // namespace kinetoscope
