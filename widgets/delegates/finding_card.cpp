// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/delegates/finding_card.h"

#include "core/analysis/overview/candidates/candidates.h"
#include "core/analysis/types/analysis.h"
#include "core/analysis/types/column_names.h"
#include "core/catalog/analyses.h"
#include "widgets/models/result_table_model.h"
#include "widgets/support/fonts.h"
#include "widgets/support/number_text.h"
#include "widgets/support/palette.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"

#include <QPainter>
#include <QRegularExpression>
#include <QTextLayout>
#include <QTextOption>
#include <QWidget>
#include <QtMath>

#include <algorithm>
#include <limits>
#include <utility>

namespace kinetoscope {
namespace {

constexpr int kGap = 4;     // px between two cards
constexpr int kPadding = 6; // px between the frame of a card and its contents
constexpr int kBarHeight = 6;
constexpr int kFigureWidth = 180;   // px at interface size 1
constexpr int kNarrow = 380;        // below it the figure stands above the sentence
constexpr int kLinesOfEstimate = 2; // at most
constexpr int kAllLines = std::numeric_limits<int>::max();
constexpr int kMostOfName = 56; // characters
constexpr int kBeforeLink = 12; // px between the last word of a sentence and the link on the same line

QFont largeFont(const QFont& font)
{
    QFont large = font;
    if (font.pointSizeF() > 0)
        large.setPointSizeF(font.pointSizeF() * 1.6);
    else
        large.setPixelSize(font.pixelSize() * 8 / 5);
    large.setBold(true);
    return large;
}

QFont linkFont(const QFont& font)
{
    QFont link = font;
    link.setUnderline(true);
    return link;
}

QRect frameOf(const QRect& card)
{
    return card.adjusted(kGap, kGap / 2, -kGap, -kGap / 2);
}

QRect insideOf(const QRect& frame)
{
    return frame.adjusted(kPadding, kPadding, -kPadding, -kPadding);
}

bool isNarrow(const QRect& card)
{
    return card.width() < scaledPx(kNarrow);
}

int figureWidthIn(
    const QRect& card, const QFont& font, const QString& figure, const QString& share, const QString& saving)
{
    const int inside = insideOf(frameOf(card)).width();
    if (isNarrow(card))
        return inside;
    const QFontMetrics metrics(font);
    const int widest = std::max(metrics.horizontalAdvance(share), metrics.horizontalAdvance(saving));
    const int onOneLine = std::min(widest + 1, inside / 3);
    return std::max(
        { scaledPx(kFigureWidth), onOneLine, QFontMetrics(largeFont(font)).horizontalAdvance(figure) + kPadding });
}

/// Long names take the room of what is said of them.
QString withShortNames(const QString& sentence)
{
    static const QRegularExpression kName(QStringLiteral(R"((?<!\w)'(.+?)'(?!\w))"),
        QRegularExpression::UseUnicodePropertiesOption); // as messages quote what a trace calls so; no apostrophe
    QString shown;
    qsizetype end = 0;
    for (const QRegularExpressionMatch& match : kName.globalMatch(sentence)) {
        shown += sentence.sliced(end, match.capturedStart(1) - end) + elidedMiddle(match.captured(1), kMostOfName);
        end = match.capturedEnd(1);
    }
    return shown + sentence.sliced(end);
}

/// A sentence in lines of this width: measured and drawn by the same layout, so that what stands behind its last word
/// stands there.
struct SentenceLines {
    /// @param mostLines  the last one is cut where there is more.
    /// @param behind     px that the last of so many lines leaves for what stands behind it.
    SentenceLines(const QString& text, const QFont& font, int width, int mostLines, int behind)
        : layout(text, font)
    {
        // The name of a kernel is one word, and may be wider than a card.
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(option);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(width);
            line.setPosition(QPointF(0, height));
            height += line.height();
            lastWidth = line.naturalTextWidth();
            lastHeight = line.height();
            const bool isWhole = line.textStart() + line.textLength() >= text.size() && lastWidth + behind <= width;
            if (++count < mostLines || isWhole)
                continue;
            const QFontMetricsF metrics(font);
            cut = metrics.elidedText(text.mid(line.textStart()), Qt::ElideRight, width - behind);
            lastWidth = metrics.horizontalAdvance(cut);
            break;
        }
        layout.endLayout();
    }
    void draw(QPainter& painter, QPointF place) const
    {
        const int whole = cut.isEmpty() ? count : count - 1;
        for (int i = 0; i < whole; ++i)
            layout.lineAt(i).draw(&painter, place);
        if (!cut.isEmpty()) {
            const QTextLine last = layout.lineAt(whole);
            painter.drawText(place + last.position() + QPointF(0, last.ascent()), cut);
        }
    }

