// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/finding.h"
#include "core/base/message.h"

namespace kinetoscope {

/// What a finding says: what there is, what its cures would save, and why it may be less.
[[nodiscard]] Message sentenceOf(const Finding& finding);

/// What its cures would save, in few words, for where there is no room for the sentence: "up to" stands for all that
/// the sentence says of why it may be less. Empty where the sentence quotes no saving of its own.
[[nodiscard]] Message estimateOf(const Finding& finding);

} // namespace kinetoscope
