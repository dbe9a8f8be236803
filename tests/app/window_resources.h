// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>

/// Makes the icons and words of the window known: they are in a static library. Outside all name spaces, because Qt's
/// macro works nowhere else, and a test may be compiled inside one (tests/write_test_unit.cmake).
inline void initWindowResources()
{
    Q_INIT_RESOURCE(resources);
}