    QTextLayout layout;
    int count = 0;
    QString cut; ///< in place of the last line; "" where all of the sentence is there
    qreal height = 0;
    qreal lastWidth = 0;
    qreal lastHeight = 0;
};

} // namespace

std::optional<CardColumns> cardColumns(const Table& table)
{
    CardColumns columns;
    const auto find = [&table](const char* name, int& place) {
        const std::size_t column = table.columnIndex(name);
        place = static_cast<int>(column);
        return column < table.columnCount();
    };
    (void)find(column::kKind, columns.kind);
    (void)find(column::kSaved, columns.saved);
    (void)find("estimate", columns.estimate);
    const bool hasAll = find("finding", columns.sentence) && find("figure", columns.figure)
        && find("share_pctg", columns.share) && find("share_of", columns.shareOf)
        && find(column::kAnalysis, columns.analysis);
    return hasAll ? std::optional(columns) : std::nullopt;
}

/// What a card says.
struct FindingCard::Texts {
    QString sentence;
    QString figure; ///< "" without one
    QString share;  ///< "at stake, 85.8 % of GPU time in view", "not in view, ..."; "" without one
    double part = 0;
    QString saving;   ///< "estimated saving 353.9 ms"; "" where none is known
    QString estimate; ///< of what each cure would save, in few words; "" without one
    QString link;     ///< "" without one
    /// The saving as the card says it below the share; "" where the estimate, or else the sentence, says it as well.
    [[nodiscard]] QString savingIn(const QRect& card) const
    {
        return estimate.isEmpty() || isNarrow(card) ? saving : QString();
    }
};

/// Where it says it.
struct FindingCard::Places {
    QRect frame;
    QRect figure;
    QRect bar; ///< all of it: the whole of which the finding is a part
    QRect share;
    QRect saving;
    QRect sentence;
    QRect estimate; ///< below a sentence that is cut; empty where it is whole
    QRect link;
    QString words;             ///< of the sentence, its long names shortened where not all of it has room
    int mostLines = kAllLines; ///< of the sentence
    int linesOfEstimate = 0;   ///< at most
    int behind = 0;            ///< px for the link behind a line that is cut
    int behindEstimate = 0;    ///< the same, where it stands there
};

FindingCard::FindingCard(QObject* parent)
    : QStyledItemDelegate(parent)
{
}

FindingCard::Texts FindingCard::textsOf(const QModelIndex& sentence) const
{
    Texts texts;
    texts.sentence = sentence.data().toString();
    if (const QVariant ns = sentence.siblingAtColumn(m_columns.figure).data(ResultTableModel::SortRole); ns.isValid())
        texts.figure = durationText(ns.toLongLong());
    if (const QVariant share = sentence.siblingAtColumn(m_columns.share).data(ResultTableModel::SortRole);
        share.isValid()) {
        const QString whole = sentence.siblingAtColumn(m_columns.shareOf).data().toString();
        texts.part = std::clamp(share.toDouble() / 100, 0.0, 1.0);
        // What was not seen of the GPU may be work: nobody knows whether it can be gained.
        const QString kind = sentence.siblingAtColumn(m_columns.kind).data(ResultTableModel::FullTextRole).toString();
        const bool isNotInView = kind == QLatin1String(finding::kOutsideView) && !whole.isEmpty();
        // A sentence may name a longer time: that of a kernel, of which being twice as fast gains half.
        texts.share = isNotInView ? tr("not in view, %1 of %2").arg(percentText(share.toDouble()), whole)
            : whole.isEmpty()     ? tr("at stake, %1").arg(percentText(share.toDouble()))
                                  : tr("at stake, %1 of %2").arg(percentText(share.toDouble()), whole);
    }
    if (const QVariant ns = sentence.siblingAtColumn(m_columns.saved).data(ResultTableModel::SortRole); ns.isValid())
        texts.saving = ns.toLongLong() > 0 ? tr("estimated saving %1").arg(durationText(ns.toLongLong()))
                                           : tr("estimated saving: none");
    texts.estimate = withShortNames(sentence.siblingAtColumn(m_columns.estimate).data().toString());
    const QString id = sentence.siblingAtColumn(m_columns.analysis).data(ResultTableModel::FullTextRole).toString();
    if (const AnalysisDescriptor* more = findAnalysis(id.toStdString()))
        texts.link = kinetoscope::registryText(more->title);
    return texts;
}

