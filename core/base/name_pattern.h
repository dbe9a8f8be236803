// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <memory>
#include <string_view>

namespace kinetoscope {

/// A regular expression from a user (rules file, `--step-pattern`), safe on any text: matching takes no recursion and
/// no time beyond length x pattern, whatever a trace holds. ECMAScript syntax without back-references; looked for
/// anywhere in the text. Immutable, cheap to copy, thread-safe.
class NamePattern {
public:
    /// InvalidArgument with the reason if the expression is none.
    [[nodiscard]] static Result<NamePattern> compile(std::string_view expression);
    /// Only the first 64 KiB of `text` are looked at.
    [[nodiscard]] bool isIn(std::string_view text) const;

private:
    struct Compiled;
    std::shared_ptr<const Compiled> m_compiled;
};

} // namespace kinetoscope
