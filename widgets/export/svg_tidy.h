// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace kinetoscope {

/// An SVG file as QSvgGenerator writes it, so that it looks the same where other fonts are: families become lists that
/// CSS takes, with a generic one at their end (Qt's own "Sans Serif" is none, browsers fall back to Times for it), and
/// every text says how wide it was laid out. What draws nothing and what is inherited anyway goes: a file of a chart
/// gets a third as long. The input itself where it is no well-formed XML.
///
/// Texts are measured with the fonts of this machine: GUI thread only.
[[nodiscard]] QByteArray tidySvg(const QByteArray& svg);

} // namespace kinetoscope
