// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/events/argument_keeper.h"

#include "core/base/decimal.h"
#include "core/io/json/argument_scan.h"

#include <algorithm>
#include <array>

namespace kinetoscope {

namespace {

constexpr std::array<std::string_view, RawEvent::kInputLists> kInputKeys { "Input Dims", "Input type", "Input Strides",
    "Concrete Inputs" };
constexpr std::string_view kSequenceKey = "Seq";
constexpr std::array<std::string_view, 14> kCollectiveKeys { kSequenceKey, "Collective name", "Process Group Name",
    "Process Group Description", "Process Group Ranks", "Group size", "Global rank start", "Global rank stride",
    "Comms Id", "In msg nelems", "Out msg nelems", "dtype", "Dst Rank", "Src Rank" };
/// Bit n: one of them has n bytes.
constexpr std::uint32_t kCollectiveKeySizes = [] {
    std::uint32_t sizes = 0;
    for (const std::string_view key : kCollectiveKeys)
        sizes |= 1U << key.size();
    return sizes;
}();
constexpr std::string_view kOpening = "{\"args\":{";

} // namespace

std::optional<std::size_t> inputListOf(std::string_view key)
{
    switch (key.size()) {
    case 10:
        if (key == "Input Dims" || key == "Input dims") // 2020 and 2021 wrote it so
            return 0;
        return key == "Input type" || key == "Input Type" ? std::optional<std::size_t>(1) : std::nullopt;
    case 13:
        return key == "Input Strides" || key == "Input strides" ? std::optional<std::size_t>(2) : std::nullopt;
    case 15:
        return key == "Concrete Inputs" ? std::optional<std::size_t>(3) : std::nullopt;
    default:
        return std::nullopt;
    }
}

bool isCollectiveFact(std::string_view key)
{
    // By size first: this is asked of each argument of each event.
    return key.size() < 32 && ((kCollectiveKeySizes >> key.size()) & 1U) != 0
        && std::ranges::find(kCollectiveKeys, key) != kCollectiveKeys.end();
}

void ArgumentKeeper::add(std::string_view key, std::string_view value)
{
    if (m_text.size() > kOpening.size())
        m_text += ',';
    m_text += '"';
    m_text += key;
    m_text += "\":";
    m_text += value;
}

ArgumentKeeper::Found ArgumentKeeper::take(const RawEvent& event)
{
    const bool isOfCollective =
        event.hasCollectiveFacts || event.has(Field::CollectiveName) || event.has(Field::ProcessGroup);
    if (!event.hasInputs && !isOfCollective)
        return Found::Nothing;
    if (!event.isScanned)
        return Found::Unread;
    m_text = kOpening;
    m_sequence.reset();
    if (event.hasInputs) {
        for (std::size_t i = 0; i < kInputKeys.size(); ++i) {
            if (!event.inputs[i].empty())
                add(kInputKeys[i], event.inputs[i]);
        }
    }
    if (isOfCollective) {
        MemberScan scan(event.argsText);
        for (RawMember member; scan.next(member);) {
            if (member.key == kSequenceKey) {
                const DecimalInteger number = parseInteger(member.value);
                m_sequence = number.isValid ? std::optional(number.value) : std::nullopt;
                if (!number.isValid)
                    return Found::Unread;
            } else if (std::ranges::find(kCollectiveKeys, member.key) != kCollectiveKeys.end()) {
                add(member.key, member.value);
            }
        }
    }
    m_text += "}}";
    return Found::Text;
}

} // namespace kinetoscope
