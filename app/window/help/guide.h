// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace kinetoscope {

/// Shows the guide that is built into the program (resources/guide, Markdown). Not modal; deletes itself. A second call
/// brings the open one to the front.
/// @param page     a file of the guide, "analyses.md"; the first page where there is no such file.
/// @param heading  text of a heading to scroll to; "" or an unknown one: the top.
void showGuide(QWidget* parent, const QString& page = {}, const QString& heading = {});

} // namespace kinetoscope
