// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/analysis/shown_result.h"

#include "core/io/load_ranks.h"
#include "core/words/joined_remarks.h"
#include "widgets/support/message_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"
#include "widgets/support/scope_text.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace kinetoscope {
namespace {

bool hasFiguresIn(const Table& table)
{
    const std::size_t least = std::min<std::size_t>(2, table.columnCount());
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        std::size_t filled = 0;
        for (std::size_t column = 0; column < table.columnCount() && filled < least; ++column)
            filled += table.isMissing(row, column) ? 0 : 1;
        if (filled >= least)
            return true;
    }
    return false;
}

} // namespace

bool ShownResult::hasFigures() const
{
    return result && std::ranges::any_of(result->tables, [](const Table& table) { return hasFiguresIn(table); });
}

QStringList ShownResult::remarks(const AnalysisDescriptor& analysis) const
{
    QStringList lines;
    if (traces) {
        if (const Message listed = listedRanksMessage(*traces); !listed.isEmpty())
            lines.append(messageText(listed));
    }
    for (const Remark& remark : joinedRemarks(result->remarks))
        lines.append(remarkText(remark, analysis.parameters));
    return lines;
}

QString ShownResult::scopeLine(const AnalysisDescriptor& analysis) const
{
    if (analysis.inputCount < 2)
        return scopeText(scope);
    // Ranks and steps are chosen for each side, and its name says them.
    QStringList words;
    if (baseline)
        words.append(QCoreApplication::translate("ShownResult", "control: the other trace, test: the open trace"));
    if (!asked.isWhole())
        words.append(scopeText(asked));
    return words.join(QStringLiteral(" \u00b7 "));
}

QString ShownResult::footer(const AnalysisDescriptor& analysis) const
{
    QStringList words { registryText(analysis.title), scopeText(scope) };
    if (traces && !traces->ranks().empty()) {
        const auto ranks = static_cast<int>(traces->ranks().size());
        const QString file = QFileInfo(fullText(openedPath(traces->ranks().front()))).fileName();
        words.append(ranks == 1 ? displayText(file.toStdString())
                                : QCoreApplication::translate("ShownResult", "%1 and %n more", nullptr, ranks - 1)
                                      .arg(displayText(file.toStdString())));
    }
    words << QCoreApplication::translate("ShownResult", "exact mode")
          << QStringLiteral("Kinetoscope " KINETOSCOPE_VERSION);
    return words.join(QStringLiteral(" \u00b7 "));
}

} // namespace kinetoscope
