// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

#include <array>
#include <cstddef>
#include <span>

class QAction;

namespace kinetoscope {

enum class ActionId {
    OpenFiles,
    OpenFolder,
    OpenSample,
    ClearRecent,
    Reload,
    CloseTrace,
    SaveSession,
    SaveSessionAs,
    SavePicture,
    ExportTrace,
    ExportReport,
    Quit,
    CopyDetails,
    CopyJson,
    ClearSelection,
    Search,
    SearchNext,
    SearchPrevious,
    FindTrack,
    FilterTracks,
    Commands,
    ImportReport,
    Preferences,
    ZoomIn,
    ZoomOut,
    FitAll,
    FitSelection,
    GoToTime,
    NextPlace,
    PreviousPlace,
    NextLink,
    PreviousLink,
    ViewBack,
    ViewForward,
    MarkHere,
    MarkWithNote,
    EditMark,
    RemoveMark,
    RemoveMarks,
    ToggleBottom,
    FullScreen,
    ResetLayout,
    ThemeSystem,
    ThemeLight,
    ThemeDark,
    DensityCompact,
    DensityNormal,
    DensityRoomy,
    InterfaceLarger,
    InterfaceSmaller,
    InterfaceReset,
    ColourByKind,
    ColourByName,
    ColourByStream,
    ColourByOp,
    ColourByModule,
    ColourByDuration,
    PythonFrames,
    AlignClocks,
    ExpandAll,
    CollapseAll,
    PinTrack,
    HideTrack,
    ShowHiddenTracks,
    MoveTrackUp,
    MoveTrackDown,
    ResetTrackOrder,
    MakeRange,
    LimitToRange,
    ClearScope,
    ChooseScope,
    GoToDetails,
    Guide,
    Shortcuts,
    About,
    Count_,
};

/// Where the shortcut sheet lists an action.
enum class ActionGroup { File, Edit, View, Analyse, Help };

/// One row of the table of actions. Texts are English sources for translation in the context "Actions".
struct ActionSpec {
    ActionId id;
    ActionGroup group;
    const char* name;           ///< stable, kebab-case; the QAction's object name
    const char* text;           ///< menu text with mnemonic
    const char* tip;            ///< one sentence for status bar and tooltip
    const char* shortcuts = ""; ///< portable key sequences, `;` between alternatives; "" for none
    const char* icon = "";      ///< name for themedIcon; "" for none
    bool isCheckable = false;
};

/// Every action of the window in one table, and the QActions made from it. Menus, toolbar, shortcut sheet and tests
/// take them from here. GUI thread only.
class Actions : public QObject {
    Q_OBJECT
public:
    explicit Actions(QObject* parent = nullptr);

    [[nodiscard]] static std::span<const ActionSpec> specs(); ///< in the order of ActionId
    [[nodiscard]] static QList<QKeySequence> shortcutsOf(const ActionSpec& spec);
    [[nodiscard]] static QString plainText(const ActionSpec& spec); ///< translated, without mnemonic and ellipsis

    /// Gives an action other keys than those of the table; none is fine.
    void setKeys(const ActionSpec& spec, const QList<QKeySequence>& keys);

    [[nodiscard]] QAction* operator[](ActionId id) const { return m_actions[static_cast<std::size_t>(id)]; }
    /// Draws the icons again in the present palette's text colour.
    void refreshIcons();

private:
    std::array<QAction*, static_cast<std::size_t>(ActionId::Count_)> m_actions {};
};

} // namespace kinetoscope
