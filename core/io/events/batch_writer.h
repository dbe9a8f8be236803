// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/string_pool.h"
#include "core/io/events/argument_keeper.h"
#include "core/io/events/raw_event.h"
#include "core/model/event_batch.h"
#include "core/model/import_report.h"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace kinetoscope {

struct LoadLimits;

/// Phases whose `id` says what belongs together; the link column of the others holds a correlation.
[[nodiscard]] constexpr bool usesIdText(char phase)
{
    switch (phase) {
    case 's':
    case 't':
    case 'f':
    case 'b':
    case 'n':
    case 'e':
    case 'C':
    case 'S':
    case 'T':
    case 'p':
    case 'F':
    case 'N':
    case 'O':
    case 'D':
        return true;
    default:
        return false;
    }
}

/// The events of one block with ids of their own: independent of every other block, so that workers share nothing.
struct ParsedBatch {
    /// What is kept of one event's arguments (CommonArguments).
    struct KeptText {
        std::uint32_t row = 0;
        StringId text; ///< in `keptTexts`; invalid: only in the file
    };
    struct KeptSequence {
        std::uint32_t row = 0;
        std::int64_t sequence = 0;
    };
    EventBatch events;
    StringPool strings;
    std::vector<StringId> categories { StringId { 0u } }; ///< by CategoryId; 0 is the missing one
    std::vector<EventPlace> places;
    std::vector<KeptText> kept;            ///< by row, ascending
    std::vector<KeptSequence> sequences;   ///< by row, ascending
    std::unique_ptr<StringPool> keptTexts; ///< null where `kept` holds no text
    bool hasShapes = false;                ///< an event of `kept` has them, whether its text is there or not
    ImportReport report; ///< problems, repaired, dropped, hasFractionalTimes; counts of events are not set here
};

/// Turns RawEvents into rows of a ParsedBatch: interns texts, resolves the place, keeps wanted arguments.
class BatchWriter {
public:
    explicit BatchWriter(const LoadLimits& limits)
        : m_limits(&limits)
    {
    }

    /// Starts a batch. Offsets given later count from `textBase` in the inflated text and must stay below textBase + 4
    /// GiB.
    void begin(std::uint64_t textBase, std::size_t expectedEvents);
    /// Appends a row for an event: also for one that lacks its time, category or place, which its flags then say. Its
    /// texts are copied; one that is too long is cut and counted as repaired. Amortised O(bytes of the event).
    /// @param offset  of the event in the inflated text, bytes.
    void addEvent(const RawEvent& event, std::uint64_t offset);
    /// An element that is no object. Offsets as of addEvent.
    void addNonObject(std::uint64_t offset);
    /// An element that was lost to damage.
    void addLost(std::uint64_t offset);

    /// Of the batch that is being made: who reads the block notes its problems here, too.
    [[nodiscard]] ImportReport& report() { return m_batch.report; }
    /// Rows since begin().
    [[nodiscard]] std::size_t size() const { return m_batch.events.size(); }
    /// Ends the batch; columns are trimmed to what they hold.
    [[nodiscard]] ParsedBatch take();

private:
    struct CategoryFacts {
        CategoryId id = 0;
        bool deviceSide = false;
        bool isLaunchSide = false; ///< calls and device work: what correlations join
        bool isGpuWork = false;
    };
    void addRow(Timestamp ts, char phase, std::uint64_t offset);
    CategoryFacts categoryOf(std::string_view text);
    StringId internText(std::string_view text, std::uint64_t offset);
    std::uint32_t placeOf(const RawEvent& event, bool deviceSide);
    void addLink(std::int64_t value);
    void addArguments(const RawEvent& event, const CategoryFacts& category, std::uint32_t row);
    void keepArguments(const RawEvent& event, std::uint32_t row);
    void addCounters(std::string_view args, std::uint32_t row, std::uint64_t offset);
    void addMetadata(std::string_view args, std::uint32_t row);

    const LoadLimits* m_limits;
    ParsedBatch m_batch;
    ArgumentKeeper m_keeper;
    std::string m_lastCategory;
    CategoryFacts m_lastCategoryFacts;
    std::unordered_map<std::uint32_t, CategoryFacts> m_categoryByString;
    std::string m_lastPid;
    std::string m_lastTid;
    StringId m_lastPidId;
    StringId m_lastTidId;
    EventPlace m_lastPlace;
    std::uint32_t m_lastPlaceIndex = 0;
    std::vector<std::uint32_t> m_placeOfSeries; ///< by StringId: where its last counter value stands
    std::unordered_map<EventPlace, std::uint32_t, EventPlaceHash> m_placeIndex;
};

} // namespace kinetoscope
