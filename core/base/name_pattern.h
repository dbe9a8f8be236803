// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <memory>
#include <string_view>

namespace kinetoscope {

/// A regular expression that a person wrote (rules file, `--step-pattern`, search), safe on any text of a trace: RE2
/// matches in time linear in the text, without recursion and in bounded memory, whatever the expression. Its syntax is
/// that of Perl without back-references and look-around; the expression is looked for anywhere in the text. Immutable,
/// cheap to copy, thread-safe.
class NamePattern {
public:
    /// Bytes of an expression; nobody types more, and a longer one would only cost memory.
    static constexpr std::size_t kLongest = 4096;

    /// InvalidArgument with the reason if the expression is none, is longer than kLongest, nests too deeply or repeats
    /// too much.
    [[nodiscard]] static Result<NamePattern> compile(std::string_view expression);
    /// O(text). Bytes that are no UTF-8 match nothing but themselves.
    [[nodiscard]] bool isIn(std::string_view text) const;

private:
    struct Compiled;
    std::shared_ptr<const Compiled> m_compiled;
};

} // namespace kinetoscope