FindingCard::Places FindingCard::placesOf(const Texts& texts, const QFont& font, const QRect& card, int mostLines) const
{
    const QFontMetrics metrics(font);
    const QFontMetrics large(largeFont(font));
    Places places;
    places.frame = frameOf(card);
    const QRect inner = insideOf(places.frame);
    const bool isAbove = isNarrow(card); // the figure, above the sentence
    const QString saving = texts.savingIn(card);
    const int figureWidth =
        isAbove || m_figureWidth == 0 ? figureWidthIn(card, font, texts.figure, texts.share, saving) : m_figureWidth;
    places.figure = QRect(inner.left(), inner.top(), figureWidth, large.height());
    places.bar = QRect(inner.left(), places.figure.bottom() + 3, figureWidth, kBarHeight);
    const auto below = [&](int bottom, int gap, const QString& text) { // as high as its lines
        const QRect room(inner.left(), bottom + gap, figureWidth, 10'000);
        return QRect(room.topLeft(), QSize(figureWidth, metrics.boundingRect(room, Qt::TextWordWrap, text).height()));
    };
    places.share = below(places.bar.bottom(), 3, texts.share);
    places.saving = saving.isEmpty() ? QRect(places.share.bottomLeft(), QSize(figureWidth, 1))
                                     : below(places.share.bottom(), 1, saving);
    const int left = isAbove ? inner.left() : inner.left() + figureWidth + 2 * kPadding;
    const int top = isAbove ? places.saving.bottom() + kPadding : inner.top();
    const int room = std::max(40, inner.right() + 1 - left);
    const int link = std::min(room, QFontMetrics(linkFont(font)).horizontalAdvance(texts.link) + 2);
    places.behind = texts.link.isEmpty() ? 0 : link + kBeforeLink;
    places.words = texts.sentence;
    qreal lineHeight = 1;
    int lineCount = 0;
    const auto placeLink = [&](const SentenceLines& lines, const QRect& text) { // behind the last of them
        if (texts.link.isEmpty())
            return;
        const int behind = qCeil(lines.lastWidth) + kBeforeLink;
        places.link = behind + link <= room
            ? QRect(left + behind, text.top() + qFloor(lines.height - lines.lastHeight), link, qCeil(lines.lastHeight))
            : QRect(left, text.bottom() + 3, link, metrics.height());
    };
    const auto place = [&] {
        const SentenceLines lines(places.words, font, room, places.mostLines, places.behind);
        lineHeight = std::max(1.0, lines.lastHeight);
        lineCount = lines.count;
        places.sentence = QRect(left, top, room, qCeil(lines.height));
        placeLink(lines, places.sentence);
        return !lines.cut.isEmpty();
    };
    const auto hasRoom = [&] {
        return std::max(places.sentence.bottom(), places.link.bottom()) <= inner.bottom() && lineCount <= mostLines;
    };
    (void)place();
    if (!hasRoom()) {
        places.words = withShortNames(texts.sentence);
        (void)place();
    }
    if (!hasRoom() || mostLines < places.mostLines) {
        const auto fitting = static_cast<int>((inner.bottom() + 1 - top) / lineHeight + 0.05);
        places.mostLines = std::max(1, std::min(mostLines, fitting));
        // What to change is not what is cut.
        if (const bool isCut = place(); isCut && places.mostLines > 1 && !texts.estimate.isEmpty()) {
            places.linesOfEstimate = std::min(kLinesOfEstimate, places.mostLines - 1);
            // The link stands behind it where that cuts nothing of it and takes no further line.
            const SentenceLines withLink(texts.estimate, font, room, places.linesOfEstimate, places.behind);
            if (withLink.cut.isEmpty() && withLink.lastWidth + places.behind <= room)
                places.behindEstimate = std::exchange(places.behind, 0);
            const SentenceLines estimate(texts.estimate, font, room, places.linesOfEstimate, places.behindEstimate);
            places.mostLines -= estimate.count;
            (void)place();
            places.estimate = QRect(left, places.sentence.bottom() + 1, room, qCeil(estimate.height));
            if (places.behindEstimate > 0)
                placeLink(estimate, places.estimate);
        }
    }
    const int bottom =
        std::max({ places.saving.bottom(), places.sentence.bottom(), places.estimate.bottom(), places.link.bottom() });
    places.frame.setBottom(bottom + kPadding);
    return places;
}

int FindingCard::figureWidthOf(const QModelIndex& sentence, const QFont& font, int width) const
{
    const Texts texts = textsOf(sentence);
    const QRect card(0, 0, width, 10'000);
    return figureWidthIn(card, font, texts.figure, texts.share, texts.savingIn(card));
}

int FindingCard::heightOf(const QModelIndex& sentence, const QFont& font, int width, int mostLines) const
{
    const Places places =
        placesOf(textsOf(sentence), font, QRect(0, 0, width, 10'000), mostLines > 0 ? mostLines : kAllLines);
    return places.frame.bottom() + 1 + kGap / 2;
}

QRect FindingCard::linkIn(const QModelIndex& sentence, const QFont& font, const QRect& card) const
{
    return placesOf(textsOf(sentence), font, card, kAllLines).link;
}

QRect FindingCard::sentenceIn(const QModelIndex& sentence, const QFont& font, const QRect& card) const
{
    return placesOf(textsOf(sentence), font, card, kAllLines).sentence;
}

QRect FindingCard::estimateIn(const QModelIndex& sentence, const QFont& font, const QRect& card) const
{
    return placesOf(textsOf(sentence), font, card, kAllLines).estimate;
}

QRect FindingCard::savingIn(const QModelIndex& sentence, const QFont& font, const QRect& card) const
{
    const Texts texts = textsOf(sentence);
    return texts.savingIn(card).isEmpty() ? QRect() : placesOf(texts, font, card, kAllLines).saving;
}

QString FindingCard::wordsIn(const QModelIndex& sentence, const QFont& font, const QRect& card) const
{
    return placesOf(textsOf(sentence), font, card, kAllLines).words;
}

void FindingCard::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Texts texts = textsOf(index);
    const Places places = placesOf(texts, option.font, option.rect, kAllLines);
    const Theme theme = Palette::themeOf(option.palette);
    const Palette& palette = Palette::of(theme);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const bool isUnderPointer = option.state.testFlag(QStyle::State_MouseOver);
    painter->save();
    painter->setClipRect(option.rect, Qt::IntersectClip);
    painter->fillRect(option.rect, option.palette.color(QPalette::Base)); // the view marks the whole row
    painter->setRenderHint(QPainter::Antialiasing);
    const QColor frame = isSelected || isUnderPointer ? palette.accent : palette.grid;
    painter->setPen(QPen(frame, isSelected ? 2 : 1));
    painter->setBrush(isSelected ? mixed(palette.canvas, palette.accent, 0.12) : palette.canvas);
    painter->drawRoundedRect(QRectF(places.frame).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter->setRenderHint(QPainter::Antialiasing, false);

    painter->setPen(palette.text);
    painter->setFont(largeFont(option.font));
    painter->drawText(places.figure, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, texts.figure);
    if (!texts.share.isEmpty()) {
        painter->fillRect(places.bar, mixed(palette.canvas, palette.text, 0.14));
        QRect part = places.bar;
        part.setWidth(std::max(1, static_cast<int>(part.width() * texts.part + 0.5)));
        painter->fillRect(part, palette.accent);
    }
    painter->setFont(option.font);
    painter->setPen(palette.secondText);
    painter->drawText(places.share, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, texts.share);
    painter->setPen(palette.text);
    painter->drawText(places.saving, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, texts.savingIn(option.rect));
    SentenceLines(places.words, option.font, places.sentence.width(), places.mostLines, places.behind)
        .draw(*painter, places.sentence.topLeft());
    if (!places.estimate.isEmpty())
        SentenceLines(
            texts.estimate, option.font, places.estimate.width(), places.linesOfEstimate, places.behindEstimate)
            .draw(*painter, places.estimate.topLeft());
    if (!texts.link.isEmpty()) {
        painter->setFont(linkFont(option.font));
        painter->setPen(option.palette.color(QPalette::Link));
        painter->drawText(places.link, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            QFontMetrics(painter->font()).elidedText(texts.link, Qt::ElideRight, places.link.width()));
    }
    painter->restore();
}

} // namespace kinetoscope

#include "moc_finding_card.cpp"
