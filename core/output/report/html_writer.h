// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Writes HTML that is well-formed XML, too, whatever the texts hold: they are inert (see inertText), with `&`, `<`,
/// `>` and both quotes as entities, so that a text from a trace can neither become markup nor hide what is around it.
/// Names of elements and attributes are the program's, never a trace's.
class HtmlWriter {
public:
    /// Those without a value are left out.
    using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

    void open(std::string_view tag, Attributes attributes = {});
    void close(); ///< the element that was opened last
    /// An element without content that has no end tag: meta, br.
    void empty(std::string_view tag, Attributes attributes = {});
    void text(std::string_view text);
    void element(std::string_view tag, std::string_view content, Attributes attributes = {});
    /// HTML of the program's own, taken as it is.
    void raw(std::string_view html) { m_html += html; }
    void newLine() { m_html += '\n'; }

    [[nodiscard]] std::string take() { return std::move(m_html); }

private:
    void begin(std::string_view tag, Attributes attributes);

    std::string m_html;
    std::vector<std::string> m_open;
};

} // namespace kinetoscope
