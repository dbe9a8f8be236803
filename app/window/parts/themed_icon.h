// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace kinetoscope {

/// An icon of the program (resources/icons/<name>.svg) in the text colours of the present palette, so that one drawing
/// serves light and dark. Null icon for an unknown name. Make it again when the palette changes. GUI thread only.
[[nodiscard]] QIcon themedIcon(const QString& name);

} // namespace kinetoscope
