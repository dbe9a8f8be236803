// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder/launch_links.h"

#include <algorithm>

namespace kinetoscope::builder {

namespace {

struct Mark {
    std::int64_t correlation = 0;
    std::uint32_t row = 0;
};

void sortByCorrelation(std::vector<Mark>& marks)
{
    const auto less = [](const Mark& a, const Mark& b) {
        return a.correlation != b.correlation ? a.correlation < b.correlation : a.row < b.row;
    };
    if (!std::is_sorted(marks.begin(), marks.end(), less))
        std::sort(marks.begin(), marks.end(), less);
}

/// The marks of one correlation, walked in step with ascending correlations.
class Group {
public:
    explicit Group(const std::vector<Mark>& marks)
        : m_marks(marks)
    {
    }
    std::span<const Mark> of(std::int64_t correlation)
    {
        while (m_next < m_marks.size() && m_marks[m_next].correlation < correlation)
            ++m_next;
        const std::size_t first = m_next;
        while (m_next < m_marks.size() && m_marks[m_next].correlation == correlation)
            ++m_next;
        return std::span(m_marks).subspan(first, m_next - first);
    }

private:
    const std::vector<Mark>& m_marks;
    std::size_t m_next = 0;
};

class Linker {
public:
    explicit Linker(SliceTable& slices)
        : m_slices(slices)
    {
    }

    std::vector<LaunchTable::Link> run()
    {
        collect();
        Group works(m_work);
        Group others(m_otherDevice);
        Group calls(m_calls);
        Group hosts(m_otherHost);
        std::size_t w = 0;
        std::size_t d = 0;
        while (w < m_work.size() || d < m_otherDevice.size()) {
            const std::int64_t id = d == m_otherDevice.size()
                    || (w < m_work.size() && m_work[w].correlation <= m_otherDevice[d].correlation)
                ? m_work[w].correlation
                : m_otherDevice[d].correlation;
            const auto work = works.of(id);
            const auto other = others.of(id);
            const auto call = calls.of(id);
            const auto host = hosts.of(id);
            w += work.size();
            d += other.size();
            join(id, call.empty() ? host : call, work, other);
        }
        return std::move(m_links);
    }

private:
    void collect()
    {
        for (std::uint32_t row = 0; row < m_slices.size(); ++row) {
            const std::int64_t correlation = m_slices.correlation(SliceId { row });
            if (correlation < 0)
                continue;
            const EventKind kind = m_slices.kind[row];
            auto& marks = isGpuWork(kind) ? m_work
                : isDeviceSide(kind)      ? m_otherDevice
                : isApiCall(kind)         ? m_calls
                                          : m_otherHost;
            marks.push_back({ correlation, row });
        }
        sortByCorrelation(m_work);
        sortByCorrelation(m_otherDevice);
        sortByCorrelation(m_calls);
        sortByCorrelation(m_otherHost);
    }

    void join(std::int64_t id, std::span<const Mark> hosts, std::span<const Mark> work, std::span<const Mark> other)
    {
        if (hosts.empty() || (id == 0 && (hosts.size() != 1 || work.size() != 1)))
            return;
        const auto later = [this](const Mark& a, const Mark& b) {
            return m_slices.eventIndex[a.row] < m_slices.eventIndex[b.row];
        };
        const SliceId launch { std::max_element(hosts.begin(), hosts.end(), later)->row };
        const auto earlier = [this](const Mark& a, const Mark& b) {
            return m_slices.start[a.row] < m_slices.start[b.row];
        };
        for (const Mark& mark : work) {
            m_slices.partner[mark.row] = launch;
            m_links.push_back({ launch, SliceId { mark.row } });
        }
        for (const Mark& mark : other)
            m_slices.partner[mark.row] = launch;
        const auto& first = work.empty() ? other : work;
        m_slices.partner[launch.index()] = SliceId { std::min_element(first.begin(), first.end(), earlier)->row };
    }

    SliceTable& m_slices;
    std::vector<Mark> m_work;
    std::vector<Mark> m_otherDevice;
    std::vector<Mark> m_calls;
    std::vector<Mark> m_otherHost;
    std::vector<LaunchTable::Link> m_links;
};

} // namespace

void linkLaunches(BuildState& state)
{
    SliceTable& slices = state.data.slices;
    slices.partner.assign(slices.size(), SliceId {});
    state.data.launches = LaunchTable(Linker(slices).run());
}

} // namespace kinetoscope::builder
