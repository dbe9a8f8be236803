// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/svg_tidy.h"

#include <QFont>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QHash>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

#include <optional>
#include <utility>
#include <vector>

namespace kinetoscope {
namespace {

using Attributes = std::vector<std::pair<QString, QString>>; // in order: the same picture gives the same bytes

constexpr QLatin1String kText("text");
constexpr QLatin1String kGroup("g");
constexpr QLatin1String kFamily("font-family");

/// Attributes that an element without them takes from the one around it; the value that the outermost one starts with.
const QHash<QString, QString>& inheritedAttributes()
{
    static const QHash<QString, QString> kInherited { { QStringLiteral("fill"), QStringLiteral("#000000") },
        { QStringLiteral("fill-opacity"), QStringLiteral("1") }, { QStringLiteral("fill-rule"), {} },
        { QStringLiteral("stroke"), QStringLiteral("none") }, { QStringLiteral("stroke-opacity"), QStringLiteral("1") },
        { QStringLiteral("stroke-width"), QStringLiteral("1") }, { QStringLiteral("stroke-linecap"), {} },
        { QStringLiteral("stroke-linejoin"), {} }, { QStringLiteral("stroke-dasharray"), {} },
        { QStringLiteral("stroke-dashoffset"), {} }, { QStringLiteral("stroke-miterlimit"), {} },
        { QStringLiteral("font-size"), {} }, { QStringLiteral("font-weight"), QStringLiteral("400") },
        { QStringLiteral("font-style"), QStringLiteral("normal") }, { kFamily, {} } };
    return kInherited;
}

/// What says nothing whatever is around it.
bool isIdle(const QString& name, const QString& value)
{
    return (name == QLatin1String("transform") && value == QLatin1String("matrix(1,0,0,1,0,0)"))
        || (name == QLatin1String("vector-effect") && value == QLatin1String("none"));
}

QString inSingleQuotes(QString family)
{
    family.replace(u'\\', QLatin1String("\\\\")).replace(u'\'', QLatin1String("\\'"));
    return u'\'' + family + u'\'';
}

/// The family that was really drawn with, then one of those that every program has.
QString familyList(const QFont& font)
{
    const QFontInfo drawn(font);
    const bool isSerif = drawn.family().contains(QLatin1String("serif"), Qt::CaseInsensitive)
        && !drawn.family().contains(QLatin1String("sans"), Qt::CaseInsensitive);
    const bool isFixed = drawn.fixedPitch() || drawn.family().contains(QLatin1String("mono"), Qt::CaseInsensitive);
    const QString generic = isFixed ? QStringLiteral("monospace")
        : isSerif                   ? QStringLiteral("serif")
                                    : QStringLiteral("sans-serif");
    return inSingleQuotes(drawn.family()) + QLatin1String(", ") + generic;
}

class Tidier {
public:
    explicit Tidier(const QByteArray& svg)
        : m_reader(svg)
        , m_writer(&m_tidy)
    {
        m_reader.setNamespaceProcessing(false);
    }

    /// Empty where the input is no XML.
    std::optional<QByteArray> run()
    {
        m_writer.writeStartDocument();
        while (!m_reader.atEnd()) {
            switch (m_reader.readNext()) {
            case QXmlStreamReader::StartElement:
                begin();
                break;
            case QXmlStreamReader::EndElement:
                end();
                break;
            case QXmlStreamReader::Characters:
                if (!m_reader.isWhitespace())
                    m_writer.writeCharacters(m_reader.text().toString());
                break;
            default:
                break;
            }
        }
        m_writer.writeEndDocument();
        return m_reader.hasError() ? std::nullopt : std::optional(m_tidy);
    }

private:
    struct Element {
        QString name;
        Attributes attributes {};
        QHash<QString, QString> inherited; ///< by what is inside of it
        bool isWritten = false;
    };

    void begin()
    {
        Element element { .name = m_reader.qualifiedName().toString(),
            .inherited = m_open.empty() ? inheritedAttributes() : m_open.back().inherited };
        const QHash<QString, QString> around = element.inherited;
        const QXmlStreamAttributes attributes = m_reader.attributes();
        for (const QXmlStreamAttribute& attribute : attributes) {
            const QString name = attribute.qualifiedName().toString();
            const QString value = attribute.value().toString();
            if (element.inherited.contains(name))
                element.inherited[name] = value;
            // Fonts stand at the texts that are written in them.
            const bool isGroupFont = element.name == kGroup && name.startsWith(QLatin1String("font-"));
            if (!isIdle(name, value) && !isGroupFont && (!around.contains(name) || around.value(name) != value))
                element.attributes.emplace_back(name, value);
        }
        if (element.name == kGroup)
            restoreFont(element, around);
        m_open.push_back(std::move(element));
        if (m_open.back().name == kText)
            writeText();
        else if (m_open.back().name != kGroup)
            write();
    }

    /// A group says nothing of fonts here: what is inside of it inherits those around it.
    static void restoreFont(Element& group, const QHash<QString, QString>& around)
    {
        for (auto it = around.begin(); it != around.end(); ++it) {
            if (it.key().startsWith(QLatin1String("font-")))
                group.inherited[it.key()] = it.value();
        }
    }

    void end()
    {
        if (m_open.empty())
            return;
        if (m_open.back().isWritten)
            m_writer.writeEndElement();
        if (m_open.size() == 2)
            m_writer.writeCharacters(QStringLiteral("\n"));
        m_open.pop_back();
    }

    /// Groups are written when something in them is.
    void write()
    {
        for (Element& element : m_open) {
            if (element.isWritten)
                continue;
            m_writer.writeStartElement(element.name);
            for (const auto& [name, value] : element.attributes)
                m_writer.writeAttribute(name, value);
            element.isWritten = true;
        }
    }

    void writeText()
    {
        Element& element = m_open.back();
        QFont font(element.inherited.value(kFamily));
        if (const double size = element.inherited.value(QStringLiteral("font-size")).toDouble(); size >= 1)
            font.setPixelSize(qRound(size));
        font.setWeight(static_cast<QFont::Weight>(element.inherited.value(QStringLiteral("font-weight")).toInt()));
        font.setItalic(element.inherited.value(QStringLiteral("font-style")) != QLatin1String("normal"));
        const QString text = m_reader.readElementText(QXmlStreamReader::IncludeChildElements);
        for (auto& [name, value] : element.attributes) {
            if (name == kFamily)
                value = familyList(font);
        }
        // Spaces at the ends and runs of them are the only ones that would be lost.
        if (text.simplified() == text)
            std::erase_if(
                element.attributes, [](const auto& each) { return each.first == QLatin1String("xml:space"); });
        const double width = QFontMetricsF(font).horizontalAdvance(text);
        if (width > 0 && text.size() > 1) {
            element.attributes.emplace_back(QStringLiteral("textLength"), QString::number(width, 'f', 1));
            element.attributes.emplace_back(QStringLiteral("lengthAdjust"), QStringLiteral("spacingAndGlyphs"));
        }
        write();
        m_writer.writeCharacters(text);
        end(); // the reader is behind it
    }

    QXmlStreamReader m_reader;
    QByteArray m_tidy;
    QXmlStreamWriter m_writer;
    std::vector<Element> m_open;
};

} // namespace

QByteArray tidySvg(const QByteArray& svg)
{
    return Tidier(svg).run().value_or(svg);
}

} // namespace kinetoscope
