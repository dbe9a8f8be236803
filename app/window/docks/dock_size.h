// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace kinetoscope {

/// No content of a dock decides how small the window may be: what has less room than it asks for scrolls or is cut, and
/// a click on a kernel with a long name never makes the window wider.
inline void keepSmall(QWidget& contents)
{
    contents.setMinimumSize(120, 60);
}

} // namespace kinetoscope
