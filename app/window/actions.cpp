// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actions.h"

#include "app/window/parts/themed_icon.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>

#include <initializer_list>

namespace kinetoscope {

namespace {

using enum ActionId;
using enum ActionGroup;

// clang-format off: one action, one line
constexpr ActionSpec kSpecs[] = {
    { OpenFiles, File, "open", QT_TRANSLATE_NOOP("Actions", "&Open…"),
        QT_TRANSLATE_NOOP("Actions", "Open one trace, several as the ranks of one job, or a session"), "Ctrl+O",
        "open" },
    { OpenFolder, File, "open-folder", QT_TRANSLATE_NOOP("Actions", "Open &folder…"),
        QT_TRANSLATE_NOOP("Actions", "Open every trace of a folder as the ranks of one job"), "Ctrl+Shift+O",
        "folder" },
    { OpenSample, File, "open-sample", QT_TRANSLATE_NOOP("Actions", "Open the sa&mple trace"),
        QT_TRANSLATE_NOOP("Actions", "Open the small trace that comes with the program"), "", "sample" },
    { ClearRecent, File, "clear-recent", QT_TRANSLATE_NOOP("Actions", "&Clear this list"),
        QT_TRANSLATE_NOOP("Actions", "Forget the recent files") },
    { Reload, File, "reload", QT_TRANSLATE_NOOP("Actions", "Loa&d again"),
        QT_TRANSLATE_NOOP("Actions", "Read the open files again: they may have changed"), "F5" },
    { CloseTrace, File, "close", QT_TRANSLATE_NOOP("Actions", "&Close trace"),
        QT_TRANSLATE_NOOP("Actions", "Close the open trace"), "Ctrl+W", "close" },
    { SaveSession, File, "save-session", QT_TRANSLATE_NOOP("Actions", "&Save session"),
        QT_TRANSLATE_NOOP("Actions", "Write what is open and how it looks to a file, to come back to it"), "Ctrl+S" },
    { SaveSessionAs, File, "save-session-as", QT_TRANSLATE_NOOP("Actions", "Save session &as…"),
        QT_TRANSLATE_NOOP("Actions", "Write the session to another file"), "Ctrl+Shift+S" },
    { SavePicture, File, "save-picture", QT_TRANSLATE_NOOP("Actions", "Save &picture of timeline…"),
        QT_TRANSLATE_NOOP("Actions", "Save what the timeline shows as PNG, SVG or PDF"), "Ctrl+E", "picture" },
    { ExportTrace, File, "export-trace", QT_TRANSLATE_NOOP("Actions", "Export &trace…"),
        QT_TRANSLATE_NOOP("Actions", "Write a new trace: with counters, with sequences marked, a part, ranks merged") },
    { ExportReport, File, "export-report", QT_TRANSLATE_NOOP("Actions", "E&xport report…"),
        QT_TRANSLATE_NOOP("Actions", "Write charts and tables of chosen panels to one HTML file"), "Ctrl+Shift+E" },
    { Quit, File, "quit", QT_TRANSLATE_NOOP("Actions", "&Quit"), QT_TRANSLATE_NOOP("Actions", "Close the window"),
        "Ctrl+Q" },

    { CopyDetails, Edit, "copy-details", QT_TRANSLATE_NOOP("Actions", "&Copy event"),
        QT_TRANSLATE_NOOP("Actions", "Copy the details of the selected event as text"), "Ctrl+C" },
    { CopyJson, Edit, "copy-json", QT_TRANSLATE_NOOP("Actions", "Copy event as &JSON"),
        QT_TRANSLATE_NOOP("Actions", "Copy the selected event as it is written in the file"), "Ctrl+Shift+C" },
    { ClearSelection, Edit, "clear-selection", QT_TRANSLATE_NOOP("Actions", "C&lear selection"),
        QT_TRANSLATE_NOOP("Actions", "Select nothing; again: look at everything; again: forget the search"), "Esc" },
    { Search, Edit, "search", QT_TRANSLATE_NOOP("Actions", "&Search…"),
        QT_TRANSLATE_NOOP("Actions", "Find slices by name or category"), "Ctrl+F;/" },
    { SearchNext, Edit, "search-next", QT_TRANSLATE_NOOP("Actions", "&Next hit"),
        QT_TRANSLATE_NOOP("Actions", "Select the next slice that was searched for"), "F3" },
    { SearchPrevious, Edit, "search-previous", QT_TRANSLATE_NOOP("Actions", "&Previous hit"),
        QT_TRANSLATE_NOOP("Actions", "Select the previous slice that was searched for"), "Shift+F3" },
    { FindTrack, Edit, "find-track", QT_TRANSLATE_NOOP("Actions", "Go to &track…"),
        QT_TRANSLATE_NOOP("Actions", "Find a track by a few letters of its name and show it"), "Ctrl+P" },
    { FilterTracks, Edit, "filter-tracks", QT_TRANSLATE_NOOP("Actions", "Filter t&racks…"),
        QT_TRANSLATE_NOOP("Actions", "Show only tracks with a text in their name, their process's or their rank's"),
        "Ctrl+Shift+F" },
    { Commands, Edit, "commands", QT_TRANSLATE_NOOP("Actions", "Co&mmands…"),
        QT_TRANSLATE_NOOP("Actions", "Find any command, panel or recent file by a few letters"), "Ctrl+Shift+P" },
    { ActionId::ImportReport, Edit, "import-report", QT_TRANSLATE_NOOP("Actions", "&Import report…"),
        QT_TRANSLATE_NOOP("Actions", "Show what was read, repaired and left out"), "Ctrl+I" },
    { Preferences, Edit, "preferences", QT_TRANSLATE_NOOP("Actions", "Pre&ferences…"),
        QT_TRANSLATE_NOOP("Actions", "Choose looks and keys; they are remembered"), "Ctrl+," },

    { ZoomIn, View, "zoom-in", QT_TRANSLATE_NOOP("Actions", "Zoom &in"),
        QT_TRANSLATE_NOOP("Actions", "Show a shorter time"), "Ctrl++;Ctrl+=", "zoom-in" },
    { ZoomOut, View, "zoom-out", QT_TRANSLATE_NOOP("Actions", "Zoom &out"),
        QT_TRANSLATE_NOOP("Actions", "Show a longer time"), "Ctrl+-", "zoom-out" },
    { FitAll, View, "fit", QT_TRANSLATE_NOOP("Actions", "&Fit everything"),
        QT_TRANSLATE_NOOP("Actions", "Show all recorded work; again: the spans of the profiler itself too"), "0;Home",
        "fit" },
    { FitSelection, View, "fit-selection", QT_TRANSLATE_NOOP("Actions", "Zoom to &selection"),
        QT_TRANSLATE_NOOP("Actions", "Show the selected events or range"), "F" },
    { GoToTime, View, "go-to-time", QT_TRANSLATE_NOOP("Actions", "Go to &time range…"),
        QT_TRANSLATE_NOOP("Actions", "Type a begin and an end"), "Ctrl+G" },
    { NextPlace, View, "next-place", QT_TRANSLATE_NOOP("Actions", "Ne&xt of the selected"),
        QT_TRANSLATE_NOOP("Actions",
            "Show what is selected one by one, the longest first; of one event or gap: the next shorter one like it"),
        "F4" },
    { PreviousPlace, View, "previous-place", QT_TRANSLATE_NOOP("Actions", "Pre&vious of the selected"),
        QT_TRANSLATE_NOOP(
            "Actions", "Go back to the one before, which is longer; of one event or gap: the next longer one like it"),
        "Shift+F4" },
    { NextLink, View, "next-link", QT_TRANSLATE_NOOP("Actions", "Next link of the critical path"),
        QT_TRANSLATE_NOOP("Actions", "Follow the critical path, while its overlay is on"), "L" },
    { PreviousLink, View, "previous-link", QT_TRANSLATE_NOOP("Actions", "Previous link of the critical path"),
        QT_TRANSLATE_NOOP("Actions", "Follow the critical path back, while its overlay is on"), "Shift+L" },
    { ViewBack, View, "view-back", QT_TRANSLATE_NOOP("Actions", "&Back"),
        QT_TRANSLATE_NOOP("Actions", "Show the time range that was shown before"), "Alt+Left", "back" },
    { ViewForward, View, "view-forward", QT_TRANSLATE_NOOP("Actions", "For&ward"),
        QT_TRANSLATE_NOOP("Actions", "Undo Back"), "Alt+Right", "forward" },
    { MarkHere, View, "mark", QT_TRANSLATE_NOOP("Actions", "&Mark"),
        QT_TRANSLATE_NOOP("Actions", "Mark the moment under the pointer, else what is selected; again: move the mark"),
        "M" },
    { MarkWithNote, View, "mark-with-note", QT_TRANSLATE_NOOP("Actions", "Mark with a &note…"),
        QT_TRANSLATE_NOOP("Actions", "Set a mark that stays, and write a note to it"), "Shift+M" },
    { EditMark, View, "edit-mark", QT_TRANSLATE_NOOP("Actions", "&Edit the note of the mark…"),
        QT_TRANSLATE_NOOP("Actions", "Write a note to the current mark") },
    { RemoveMark, View, "remove-mark", QT_TRANSLATE_NOOP("Actions", "&Remove the mark"),
        QT_TRANSLATE_NOOP("Actions", "Remove the mark under the pointer, else the current one"), "Del" },
    { RemoveMarks, View, "remove-marks", QT_TRANSLATE_NOOP("Actions", "Remove &all marks"),
        QT_TRANSLATE_NOOP("Actions", "Remove every mark of this trace") },
    { ToggleBottom, View, "toggle-bottom", QT_TRANSLATE_NOOP("Actions", "Analysis &panels"),
        QT_TRANSLATE_NOOP("Actions", "Show or hide the panels below the timeline"), "Q", "", true },
    { FullScreen, View, "full-screen", QT_TRANSLATE_NOOP("Actions", "Full scree&n"),
        QT_TRANSLATE_NOOP("Actions", "Use the whole screen"), "F11", "", true },
    { ResetLayout, View, "reset-layout", QT_TRANSLATE_NOOP("Actions", "&Reset layout"),
        QT_TRANSLATE_NOOP("Actions", "Put every panel back to where it was at first") },

    { ThemeSystem, View, "theme-system", QT_TRANSLATE_NOOP("Actions", "Like the &system"),
        QT_TRANSLATE_NOOP("Actions", "Light or dark as the desktop is"), "", "", true },
    { ThemeLight, View, "theme-light", QT_TRANSLATE_NOOP("Actions", "&Light"),
        QT_TRANSLATE_NOOP("Actions", "Always light"), "", "", true },
    { ThemeDark, View, "theme-dark", QT_TRANSLATE_NOOP("Actions", "&Dark"), QT_TRANSLATE_NOOP("Actions", "Always dark"),
        "", "", true },
    { DensityCompact, View, "density-compact", QT_TRANSLATE_NOOP("Actions", "&Compact"),
        QT_TRANSLATE_NOOP("Actions", "Low rows: more of them fit"), "", "", true },
    { DensityNormal, View, "density-normal", QT_TRANSLATE_NOOP("Actions", "&Normal"),
        QT_TRANSLATE_NOOP("Actions", "Default row height"), "", "", true },
    { DensityRoomy, View, "density-roomy", QT_TRANSLATE_NOOP("Actions", "&Roomy"),
        QT_TRANSLATE_NOOP("Actions", "High rows and larger text"), "", "", true },

    { InterfaceLarger, View, "interface-larger", QT_TRANSLATE_NOOP("Actions", "&Larger interface"),
        QT_TRANSLATE_NOOP("Actions", "Larger texts, rows and fields everywhere"), "Ctrl+Alt++;Ctrl+Alt+=" },
    { InterfaceSmaller, View, "interface-smaller", QT_TRANSLATE_NOOP("Actions", "&Smaller interface"),
        QT_TRANSLATE_NOOP("Actions", "Smaller texts, rows and fields everywhere"), "Ctrl+Alt+-" },
    { InterfaceReset, View, "interface-reset", QT_TRANSLATE_NOOP("Actions", "&Default interface size"),
        QT_TRANSLATE_NOOP("Actions", "Texts as large as the desktop's"), "Ctrl+0" },

    { ColourByKind, View, "colour-by-kind", QT_TRANSLATE_NOOP("Actions", "&Kind"),
        QT_TRANSLATE_NOOP(
            "Actions", "Compute, communication, copies, waiting, host: the same colours as in every chart"),
        "", "", true },
    { ColourByName, View, "colour-by-name", QT_TRANSLATE_NOOP("Actions", "&Name"),
        QT_TRANSLATE_NOOP("Actions", "One colour for each name"), "", "", true },
    { ColourByStream, View, "colour-by-stream", QT_TRANSLATE_NOOP("Actions", "&Stream"),
        QT_TRANSLATE_NOOP("Actions", "One colour for each stream, on its launches as well"), "", "", true },
    { ColourByOp, View, "colour-by-op", QT_TRANSLATE_NOOP("Actions", "Launching &op"),
        QT_TRANSLATE_NOOP("Actions", "An op and everything it launched in one colour"), "", "", true },
    { ColourByModule, View, "colour-by-module", QT_TRANSLATE_NOOP("Actions", "&Module"),
        QT_TRANSLATE_NOOP("Actions",
            "A module call (nn.Module) and everything launched inside of it in one colour; without modules, "
            "annotations"),
        "", "", true },
    { ColourByDuration, View, "colour-by-duration", QT_TRANSLATE_NOOP("Actions", "&Duration"),
        QT_TRANSLATE_NOOP("Actions", "The longer, the stronger: from 1 µs to 100 ms"), "", "", true },
    { PythonFrames, View, "python-frames", QT_TRANSLATE_NOOP("Actions", "Show P&ython frames"),
        QT_TRANSLATE_NOOP("Actions", "Show the Python frames of threads between their ops"), "", "", true },
    { AlignClocks, View, "align-clocks", QT_TRANSLATE_NOOP("Actions", "Ali&gn the clocks of ranks"),
        QT_TRANSLATE_NOOP("Actions", "Put all ranks on one clock, measured at the ends of their collectives"), "", "",
        true },
    { ExpandAll, View, "expand-all", QT_TRANSLATE_NOOP("Actions", "&Unfold all tracks"),
        QT_TRANSLATE_NOOP("Actions", "Show every track with all its lanes") },
    { CollapseAll, View, "collapse-all", QT_TRANSLATE_NOOP("Actions", "Fold a&ll tracks"),
        QT_TRANSLATE_NOOP("Actions", "Show one line for each process and device") },
    { PinTrack, View, "pin-track", QT_TRANSLATE_NOOP("Actions", "&Pin or unpin the track"),
        QT_TRANSLATE_NOOP("Actions", "Put the current track above all others, or back to its place"), "Shift+P" },
    { HideTrack, View, "hide-track", QT_TRANSLATE_NOOP("Actions", "&Hide the track"),
        QT_TRANSLATE_NOOP("Actions", "Take the current track away"), "Shift+H" },
    { ShowHiddenTracks, View, "unhide-tracks", QT_TRANSLATE_NOOP("Actions", "&Show hidden tracks"),
        QT_TRANSLATE_NOOP("Actions", "Show every track that was hidden") },
    { MoveTrackUp, View, "move-track-up", QT_TRANSLATE_NOOP("Actions", "Move the track &up"),
        QT_TRANSLATE_NOOP("Actions", "Change places with the track above; dragging its name does the same"), "Alt+Up" },
    { MoveTrackDown, View, "move-track-down", QT_TRANSLATE_NOOP("Actions", "Move the track &down"),
        QT_TRANSLATE_NOOP("Actions", "Change places with the track below; dragging its name does the same"),
        "Alt+Down" },
    { ResetTrackOrder, View, "reset-track-order", QT_TRANSLATE_NOOP("Actions", "Reset track &order"),
        QT_TRANSLATE_NOOP("Actions", "Put every track that was moved back to its place") },

    { MakeRange, Analyse, "make-range", QT_TRANSLATE_NOOP("Actions", "Make the event a &range"),
        QT_TRANSLATE_NOOP("Actions", "Select the time from the first start to the last end of what is selected"), "R" },
    { LimitToRange, Analyse, "limit-to-range", QT_TRANSLATE_NOOP("Actions", "&Limit panels to this range"),
        QT_TRANSLATE_NOOP("Actions", "Every panel counts only the selected range"), "Shift+R", "scope" },
    { ClearScope, Analyse, "clear-scope", QT_TRANSLATE_NOOP("Actions", "Look at the &whole trace"),
        QT_TRANSLATE_NOOP("Actions", "Every panel counts everything that was loaded") },

    { ChooseScope, Analyse, "choose-scope", QT_TRANSLATE_NOOP("Actions", "&Choose ranks, steps, streams…"),
        QT_TRANSLATE_NOOP("Actions", "Limit every panel to some ranks, steps or streams") },
    { GoToDetails, Analyse, "go-to-details", QT_TRANSLATE_NOOP("Actions", "Go to the &details"),
        QT_TRANSLATE_NOOP(
            "Actions", "Put the keyboard on the details of what is selected; again: back to the timeline"),
        "E" },

    { ActionId::Guide, Help, "guide", QT_TRANSLATE_NOOP("Actions", "&Guide"),
        QT_TRANSLATE_NOOP(
            "Actions", "What the timeline, the overlays and each analysis show, and what to do about it") },
    { Shortcuts, Help, "shortcuts", QT_TRANSLATE_NOOP("Actions", "&Keyboard and mouse"),
        QT_TRANSLATE_NOOP("Actions", "Show every key"), "?;F1" },
    { About, Help, "about", QT_TRANSLATE_NOOP("Actions", "&About Kinetoscope"),
        QT_TRANSLATE_NOOP("Actions", "Versions and licence") },
};
// clang-format on
static_assert(std::size(kSpecs) == static_cast<std::size_t>(ActionId::Count_));

void makeExclusive(Actions& actions, std::initializer_list<ActionId> ids)
{
    auto* group = new QActionGroup(&actions);
    for (const ActionId id : ids)
        group->addAction(actions[id]);
}

} // namespace

Actions::Actions(QObject* parent)
    : QObject(parent)
{
    for (const ActionSpec& spec : kSpecs) {
        auto* action = new QAction(QCoreApplication::translate("Actions", spec.text), this);
        action->setObjectName(QString::fromLatin1(spec.name));
        const QString tip = QCoreApplication::translate("Actions", spec.tip);
        action->setStatusTip(tip);
        action->setCheckable(spec.isCheckable);
        m_actions[static_cast<std::size_t>(spec.id)] = action;
        setKeys(spec, shortcutsOf(spec));
    }
    makeExclusive(*this, { ThemeSystem, ThemeLight, ThemeDark });
    makeExclusive(*this, { DensityCompact, DensityNormal, DensityRoomy });
    makeExclusive(*this, { ColourByKind, ColourByName, ColourByStream, ColourByOp, ColourByModule, ColourByDuration });
    m_actions[static_cast<std::size_t>(Quit)]->setMenuRole(QAction::QuitRole);
    m_actions[static_cast<std::size_t>(About)]->setMenuRole(QAction::AboutRole);
    m_actions[static_cast<std::size_t>(Preferences)]->setMenuRole(QAction::PreferencesRole);
    refreshIcons();
}

void Actions::setKeys(const ActionSpec& spec, const QList<QKeySequence>& keys)
{
    QAction* action = (*this)[spec.id];
    action->setShortcuts(keys);
    const QString tip = action->statusTip();
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    action->setToolTip(key.isEmpty() ? tip : tr("%1 (%2)").arg(tip, key));
}

std::span<const ActionSpec> Actions::specs()
{
    return kSpecs;
}

QList<QKeySequence> Actions::shortcutsOf(const ActionSpec& spec)
{
    QList<QKeySequence> keys;
    const QStringList parts = QString::fromLatin1(spec.shortcuts).split(QLatin1Char(';'), Qt::SkipEmptyParts);
    for (const QString& part : parts)
        keys.append(QKeySequence::fromString(part, QKeySequence::PortableText));
    return keys;
}

QString Actions::plainText(const ActionSpec& spec)
{
    QString text = QCoreApplication::translate("Actions", spec.text);
    text.remove(QLatin1Char('&'));
    text.remove(QChar(0x2026));
    return text;
}

void Actions::refreshIcons()
{
    for (const ActionSpec& spec : kSpecs) {
        if (spec.icon[0] != '\0')
            (*this)[spec.id]->setIcon(themedIcon(QString::fromLatin1(spec.icon)));
    }
}

} // namespace kinetoscope

#include "moc_actions.cpp"
