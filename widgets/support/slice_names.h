// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/selection.h"
#include "core/model/trace_set.h"

#include <QString>

#include <memory>
#include <vector>

namespace kinetoscope {

/// Names as people read them, for every rank of a job: the short display name where one exists, the text of the file
/// otherwise. Always plain text with control characters made visible; never hand it to something that guesses rich
/// text.
///
/// Cheap to copy. Texts are made on first use and kept: asking again allocates nothing. GUI thread only.
class SliceNames {
public:
    SliceNames();
    explicit SliceNames(const TraceSet& traces);
    ~SliceNames();
    SliceNames(const SliceNames&);
    SliceNames& operator=(const SliceNames&);

    /// Short name of a slice; "" for a reference that is none of this job's.
    [[nodiscard]] const QString& displayName(SliceRef slice) const;
    [[nodiscard]] const QString& displayName(std::uint32_t rankPosition, StringId name) const;
    /// The byte of the display name, in UTF-8, from which on the name of a step differs from those of other steps that
    /// end alike; npos of every other name. See placesOfDifference().
    [[nodiscard]] std::size_t differenceOf(std::uint32_t rankPosition, StringId name) const;
    /// The name as in the file.
    [[nodiscard]] QString fullName(SliceRef slice) const;

private:
    struct Rank;
    std::shared_ptr<std::vector<Rank>> m_ranks;
};

/// UTF-8 from a trace as one line of text: broken bytes become U+FFFD, control characters their visible picture (U+2400
/// block).
[[nodiscard]] QString plainLine(std::string_view utf8);

} // namespace kinetoscope
