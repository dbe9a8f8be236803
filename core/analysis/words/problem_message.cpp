// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/words/problem_message.h"

#include "core/model/track.h"

#include <utility>

namespace kinetoscope {

namespace {

/// Of what the loader notes of a limit.
Message limitMessage(const ImportReport::Example& example)
{
    const arg::Bytes read { static_cast<std::int64_t>(example.offset) };
    if (example.text == "memory")
        return { KT_PHRASE("import", "The memory limit stopped the load after %1 of text; what follows was not read."),
            read };
    if (example.text == "gzip ratio")
        return { KT_PHRASE("import",
                     "The limit of how far compressed data may expand stopped the load after %1 of text; what follows "
                     "was not read."),
            read };
    if (example.text == "gzip members")
        return {
            KT_PHRASE("import",
                "The limit of gzip members in one file stopped the load after %1 of text; what follows was not read."),
            read
        };
    if (example.text == "tracks")
        return { KT_PHRASE("import", "There are more than %1 tracks; further ones share one track of each kind."),
            arg::Count { kMaxTracks } };
    return { KT_PHRASE("import", "%1."), arg::Text { example.text } };
}

} // namespace

Message problemMessage(Problem problem, const ImportReport::Entry& entry)
{
    if (problem != Problem::LimitReached || entry.examples.empty())
        return Message::of(problemInfo(problem).sentence);
    Message all;
    for (const ImportReport::Example& example : entry.examples) {
        Message limit = limitMessage(example);
        all = all.isEmpty() ? std::move(limit)
                            : Message { KT_PHRASE("import", "%1 %2"), std::move(all), std::move(limit) };
    }
    return all;
}

} // namespace kinetoscope
