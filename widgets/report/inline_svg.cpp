// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/inline_svg.h"

#include <QSet>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

namespace kinetoscope {
namespace {

bool draws(QStringView element)
{
    static const QSet<QString> kDrawing { QStringLiteral("g"), QStringLiteral("path"), QStringLiteral("rect"),
        QStringLiteral("circle"), QStringLiteral("ellipse"), QStringLiteral("line"), QStringLiteral("polyline"),
        QStringLiteral("polygon"), QStringLiteral("text"), QStringLiteral("tspan"), QStringLiteral("defs"),
        QStringLiteral("linearGradient"), QStringLiteral("radialGradient"), QStringLiteral("stop"),
        QStringLiteral("pattern"), QStringLiteral("clipPath"), QStringLiteral("image"), QStringLiteral("use") };
    return kDrawing.contains(element.toString());
}

/// Own and referred ids get the prefix; references to anything but the page itself and data go.
void writeAttributes(QXmlStreamWriter& writer, const QXmlStreamAttributes& attributes, const QString& idPrefix)
{
    for (const QXmlStreamAttribute& attribute : attributes) {
        const QString name = attribute.qualifiedName().toString();
        QString value = attribute.value().toString();
        if (name == QLatin1String("id")) {
            value.prepend(idPrefix);
        } else if (name.endsWith(QLatin1String("href"))) {
            if (value.startsWith(QLatin1Char('#')))
                value.insert(1, idPrefix);
            else if (!value.startsWith(QLatin1String("data:image/")))
                continue;
        } else if (name.startsWith(QLatin1String("on")) || name.startsWith(QLatin1String("xmlns"))
            || name == QLatin1String("font-family")) { // the page's own: the drawing machine's may not be there
            continue;
        } else {
            value.replace(QLatin1String("url(#"), QLatin1String("url(#") + idPrefix);
        }
        // In HTML the prefix xlink is known, but plain href is enough everywhere.
        writer.writeAttribute(name == QLatin1String("xlink:href") ? QStringLiteral("href") : name, value);
    }
}

} // namespace

Result<QByteArray> inlineSvg(const QByteArray& svg, const QString& idPrefix, const QString& title)
{
    QByteArray html;
    QXmlStreamWriter writer(&html);
    QXmlStreamReader reader(svg);
    reader.setNamespaceProcessing(false);
    int skipped = 0; // depth inside an element that is left out
    int depth = 0;
    while (!reader.atEnd()) {
        switch (reader.readNext()) {
        case QXmlStreamReader::StartElement:
            if (depth == 0) {
                writer.writeStartElement(QStringLiteral("svg"));
                writer.writeAttribute(
                    QStringLiteral("viewBox"), reader.attributes().value(QLatin1String("viewBox")).toString());
                writer.writeAttribute(QStringLiteral("role"), QStringLiteral("img"));
                writer.writeTextElement(QStringLiteral("title"), title);
            } else if (skipped > 0 || !draws(reader.qualifiedName())) {
                ++skipped;
            } else {
                writer.writeStartElement(reader.qualifiedName().toString());
                writeAttributes(writer, reader.attributes(), idPrefix);
            }
            ++depth;
            break;
        case QXmlStreamReader::EndElement:
            --depth;
            if (skipped > 0)
                --skipped;
            else
                writer.writeEndElement();
            break;
        case QXmlStreamReader::Characters:
            if (skipped == 0 && depth > 0)
                writer.writeCharacters(reader.text().toString());
            break;
        default:
            break;
        }
    }
    if (reader.hasError())
        return Error { ErrorCode::NotATrace,
            { KT_PHRASE("report", "A chart could not be drawn: %1."),
                arg::Text { reader.errorString().toStdString() } } };
    return html;
}

} // namespace kinetoscope
