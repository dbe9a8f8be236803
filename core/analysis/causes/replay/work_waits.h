// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/work/predecessors.h"
#include "core/base/nanoseconds.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kinetoscope {

/// What a piece of work waited for, and how long after that it started. 8 bytes, since there are two for nearly all
/// work: of half a second or more it says where Recording::lagOf() finds it.
class Wait {
public:
    /// @param lag  ns, as recorded; at least 0.
    Wait(DependencyKind kind, WorkNumber awaited, Nanoseconds lag)
        : work(awaited)
        , m_kindAndLag(static_cast<std::uint32_t>(kind) << kLagBits)
    {
        m_kindAndLag |=
            lag < Nanoseconds { kUsual } ? static_cast<std::uint32_t>(std::max(lag, Nanoseconds { 0 })) : kRecorded;
    }
    WorkNumber work;
    [[nodiscard]] DependencyKind kind() const { return static_cast<DependencyKind>(m_kindAndLag >> kLagBits); }
    [[nodiscard]] bool isShort() const { return (m_kindAndLag & kLagMask) < kUsual; }
    /// Its lag. Only of one that isShort().
    [[nodiscard]] Nanoseconds shortLag() const { return Nanoseconds { m_kindAndLag & kLagMask }; }
    /// Whether its lag is what is usual for its kind; else, if it is not short, that of the recording.
    [[nodiscard]] bool isUsual() const { return (m_kindAndLag & kLagMask) == kUsual; }
    /// In place of a longer one. @param usual  for its kind; at least 0.
    void setUsual(Nanoseconds usual)
    {
        m_kindAndLag =
            (m_kindAndLag & ~kLagMask) | (usual < Nanoseconds { kUsual } ? static_cast<std::uint32_t>(usual) : kUsual);
    }
    bool operator==(const Wait&) const = default;

private:
    static constexpr unsigned kLagBits = 29;
    static constexpr std::uint32_t kLagMask = (1U << kLagBits) - 1;
    static constexpr std::uint32_t kRecorded = kLagMask;
    static constexpr std::uint32_t kUsual = kLagMask - 1;
    std::uint32_t m_kindAndLag;
};

/// What one piece of work waits for, in the order in which it was found. Of a recording that is not changed meanwhile.
class WaitsOfWork {
public:
    explicit WaitsOfWork(std::span<const Wait> listed)
        : m_listed(listed.data())
        , m_count(listed.size())
    {
    }
    WaitsOfWork(const Wait& stream, const Wait& launch)
        : m_stream(stream)
        , m_launch(launch)
        , m_count(2)
    {
    }
    [[nodiscard]] std::size_t size() const { return m_count; }
    [[nodiscard]] bool empty() const { return m_count == 0; }
    [[nodiscard]] Wait operator[](std::size_t position) const
    {
        if (m_listed != nullptr)
            return m_listed[position];
        return position == 0 ? m_stream : m_launch;
    }
    [[nodiscard]] Wait front() const { return (*this)[0]; }

private:
    const Wait* m_listed = nullptr; ///< null: these two
    Wait m_stream { DependencyKind::None, kNoWork, 0 };
    Wait m_launch { DependencyKind::None, kNoWork, 0 };
    std::size_t m_count = 0;
};

