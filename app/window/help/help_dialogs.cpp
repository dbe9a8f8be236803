// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/help/help_dialogs.h"

#include "app/window/actions.h"
#include "widgets/support/fonts.h"
#include "widgets/support/screen_room.h"

#include <rapidjson/rapidjson.h>
#include <zlib.h>

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QIcon>
#include <QLabel>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

#include <algorithm>
#include <span>

namespace kinetoscope {

namespace {

/// For the translations.
class HelpText {
    Q_DECLARE_TR_FUNCTIONS(Help)
};

/// A gesture that is no action: timeline, charts and the window handle it themselves.
struct Gesture {
    const char* input;
    const char* meaning;
};
constexpr Gesture kTimelineGestures[] = {
    { QT_TRANSLATE_NOOP("Help", "W, S · Ctrl+wheel · pinch"), QT_TRANSLATE_NOOP("Help", "Zoom at the pointer") },
    { QT_TRANSLATE_NOOP("Help", "A, D · Left, Right · Shift+wheel · sideways wheel"),
        QT_TRANSLATE_NOOP("Help", "Move in time") },
    { QT_TRANSLATE_NOOP("Help", "Wheel · Up, Down · PageUp, PageDown"),
        QT_TRANSLATE_NOOP("Help", "Scroll the tracks") },
    { QT_TRANSLATE_NOOP("Help", "Shift+drag · Space+drag · middle button drag"),
        QT_TRANSLATE_NOOP("Help", "Move in time and over the tracks") },
    { QT_TRANSLATE_NOOP("Help", "Click · Ctrl+click"),
        QT_TRANSLATE_NOOP("Help", "Select an event · add it to the selection") },
    { QT_TRANSLATE_NOOP("Help", "Double click"),
        QT_TRANSLATE_NOOP("Help", "Zoom to the event; on the ruler: show everything") },
    { QT_TRANSLATE_NOOP("Help", "Drag on the tracks or on the ruler"),
        QT_TRANSLATE_NOOP("Help", "Select a range of time; its ends snap to events, with Alt they do not") },
    { QT_TRANSLATE_NOOP("Help", "Drag an end of the range"), QT_TRANSLATE_NOOP("Help", "Make it longer or shorter") },
    { QT_TRANSLATE_NOOP("Help", ". and ,"),
        QT_TRANSLATE_NOOP("Help", "Next and previous event of the track; with Shift: of the same name, anywhere") },
    { QT_TRANSLATE_NOOP("Help", "N and P · End"), QT_TRANSLATE_NOOP("Help", "Next and previous step · last step") },
    { QT_TRANSLATE_NOOP("Help", "] and ["),
        QT_TRANSLATE_NOOP("Help",
            "Follow the link from launch to kernel, from forward to backward op, from a collective to the next rank; "
            "back to launch and forward op") },
    { QT_TRANSLATE_NOOP("Help", "Shift+] and Shift+["),
        QT_TRANSLATE_NOOP("Help", "The same collective on the next and on the previous rank") },
    { QT_TRANSLATE_NOOP("Help", "Click, drag, double click on the flag of a mark"),
        QT_TRANSLATE_NOOP("Help", "Select it · move it · edit its note; the right button has more") },
    { QT_TRANSLATE_NOOP("Help", "Ctrl+1 to Ctrl+9 · 1 to 9"),
        QT_TRANSLATE_NOOP("Help", "Store this view · show the stored one again") },
    { QT_TRANSLATE_NOOP("Help", "Enter · Shift+Enter in the search box"),
        QT_TRANSLATE_NOOP("Help", "Select the next · previous slice of that name") },
    { QT_TRANSLATE_NOOP("Help", "Up, Down · Enter · Esc in a list"),
        QT_TRANSLATE_NOOP("Help", "In the lists of commands and tracks: walk · do or show it · close") },
    { QT_TRANSLATE_NOOP("Help", "Enter"), QT_TRANSLATE_NOOP("Help", "Fold or unfold the track clicked last") },
};
constexpr Gesture kChartGestures[] = {
    { QT_TRANSLATE_NOOP("Help", "Ctrl+wheel · pinch · + and -"),
        QT_TRANSLATE_NOOP(
            "Help", "Zoom at the pointer, or at the part clicked last; over time, wheel and pinch zoom the timeline") },
    { QT_TRANSLATE_NOOP("Help", "Drag from an empty place"),
        QT_TRANSLATE_NOOP("Help", "Zoom to what the drag takes in") },
    { QT_TRANSLATE_NOOP("Help", "Shift+wheel · sideways wheel · Shift+Left, Shift+Right"),
        QT_TRANSLATE_NOOP("Help", "Move along in a zoomed chart") },
    { QT_TRANSLATE_NOOP("Help", "0 · Esc · double click on an empty place"),
        QT_TRANSLATE_NOOP("Help", "Show the whole chart") },
    { QT_TRANSLATE_NOOP("Help", "Left, Right · Enter"),
        QT_TRANSLATE_NOOP(
            "Help", "Walk the parts · show the intervals of one; of \"others\": open it, Esc goes back") },
};

constexpr Gesture kWindowGestures[] = {
    { QT_TRANSLATE_NOOP("Help", "Shift+F10 · menu key · right click"),
        QT_TRANSLATE_NOOP("Help", "Open the menu of what has the focus or is under the pointer") },
    { QT_TRANSLATE_NOOP("Help", "Tab · Shift+Tab"),
        QT_TRANSLATE_NOOP("Help", "Go to the next · previous part of the window") },
    { QT_TRANSLATE_NOOP("Help", "Enter · Space"), QT_TRANSLATE_NOOP("Help", "Press the button that has the focus") },
};

QTreeWidgetItem* addGroup(QTreeWidget* tree, const QString& title)
{
    auto* group = new QTreeWidgetItem(tree, { title });
    QFont bold = tree->font();
    bold.setBold(true);
    group->setFont(0, bold);
    group->setFirstColumnSpanned(true);
    group->setFlags(Qt::ItemIsEnabled);
    return group;
}

void addGestures(QTreeWidget* tree, std::span<const Gesture> gestures, const QString& title)
{
    QTreeWidgetItem* group = addGroup(tree, title);
    for (const Gesture& gesture : gestures)
        new QTreeWidgetItem(group, { HelpText::tr(gesture.input), HelpText::tr(gesture.meaning) });
}

void addActions(QTreeWidget* tree, const Actions& actions, ActionGroup group, const QString& title)
{
    QTreeWidgetItem* parent = addGroup(tree, title);
    for (const ActionSpec& spec : Actions::specs()) {
        const QList<QKeySequence> keys = actions[spec.id]->shortcuts();
        if (spec.group != group || keys.isEmpty())
            continue;
        const QString keyText = QKeySequence::listToString(keys, QKeySequence::NativeText)
                                    .replace(QStringLiteral("; "), QStringLiteral(" · "));
        new QTreeWidgetItem(parent, { keyText, Actions::plainText(spec) });
    }
}

/// A tree wraps words but makes no room for their lines.
void fitRows(QTreeWidget& tree)
{
    constexpr int kMargin = 10; // of a cell and its frame, both sides
    for (QTreeWidgetItemIterator item(&tree); *item; ++item) {
        int height = 0;
        for (int column = 0; column < tree.columnCount() && (*item)->parent(); ++column) {
            const int indent = column == 0 ? 2 * tree.indentation() : 0;
            const QRect room(0, 0, std::max(1, tree.columnWidth(column) - indent - kMargin), 10'000);
            const QRect words = tree.fontMetrics().boundingRect(room, Qt::TextWordWrap, (*item)->text(column));
            height = std::max(height, words.height() + 2);
        }
        if (height > 0)
            (*item)->setSizeHint(1, QSize(0, height));
    }
}

QDialog* makeDialog(QWidget* parent, const char* name, const QString& title, QWidget* content)
{
    auto* dialog = new QDialog(parent);
    dialog->setObjectName(QString::fromLatin1(name));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(content);
    layout->addWidget(buttons);
    return dialog;
}

bool raiseExisting(const QWidget* parent, const char* name)
{
    auto* existing = parent->findChild<QDialog*>(QString::fromLatin1(name));
    if (!existing)
        return false;
    existing->raise();
    existing->activateWindow();
    return true;
}

} // namespace

void showShortcutSheet(QWidget* parent, const Actions& actions)
{
    if (raiseExisting(parent, "shortcut-sheet"))
        return;
    auto* tree = new QTreeWidget;
    tree->setColumnCount(2);
    tree->setHeaderLabels({ HelpText::tr("Key or mouse"), HelpText::tr("What it does") });
    tree->setRootIsDecorated(false);
    tree->setItemsExpandable(false);
    tree->setAlternatingRowColors(true);
    tree->setAccessibleName(HelpText::tr("Keyboard and mouse"));
    addGestures(tree, kTimelineGestures, HelpText::tr("Timeline"));
    addGestures(tree, kChartGestures, HelpText::tr("Charts"));
    addGestures(tree, kWindowGestures, HelpText::tr("Everywhere"));
    addActions(tree, actions, ActionGroup::View, HelpText::tr("View"));
    addActions(tree, actions, ActionGroup::Analyse, HelpText::tr("Analyse"));
    addActions(tree, actions, ActionGroup::File, HelpText::tr("File"));
    addActions(tree, actions, ActionGroup::Edit, HelpText::tr("Edit"));
    addActions(tree, actions, ActionGroup::Help, HelpText::tr("Help"));
    tree->expandAll();
    tree->setWordWrap(true);
    QObject::connect(
        tree->header(), &QHeaderView::sectionResized, tree, [tree] { fitRows(*tree); },
        Qt::QueuedConnection); // columns are resized while rows are laid out
    QDialog* dialog = makeDialog(parent, "shortcut-sheet", HelpText::tr("Keyboard and mouse"), tree);
    resizeOnScreen(*dialog, { scaledPx(860), scaledPx(620) });
    // On a small screen with large texts the keys alone would fill it.
    tree->resizeColumnToContents(0);
    tree->setColumnWidth(0, std::min(tree->columnWidth(0), dialog->width() / 2));
    tree->setFocus(); // Page Down and End read on
    dialog->show();
}

void showAbout(QWidget* parent)
{
    if (raiseExisting(parent, "about"))
        return;
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    auto* icon = new QLabel(content);
    icon->setPixmap(
        QIcon(QStringLiteral(":/icons/kinetoscope.svg")).pixmap(QSize(64, 64), parent->devicePixelRatioF()));
    layout->addWidget(icon);
    const QStringList lines {
        HelpText::tr("Kinetoscope %1").arg(QCoreApplication::applicationVersion()),
        HelpText::tr("Opens PyTorch profiler traces, draws them, and says where the GPU time went."),
        QString(),
        HelpText::tr("Qt %1 · QCustomPlot · RapidJSON %2 · zlib %3")
            .arg(QLatin1String(qVersion()), QStringLiteral(RAPIDJSON_VERSION_STRING), QLatin1String(zlibVersion())),
        HelpText::tr(
            "Free software under the GNU General Public License, version 3 or later. It never uses the network."),
    };
    auto* words = new QLabel(content);
    words->setTextFormat(Qt::PlainText);
    words->setText(lines.join(QLatin1Char('\n')));
    words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(words);
    makeDialog(parent, "about", HelpText::tr("About Kinetoscope"), content)->show();
}

} // namespace kinetoscope
