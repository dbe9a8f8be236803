// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/html_writer.h"

#include "core/base/text.h"
#include "core/output/readable_text.h"

namespace kinetoscope {

namespace {

/// For between tags and for quoted attributes.
std::string escapeHtml(std::string_view text)
{
    std::string html;
    for (const char c : inertText(text)) {
        switch (c) {
        case '&':
            html += "&amp;";
            break;
        case '<':
            html += "&lt;";
            break;
        case '>':
            html += "&gt;";
            break;
        case '"':
            html += "&quot;";
            break;
        case '\'':
            html += "&#39;";
            break;
        default:
            html += c;
        }
    }
    return html;
}

} // namespace

void HtmlWriter::begin(std::string_view tag, Attributes attributes)
{
    m_html += '<';
    m_html += tag;
    for (const auto& [name, value] : attributes) {
        if (value.empty())
            continue;
        m_html += ' ';
        m_html += name;
        m_html += "=\"";
        m_html += escapeHtml(value);
        m_html += '"';
    }
}

void HtmlWriter::open(std::string_view tag, Attributes attributes)
{
    begin(tag, attributes);
    m_html += '>';
    m_open.emplace_back(tag);
}

void HtmlWriter::close()
{
    m_html += "</" + m_open.back() + '>';
    m_open.pop_back();
}

void HtmlWriter::empty(std::string_view tag, Attributes attributes)
{
    begin(tag, attributes);
    m_html += " />";
}

void HtmlWriter::element(std::string_view tag, std::string_view content, Attributes attributes)
{
    open(tag, attributes);
    text(content);
    close();
}

void HtmlWriter::text(std::string_view text)
{
    m_html += escapeHtml(text);
}

} // namespace kinetoscope
