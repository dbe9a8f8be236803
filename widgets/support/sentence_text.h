// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace kinetoscope {

/// Whether a text is a sentence of ours, not a name of the trace: several words and a full stop.
[[nodiscard]] bool isSentence(std::string_view utf8);

/// "13318.864 us" of the command line as the screen writes times: "13.32 ms". What is no longer than the digits that a
/// screen shows keeps them: "205 µs".
[[nodiscard]] QString withReadableTimes(QString text);

/// A sentence of core as a screen shows it: with readable times; where the line is broken, a number keeps its unit or
/// per cent sign. As displayText() otherwise.
[[nodiscard]] QString sentenceText(std::string_view utf8, int maxCharacters = 1024);

} // namespace kinetoscope
