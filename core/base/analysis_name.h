// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

namespace kinetoscope {

/// Context of the phrases that are ids of analyses. They have no translations: who makes words of a message looks up
/// what an analysis is called there.
inline constexpr const char* kAnalysisContext = "analysis";

/// An analysis as a part of a sentence: the command line says its id, "wait-causes", which is what one types there; the
/// window the title of its panel, "Waits between ranks".
/// @param id  of an analysis; outlives the message, as a literal does.
[[nodiscard]] inline Message analysisName(const char* id)
{
    return Message::of({ kAnalysisContext, id });
}

} // namespace kinetoscope
