// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures that leave the program: what is in the file, and that it looks the same elsewhere.
#include "tests/support/test_macros.h"
#include "widgets/export/picture_export.h"
#include "widgets/export/svg_tidy.h"

#include <QBuffer>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPainter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <QSvgRenderer>
#include <QXmlStreamReader>
#include <QtTest>

#include <cmath>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

namespace {

const QStringList kTexts { u"Computation"_s, u"a  b "_s, u"void f<int&>(char const*)"_s,
    u"68.8\u00a0% \u00b7 108.3 ms"_s, u"x"_s };

/// Everything that charts use: pens, brushes, hatches, turned and bold text, shifted lines.
void paintSample(QPainter& painter)
{
    painter.fillRect(QRectF(0, 0, 400, 300), Qt::white);
    painter.setPen(QPen(QColor(0xd5, 0xd9, 0xde), 1, Qt::DashLine));
    painter.drawLine(QLineF(10, 10, 390, 10));
    painter.setPen(QPen(Qt::red, 2, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.setBrush(QColor(0, 0, 255, 100));
    painter.drawPolygon(QPolygonF({ { 20, 20 }, { 80, 20 }, { 50, 70 } }));
    painter.setPen(Qt::NoPen);
    painter.setBrush(Qt::darkGreen);
    painter.drawRect(QRectF(100, 20, 60, 40));
    painter.setPen(Qt::black);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(180, 20, 60, 40));
    QFont font(u"Sans Serif"_s);
    font.setPixelSize(12);
    double y = 100;
    for (const QString& text : kTexts) {
        font.setBold(!font.bold());
        painter.setFont(font);
        painter.drawText(QPointF(20, y), text);
        y += 20;
    }
    painter.save();
    painter.translate(300, 200);
    painter.rotate(-90);
    painter.drawText(QPointF(0, 0), u"Rank"_s);
    painter.restore();
    painter.drawEllipse(QPointF(330, 40), 20, 20);
}

QByteArray rawSvg()
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize({ 400, 300 });
    generator.setViewBox(QRect(0, 0, 400, 300));
    generator.setResolution(96);
    QPainter painter(&generator);
    paintSample(painter);
    painter.end();
    return bytes;
}

QImage drawn(const QByteArray& svg)
{
    QImage image(400, 300, QImage::Format_RGB32);
    image.fill(Qt::gray);
    QSvgRenderer renderer(svg);
    QPainter painter(&image);
    renderer.render(&painter);
    return image;
}

struct Text {
    QString text;
    QXmlStreamAttributes attributes;
};

std::vector<Text> textsOf(const QByteArray& svg)
{
    std::vector<Text> texts;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == u"text") {
            const QXmlStreamAttributes attributes = reader.attributes();
            texts.push_back({ reader.readElementText(), attributes });
        }
    }
    return reader.hasError() ? std::vector<Text> {} : texts;
}

} // namespace

class TestPictures : public QObject {
    Q_OBJECT

private slots:
    void tidySvgDrawsTheSame()
    {
        const QByteArray raw = rawSvg();
        const QByteArray tidy = tidySvg(raw);
        QVERIFY2(tidy.size() * 2 < raw.size(), qPrintable(u"%1 of %2 bytes"_s.arg(tidy.size()).arg(raw.size())));
        const QImage wanted = drawn(raw);
        QVERIFY(wanted != drawn("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 300\"/>"));
        QCOMPARE(drawn(tidy), wanted);
        QCOMPARE(tidySvg(rawSvg()), tidy);
    }

    void fontsAreListsOfCssAndTextsSayHowWideTheyAre()
    {
        const std::vector<Text> texts = textsOf(tidySvg(rawSvg()));
        QStringList found;
        static const QRegularExpression list(u"^'[^']+', (sans-serif|serif|monospace)$"_s);
        for (const Text& text : texts) {
            found.append(text.text);
            const QString family = text.attributes.value(u"font-family"_s).toString();
            QVERIFY2(list.match(family).hasMatch(), qPrintable(family));
            QFont font(u"Sans Serif"_s);
            font.setPixelSize(12);
            font.setWeight(static_cast<QFont::Weight>(text.attributes.hasAttribute(u"font-weight"_s)
                    ? text.attributes.value(u"font-weight"_s).toInt()
                    : 400));
            QCOMPARE(text.attributes.value(u"font-size"_s).toString(), u"12"_s);
            if (text.text.size() == 1)
                continue;
            const double width = QFontMetricsF(font).horizontalAdvance(text.text);
            QVERIFY(std::abs(text.attributes.value(u"textLength"_s).toDouble() - width) < 0.1);
        }
        QCOMPARE(found, kTexts + QStringList { u"Rank"_s });
    }

    void fixedFontsStayFixed()
    {
        const QString fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont).family();
        const QByteArray svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><g font-family=\"Arial\"><text font-family=\""
            + fixed.toUtf8() + "\" font-size=\"12\">code</text></g></svg>";
        const std::vector<Text> texts = textsOf(tidySvg(svg));
        QCOMPARE(texts.size(), std::size_t { 1 });
        QVERIFY(texts.front().attributes.value(u"font-family"_s).endsWith(u", monospace"_s));
    }

    void whatIsNoXmlIsLeftAlone()
    {
        const QByteArray broken = "<svg><g></svg>";
        QCOMPARE(tidySvg(broken), broken);
    }
};

QTEST_MAIN(TestPictures)
#include "tst_pictures.moc"
