// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/plain_text.h"

#include "core/base/text.h"

#include <QLabel>

namespace kinetoscope {

QString displayText(std::string_view utf8, int maxCharacters)
{
    return QString::fromStdString(excerpt(utf8, static_cast<std::size_t>(maxCharacters)));
}

QString fullText(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString plainToolTip(const QString& text)
{
    if (text.isEmpty())
        return {};
    constexpr int kMost = 4000; // a 60 KiB name would cover the screen
    const QString shown = text.size() <= kMost ? text : text.left(kMost) % QChar(0x2026);
    // A paragraph that may break anywhere: names of kernels have no blanks to break at.
    QString escaped = shown.toHtmlEscaped();
    escaped.replace(QLatin1Char('\n'), QLatin1String("<br>"));
    for (const auto& stop : { QLatin1String("::"), QLatin1String("&lt;"), QLatin1String(",") })
        escaped.replace(stop, QString(stop) % QChar(0x200b));
    return QLatin1String("<qt>") % escaped % QLatin1String("</qt>");
}

QString elidedMiddle(const QString& text, int maxCharacters)
{
    if (text.size() <= maxCharacters)
        return text;
    const int atEnd = (maxCharacters - 1) / 2;
    return text.left(maxCharacters - 1 - atEnd) % QChar(0x2026) % text.right(atEnd);
}

QLabel* plainLabel(QWidget* parent, const QString& objectName)
{
    auto* label = new QLabel(parent);
    label->setObjectName(objectName);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace kinetoscope
