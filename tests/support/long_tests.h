// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileInfo>
#include <QString>

namespace kinetoscope::tests {

/// Builds with the address sanitizer are five times as slow: tests that do much with every public trace leave out the
/// twenty above this size there, unless KINETOSCOPE_LONG_TESTS=1. Every other build takes all.
inline constexpr qint64 kMostSanitized = 300 * 1024;

inline bool isTooLongHere([[maybe_unused]] const QString& path)
{
#if defined(__SANITIZE_ADDRESS__)
    return qEnvironmentVariableIntValue("KINETOSCOPE_LONG_TESTS") == 0 && QFileInfo(path).size() > kMostSanitized;
#else
    return false;
#endif
}

} // namespace kinetoscope::tests
