// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/csv_frame.h"

#include "tests/support/temp_dir.h"
#include "tests/support/trace_text.h"

#include <QFileInfo>
#include <QMap>

#include <algorithm>
#include <cmath>

namespace kinetoscope::tests {

namespace {

constexpr qsizetype kGoldenTextLength = 240;

QString cut(const QString& text)
{
    // The ellipsis stands for what was cut from a golden; ours is cut to the same length.
    const QString whole = text.endsWith(QChar(0x2026)) ? text.chopped(1) : text;
    return whole.left(kGoldenTextLength);
}

bool isSame(const QString& golden, const QString& actual)
{
    bool isNumber = false;
    const double a = golden.toDouble(&isNumber);
    bool isNumberToo = false;
    const double b = actual.toDouble(&isNumberToo);
    if (isNumber && isNumberToo)
        return std::abs(a - b) <= 1e-9 * std::max({ 1.0, std::abs(a), std::abs(b) });
    return cut(golden) == cut(actual);
}

QString keyOf(const CsvFrame& frame, const QStringList& row, const QStringList& keys)
{
    QString key;
    for (const QString& column : keys) {
        const qsizetype i = frame.header.indexOf(column);
        if (i < 0)
            continue;
        bool isNumber = false;
        const double number = row.value(i).toDouble(&isNumber);
        key += (isNumber ? QString::number(number) : cut(row.value(i))) + QChar('|');
    }
    return key;
}

QString rowDifference(
    const CsvFrame& golden, const QStringList& expected, const CsvFrame& actual, const QStringList& found)
{
    for (qsizetype i = 0; i < golden.header.size(); ++i) {
        const QString ours = found.value(actual.header.indexOf(golden.header[i]));
        if (!isSame(expected.value(i), ours))
            return QStringLiteral("%1: golden %2, ours %3").arg(golden.header[i], expected.value(i), ours);
    }
    return {};
}

/// describe() writes two lines of headers, and the names of the index on a third: they become one.
void joinHeaders(CsvFrame& frame)
{
    QStringList upper = frame.header;
    upper.removeAll(QString());
    upper.removeDuplicates();
    if (upper.size() != 1 || frame.rows.empty() || !frame.rows[0].contains(QStringLiteral("count")))
        return;
    const QStringList lower = frame.rows[0];
    if (frame.rows.size() < 2) { // an empty frame has no index names
        frame = {};
        return;
    }
    const QStringList index = frame.rows[1];
    for (qsizetype i = 0; i < frame.header.size(); ++i)
        frame.header[i] = index.value(i).isEmpty() ? lower.value(i) : index.value(i);
    frame.rows.erase(frame.rows.begin(), frame.rows.begin() + 2);
}

} // namespace

CsvFrame parseCsv(std::string_view text, const QString& index)
{
    CsvFrame frame;
    QStringList row;
    std::string field;
    bool quoted = false;
    const auto endField = [&] {
        row << QString::fromStdString(field);
        field.clear();
    };
    const auto endRow = [&] {
        endField();
        if (frame.header.isEmpty())
            frame.header = row;
        else if (row.size() > 1 || !row.front().isEmpty())
            frame.rows.push_back(row);
        row.clear();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c != '"')
                field += c;
            else if (i + 1 < text.size() && text[i + 1] == '"')
                field += text[++i];
            else
                quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == ',') {
            endField();
        } else if (c == '\n') {
            endRow();
        } else if (c != '\r') {
            field += c;
        }
    }
    if (!field.empty() || !row.isEmpty())
        endRow();
    joinHeaders(frame);
    if (frame.header.value(0).isEmpty() && frame.header.size() > 1 && !index.isEmpty()) {
        frame.header.front() = index;
    } else if (frame.header.value(0).isEmpty() && frame.header.size() > 1) {
        frame.header.removeFirst();
        for (QStringList& cells : frame.rows)
            cells.removeFirst();
    }
    return frame;
}

CsvFrame readFrame(const QString& base, const QString& index)
{
    if (QFileInfo::exists(base + QStringLiteral(".csv")))
        return parseCsv(readFile((base + QStringLiteral(".csv")).toStdString()), index);
    if (QFileInfo::exists(base + QStringLiteral(".csv.gz")))
        return parseCsv(gunzip(readFile((base + QStringLiteral(".csv.gz")).toStdString())), index);
    return {};
}

QString firstDifference(const CsvFrame& golden, const CsvFrame& actual, const QStringList& keys)
{
    for (const QString& column : golden.header) {
        if (!actual.header.contains(column))
            return QStringLiteral("no column ") + column;
    }
    QMap<QString, std::vector<QStringList>> expected;
    QMap<QString, std::vector<QStringList>> found;
    for (const QStringList& row : golden.rows)
        expected[keyOf(golden, row, keys)].push_back(row);
    for (const QStringList& row : actual.rows)
        found[keyOf(actual, row, keys)].push_back(row);
    for (auto it = found.cbegin(); it != found.cend(); ++it) {
        if (!expected.contains(it.key()))
            return QStringLiteral("a row that the golden has not: ") + it.key();
    }
    for (auto it = expected.cbegin(); it != expected.cend(); ++it) {
        std::vector<QStringList> candidates = found.value(it.key());
        if (candidates.size() != it.value().size())
            return QStringLiteral("%1: %2 rows, ours %3").arg(it.key()).arg(it.value().size()).arg(candidates.size());
        for (const QStringList& row : it.value()) {
            const auto match = std::find_if(candidates.begin(), candidates.end(),
                [&](const QStringList& candidate) { return rowDifference(golden, row, actual, candidate).isEmpty(); });
            if (match == candidates.end())
                return it.key() + QChar(' ') + rowDifference(golden, row, actual, candidates.front());
            candidates.erase(match);
        }
    }
    return {};
}

} // namespace kinetoscope::tests
