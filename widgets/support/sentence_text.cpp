// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/sentence_text.h"

#include "widgets/support/number_style.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"

#include <QRegularExpression>
#include <QStringView>

#include <algorithm>
#include <array>
#include <cmath>

namespace kinetoscope {

namespace {

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

} // namespace

QString withReadableTimes(QString text)
{
    static const QRegularExpression kMicroseconds(QStringLiteral("(?<![\\w.])(\\d+)(\\.\\d+)? us\\b"));
    for (qsizetype at = 0; at < text.size();) {
        const QRegularExpressionMatch match = kMicroseconds.match(text, at);
        if (!match.hasMatch())
            break;
        const QString number = match.captured(1) + match.captured(2);
        const qsizetype digits = number.size() - (match.captured(2).isEmpty() ? 0 : 1);
        const double ns = number.toDouble() * 1000;
        const QString written = digits > numberStyle().digits && ns < 9e18
            ? durationText(static_cast<Nanoseconds>(std::llround(ns)))
            : number + QStringLiteral(" \u00b5s");
        text.replace(match.capturedStart(), match.capturedLength(), written);
        at = match.capturedStart() + written.size();
    }
    return text;
}

bool isSentence(std::string_view utf8)
{
    return utf8.ends_with('.') && utf8.find(' ') != std::string_view::npos;
}

QString sentenceText(std::string_view utf8, int maxCharacters)
{
    QString text = withReadableTimes(displayText(utf8, maxCharacters));
    for (qsizetype i = 1; i + 1 < text.size(); ++i) {
        if (text[i] == u' ' && text[i - 1].isDigit() && beginsWithUnit(QStringView(text).sliced(i + 1)))
            text[i] = QChar(0x00a0);
    }
    return text;
}

} // namespace kinetoscope