/// The waits of all work, in parts of as many pieces of work, so that threads can put them in at once. Nearly all work
/// is usual: it waits for work shortly before it on its stream, and for its launch, which hands it over between two
/// operations, and started less than half a second after both. That takes 9 bytes; of others they are listed.
class WorkWaits {
public:
    WorkWaits() = default;
    /// Of none yet: put() has to be called for each.
    explicit WorkWaits(std::size_t works)
        : m_parts((works + kWorksOfPart - 1) / kWorksOfPart)
        , m_heads(works)
        , m_back(works)
    {
    }
    [[nodiscard]] std::size_t partCount() const { return m_parts.size(); }
    /// The work of a part, from the first on up to the second.
    [[nodiscard]] std::pair<WorkNumber, WorkNumber> worksOf(std::size_t part) const
    {
        return { static_cast<WorkNumber>(part * kWorksOfPart),
            static_cast<WorkNumber>(std::min((part + 1) * kWorksOfPart, m_heads.size())) };
    }
    [[nodiscard]] WaitsOfWork of(WorkNumber work) const
    {
        const Head& head = m_heads[work];
        if (isUsual(work))
            return { Wait(DependencyKind::Stream, work - m_back[work], Nanoseconds { head.first }),
                Wait(DependencyKind::Launch, kNoWork, Nanoseconds { head.second }) };
        return WaitsOfWork(std::span(m_parts[work / kWorksOfPart]).subspan(head.first, head.second - head.first));
    }
    /// Whether the first is for work on its stream.
    [[nodiscard]] bool followsStream(WorkNumber work) const
    {
        return isUsual(work) || (!of(work).empty() && of(work).front().kind() == DependencyKind::Stream);
    }
    /// What it waits for where isUsual(), and the lags.
    struct Usual {
        WorkNumber before = kNoWork;
        Nanoseconds behindWork = 0;
        Nanoseconds behindLaunch = 0;
    };
    [[nodiscard]] bool isUsual(WorkNumber work) const { return m_back[work] != 0; }
    [[nodiscard]] Usual usualOf(WorkNumber work) const
    {
        const Head& head = m_heads[work];
        return { work - m_back[work], Nanoseconds { head.first }, Nanoseconds { head.second } };
    }
    /// Once for each piece of work, in the order of those of its part.
    /// @param isBetween  it is handed over between two operations.
    void put(WorkNumber work, std::span<const Wait> waits, bool isBetween)
    {
        if (isBetween && waits.size() == 2 && waits[0].kind() == DependencyKind::Stream
            && waits[1].kind() == DependencyKind::Launch && waits[0].isShort() && waits[1].isShort()
            && waits[0].work < work && work - waits[0].work <= kFarthest) {
            m_back[work] = static_cast<std::uint8_t>(work - waits[0].work);
            m_heads[work] = { static_cast<std::uint32_t>(waits[0].shortLag()),
                static_cast<std::uint32_t>(waits[1].shortLag()) };
            return;
        }
        list(work, waits);
    }
    /// The lag of one of its waits becomes what is usual; see Wait::setUsual().
    void setUsual(WorkNumber work, std::size_t position, Nanoseconds usual)
    {
        if (isUsual(work)) {
            Wait changed = of(work)[position];
            changed.setUsual(usual);
            if (changed.isShort()) {
                (position == 0 ? m_heads[work].first : m_heads[work].second) =
                    static_cast<std::uint32_t>(changed.shortLag());
                return;
            }
            const std::array both { of(work)[0], of(work)[1] };
            m_back[work] = 0;
            list(work, both);
        }
        m_parts[work / kWorksOfPart][m_heads[work].first + position].setUsual(usual);
    }
    bool operator==(const WorkWaits&) const = default;

private:
    void list(WorkNumber work, std::span<const Wait> waits)
    {
        std::vector<Wait>& listed = m_parts[work / kWorksOfPart];
        const auto first = static_cast<std::uint32_t>(listed.size());
        listed.insert(listed.end(), waits.begin(), waits.end());
        m_heads[work] = { first, static_cast<std::uint32_t>(listed.size()) };
    }
    static constexpr std::size_t kWorksOfPart = 4096;
    static constexpr WorkNumber kFarthest = UINT8_MAX;
    /// Of usual work how long after its stream and its launch it started, ns; else where its waits begin and end in its
    /// part.
    struct Head {
        std::uint32_t first = 0;
        std::uint32_t second = 0;
        bool operator==(const Head&) const = default;
    };
    std::vector<std::vector<Wait>> m_parts; ///< those that are listed
    std::vector<Head> m_heads;              ///< by work
    std::vector<std::uint8_t> m_back;       ///< by work: how far before it that lies that it waits for; 0: not usual
};

} // namespace kinetoscope
