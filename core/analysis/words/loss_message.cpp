// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/words/loss_message.h"

#include "core/analysis/words/problem_message.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kinetoscope {

namespace {

/// Problems after which figures may be those of a part, or of something else than was recorded.
constexpr std::array kUntrusted { Problem::Truncated, Problem::GzipDamaged, Problem::GzipChecksum,
    Problem::DataAfterGzip, Problem::NulBytes, Problem::ChangedWhileReading, Problem::ReadError,
    Problem::SecondDocument, Problem::MissingTimestamp, Problem::ImplausibleTime, Problem::BadNumber,
    Problem::TimeOverflow, Problem::TooDeep, Problem::TooLong, Problem::DamagedPreamble, Problem::DamagedTrailer };

} // namespace

Message lossMessage(const ImportReport& report)
{
    if (report.isClean())
        return {};
    Message all;
    const auto add = [&all](Message sentence) {
        all = all.isEmpty() ? std::move(sentence)
                            : Message { KT_PHRASE("import", "%1 %2"), std::move(all), std::move(sentence) };
    };
    if (const ImportReport::Entry& limits = report.entry(Problem::LimitReached); limits.count > 0)
        add(problemMessage(Problem::LimitReached, limits));
    for (const Problem problem : kUntrusted) {
        const ImportReport::Entry& entry = report.entry(problem);
        if (entry.count == 0)
            continue;
        const Message sentence = Message::of(problemInfo(problem).sentence);
        add(entry.count == 1 ? sentence
                             : Message { KT_PHRASE("import", "%1 (%2 times)."), sentence, arg::Count { entry.count } });
    }
    const std::uint64_t dropped = report.dropped - std::min(report.dropped, report.cutByLimit); // no damage
    if (dropped > 0 || report.repaired > 0)
        add({ KT_PLURAL("import", "%1 event lost to damage, %2 repaired.", "%1 events lost to damage, %2 repaired."),
            arg::Count { dropped }, arg::Count { report.repaired } });
    else if (all.isEmpty())
        add({ KT_PHRASE("import", "It was read with repairs.") });
    return all;
}

} // namespace kinetoscope
