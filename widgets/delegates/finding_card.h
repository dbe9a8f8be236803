// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

#include <optional>

namespace kinetoscope {

class Table;

/// The columns of a table of findings that a card is made of.
struct CardColumns {
    int sentence = 0;
    int figure = 0; ///< Duration: what is at stake
    int share = 0;  ///< percent of what `shareOf` names
    int shareOf = 0;
    int analysis = 0; ///< id of the analysis that shows more
    int kind = 0;     ///< of finding; that of no column where the table has none
    int saved = 0;    ///< Duration: what its cure saves; that of no column where the table has none
    int estimate = 0; ///< what each cure saves, in few words; the same
};
/// Nothing of a table that has no such columns: it is drawn as a table.
[[nodiscard]] std::optional<CardColumns> cardColumns(const Table& table);

/// Draws a whole row of a table of findings as a card, in the cell of its sentence: one large figure, a bar of its
/// share, what its cure saves, the sentence, and the name of the analysis that shows more as a link. Needs
/// ResultTableModel's roles. In a cell that is lower than the card, long names of the trace in the sentence are
/// shortened in their middle, it has as many lines as there is room for, and below them stands what its cures would
/// save; the link stands behind the last line that has room for it. Figure, share and saving are whole in any.
class FindingCard : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit FindingCard(QObject* parent = nullptr);

    void setColumns(const CardColumns& columns) { m_columns = columns; }
    /// How wide the figure of a card of this width stands with its share and its saving on one line each, px; no more
    /// than a third of the card for these.
    [[nodiscard]] int figureWidthOf(const QModelIndex& sentence, const QFont& font, int width) const;
    /// Of all cards alike, px, so that their sentences begin below each other: the widest figureWidthOf(). 0: each its
    /// own.
    void setFigureWidth(int width) { m_figureWidth = width; }
    /// Height of a card of this width, px. @param mostLines  of the texts beside the figure; 0: all of the sentence.
    [[nodiscard]] int heightOf(const QModelIndex& sentence, const QFont& font, int width, int mostLines = 0) const;
    /// Where a click on the card that lies at `card` opens the analysis; empty where it names none.
    [[nodiscard]] QRect linkIn(const QModelIndex& sentence, const QFont& font, const QRect& card) const;
    /// Where the sentence stands in the card that lies at `card`.
    [[nodiscard]] QRect sentenceIn(const QModelIndex& sentence, const QFont& font, const QRect& card) const;
    /// Where the saving stands there; empty where none is known, and where the estimate says it.
    [[nodiscard]] QRect savingIn(const QModelIndex& sentence, const QFont& font, const QRect& card) const;
    /// Where it says below the sentence what its cures would save; empty where the sentence is whole.
    [[nodiscard]] QRect estimateIn(const QModelIndex& sentence, const QFont& font, const QRect& card) const;
    /// The sentence as it begins there: with its names whole or shortened.
    [[nodiscard]] QString wordsIn(const QModelIndex& sentence, const QFont& font, const QRect& card) const;

protected:
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    struct Texts;
    struct Places;
    [[nodiscard]] Texts textsOf(const QModelIndex& sentence) const;
    [[nodiscard]] Places placesOf(const Texts& texts, const QFont& font, const QRect& card, int mostLines) const;

    CardColumns m_columns;
    int m_figureWidth = 0;
};

} // namespace kinetoscope
