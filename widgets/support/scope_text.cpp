// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/scope_text.h"

#include "core/analysis/scope/scope_streams.h"
#include "core/base/vectors.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace kinetoscope {
namespace {

/// For the translations.
class ScopeText {
    Q_DECLARE_TR_FUNCTIONS(Scope)
};

} // namespace

QString numberListText(std::vector<std::int64_t> numbers)
{
    sortUnique(numbers);
    QStringList parts;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        const QString first = QString::number(numbers[i]);
        parts.append(last == i ? first : first + QLatin1Char('-') + QString::number(numbers[last]));
        i = last + 1;
    }
    return parts.join(QLatin1Char(','));
}

QString scopeText(const Scope& scope)
{
    QStringList parts;
    if (scope.isWhole())
        parts.append(ScopeText::tr("whole trace"));
    if (!scope.ranks.empty())
        parts.append((scope.ranks.size() == 1 ? ScopeText::tr("rank %1") : ScopeText::tr("ranks %1"))
                         .arg(numberListText(scope.ranks)));
    if (!scope.steps.empty())
        parts.append((scope.steps.size() == 1 ? ScopeText::tr("step %1") : ScopeText::tr("steps %1"))
                         .arg(numberListText(scope.steps)));
    if (!scope.streams.empty())
        parts.append((scope.streams.size() == 1 ? ScopeText::tr("stream %1") : ScopeText::tr("streams %1"))
                         .arg(displayText(formatStreamList(streamsOf(scope)), 80)));
    if (scope.range)
        parts.append(ScopeText::tr("%1 to %2").arg(momentText(scope.range->begin), momentText(scope.range->end)));
    if (!scope.stepPattern.empty())
        parts.append(ScopeText::tr("steps are %1").arg(displayText(scope.stepPattern, 40)));
    return parts.join(QStringLiteral(" \u00b7 "));
}

} // namespace kinetoscope
