// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/notices/load_notice.h"

#include "core/analysis/words/loss_message.h"
#include "core/io/load_ranks.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <filesystem>

namespace kinetoscope {

namespace {

/// For the translations.
class LoadNoticeText {
    Q_DECLARE_TR_FUNCTIONS(LoadNotice)
};

/// A sentence about one file, which says "the file" or "this one": of several it is named.
QString ofFile(const std::string& path, const QString& sentence, const TraceSet& traces)
{
    return traces.ranks().size() < 2
        ? sentence
        : QStringLiteral("%1: %2").arg(displayText(std::filesystem::path(path).filename().string(), 60), sentence);
}

/// What the command line says of the first file of which something was lost or repaired, and how many more there are.
QString lossSentences(const TraceSet& traces)
{
    QString sentence;
    int count = 0;
    for (const RankTrace& rank : traces.ranks()) {
        const Message loss = lossMessage(rank.trace->report());
        if (loss.isEmpty())
            continue;
        ++count;
        if (count == 1)
            sentence = ofFile(rank.path, messageText(loss), traces);
    }
    if (count < 2)
        return sentence;
    return (count == 2 ? LoadNoticeText::tr("%1 (and 1 more file like it)")
                       : LoadNoticeText::tr("%1 (and %n more files like it)", nullptr, count - 1))
        .arg(sentence);
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
    const QString sentence = ofFile(first->path, remarkText(*first), traces);
    return count == 1
        ? sentence
        : LoadNoticeText::tr("%1 (and %n more like it)", nullptr, static_cast<int>(count - 1)).arg(sentence);
}

} // namespace

QString rankNotice(const TraceSet& traces, std::int64_t rank)
{
    const auto found = std::ranges::find_if(traces.remarks(), [rank](const Remark& remark) {
        return remark.code == kOtherTrace && std::ranges::find(remark.ranks, rank) != remark.ranks.end();
    });
    return found == traces.remarks().end() ? QString() : remarkText(*found);
}

QString LoadNotice::buttonText() const
{
    switch (button) {
    case Button::ImportReport:
        return LoadNoticeText::tr("Import report");
    case Button::Reload:
        return LoadNoticeText::tr("Load again");
    case Button::None:
        break;
    }
    return {};
}

LoadNotice loadNotice(const TraceSet& traces)
{
    if (changedWhileReading(traces))
        return { LoadNoticeText::tr("The file changed while it was read: what is shown may be incomplete."),
            LoadNotice::Button::Reload };
    const QString loss = lossSentences(traces);
    const QString remark = remarkSentence(traces);
    QStringList sentences;
    if (const Message listed = listedRanksMessage(traces); !listed.isEmpty())
        sentences.append(messageText(listed));
    if (!loss.isEmpty())
        sentences.append(loss);
    if (traces.isFarApart())
        sentences.append(
            LoadNoticeText::tr("By their clocks the traces are spread over %1: the view begins with the first one.")
                .arg(durationText(traces.coreRange().length())));
    if (!remark.isEmpty())
        sentences.append(remark);
    if (sentences.isEmpty())
        return {};
    return { sentences.join(QLatin1Char(' ')),
        !loss.isEmpty() ? LoadNotice::Button::ImportReport : LoadNotice::Button::None };
}

} // namespace kinetoscope
