// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/picture_export.h"

#include "core/base/atomic_file.h"
#include "core/base/text.h"
#include "widgets/export/svg_tidy.h"
#include "widgets/support/palette.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFile>
#include <QImage>
#include <QMarginsF>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <cmath>

namespace kinetoscope {
namespace {

constexpr int kDotsPerInch = 96;    // a logical pixel is a pixel of the file
constexpr int kMostPixels = 32'767; // QPainter's limit a side

/// 9 pt on a page of 96 dots per inch.
QFont footerFont()
{
    QFont font;
    font.setPixelSize(9 * kDotsPerInch / 72);
    return font;
}

/// Background, the callback's drawing, the footer.
bool paintPicture(QPaintDevice& device, const PictureRequest& request, const PaintFunction& paint, double scale)
{
    const std::shared_ptr<QPainter> painter =
        request.makePainter ? request.makePainter() : std::make_shared<QPainter>();
    if (!painter->begin(&device))
        return false;
    const Palette& palette = Palette::of(request.dark ? Theme::Dark : Theme::Light);
    painter->scale(scale, scale);
    painter->setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const QRectF page(QPointF(), QSizeF(request.size));
    painter->fillRect(page, palette.canvas);
    QRectF area = page;
    if (!request.footer.isEmpty()) {
        const QFont font = footerFont();
        const QFontMetricsF metrics(font, &device);
        area.setBottom(page.bottom() - footerHeight(request));
        painter->save();
        painter->setFont(font);
        painter->setPen(palette.secondText);
        const QRectF line(page.left() + 6, area.bottom() + 2, page.width() - 12, metrics.height());
        painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            metrics.elidedText(request.footer, Qt::ElideMiddle, line.width()));
        painter->restore();
    }
    paint(*painter, area);
    return painter->end();
}

Error cannotPaint()
{
    return { ErrorCode::OutOfMemory,
        { KT_PHRASE("picture-export", "The picture could not be drawn: there is not enough memory for its size.") } };
}

Result<QByteArray> renderPng(const PictureRequest& request, const PaintFunction& paint)
{
    const QSize pixels(static_cast<int>(std::lround(request.size.width() * request.scale)),
        static_cast<int>(std::lround(request.size.height() * request.scale)));
    QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull() || !paintPicture(image, request, paint, request.scale))
        return cannotPaint();
    image.setText(QStringLiteral("Title"), request.title);
    image.setText(QStringLiteral("Software"), QStringLiteral("Kinetoscope " KINETOSCOPE_VERSION));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        return cannotPaint();
    return bytes;
}

/// QSvgGenerator of Qt 6.4 writes the title unescaped, and the characters that XML forbids as they are: every reader
/// would refuse the file.
constexpr QLatin1String kTitlePlace("KinetoscopeTitle");

QByteArray strictXml(const QByteArray& svg, const QString& title)
{
    QString text = QString::fromUtf8(svg);
    text.replace(text.indexOf(kTitlePlace), kTitlePlace.size(), title.toHtmlEscaped());
    for (QChar& c : text) {
        const bool isControl = c < QChar(0x20) && c != u'\n' && c != u'\r' && c != u'\t';
        if (isControl || c == QChar(0xfffe) || c == QChar(0xffff))
            c = QChar(0xfffd);
    }
    return text.toUtf8();
}

Result<QByteArray> renderSvg(const PictureRequest& request, const PaintFunction& paint)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(request.size);
    generator.setViewBox(QRect(QPoint(), request.size));
    generator.setResolution(kDotsPerInch);
    generator.setTitle(kTitlePlace);
    generator.setDescription(QStringLiteral("Kinetoscope " KINETOSCOPE_VERSION));
    if (!paintPicture(generator, request, paint, 1))
        return cannotPaint();
    buffer.close();
    return tidySvg(strictXml(bytes, request.title));
}

Result<QByteArray> renderPdf(const PictureRequest& request, const PaintFunction& paint)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(kDotsPerInch);
    writer.setTitle(request.title);
    writer.setCreator(QStringLiteral("Kinetoscope " KINETOSCOPE_VERSION));
    const QSizeF points = QSizeF(request.size) * (72.0 / kDotsPerInch);
    writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    if (!paintPicture(writer, request, paint, 1))
        return cannotPaint();
    buffer.close();
    return bytes;
}

} // namespace

Result<QByteArray> renderPicture(const PictureRequest& request, const PaintFunction& paint)
{
    const double scale = request.format == PictureFormat::Png ? request.scale : 1;
    const bool isSane = std::isfinite(scale) && scale >= 0.1 && scale <= 8 && request.size.width() > 0
        && request.size.height() > 0 && request.size.width() * scale <= kMostPixels
        && request.size.height() * scale <= kMostPixels;
    if (!isSane) {
        return invalidArgument(
            { KT_PHRASE("picture-export", "A picture must be between 1 and %1 pixels wide and high."),
                arg::Count { kMostPixels } });
    }
    switch (request.format) {
    case PictureFormat::Svg:
        return renderSvg(request, paint);
    case PictureFormat::Pdf:
        return renderPdf(request, paint);
    case PictureFormat::Png:
        break;
    }
    return renderPng(request, paint);
}

int footerHeight(const PictureRequest& request)
{
    return request.footer.isEmpty() ? 0 : static_cast<int>(std::ceil(QFontMetricsF(footerFont()).height())) + 8;
}

std::optional<PictureFormat> pictureFormatOf(const QString& fileName)
{
    if (fileName.endsWith(QLatin1String(".png"), Qt::CaseInsensitive))
        return PictureFormat::Png;
    if (fileName.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive))
        return PictureFormat::Svg;
    if (fileName.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive))
        return PictureFormat::Pdf;
    return std::nullopt;
}

QString suggestedFileName(const QString& title, const QString& ending)
{
    return QString::fromStdString(cleanFileName(title.toLower().replace(u' ', u'-').toStdString(), "kinetoscope", 80))
        + ending;
}

QString withoutTraceEndings(QString fileName)
{
    for (const QLatin1String ending : { QLatin1String(".gz"), QLatin1String(".json"), QLatin1String(".trace") }) {
        if (fileName.endsWith(ending, Qt::CaseInsensitive) && fileName.size() > ending.size())
            fileName.chop(ending.size());
    }
    return fileName;
}

Result<Done> saveBytes(const QString& fileName, const QByteArray& bytes, std::span<const std::string> inputs)
{
    return writeFileAtomically(QFile::encodeName(fileName).toStdString(),
        std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())), inputs);
}

} // namespace kinetoscope
