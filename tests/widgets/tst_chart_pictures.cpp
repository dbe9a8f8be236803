// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/chart_samples.h"
#include "widgets/charts/chart_view.h"

#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

/// Charts as files: SVG and PDF, and what cannot be one.
class TestChartPictures : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void svgIsStrictXmlAndStaysInsideItsPage_data()
    {
        QTest::addColumn<QByteArray>("id");
        for (const char* id : { "types", "kernels", "bars", "spread", "split", "calls", "steps", "areas", "heat",
                 "dots", "limited", "single" })
            QTest::newRow(id) << QByteArray(id);
    }

    void svgIsStrictXmlAndStaysInsideItsPage()
    {
        QFETCH(QByteArray, id);
        ChartView view;
        view.setChart(sample(), id.toStdString(), {});
        PictureRequest request;
        request.format = PictureFormat::Svg;
        request.size = { 640, 400 };
        request.title = u"<title> & \"quotes\" \x01"_s;
        request.footer = u"scope & <file>"_s;
        const Result<QByteArray> svg = view.picture(request);
        QVERIFY(svg);
        QXmlStreamReader reader(*svg);
        bool hasText = false;
        while (!reader.atEnd()) {
            reader.readNext();
            hasText = hasText || (reader.isStartElement() && reader.name() == u"text");
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY(hasText);
        QVERIFY(!svg->contains("<image")); // hatches are lines, not bitmaps
        // Lines and polygons; coordinates are pixels because nothing but translations to whole pixels is used.
        static const QRegularExpression points(u"points=\"([^\"]*)\""_s);
        const QString text = QString::fromUtf8(*svg);
        for (auto it = points.globalMatch(text); it.hasNext();) {
            const QStringList pairs = it.next().captured(1).split(u' ', Qt::SkipEmptyParts);
            for (const QString& pair : pairs) {
                const double x = pair.section(u',', 0, 0).toDouble();
                const double y = pair.section(u',', 1, 1).toDouble();
                QVERIFY2(x >= -2 && x <= 642 && y >= -2 && y <= 402, qPrintable(pair));
            }
        }
    }

    void picturesHaveOnlyAsManyGroupsAsStayReadable()
    {
        ChartView view;
        view.setChart(sample(), "bars", {});
        PictureRequest request;
        request.format = PictureFormat::Svg;
        for (const int height : { 280, 600 }) {
            request.size = { 640, height };
            const Result<QByteArray> svg = view.picture(request);
            QVERIFY(svg);
            QCOMPARE(svg->contains("1 of 2 shown"), height == 280);
            QCOMPARE(svg->contains("rank 1"), height == 600);
        }
    }

    void pdfIsADocument()
    {
        ChartView view;
        view.setChart(sample(), "types", {});
        PictureRequest request;
        request.format = PictureFormat::Pdf;
        const Result<QByteArray> pdf = view.picture(request);
        QVERIFY(pdf);
        QVERIFY(pdf->startsWith("%PDF-1."));
        QVERIFY(pdf->trimmed().endsWith("%%EOF"));
    }

    void impossiblePicturesAreRefusedInWords()
    {
        ChartView view;
        QCOMPARE(view.picture({}).error().code, ErrorCode::NotFound);
        view.setChart(sample(), "types", {});
        PictureRequest request;
        request.size = { 0, 100 };
        QCOMPARE(view.picture(request).error().code, ErrorCode::InvalidArgument);
        request.size = { 30'000, 100 };
        QCOMPARE(view.picture(request).error().code, ErrorCode::InvalidArgument); // at scale 2
    }
};

QTEST_MAIN(TestChartPictures)
#include "tst_chart_pictures.moc"
