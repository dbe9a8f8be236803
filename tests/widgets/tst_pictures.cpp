// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures that leave the program: what is in the file, and that it looks the same elsewhere.
#include "tests/support/kinds_by_word.h"
#include "tests/support/test_macros.h"
#include "widgets/charts/chart_view.h"
#include "widgets/export/picture_export.h"
#include "widgets/export/svg_tidy.h"

#include <QBuffer>
#include <QByteArray>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QIODevice>
#include <QLineF>
#include <QObject>
#include <QPainter>
#include <QPointF>
#include <QRect>
#include <QRectF>
#include <QRegularExpression>
#include <QSet>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <QSvgGenerator>
#include <QSvgRenderer>
#include <QTest>
#include <QXmlStreamAttributes>
#include <QXmlStreamReader>

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

/// Ranks with kernels of three types, each type with an "others" that is the largest of all.
std::shared_ptr<const AnalysisResult> job(int ranks, int kernels, ChartKind kind)
{
    Table table("kernels", "Kernels",
        { { "name", ColumnType::String, Unit::None, "", "" }, { "type", ColumnType::String, Unit::None, "", "" },
            { "rank", ColumnType::Int, Unit::None, "", "" },
            { "sum", ColumnType::Duration, Unit::Microseconds, "Sum", "" } });
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
        for (const std::string type : { "COMPUTATION", "COMMUNICATION", "MEMORY" }) {
            const std::string ending = "_" + std::to_string(rank) + type.substr(0, 4);
            table.addRow({ std::string("others"), type, rank, std::int64_t { 90'000'000 } });
            for (int i = 0; i < (type == "COMPUTATION" ? kernels : 2); ++i)
                table.addRow({ "k" + std::to_string(i) + ending, type, rank, std::int64_t { 9'000'000 - i * 1000 } });
        }
    }
    auto result = std::make_shared<AnalysisResult>();
    result->tables = { table };
    ChartDescription chart;
    chart.id = "kernels";
    chart.form = kind == ChartKind::Pie ? ChartForm(PieChart {}) : ChartForm(BarChart {});
    chart.table = "kernels";
    chart.title = "Which kernels?";
    chart.denominator = "% of the type";
    chart.labelColumn = "name";
    chart.kindOfRow = kindByWord("type");
    chart.groupColumn = "rank,type";
    chart.series = { { "sum", "", std::nullopt } };
    result->charts = { chart };
    return result;
}

QStringList wordsOf(const QByteArray& svg)
{
    QStringList words;
    for (const Text& text : textsOf(svg))
        words.append(text.text);
    return words;
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

    void pagesShowEveryBarOfEveryGroup_data()
    {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<int>("kernels");
        QTest::addColumn<int>("height");
        QTest::addRow("one rank, one picture") << 1 << 10 << 8000;
        QTest::addRow("eight ranks, one picture") << 8 << 10 << 8000;
        QTest::addRow("eight ranks, printed pages") << 8 << 10 << 640;
        QTest::addRow("three ranks, many kernels") << 3 << 60 << 3000;
        QTest::addRow("64 ranks, printed pages") << 64 << 4 << 640;
    }

    void pagesShowEveryBarOfEveryGroup()
    {
        QFETCH(int, ranks);
        QFETCH(int, kernels);
        QFETCH(int, height);
        const auto result = job(ranks, kernels, ChartKind::Bars);
        ChartView view;
        view.setChart(result, "kernels", {});
        PictureRequest request;
        request.format = PictureFormat::Svg;
        request.size = { 960, 600 };
        request.footer = u"footer"_s;
        QStringList found;
        std::size_t next = 0;
        const std::vector<PicturePage> pages = view.pages(960, height);
        QCOMPARE(pages.size() == 1, height == 8000);
        for (const PicturePage& page : pages) {
            QCOMPARE(page.first, next);
            next += page.count;
            QVERIFY(page.count > 0 && page.height > 0 && page.height <= height);
            const Result<QByteArray> svg = view.picture(request, page);
            KT_VERIFY_OK(svg);
            const QStringList words = wordsOf(*svg);
            found += words;
            const QSizeF size = QSvgRenderer(*svg).viewBoxF().size();
            QCOMPARE(size, QSizeF(960, page.height + footerHeight(request)));
            // Which of them are here is said where there are others.
            const QString which = u"%1 to %2 of %3"_s.arg(page.first + 1).arg(next).arg(ranks * 3);
            QCOMPARE(words.join(u' ').contains(which), pages.size() > 1);
        }
        QCOMPARE(next, static_cast<std::size_t>(ranks) * 3);
        const QSet<QString> shown(found.begin(), found.end());
        const Table& table = result->tables.front();
        for (std::size_t row = 0; row < table.rowCount(); ++row)
            QVERIFY2(shown.contains(toQString(table.text(row, 0))), qPrintable(toQString(table.text(row, 0))));
        QCOMPARE(found.count(u"others"_s), ranks * 3);
    }

    void barsThatDoNotFitAreInOthers_data()
    {
        QTest::addColumn<ChartKind>("kind");
        QTest::addRow("parts of a whole") << ChartKind::Pie;
        QTest::addRow("a list") << ChartKind::Bars;
    }

    void barsThatDoNotFitAreInOthers()
    {
        QFETCH(ChartKind, kind);
        ChartView view;
        view.setChart(job(1, 10, kind), "kernels", {});
        view.setForm(ChartView::Form::Bars);
        PictureRequest request;
        request.format = PictureFormat::Svg;
        request.size = { 640, 330 };
        const Result<QByteArray> svg = view.picture(request);
        KT_VERIFY_OK(svg);
        const QString words = wordsOf(*svg).join(u'|');
        QVERIFY(words.contains(u"k0_0COMP"_s) && !words.contains(u"k9_0COMP"_s));
        // Shares are those of the whole, 90 + 9 * 10 ms, whatever was folded.
        QCOMPARE(words.contains(u"5.0\u00a0% \u00b7 9.000\u00a0ms"_s), kind == ChartKind::Pie);
        QCOMPARE(words.contains(u"|others ("_s), kind == ChartKind::Pie);
        QCOMPARE(words.count(u"|others|"_s), kind == ChartKind::Pie ? 1 : 2);
        QCOMPARE(words.contains(QRegularExpression(u"first [0-9]+ of 10"_s)), kind == ChartKind::Bars);
    }

    void severalRingsArePagesOfRings()
    {
        ChartView view;
        view.setChart(job(6, 10, ChartKind::Pie), "kernels", {});
        view.setForm(ChartView::Form::Ring);
        std::size_t next = 0;
        PictureRequest request;
        request.format = PictureFormat::Svg;
        request.size = { 960, 600 };
        for (const PicturePage& page : view.pages(960, 640)) {
            next += page.count;
            const Result<QByteArray> svg = view.picture(request, page);
            KT_VERIFY_OK(svg);
            QCOMPARE(
                svg->count("top 2 of 3 names") + svg->count("top 7 of 11 names"), static_cast<qsizetype>(page.count));
        }
        QCOMPARE(next, std::size_t { 18 });
    }

    void whatIsNoXmlIsLeftAlone()
    {
        const QByteArray broken = "<svg><g></svg>";
        QCOMPARE(tidySvg(broken), broken);
    }
};

QTEST_MAIN(TestPictures)
#include "tst_pictures.moc"
