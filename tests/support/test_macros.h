// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/words/english.h"

#include <QByteArray>
#include <QFileInfo>
#include <QString>
#include <QStringLiteral>
#include <QTest>

#include <string>
#include <string_view>

namespace kinetoscope::tests {

inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Path of a folder or file of the public traces that may lie beside the project ("traces/nccl_a100"); whether it
/// exists is the caller's question (KT_REQUIRE_SHARED).
inline QString sharedPath(const QString& relative)
{
    return QStringLiteral(KINETOSCOPE_SOURCE_DIR "/../shared/") + relative;
}

/// First line in which two texts differ, or "" when they are equal.
inline QByteArray firstDifference(std::string_view actual, std::string_view expected)
{
    if (actual == expected)
        return {};
    const auto takeLine = [](std::string_view& text) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        return line;
    };
    for (int line = 1;; ++line) {
        const bool atEnd = actual.empty() || expected.empty();
        const std::string_view a = takeLine(actual);
        const std::string_view e = takeLine(expected);
        if (a != e || atEnd) {
            return "line " + QByteArray::number(line) + "\n   actual:   " + toQString(a).toUtf8()
                + "\n   expected: " + toQString(e).toUtf8();
        }
    }
}

/// Whether two texts are equal; else the running test fails with the first line that differs. A function, for it is
/// called in a thousand places, and what each of them holds is compiled there.
/// @param statement  what was compared, and where it stands.
inline bool compareText(
    std::string_view actual, std::string_view expected, const char* statement, const char* file, int line)
{
    const QByteArray difference = firstDifference(actual, expected);
    return QTest::qVerify(difference.isEmpty(), statement, difference.constData(), file, line);
}

/// Fails the running test with the message of an error.
inline void failWith(const Error& error, const char* file, int line)
{
    QTest::qFail(english(error.message).c_str(), file, line);
}

/// Whether an error has this code; else the running test fails with its message.
inline bool verifyCode(const Error& error, ErrorCode expected, const char* file, int line)
{
    return QTest::qVerify(error.code == expected, "error.code == expected", english(error.message).c_str(), file, line);
}

} // namespace kinetoscope::tests

/// Fails with the first line that differs; both are texts of many lines.
#define KT_COMPARE_TEXT(actual, expected)                                                                              \
    do {                                                                                                               \
        if (!kinetoscope::tests::compareText((actual), (expected), #actual, __FILE__, __LINE__))                       \
            return;                                                                                                    \
    } while (false)

/// Fails with the message of the error when a Result holds one.
#define KT_VERIFY_OK(result)                                                                                           \
    do {                                                                                                               \
        if (!(result).isOk()) {                                                                                        \
            kinetoscope::tests::failWith((result).error(), __FILE__, __LINE__);                                        \
            return;                                                                                                    \
        }                                                                                                              \
    } while (false)

/// Fails unless a Result holds an error with this code.
#define KT_VERIFY_ERROR(result, expectedCode)                                                                          \
    do {                                                                                                               \
        QVERIFY2(!(result).isOk(), "expected an error, got a value");                                                  \
        if (!kinetoscope::tests::verifyCode((result).error(), (expectedCode), __FILE__, __LINE__))                     \
            return;                                                                                                    \
    } while (false)

/// Skips the test function with a sentence when `relative` is not among the public traces beside the project.
#define KT_REQUIRE_SHARED(relative)                                                                                    \
    do {                                                                                                               \
        if (!QFileInfo::exists(kinetoscope::tests::sharedPath(relative)))                                              \
            QSKIP("The folder of public traces is not beside the project: nothing to compare with.");                  \
    } while (false)
