// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/notices/error_sentence.h"

#include "widgets/support/message_text.h"

#include <QCoreApplication>
#include <QLocale>

namespace kinetoscope {

namespace {

/// For the translations.
class LoadErrorText {
    Q_DECLARE_TR_FUNCTIONS(LoadError)
};

/// What to do about it, where there is something to do.
QString advice(ErrorCode code)
{
    switch (code) {
    case ErrorCode::MemoryLimit:
    case ErrorCode::OutOfMemory:
        return LoadErrorText::tr("Fewer ranks at a time, or a shorter recording, need less memory.");
    case ErrorCode::NotATrace:
        return LoadErrorText::tr("Traces are what torch.profiler exports: .json or .json.gz.");
    case ErrorCode::NotFound:
    case ErrorCode::Unreadable:
    case ErrorCode::Unsupported:
    case ErrorCode::InvalidArgument:
    case ErrorCode::NotWritable:
    case ErrorCode::Cancelled:
        break;
    }
    return {};
}

} // namespace

QString loadErrorSentence(const Error& error, const QString& what)
{
    QString facts = messageText(error.message).trimmed();
    // "At byte 0" says nothing that "it begins with" did not say.
    if (error.byteOffset != Error::kNoOffset && error.byteOffset > 0)
        facts = LoadErrorText::tr("%1 (at byte %2)")
                    .arg(facts, QLocale().toString(static_cast<qulonglong>(error.byteOffset)));
    // The core's sentences mostly name the file themselves; naming it twice would hide the news.
    const QString bareName = what.section(QStringLiteral(" ("), 0, 0);
    if (!facts.contains(bareName))
        facts = LoadErrorText::tr("%1 was not opened: %2").arg(what, facts);
    const QString hint = advice(error.code);
    return hint.isEmpty() ? facts : LoadErrorText::tr("%1 %2").arg(facts, hint);
}

} // namespace kinetoscope
