// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/analysis/command_text.h"

#include "core/analysis/scope/scope_streams.h"
#include "core/io/load_ranks.h"
#include "widgets/support/scope_text.h"

#include <QFile>
#include <QStringList>

#include <algorithm>

namespace kinetoscope {
namespace {

bool isHarmless(QChar c)
{
    return c.unicode() < 128 && (c.isLetterOrNumber() || QStringView(u"_-./:=,@%+").contains(c));
}

QStringList parameterWords(const AnalysisDescriptor& analysis, const Parameters& parameters)
{
    QStringList words;
    for (const ParameterDescriptor& parameter : analysis.parameters) {
        const auto it = parameters.all().find(parameter.id);
        if (parameter.htaOnly || it == parameters.all().end() || it->second == parameter.defaultValue)
            continue;
        const QString id = QString::fromStdString(parameter.id);
        if (const bool* flag = std::get_if<bool>(&it->second))
            words.append((*flag ? QStringLiteral("--") : QStringLiteral("--no-")) + id);
        else
            words << QStringLiteral("--") + id
                  << shellWord(QString::fromStdString(formatParameter(parameter, it->second)));
    }
    return words;
}

QStringList scopeWords(const Scope& scope)
{
    QStringList words;
    const auto list = [&](const QString& option, const std::vector<std::int64_t>& numbers) {
        if (!numbers.empty())
            words << option << numberListText(numbers);
    };
    list(QStringLiteral("--ranks"), scope.ranks);
    list(QStringLiteral("--steps"), scope.steps);
    if (!scope.streams.empty())
        words << QStringLiteral("--streams") << shellWord(QString::fromStdString(formatStreamList(streamsOf(scope))));
    if (scope.range) {
        words
            << QStringLiteral("--range")
            << QStringLiteral("%1ns:%2ns").arg(QString::number(scope.range->begin), QString::number(scope.range->end));
    }
    return words;
}

/// The traces of a job, each with its rank where a rank could be guessed otherwise.
QStringList jobWords(const TraceSet& traces)
{
    QStringList words;
    const bool isAlone = traces.ranks().size() == 1;
    for (const RankTrace& rank : traces.ranks()) {
        const QString path = QFile::decodeName(QByteArray::fromStdString(openedPath(rank)));
        words.append(shellWord(isAlone && rank.rank == 0 ? path : QStringLiteral("%1=%2").arg(rank.rank).arg(path)));
    }
    return words;
}

} // namespace

QString shellWord(const QString& text)
{
    if (!text.isEmpty() && std::ranges::all_of(text, isHarmless) && !text.startsWith(QLatin1Char('-')))
        return text;
    QString quoted = text;
    quoted.replace(QLatin1Char('\''), QLatin1String("'\\''"));
    return QLatin1Char('\'') + quoted + QLatin1Char('\'');
}

QString analyzeCommand(const AnalysisDescriptor& analysis, const Parameters& parameters, const Scope& scope,
    const QString& tableName, const TraceSet& traces, const TraceSet* baseline)
{
    QStringList words { QStringLiteral("kinetoscope-cli"), QStringLiteral("analyze"),
        QString::fromStdString(analysis.id) };
    words += parameterWords(analysis, parameters);
    words += scopeWords(scope);
    if (!tableName.isEmpty())
        words << QStringLiteral("--table") << shellWord(tableName);
    const QStringList open = jobWords(traces);
    if (analysis.inputCount == 2) {
        const QStringList first = baseline ? jobWords(*baseline) : open;
        words += first;
        if (first.size() > 1 || open.size() > 1)
            words.append(QStringLiteral("vs"));
    }
    // Asked for the table that compares jobs, the command line takes each argument for a job of its own.
    if (!analysis.comparingTable.empty() && tableName.toStdString() == analysis.comparingTable && open.size() > 1)
        words.append(QStringLiteral("--one-job"));
    words += open;
    return words.join(QLatin1Char(' '));
}

} // namespace kinetoscope
