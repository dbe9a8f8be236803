// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/parameters/name_completer.h"

#include "widgets/support/fonts.h"

#include <QAbstractItemView>
#include <QLineEdit>
#include <QStringListModel>

#include <algorithm>

namespace kinetoscope {
namespace {

constexpr int kNarrowestPopup = 240; // px at interface size 1
constexpr int kWidestPopup = 640;
constexpr qsizetype kMostMeasuredNames = 200; // of thousands the longest: widths are near the numbers of characters

/// As wide as the names, whatever the field's width.
int widthOfNames(QStringList names, const QFontMetrics& metrics)
{
    const auto measured = names.begin() + std::min(kMostMeasuredNames, names.size());
    std::partial_sort(
        names.begin(), measured, names.end(), [](const QString& a, const QString& b) { return a.size() > b.size(); });
    int widest = 0;
    for (auto name = names.begin(); name != measured; ++name)
        widest = std::max(widest, metrics.horizontalAdvance(*name));
    return std::clamp(widest + scaledPx(32), scaledPx(kNarrowestPopup), scaledPx(kWidestPopup)); // with a scroll bar
}

bool isWordCharacter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || c == u'_' || c == u'.';
}

/// A plain word for a formula that is made of `counter`.
QString newNameFor(const QString& counter)
{
    QString name = counter;
    for (QChar& c : name) {
        if (!isWordCharacter(c) || c == u'.')
            c = u'_';
    }
    return name == counter || name.isEmpty() || name[0].isDigit() ? QStringLiteral("my_") + name : name;
}

} // namespace

NameCompleter::NameCompleter(QLineEdit* line, Scope scope)
    : QCompleter(line)
    , m_line(line)
    , m_scope(scope)
{
    setModel(new QStringListModel(this));
    setCaseSensitivity(Qt::CaseInsensitive);
    setFilterMode(Qt::MatchContains);
    setMaxVisibleItems(12);
    popup()->setTextElideMode(Qt::ElideMiddle);
    if (scope == Scope::WholeText) {
        line->setCompleter(this);
        return;
    }
    // A line edit completes its whole text only.
    setWidget(line);
    connect(line, &QLineEdit::textEdited, this, &NameCompleter::offer);
    connect(this, qOverload<const QString&>(&QCompleter::activated), this, &NameCompleter::insert);
}

void NameCompleter::setNames(const QStringList& names)
{
    static_cast<QStringListModel*>(model())->setStringList(names);
    popup()->setMinimumWidth(widthOfNames(names, m_line->fontMetrics()));
}

int NameCompleter::wordBegin() const
{
    const QString text = m_line->text();
    int begin = m_line->cursorPosition();
    while (begin > 0 && isWordCharacter(text[begin - 1]))
        --begin;
    return begin;
}

bool NameCompleter::isAtNewName() const
{
    const int begin = wordBegin();
    const qsizetype formula = m_line->text().lastIndexOf(QLatin1Char(','), begin - 1);
    return !m_line->text().mid(formula + 1, begin - formula - 1).contains(QLatin1Char('='));
}

void NameCompleter::offer()
{
    const int begin = wordBegin();
    const QString word = m_line->text().mid(begin, m_line->cursorPosition() - begin);
    // A number needs no completion, and the name of a formula that is there is somebody's own.
    const QString rest = m_line->text().mid(m_line->cursorPosition());
    const bool isNameOfFormula = isAtNewName() && rest.left(rest.indexOf(QLatin1Char(','))).contains(QLatin1Char('='));
    if (word.isEmpty() || word[0].isDigit() || isNameOfFormula) {
        popup()->hide();
        return;
    }
    setCompletionPrefix(word);
    if (completionCount() == 0) {
        popup()->hide();
        return;
    }
    complete(m_line->rect());
}

void NameCompleter::insert(const QString& name)
{
    const int begin = wordBegin();
    const int cursor = m_line->cursorPosition();
    QString text = m_line->text();
    // Who begins with a counter wants a formula of it: it gets a name.
    const QString word = isAtNewName() ? newNameFor(name) + QLatin1Char('=') + formulaWord(name) : formulaWord(name);
    text.replace(begin, cursor - begin, word);
    m_line->setText(text);
    m_line->setCursorPosition(begin + static_cast<int>(word.size()));
}

QString formulaWord(const QString& name)
{
    const bool isPlain = !name.isEmpty() && std::ranges::all_of(name, isWordCharacter) && !name[0].isDigit()
        && name[0] != QLatin1Char('.');
    return isPlain ? name : QLatin1Char('\'') + name + QLatin1Char('\'');
}

} // namespace kinetoscope

#include "moc_name_completer.cpp"
