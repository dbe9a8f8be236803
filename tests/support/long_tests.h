// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileInfo>
#include <QString>

#include <cstdint>

namespace kinetoscope::tests {

/// Builds with the address sanitizer are five times as slow: tests that do much with every public trace leave out the
/// some thirty above this size there, unless KINETOSCOPE_LONG_TESTS=1. Every other build takes all.
inline constexpr qint64 kMostSanitized = 100 * 1024;

/// Whether everything is tried, however long it takes.
inline bool isLongRun()
{
    return qEnvironmentVariableIntValue("KINETOSCOPE_LONG_TESTS") > 0;
}

/// Loops over every byte or every seed take each n-th one there; every other build takes all.
inline std::uint32_t sanitizedStride()
{
#if defined(__SANITIZE_ADDRESS__)
    return isLongRun() ? 1 : 3;
#else
    return 1;
#endif
}

inline bool isTooLongHere([[maybe_unused]] const QString& path)
{
#if defined(__SANITIZE_ADDRESS__)
    return !isLongRun() && QFileInfo(path).size() > kMostSanitized;
#else
    return false;
#endif
}

} // namespace kinetoscope::tests
