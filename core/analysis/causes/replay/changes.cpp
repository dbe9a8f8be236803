// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/changes.h"

#include "core/base/ascii.h"
#include "core/base/comma_list.h"
#include "core/base/display_name.h"
#include "core/base/name_pattern.h"
#include "core/model/kernel_names.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::array<std::string_view, 9> kChangeWords { "host", "work", "kernel", "op", "wait", "fuse", "graph", "in",
    "keep" };
constexpr std::string_view kListedWork = "listed work";

/// Whether a piece between commas has a word and a colon first, known or not: a name that goes on after "a = 1, " has
/// not, "f<T = 1, U = int>".
bool beginsAsChange(std::string_view piece)
{
    const std::size_t begin = piece.find_first_not_of(' ');
    const std::size_t end =
        begin == std::string_view::npos ? begin : piece.find_first_not_of("abcdefghijklmnopqrstuvwxyz", begin);
    return end != std::string_view::npos && end > begin && piece[end] == ':'
        && (end + 1 == piece.size() || piece[end + 1] != ':');
}

std::optional<ChangeKind> kindOfChange(std::string_view text)
{
    for (std::size_t i = 0; i < kChangeWords.size(); ++i) {
        if (text.starts_with(kChangeWords[i]) && text.substr(kChangeWords[i].size()).starts_with(":"))
            return static_cast<ChangeKind>(i);
    }
    return std::nullopt;
}

constexpr std::array<std::pair<std::string_view, KernelType>, 4> kTypesOfWork {
    { { "compute", KernelType::Computation }, { "communication", KernelType::Communication },
        { "copy", KernelType::Memory }, { "other_work", KernelType::Other } }
};

std::string hostCauses()
{
    std::string words;
    for (std::size_t i = 0; i < kCauseCount; ++i) {
        if (isHostCause(static_cast<Cause>(i)))
            words += (words.empty() ? "" : ", ") + std::string(toString(static_cast<Cause>(i)));
    }
    return words;
}

/// Whether a change is whole in front of a semicolon: with what is behind it, it would be taken for one name.
bool isCutBySemicolon(std::string_view text)
{
    const std::string_view before = text.substr(0, text.find(';'));
    const std::size_t equals = before.rfind('=');
    return before.size() < text.size() && equals != std::string_view::npos && kindOfChange(before)
        && Factor::parse(trimmed(before.substr(equals + 1)));
}

/// By position, one past the last included: the first piece from there on that is not blank; their number for none.
std::vector<std::size_t> filledFrom(std::span<const std::string> pieces)
{
    std::vector<std::size_t> filled(pieces.size() + 1, pieces.size());
    for (std::size_t i = pieces.size(); i-- > 0;)
        filled[i] = trimmed(pieces[i]).empty() ? filled[i + 1] : i;
    return filled;
}

Error missingChange(std::span<const std::string> pieces)
{
    if (pieces.size() == 1)
        return invalidArgument({ KT_PHRASE("what-if", "An empty text names no change.") });
    std::string list = pieces.front();
    for (const std::string& piece : pieces.subspan(1))
        list += "," + piece;
    return invalidArgument(
        { KT_PHRASE("what-if", "A change is missing beside a comma: %1."), arg::Name { std::move(list) } });
}

