// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/load_job.h"

#include <QObject>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

class ViewState;

/// Loads the traces of single ranks of the open job, one after the other, off the GUI thread. Where a trace does not
/// fit the memory limit beside the others, those that were loaded first are given up before it is read. Each step puts
/// another set into the view state, whose ranks have the same positions. GUI thread only.
class RankLoader : public QObject {
    Q_OBJECT
public:
    /// `state` is not owned and outlives this.
    explicit RankLoader(ViewState& state, QObject* parent = nullptr);

    void setLimits(const LoadLimits& limits) { m_job.setLimits(limits); }
    /// What is done with each new set (its ranks are on the clocks of the files), on the worker's thread; nothing at
    /// first.
    using AfterLoad =
        std::function<Result<std::shared_ptr<const TraceSet>>(std::shared_ptr<const TraceSet>, const Progress&)>;
    void setAfterLoad(AfterLoad after) { m_after = std::move(after); }
    /// Another job is open: what is being loaded was of the one before.
    void forget();
    /// Loads the trace of a rank; nothing for one that is loaded. @param position  in TraceSet::ranks().
    void load(std::uint32_t position);
    /// The same from another place: it was moved. Other traces that are not loaded and lay in the same folder are
    /// looked for in the new one from now on.
    void loadFrom(std::uint32_t position, const std::string& path);
    /// Gives up what is being loaded and what waits for it.
    void cancel();
    /// The rank that is being loaded.
    [[nodiscard]] std::optional<std::uint32_t> current() const { return m_current; }

signals:
    void started(std::uint32_t position);
    void progressed(quint64 done, quint64 total); ///< bytes
    /// The view state has the job with this rank's trace.
    void loaded(std::uint32_t position);
    void failed(std::uint32_t position, const kinetoscope::Error& error);
    void cancelled();
    /// The job's clock begins elsewhere: what was at t is at t + later.
    void clockMoved(kinetoscope::Nanoseconds later);

private:
    enum class Stage { MakeRoom, Read };

    void startNext();
    void read();
    void take(const std::shared_ptr<const TraceSet>& traces);
    void replace(const std::shared_ptr<const TraceSet>& traces);

    ViewState& m_state;
    LoadJob m_job;
    AfterLoad m_after;
    Stage m_stage = Stage::MakeRoom;
    std::optional<std::uint32_t> m_current;
    std::deque<std::uint32_t> m_waiting;
    std::vector<std::size_t> m_oldestFirst; ///< positions of loaded ranks
};

} // namespace kinetoscope
