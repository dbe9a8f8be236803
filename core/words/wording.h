// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/english.h"

#include <string>

namespace kinetoscope {

/// Who makes words of messages: english(), or the window in its language. Any thread.
using Wording = std::string (*)(const Message& message);

/// Context of the texts of the registry for translations. Titles, questions, helps and choices are plain English in the
/// descriptors of analyses, exports and overlays; tests/support/registry_texts.h gathers them for Qt's tools.
inline constexpr const char* kRegistryContext = "registry";

/// Such a text as `wording` says it.
[[nodiscard]] inline std::string registryWords(const std::string& text, Wording wording)
{
    return text.empty() ? text : wording(Message::of({ kRegistryContext, text.c_str() }));
}

} // namespace kinetoscope
