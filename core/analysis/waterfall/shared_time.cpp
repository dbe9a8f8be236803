// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/waterfall/shared_time.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace kinetoscope {

namespace {

/// Sums of a growing row of numbers (Fenwick).
class PrefixSums {
public:
    explicit PrefixSums(std::size_t size)
        : m_sums(size + 1, 0)
    {
    }
    void add(std::size_t place, Nanoseconds value)
    {
        for (std::size_t i = place + 1; i < m_sums.size(); i += i & (~i + 1))
            m_sums[i] += value;
    }
    /// Of the places below `end`.
    [[nodiscard]] Nanoseconds before(std::size_t end) const
    {
        Nanoseconds sum = 0;
        for (std::size_t i = end; i > 0; i -= i & (~i + 1))
            sum += m_sums[i];
        return sum;
    }
    /// The first place up to which, with it, the sum is `wanted`; for numbers that are not negative.
    [[nodiscard]] std::size_t placeOf(Nanoseconds wanted) const
    {
        std::size_t place = 0;
        for (std::size_t step = std::bit_floor(m_sums.size()); step > 0; step /= 2) {
            if (place + step < m_sums.size() && m_sums[place + step] < wanted) {
                place += step;
                wanted -= m_sums[place];
            }
        }
        return place;
    }

private:
    std::vector<Nanoseconds> m_sums;
};

/// Those of one layer that run, by their place among all of the layer.
class Layer {
public:
    Layer(std::size_t first, std::size_t count)
        : m_first(first)
        , m_running(count)
        , m_extra(count + 1)
    {
    }

    [[nodiscard]] bool isRunning() const { return m_count > 0; }
    void share(Nanoseconds length)
    {
        const Nanoseconds rest = length % m_count;
        m_each += length / m_count;
        if (rest == 0)
            return;
        m_extra.add(0, 1); // a nanosecond for all up to the last that gets one
        m_extra.add(m_running.placeOf(rest) + 1, -1);
    }
    void start(std::vector<SharingWork>& works, std::size_t work)
    {
        works[work].time = -received(work);
        m_running.add(work - m_first, 1);
        ++m_count;
    }
    void end(std::vector<SharingWork>& works, std::size_t work)
    {
        works[work].time += received(work);
        m_running.add(work - m_first, -1);
        --m_count;
    }

private:
    /// What a work that had run all the time would have.
    [[nodiscard]] Nanoseconds received(std::size_t work) const { return m_each + m_extra.before(work - m_first + 1); }

    std::size_t m_first;
    PrefixSums m_running;
    PrefixSums m_extra; ///< differences of neighbours
    Nanoseconds m_each = 0;
    Nanoseconds m_count = 0;
};

} // namespace

void shareTime(std::vector<SharingWork>& works, TimeRange window, std::size_t layers, const Progress& progress)
{
    std::ranges::sort(works, {}, [](const SharingWork& a) { return std::tie(a.layer, a.range.begin, a.order); });
    std::vector<Layer> running;
    std::size_t first = 0;
    for (std::size_t layer = 0; layer < layers; ++layer) {
        std::size_t end = first;
        while (end < works.size() && works[end].layer == layer)
            ++end;
        running.emplace_back(first, end - first);
        first = end;
    }
    struct Edge {
        Timestamp time = 0;
        bool isStart = false;
        std::size_t work = 0;
    };
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < works.size(); ++i) {
        const TimeRange range = works[i].range.clippedTo(window);
        if (range.isEmpty())
            continue;
        edges.push_back({ range.begin, true, i });
        edges.push_back({ range.end, false, i });
    }
    std::ranges::sort(edges, {}, &Edge::time);
    StopCheck check(progress);
    for (std::size_t i = 0; i < edges.size(); ++i) {
        if (check.after(8))
            return;
        if (i > 0 && edges[i].time > edges[i - 1].time) {
            const auto layer = std::ranges::find_if(running, &Layer::isRunning);
            if (layer != running.end())
                layer->share(edges[i].time - edges[i - 1].time);
        }
        Layer& own = running[works[edges[i].work].layer];
        if (edges[i].isStart)
            own.start(works, edges[i].work);
        else
            own.end(works, edges[i].work);
    }
}

} // namespace kinetoscope