Result<NamedChange> parseChange(std::string_view text)
{
    if (isCutBySemicolon(text))
        return invalidArgument({ KT_PHRASE("what-if", "Changes are separated by commas, not by semicolons: %1."),
            arg::Name { std::string(text) } });
    const std::optional<ChangeKind> kind = kindOfChange(text);
    const std::size_t equals = text.rfind('=');
    const std::string_view factorText = equals != std::string_view::npos ? trimmed(text.substr(equals + 1)) : "";
    const auto factor = Factor::parse(factorText);
    if (!kind || !factor)
        return invalidArgument(
            { KT_PHRASE("what-if",
                  "%1 is no change: write WHAT:TARGET=FACTOR, where WHAT is host, work, kernel, op, "
                  "wait, fuse, graph, in or keep and FACTOR a decimal of at most six digits, without a sign, such as "
                  "%2."),
                arg::Name { std::string(text) }, arg::Text { "op:aten::copy_=0.5" } });
    const std::size_t colon = text.find(':');
    NamedChange change { *kind, std::string(text.substr(colon + 1, equals - colon - 1)), *factor,
        std::string(factorText) };
    if (*kind == ChangeKind::Host && change.target != kAllTargets && !hostCauseOf(change.target))
        return invalidArgument({ KT_PHRASE("what-if", "%1 is no cause of host time. Write all, or one of %2."),
            arg::Name { change.target }, arg::Text { hostCauses() } });
    if (*kind == ChangeKind::Work && change.target != kElementwiseRuns && !typeOfWork(change.target))
        return invalidArgument(
            { KT_PHRASE(
                  "what-if", "%1 is no type of work: compute, communication, copy, other_work or elementwise_runs."),
                arg::Name { change.target } });
    if (*kind == ChangeKind::Wait && !factor->isZero())
        return invalidArgument(
            { KT_PHRASE("what-if", "A wait can only be taken away: %1=0."), arg::Text { "wait:" + change.target } });
    if (*kind == ChangeKind::Fuse && !factor->isOne())
        return invalidArgument(
            { KT_PHRASE("what-if", "A chain can only be fused: %1=1."), arg::Text { "fuse:" + change.target } });
    if (*kind == ChangeKind::Graph && ((change.target != kRepeated && change.target != kSingle) || !factor->isOne()))
        return invalidArgument({ KT_PHRASE("what-if",
            "Only launches that come again in the same order can be launched as graphs, or, where none do, one "
            "sequence without a synchronisation: graph:repeated=1, graph:single=1.") });
    if (*kind == ChangeKind::In && !factor->isZero())
        return invalidArgument(
            { KT_PHRASE("what-if", "All host time inside of something can only be taken away: %1=0."),
                arg::Text { "in:" + change.target } });
    if (*kind == ChangeKind::Keep && !factor->isOne())
        return invalidArgument({ KT_PHRASE("what-if", "What is kept takes as long as it did: %1=1."),
            arg::Text { "keep:" + change.target } });
    const std::string_view name =
        *kind == ChangeKind::Op ? shapesOfOp(change.target).op : std::string_view(change.target);
    if (const std::optional<std::string_view> pattern = patternIn(name)) {
        if (const auto compiled = NamePattern::compile(*pattern); !compiled)
            return compiled.error();
    }
    return change;
}

} // namespace

std::string_view toString(ChangeKind kind)
{
    switch (kind) {
    case ChangeKind::Listed:
        return kListedWork;
    default:
        return kChangeWords[static_cast<std::size_t>(kind)];
    }
}

std::string_view wordOf(KernelType type)
{
    return std::ranges::find(kTypesOfWork, type, &std::pair<std::string_view, KernelType>::second)->first;
}

std::optional<KernelType> typeOfWork(std::string_view word)
{
    const auto found = std::ranges::find(kTypesOfWork, word, &std::pair<std::string_view, KernelType>::first);
    return found != kTypesOfWork.end() ? std::optional(found->second) : std::nullopt;
}

std::optional<Cause> hostCauseOf(std::string_view word)
{
    for (std::size_t i = 0; i < kCauseCount; ++i) {
        if (word == toString(static_cast<Cause>(i)) && isHostCause(static_cast<Cause>(i)))
            return static_cast<Cause>(i);
    }
    return std::nullopt;
}

std::optional<std::string_view> patternIn(std::string_view target)
{
    const bool isPattern = target.size() >= 2 && target.front() == '/' && target.back() == '/';
    return isPattern ? std::optional(target.substr(1, target.size() - 2)) : std::nullopt;
}

OpShapes shapesOfOp(std::string_view target)
{
    std::size_t depth = 0;
    for (std::size_t i = target.size(); i-- > 0;) {
        depth += target[i] == ']' ? 1U : 0U;
        if (depth == 0)
            break;
        if (target[i] == '[' && --depth == 0)
            return i > 0 ? OpShapes { target.substr(0, i), target.substr(i) } : OpShapes { target, {} };
    }
    return { target, {} };
}

Result<std::vector<NamedChange>> parseChanges(std::string_view list)
{
    return parseChanges(splitAtCommas(list));
}

