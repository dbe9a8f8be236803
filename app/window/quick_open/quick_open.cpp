// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/quick_open/quick_open.h"

#include "app/window/quick_open/picker_model.h"
#include "app/window/quick_open/picker_popup.h"
#include "app/window/settings.h"
#include "core/base/ids.h"
#include "core/base/sort_stably.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/timeline/timeline_scene.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace kinetoscope {

namespace {

/// A command that a menu offers.
struct Command {
    QPointer<QAction> action;
    PickerItem item;
};

/// A menu's text without the sign for its underlined letter and without the dots of a dialog.
QString withoutMnemonic(QString text)
{
    const QChar kept(0xFFFC); // stands for a real ampersand meanwhile
    text.replace(QStringLiteral("&&"), kept);
    text.remove(QLatin1Char('&'));
    text.replace(kept, QLatin1Char('&'));
    text.remove(QChar(0x2026));
    return text;
}

/// What people call what an analysis tells, beside its name and its question. By id of the analysis.
QString otherWords(const QString& analysisId)
{
    static const std::map<QString, QString> words {
        { QStringLiteral("efficiency"), QStringLiteral("MFU FLOPS roofline tensor cores") },
        { QStringLiteral("idle-causes"), QStringLiteral("bubbles gaps stalls") },
        { QStringLiteral("kernel-breakdown"), QStringLiteral("top kernels") },
        { QStringLiteral("memory-timeline"), QStringLiteral("OOM leak allocations peak") },
        { QStringLiteral("operators"), QStringLiteral("layers modules nn.Module key_averages") },
        { QStringLiteral("trace-diff"), QStringLiteral("before after compare regression") },
        { QStringLiteral("wait-causes"), QStringLiteral("slow rank late straggler") },
        { QStringLiteral("waterfall"), QStringLiteral("slow step before after compare regression") },
        { QStringLiteral("what-if"), QStringLiteral("CUDA graphs speedup simulate") },
    };
    const auto found = words.find(analysisId);
    return found == words.end() ? QString() : found->second;
}

PickerItem itemOf(const QAction& action, const QString& path)
{
    PickerItem item { .text = withoutMnemonic(action.text()),
        .place = path,
        .right = action.shortcut().toString(QKeySequence::NativeText),
        .tip = action.statusTip(),
        .isEnabled = action.isEnabled(),
        .isMarked = action.isCheckable() && action.isChecked() };
    if (action.objectName().startsWith(QLatin1String("show-"))) {
        item.text = QCoreApplication::translate("CommandList", "Show: %1").arg(item.text);
        item.place = item.tip; // the question says more than the menu
        // The name on the command line, which findings and documents use: "cupti-counters".
        item.words = action.objectName().sliced(5);
        if (const QString others = otherWords(item.words); !others.isEmpty())
            item.words += QLatin1Char(' ') + others;
    } else if (action.objectName().startsWith(QLatin1String("overlay-"))) {
        // Several have the name of a panel, which comes first.
        item.text = QCoreApplication::translate("CommandList", "Overlay: %1").arg(item.text);
    }
    return item;
}

void addCommands(const QList<QAction*>& actions, const QString& path, std::vector<Command>& commands)
{
    for (QAction* action : actions) {
        if (action->isSeparator() || !action->isVisible())
            continue;
        if (const QMenu* menu = action->menu()) {
            const QString name = withoutMnemonic(action->text());
            addCommands(
                menu->actions(), path.isEmpty() ? name : QStringLiteral("%1 \u203a %2").arg(path, name), commands);
        } else {
            commands.push_back({ action, itemOf(*action, path) });
        }
    }
}

/// Every command of the menus in their order, submenus included, with the path of menus that leads there. An entry that
/// brings an analysis to the front reads "Show: Idle time". Those named in `recentIds` (object names) come first, in
/// that order. Menus that are filled only when they are opened must have been filled.
std::vector<Command> commandsOf(const QMenuBar& menus, const QStringList& recentIds)
{
    std::vector<Command> commands;
    addCommands(menus.actions(), {}, commands);
    const auto age = [&recentIds](const Command& command) {
        const qsizetype at = recentIds.indexOf(command.action->objectName());
        return at < 0 || command.action->objectName().isEmpty() ? recentIds.size() : at;
    };
    sortStably(commands, {}, age);
    return commands;
}

/// A track of the timeline, folded away or not.
struct TrackEntry {
    std::uint32_t rank = 0; ///< position in TraceSet::ranks()
    TrackId track;
    PickerItem item; ///< name, rank and process or device, number of events
};

QString eventsText(const Track& track)
{
    const std::uint32_t events = track.kind == TrackKind::Counter ? track.sampleCount : track.sliceCount;
    return events == 1 ? QCoreApplication::translate("TrackList", "1 event")
                       : QCoreApplication::translate("TrackList", "%1 events").arg(countText(events));
}

/// Every track of the open job in the order of the timeline. Empty without a job.
std::vector<TrackEntry> tracksOf(const TimelineScene& scene)
{
    std::vector<TrackEntry> entries;
    const TimelineTree& tree = scene.tree();
    for (std::uint32_t rank = 0; rank < tree.ranks.size(); ++rank) {
        const Trace& trace = *scene.traces()->ranks()[rank].trace;
        const QString rankTitle = displayText(tree.ranks[rank].title);
        for (const TreeGroup& group : tree.ranks[rank].groups) {
            const QString place = QStringLiteral("%1 \u203a %2").arg(rankTitle, displayText(group.title));
            for (const TreeTrack& track : group.tracks) {
                TrackEntry entry { rank, track.track, {} };
                entry.item.text = scene.trackTitle(rank, track.track);
                entry.item.place = place;
                entry.item.right = eventsText(trace.track(track.track));
                entries.push_back(std::move(entry));
            }
        }
    }
    return entries;
}

} // namespace

