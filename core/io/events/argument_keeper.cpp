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

void ArgumentKeeper::addInputs(const Inputs& inputs)
{
    for (std::size_t i = 0; i < kInputKeys.size(); ++i) {
        if (!inputs[i].empty())
            add(kInputKeys[i], inputs[i]);
    }
    m_hasShapes = !inputs[0].empty();
}

void ArgumentKeeper::addDecodedInputs(std::string_view args)
{
    Inputs inputs;
    MemberScan scan(args);
    for (RawMember member; scan.next(member);) {
        if (const auto list = inputListOf(member.keyText(m_room))) // of a key given twice the last counts
            inputs[*list] = member.value.starts_with('[') ? member.value : std::string_view {};
    }
    addInputs(inputs);
}

ArgumentKeeper::Found ArgumentKeeper::take(const RawEvent& event)
{
    const bool isOfCollective =
        event.hasCollectiveFacts || event.has(Field::CollectiveName) || event.has(Field::ProcessGroup);
    if (!event.hasInputs && !isOfCollective)
        return Found::Nothing;
    m_text = kOpening;
    m_sequence.reset();
    m_hasShapes = false;
    if (event.hasInputs && event.isScanned)
        addInputs(event.inputs);
    else if (event.hasInputs)
        addDecodedInputs(event.argsText);
    if (isOfCollective) {
        MemberScan scan(event.argsText);
        for (RawMember member; scan.next(member);) {
            const std::string_view key = member.keyText(m_room);
            if (key == kSequenceKey) {
                const DecimalInteger number = parseInteger(member.value);
                m_sequence = number.isValid ? std::optional(number.value) : std::nullopt;
                if (!number.isValid)
                    return Found::Unread;
            } else if (std::ranges::find(kCollectiveKeys, key) != kCollectiveKeys.end()) {
                add(key, member.value);
            }
        }
    } else if (m_text.size() == kOpening.size()) {
        return Found::Nothing; // the decoder tells of keys, whatever their values
    }
    m_text += "}}";
    return Found::Text;
}

} // namespace kinetoscope
