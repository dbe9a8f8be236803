// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

class QLabel;
class QWidget;

namespace kinetoscope {

/// Text from traces is data: it may look like HTML, turn the reading direction or be megabytes long. These functions
/// are the way from core's UTF-8 into widgets. Labels additionally need Qt::PlainText.

/// For one line on screen: control pictures, no direction marks, one line, at most `maxCharacters` characters (then cut
/// with …).
[[nodiscard]] QString displayText(std::string_view utf8, int maxCharacters = 1024);
/// Everything, for the clipboard and for wrapped text fields; ill-formed bytes become U+FFFD.
[[nodiscard]] QString fullText(std::string_view utf8);
/// A tool tip that shows `text` literally, lines kept and wrapped: QToolTip would take `kernel<i>` for HTML. Cut at 4
/// 000 characters.
[[nodiscard]] QString plainToolTip(const QString& text);
/// `text` in at most `maxCharacters`, cut in the middle: names differ at their ends.
[[nodiscard]] QString elidedMiddle(const QString& text, int maxCharacters);
/// A label that shows text literally, in several lines where it has no room for one.
[[nodiscard]] QLabel* plainLabel(QWidget* parent, const QString& objectName = {});

} // namespace kinetoscope
