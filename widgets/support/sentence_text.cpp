// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/sentence_text.h"

#include "widgets/support/number_style.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"

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
            : number + QStringLiteral(" \u00b5s");
        text.replace(begin, end - begin, written);
        at = begin;
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
