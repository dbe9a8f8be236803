// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/sentence_text.h"

#include "widgets/support/number_style.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringView>

#include <algorithm>
#include <array>
#include <cmath>

namespace kinetoscope {

namespace {

/// For the translations.
class SentenceText {
    Q_DECLARE_TR_FUNCTIONS(SentenceText)
};

constexpr std::array<QStringView, 20> kUnits { u"ns", u"us", u"\u00b5s", u"ms", u"s", u"min", u"B", u"kB", u"MB", u"GB",
    u"TB", u"KiB", u"MiB", u"GiB", u"TiB", u"MHz", u"GHz", u"GFLOP", u"TFLOP", u"W" };

bool beginsWithUnit(QStringView text)
{
    if (text.startsWith(u'%'))
        return true;
    const auto* end = std::find_if_not(text.begin(), text.end(), [](QChar c) { return c.isLetterOrNumber(); });
    const QStringView word(text.begin(), end);
    return std::find(kUnits.begin(), kUnits.end(), word) != kUnits.end();
}

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
    static constexpr QStringView kJoining = u"_.,-+#:/\u2009";
    return at > 0 && (text[at - 1].isLetterOrNumber() || kJoining.contains(text[at - 1]));
}

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

/// Of the digits at `at` with at most one point inside.
qsizetype numberLength(const QString& text, qsizetype at)
{
    qsizetype end = at;
    bool hasPoint = false;
    while (end < text.size() && (isDigit(text[end]) || (!hasPoint && text[end] == u'.' && end > at))) {
        hasPoint = hasPoint || text[end] == u'.';
        ++end;
    }
    return end > at && text[end - 1] == u'.' ? end - 1 - at : end - at; // the full stop of a sentence
}

QString localNumber(QStringView number)
{
    const qsizetype point = number.indexOf(u'.');
    const QStringView whole = point < 0 ? number : number.first(point);
    bool isWhole = false;
    const qlonglong value = whole.toLongLong(&isWhole);
    const bool isPlain = isWhole && (whole.size() == 1 || whole.front() != u'0');
    const QString grouped = isPlain ? countText(value) : whole.toString();
    return point < 0 ? grouped : grouped + QLocale().decimalPoint() + number.sliced(point + 1);
}

/// Whether `rest`, which follows a number, makes it an amount.
bool isAmount(QStringView rest)
{
    if (rest.startsWith(u'%'))
        return true;
    return (rest.startsWith(u' ') || rest.startsWith(QChar(0x00a0)))
        && (beginsWithUnit(rest.sliced(1)) || rest.sliced(1).startsWith(u"times"));
}

bool isOneOf(std::span<const QStringView> words, QStringView word)
{
    return std::ranges::any_of(words, [&](QStringView each) { return each.compare(word, Qt::CaseInsensitive) == 0; });
}

/// Whether a whole number counts what is named after it: "2699 neighbours", not "step 2699 takes".
bool isCount(QStringView before, QStringView rest)
{
    static constexpr std::array<QStringView, 18> kNumbered { u"rank", u"ranks", u"step", u"steps", u"stream",
        u"streams", u"device", u"devices", u"byte", u"thread", u"process", u"context", u"node", u"id", u"until",
        u"since", u"line", u"and" };
    static constexpr std::array<QStringView, 5> kNoThings { u"and", u"or", u"to", u"is", u"has" };
    if (rest.size() < 2 || rest[0] != u' ' || !rest[1].isLower())
        return false;
    const QStringView trimmed = before.trimmed();
    const QStringView next = rest.sliced(1);
    const qsizetype end = next.indexOf(u' ');
    return !isOneOf(kNumbered, trimmed.sliced(trimmed.lastIndexOf(u' ') + 1))
        && !isOneOf(kNoThings, end < 0 ? next : next.first(end));
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

/// The field for an option without its dashes; "" where there is none.
QString fieldOf(const QString& option, std::span<const ParameterDescriptor> parameters)
{
    const auto quoted = [](const QString& field) { return QStringLiteral("\u201c%1\u201d").arg(field); };
    for (const ParameterDescriptor& parameter : parameters) {
        const QString id = QString::fromStdString(parameter.id);
        const QString title = displayText(parameter.title.empty() ? parameter.id : parameter.title, 80);
        if (option == id)
            return quoted(title);
        if (parameter.type == ParameterType::Bool && option == u"no-" + id)
            return SentenceText::tr("%1 off").arg(quoted(title));
    }
    struct ScopeField {
        QStringView option;
        const char* field;
    };
    static constexpr std::array<ScopeField, 5> kScopeFields { {
        { u"ranks", QT_TRANSLATE_NOOP("SentenceText", "Scope > Ranks") },
        { u"steps", QT_TRANSLATE_NOOP("SentenceText", "Scope > Steps") },
        { u"streams", QT_TRANSLATE_NOOP("SentenceText", "Scope > Streams") },
        { u"range", QT_TRANSLATE_NOOP("SentenceText", "Scope > Time") },
        { u"step-pattern", QT_TRANSLATE_NOOP("SentenceText", "Scope > Step names") },
    } };
    const auto known = std::ranges::find(kScopeFields, QStringView(option), &ScopeField::option);
    return known == kScopeFields.end() ? QString() : quoted(SentenceText::tr(known->field));
}

} // namespace

QString withReadableTimes(QString text)
{
    static const QString kUnit = QStringLiteral(" us");
    const auto isWord = [](QChar c) { return c.isLetterOrNumber() || c == u'_' || c == u'.'; };
    for (qsizetype at = text.indexOf(kUnit); at > 0; at = text.indexOf(kUnit, at + 1)) {
        const qsizetype end = at + kUnit.size();
        qsizetype begin = at;
        while (begin > 0 && (text[begin - 1].isDigit() || text[begin - 1] == u'.'))
            --begin;
        const QString number = text.sliced(begin, at - begin);
        bool isNumber = false;
        const double us = number.toDouble(&isNumber);
        const bool isWhole =
            (begin == 0 || !isWord(text[begin - 1])) && (end == text.size() || !text[end].isLetterOrNumber());
        if (!isNumber || !isWhole || !number.front().isDigit())
            continue;
        const qsizetype digits = number.size() - number.count(u'.');
        const QString written = digits > numberStyle().digits && us < 9e15
            ? durationText(static_cast<Nanoseconds>(std::llround(us * 1000)))
            : QString(number).replace(u'.', QLocale().decimalPoint()) + QStringLiteral(" \u00b5s");
        text.replace(begin, end - begin, written);
        at = begin;
    }
    return text;
}

bool isSentence(std::string_view utf8)
{
    return utf8.ends_with('.') && utf8.find(' ') != std::string_view::npos;
}

QString withLocalNumbers(const QString& text)
{
    QString written;
    for (qsizetype at = 0; at < text.size();) {
        if (const qsizetype quoted = quotedLength(text, at); quoted > 0) {
            written += QStringView(text).sliced(at, quoted);
            at += quoted;
            continue;
        }
        const qsizetype length = isInsideWord(text, at) ? 0 : numberLength(text, at);
        const QStringView number = QStringView(text).sliced(at, length);
        const QStringView rest = QStringView(text).sliced(at + length);
        if (length == 0)
            written += text[at++];
        else
            written += isAmount(rest) || (!number.contains(u'.') && isCount(written, rest)) ? localNumber(number)
                                                                                            : number.toString();
        at += length;
    }
    return written;
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
        const QString field = length > 0 ? fieldOf(text.sliced(at + 2, length - 2), parameters) : QString();
        if (field.isEmpty()) {
            written += text[at++];
        } else {
            written += field;
            at += length;
        }
    }
    return written;
}

QString sentenceText(std::string_view utf8, std::span<const ParameterDescriptor> parameters, int maxCharacters)
{
    QString text = withLocalNumbers(withReadableTimes(withFieldNames(displayText(utf8, maxCharacters), parameters)));
    for (qsizetype i = 1; i + 1 < text.size(); ++i) {
        if (text[i] == u' ' && text[i - 1].isDigit() && beginsWithUnit(QStringView(text).sliced(i + 1)))
            text[i] = QChar(0x00a0);
    }
    return text;
}

} // namespace kinetoscope
