// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace kinetoscope {

/// Languages that the window speaks, by their ISO 639 names: "en" and those with a translation in the resources.
[[nodiscard]] QStringList languages();

/// Makes the words and numbers of the window those of a language, of the desktop's where it is "". English words where
/// there is no translation. Once, after QApplication and before the first widget: what was said before stays.
void applyLanguage(const QString& language);

} // namespace kinetoscope
