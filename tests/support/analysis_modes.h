// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <QTest>

namespace kinetoscope::tests {

/// For the _data function of a test that is made in both modes: a row "exact" and a row "hta", column "isHta".
inline void addModes()
{
    QTest::addColumn<bool>("isHta");
    QTest::newRow("exact") << false;
    QTest::newRow("hta") << true;
}

/// The mode of the row that is being tested.
inline Mode fetchMode()
{
    QFETCH(bool, isHta);
    return isHta ? Mode::Hta : Mode::Exact;
}

} // namespace kinetoscope::tests
