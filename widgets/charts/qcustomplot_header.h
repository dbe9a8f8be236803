// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The only way to qcustomplot.h: its templates use foreach, which this project switches off (QT_NO_FOREACH). Where Qt's
// own macro is absent, a range-based for of the same meaning stands in while the header is read.
#ifdef foreach
#include <qcustomplot.h>
#else
#define foreach(variable, container) for (variable : container)
#include <qcustomplot.h>
#undef foreach
#endif
