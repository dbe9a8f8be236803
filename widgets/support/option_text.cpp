// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/option_text.h"

#include "widgets/support/registry_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>

namespace kinetoscope {

namespace {

constexpr int kOptionTextMostCharacters = 80;

/// For the translations.
class OptionText {
    Q_DECLARE_TR_FUNCTIONS(OptionText)
};

/// Of what stands in single quotes at `at`, with both; 0 where nothing does. An apostrophe inside a word opens none.
qsizetype quotedLength(const QString& text, qsizetype at)
{
    if (text[at] != u'\'' || (at > 0 && text[at - 1].isLetterOrNumber()))
        return 0;
    // A name may hold quotes itself: it ends at one that nothing of a word follows.
    for (qsizetype end = text.indexOf(u'\'', at + 1); end > 0; end = text.indexOf(u'\'', end + 1)) {
        if (end + 1 == text.size() || !text[end + 1].isLetterOrNumber())
            return end + 1 - at;
    }
    return 0;
}

/// Whether what begins at `at` is the rest of a word or a number.
bool isInsideWord(const QString& text, qsizetype at)
{
    static constexpr QStringView kJoining = u"_.,-+#:/\u202f";
    return at > 0 && (text[at - 1].isLetterOrNumber() || kJoining.contains(text[at - 1]));
}

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

/// Of "--option" at `at`.
qsizetype optionLength(const QString& text, qsizetype at)
{
    qsizetype end = at + 2;
    while (end < text.size() && (text[end].isLower() || isDigit(text[end]) || text[end] == u'-'))
        ++end;
    while (text[end - 1] == u'-' && end > at + 2)
        --end;
    return end - at;
}

} // namespace

QString quotedName(const QString& name)
{
    const QLocale locale;
    // The locale C has straight ones.
    const bool isEnglish = locale.language() == QLocale::C || locale.language() == QLocale::English;
    return isEnglish ? QStringLiteral("\u201c%1\u201d").arg(name) : locale.quoteString(name);
}

QString fieldText(std::string_view option, std::span<const ParameterDescriptor> parameters)
{
    for (const ParameterDescriptor& parameter : parameters) {
        const QString title =
            registryText(parameter.title.empty() ? parameter.id : parameter.title, kOptionTextMostCharacters);
        if (option == parameter.id)
            return quotedName(title);
        if (parameter.type == ParameterType::Bool && option.starts_with("no-") && option.substr(3) == parameter.id)
            return OptionText::tr("%1 off").arg(quotedName(title));
    }
    struct ScopeField {
        std::string_view option;
        const char* field;
    };
    static constexpr std::array<ScopeField, 5> kScopeFields { {
        { "ranks", QT_TRANSLATE_NOOP("OptionText", "Scope > Ranks") },
        { "steps", QT_TRANSLATE_NOOP("OptionText", "Scope > Steps") },
        { "streams", QT_TRANSLATE_NOOP("OptionText", "Scope > Streams") },
        { "range", QT_TRANSLATE_NOOP("OptionText", "Scope > Time") },
        { "step-pattern", QT_TRANSLATE_NOOP("OptionText", "Scope > Step names") },
    } };
    const auto known = std::ranges::find(kScopeFields, option, &ScopeField::option);
    return known == kScopeFields.end() ? QString() : quotedName(OptionText::tr(known->field));
}

QString withFieldNames(const QString& text, std::span<const ParameterDescriptor> parameters)
{
    static const QString kDashes = QStringLiteral("--");
    QString written;
    for (qsizetype at = 0; at < text.size();) {
        if (const qsizetype quoted = quotedLength(text, at); quoted > 0) {
            written += QStringView(text).sliced(at, quoted);
            at += quoted;
            continue;
        }
        const qsizetype length =
            isInsideWord(text, at) || !QStringView(text).sliced(at).startsWith(kDashes) ? 0 : optionLength(text, at);
        const QString field =
            length > 0 ? fieldText(text.sliced(at + 2, length - 2).toStdString(), parameters) : QString();
        if (field.isEmpty()) {
            written += text[at++];
        } else {
            written += field;
            at += length;
        }
    }
    return written;
}

} // namespace kinetoscope
