// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/kinds/merge_numbers.h"

#include "core/base/number_text.h"
#include "core/export/write/text_edits.h"

#include <algorithm>
#include <limits>
#include <set>

namespace kinetoscope {

namespace {

/// Devices of a rank: those that have tracks.
std::set<std::int64_t> devicesOf(const Trace& trace)
{
    std::set<std::int64_t> devices;
    for (const Track& track : trace.tracks()) {
        if (track.isDeviceSide() && track.device >= 0)
            devices.insert(track.device);
    }
    return devices;
}

std::string nameOf(std::int64_t rank, const Track& track, std::string_view pid)
{
    const std::string prefix = "rank " + std::to_string(rank) + ": ";
    if (track.isDeviceSide() && track.device >= 0)
        return prefix + "GPU " + std::to_string(track.device);
    if (!track.processName.empty())
        return prefix + track.processName;
    if (pid.empty())
        return prefix + "(no process)";
    return prefix + (wholeNumber(pid) ? "process " : "") + std::string(pid);
}

} // namespace

MergeNumbers::MergeNumbers(const TraceSet& traces, const std::vector<std::size_t>& ranks)
    : m_count(ranks.size())
    , m_devices(ranks.size())
    , m_tokens(ranks.size())
{
    // Devices first: their numbers are pids, too.
    for (std::size_t place = 0; place < ranks.size(); ++place) {
        for (const std::int64_t device : devicesOf(*traces.ranks()[ranks[place]].trace))
            m_devices[place].emplace(device, m_deviceCount++);
    }
    for (const std::size_t position : ranks) {
        for (const Track& track : traces.ranks()[position].trace->tracks()) {
            const auto pid = wholeNumber(traces.ranks()[position].trace->text(track.pid));
            if (pid && *pid < std::numeric_limits<std::int64_t>::max() / 2)
                m_nextPid = std::max(m_nextPid, *pid + 1);
        }
    }
    m_nextPid = std::max(m_nextPid, m_deviceCount);
    for (std::size_t place = 0; place < ranks.size(); ++place)
        addProcesses(traces.ranks()[ranks[place]], place);
}

void MergeNumbers::addProcesses(const RankTrace& rank, std::size_t place)
{
    std::set<std::string> taken;
    for (const auto& tokens : m_tokens) {
        for (const auto& [pid, token] : tokens)
            taken.insert(token);
    }
    for (const Track& track : rank.trace->tracks()) {
        const std::string pid(rank.trace->text(track.pid));
        if (m_tokens[place].contains(pid))
            continue;
        const auto number = wholeNumber(pid);
        const auto device = number ? m_devices[place].find(*number) : m_devices[place].end();
        std::string token;
        if (device != m_devices[place].end())
            token = std::to_string(device->second);
        else if (!number)
            token = jsonString(pid + " (rank " + std::to_string(rank.rank) + ")");
        else if (*number >= m_deviceCount && !taken.contains(std::to_string(*number)))
            token = std::to_string(*number);
        else
            token = std::to_string(m_nextPid++);
        taken.insert(token);
        m_tokens[place].emplace(pid, token);
        m_processes.push_back({ place, pid, token, nameOf(rank.rank, track, pid) });
    }
}

std::int64_t MergeNumbers::device(std::size_t place, std::int64_t device) const
{
    if (device < 0)
        return device;
    const auto it = m_devices[place].find(device);
    return it != m_devices[place].end() ? it->second : m_deviceCount + id(place, device);
}

std::string MergeNumbers::pidToken(std::size_t place, std::string_view pid) const
{
    const auto it = m_tokens[place].find(pid);
    // Only events that nothing draws come from a process without tracks.
    return it != m_tokens[place].end() ? it->second : jsonString(std::string(pid) + " (" + std::to_string(place) + ')');
}

std::int64_t MergeNumbers::id(std::size_t place, std::int64_t id) const
{
    const auto count = static_cast<std::int64_t>(m_count);
    const bool fits = id >= 0 && id < std::numeric_limits<std::int64_t>::max() / count - 1;
    return fits ? id * count + static_cast<std::int64_t>(place) : id;
}

} // namespace kinetoscope