Result<std::vector<NamedChange>> parseChanges(std::span<const std::string> pieces)
{
    const std::vector<std::size_t> filled = filledFrom(pieces);
    std::vector<NamedChange> changes;
    std::string text;
    std::size_t equals = std::string::npos; // the last one of the text
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        // Names may have commas and blanks in them; a blank in front of a change is nobody's.
        text += text.empty() ? pieces[i].substr(std::min(pieces[i].find_first_not_of(' '), pieces[i].size()))
                             : "," + pieces[i];
        if (const std::size_t found = pieces[i].rfind('='); found != std::string::npos)
            equals = text.size() - pieces[i].size() + found;
        const bool isWhole =
            equals != std::string::npos && Factor::parse(trimmed(std::string_view(text).substr(equals + 1)));
        // A name goes on behind an empty piece where what follows is no change.
        const std::size_t next = filled[i + 1];
        const bool endsHere = next == pieces.size() || beginsAsChange(pieces[next]);
        if (text.empty() || (isWhole && endsHere && next > i + 1))
            return missingChange(pieces);
        const bool isLast = i + 1 == pieces.size();
        if (!isLast && !(isWhole && endsHere))
            continue;
        KT_TRY(NamedChange change, parseChange(text));
        changes.push_back(std::move(change));
        text.clear();
        equals = std::string::npos;
    }
    return changes;
}

Message describe(const NamedChange& change)
{
    Message what = Message::verbatim(change.shown.empty() ? displayName(change.target) : change.shown);
    switch (change.kind) {
    case ChangeKind::Host:
        what = change.target == kAllTargets
            ? Message { KT_PHRASE("what-if", "all host time") }
            : Message { KT_PHRASE("what-if", "host time: %1"), causeInSentence(change.target) };
        break;
    case ChangeKind::Work:
        what = change.target == kElementwiseRuns
            ? Message { KT_PHRASE("what-if", "element-wise kernels that follow one another") }
            : Message { KT_PHRASE("what-if", "GPU work: %1"), causeInSentence(change.target) };
        break;
    case ChangeKind::Kernel:
    case ChangeKind::Listed:
        break;
    case ChangeKind::Op:
        what = { KT_PHRASE("what-if", "GPU work of %1"), arg::Text { change.target } };
        break;
    case ChangeKind::Wait:
        if (change.target == kStandardWaits)
            return { KT_PHRASE("what-if", "no waiting for the GPU") };
        return change.target == kAllTargets
            ? Message { KT_PHRASE("what-if", "no waiting in any call") }
            : Message { KT_PHRASE("what-if", "no waiting in %1"), arg::Text { change.target } };
    case ChangeKind::Fuse:
        return { KT_PHRASE("what-if", "%1 fused"), arg::Text { change.target } };
    case ChangeKind::Graph:
        return change.target == kSingle ? Message { KT_PHRASE("what-if", "one sequence of launches as graphs") }
                                        : Message { KT_PHRASE("what-if", "repeated launches as graphs") };
    case ChangeKind::In:
        return change.target == kGraphMaking
            ? Message { KT_PHRASE("what-if", "no host time while graphs are made") }
            : Message { KT_PHRASE("what-if", "no host time inside %1"), arg::Text { change.target } };
    case ChangeKind::Keep:
        return change.target == kGraphMaking
            ? Message { KT_PHRASE("what-if", "host time unchanged while graphs are made") }
            : Message { KT_PHRASE("what-if", "host time unchanged inside %1"), arg::Text { change.target } };
    }
    if (change.factor.isZero())
        return { KT_PHRASE("what-if", "%1 gone"), what };
    if (change.kind == ChangeKind::Kernel && change.factor == Factor::half() && isWaitingKernelName(change.target))
        return { KT_PHRASE("what-if", "%1, by its name a wait, half as long"), what };
    if (change.factor == Factor::half())
        return { KT_PHRASE("what-if", "%1 twice as fast"), what };
    if (change.factor.isOne())
        return { KT_PHRASE("what-if", "%1 unchanged"), what };
    return { KT_PHRASE("what-if", "%1 taking %2 times as long"), what, arg::Text { change.factorText } };
}

std::string written(const NamedChange& change)
{
    return std::string(toString(change.kind)) + ":" + change.target + "=" + change.factorText;
}

} // namespace kinetoscope
