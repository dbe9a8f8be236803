// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

class QWidget;

namespace kinetoscope {

/// A form that a file may be written in.
struct SaveFormats {
    QStringList filters; ///< "Comma-separated (*.csv)"; at least one
    QStringList endings; ///< "csv", one a filter; several filters may have the same
};

struct SaveChoice {
    QString fileName; ///< with one of the endings
    qsizetype format = 0;
};

/// Asks where to save; nothing when the user changes their mind. A name without one of the endings gets that of the
/// chosen filter, a typed ending chooses its format. Whatever the name becomes: a file that is there is replaced only
/// after a question.
/// @param suggested  a name, or a path with one.
[[nodiscard]] std::optional<SaveChoice> askWhereToSave(
    QWidget* parent, const QString& title, const QString& suggested, const SaveFormats& formats);

} // namespace kinetoscope
