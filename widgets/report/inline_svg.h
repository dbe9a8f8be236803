// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace kinetoscope {

/// An SVG file as one element for the middle of an HTML page: without what only a file has (declaration, sizes in
/// millimetres), ids made unique by `idPrefix` (letters, digits, dashes), `title` for those who cannot see it. Only the
/// elements that draw are kept, and no reference leaves the page. NotATrace where it is no well-formed XML.
[[nodiscard]] Result<QByteArray> inlineSvg(const QByteArray& svg, const QString& idPrefix, const QString& title);

} // namespace kinetoscope
