// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/parts/error_sentence.h"

#include "widgets/support/plain_text.h"

#include <QCoreApplication>
#include <QLocale>

namespace kinetoscope {

namespace {

QString text(const char* source)
{
    return QCoreApplication::translate("LoadError", source);
}

/// The core's facts as the second half of a sentence: no full stop, so that ours can follow.
QString factsOf(const Error& error)
{
    QString facts = displayText(error.message).trimmed();
    while (facts.endsWith(QLatin1Char('.')))
        facts.chop(1);
    if (error.byteOffset != Error::kNoOffset) {
        return text("%1 (at byte %2)").arg(facts, QLocale().toString(static_cast<qulonglong>(error.byteOffset)));
    }
    return facts;
}

QString head(ErrorCode code)
{
    switch (code) {
    case ErrorCode::NotFound:
        return text("%1 was not found: %2.");
    case ErrorCode::Unreadable:
        return text("%1 cannot be read: %2.");
    case ErrorCode::NotATrace:
        return text("%1 is no profiler trace: %2.");
    case ErrorCode::MemoryLimit:
        return text("%1 needs more memory than the limit allows: %2.");
    case ErrorCode::OutOfMemory:
        return text("There is not enough memory for %1: %2.");
    case ErrorCode::Unsupported:
    case ErrorCode::InvalidArgument:
    case ErrorCode::NotWritable:
    case ErrorCode::Cancelled:
        break;
    }
    return text("%1 was not opened: %2.");
}

} // namespace

QString loadErrorSentence(const Error& error, const QString& what)
{
    // Both at once: `%1` inside a file name must not be taken for a place.
    return head(error.code).arg(what, factsOf(error));
}

} // namespace kinetoscope
