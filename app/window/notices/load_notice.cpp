// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/notices/load_notice.h"

#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace kinetoscope {

namespace {

QString text(const char* source, int count = -1)
{
    return QCoreApplication::translate("LoadNotice", source, nullptr, count);
}

/// Findings that lost or repaired something, over all ranks. Facts (Severity::Info) are no problems.
std::uint64_t problemCount(const TraceSet& traces)
{
    std::uint64_t count = 0;
    for (const RankTrace& rank : traces.ranks()) {
        const ImportReport& report = rank.trace->report();
        for (std::size_t i = 0; i < report.problems.size(); ++i) {
            if (problemInfo(static_cast<Problem>(i)).severity != Severity::Info)
                count += report.problems[i].count;
        }
    }
    return count;
}

bool changedWhileReading(const TraceSet& traces)
{
    return std::ranges::any_of(traces.ranks(),
        [](const RankTrace& rank) { return rank.trace->report().entry(Problem::ChangedWhileReading).count > 0; });
}

/// The first remark that is about a file, and how many more there are.
QString remarkSentence(const TraceSet& traces)
{
    const auto isAboutFile = [](const Remark& remark) { return !remark.path.empty(); };
    const auto first = std::ranges::find_if(traces.remarks(), isAboutFile);
    if (first == traces.remarks().end())
        return {};
    const auto count = std::ranges::count_if(traces.remarks(), isAboutFile);
    const QString sentence = displayText(first->sentence);
    return count == 1 ? sentence : text("%1 (and %n more like it)", static_cast<int>(count - 1)).arg(sentence);
}

} // namespace

QString LoadNotice::buttonText() const
{
    switch (button) {
    case Button::ImportReport:
        return text("Import report");
    case Button::Reload:
        return text("Load again");
    case Button::None:
        break;
    }
    return {};
}

LoadNotice loadNotice(const TraceSet& traces)
{
    if (changedWhileReading(traces))
        return { text("The file changed while it was read: what is shown may be incomplete."),
            LoadNotice::Button::Reload };
    const std::uint64_t problems = problemCount(traces);
    const QString remark = remarkSentence(traces);
    QStringList sentences;
    if (problems == 1)
        sentences.append(text("Loaded with one problem."));
    else if (problems > 1)
        sentences.append(text("Loaded with %1 problems.").arg(countText(static_cast<std::int64_t>(problems))));
    if (!remark.isEmpty())
        sentences.append(remark);
    if (sentences.isEmpty())
        return {};
    return { sentences.join(QLatin1Char(' ')),
        problems > 0 ? LoadNotice::Button::ImportReport : LoadNotice::Button::None };
}

} // namespace kinetoscope
