// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope::tests {

/// A CSV file as texts: what a golden and our own output are compared as.
struct CsvFrame {
    QStringList header;
    std::vector<QStringList> rows;

    [[nodiscard]] bool isEmpty() const { return rows.empty(); }
};

/// RFC 4180 text. A first column without a name (a data frame's index) is dropped, or gets the name `index`.
[[nodiscard]] CsvFrame parseCsv(std::string_view text, const QString& index = {});
/// `base`.csv or `base`.csv.gz; empty when neither exists.
[[nodiscard]] CsvFrame readFrame(const QString& base, const QString& index = {});

/// "" where the frames agree, else the first difference: every column of `golden` must be in `actual`; rows are matched
/// by the key columns, ties free; numbers agree within 1e-9 of the larger one, texts up to the 240 characters that
/// goldens keep.
[[nodiscard]] QString firstDifference(const CsvFrame& golden, const CsvFrame& actual, const QStringList& keys);

} // namespace kinetoscope::tests