QuickOpen::QuickOpen(QMainWindow* window, TimelineView* timeline, Settings& settings)
    : QObject(window)
    , m_window(window)
    , m_timeline(timeline)
    , m_settings(settings)
    , m_popup(new PickerPopup(window))
{
}

void QuickOpen::toggleCommands()
{
    PickerPopup::Request request;
    request.title = tr("Commands");
    if (m_popup->isVisible() && m_popup->title() == request.title) {
        m_popup->dismiss();
        return;
    }
    emit commandsNeeded();
    auto commands =
        std::make_shared<std::vector<Command>>(commandsOf(*m_window->menuBar(), m_settings.recentCommands()));
    request.placeholder = tr("Type a few letters of a command, a panel or a recent file");
    request.nothingFits = tr("No command has these letters.");
    for (const Command& command : *commands)
        request.items.push_back(command.item);
    request.pick = [this, commands](std::size_t at) {
        QAction* action = (*commands)[at].action;
        if (!action)
            return; // its menu was filled anew meanwhile
        if (!action->objectName().isEmpty())
            m_settings.addRecentCommand(action->objectName());
        action->trigger();
    };
    m_popup->open(std::move(request));
}

void QuickOpen::toggleTracks()
{
    PickerPopup::Request request;
    request.title = tr("Tracks");
    if (m_popup->isVisible() && m_popup->title() == request.title) {
        m_popup->dismiss();
        return;
    }
    auto tracks = std::make_shared<std::vector<TrackEntry>>(tracksOf(m_timeline->scene()));
    request.placeholder = tr("Type a few letters of a track, its process or device, its rank");
    request.nothingFits = tracks->empty() ? tr("No trace is open.") : tr("No track has these letters.");
    for (const TrackEntry& track : *tracks)
        request.items.push_back(track.item);
    request.pick = [this, tracks](std::size_t at) {
        m_timeline->setFocus();
        m_timeline->reveal().showTrack((*tracks)[at].rank, (*tracks)[at].track);
    };
    m_popup->open(std::move(request));
}

} // namespace kinetoscope

#include "moc_quick_open.cpp"
