// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/peak_candidate.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

/// What calls of a kind are, at the beginning of a sentence.
Message wordsOfCategory(const std::string& category)
{
    static constexpr std::pair<std::string_view, Phrase> kWords[] = {
        { "GEMM", KT_PHRASE("overview", "Matrix products") },
        { "CONV_fwd", KT_PHRASE("overview", "Convolutions") },
        { "CONV_bwd", KT_PHRASE("overview", "Convolutions of the backward pass") },
        { "SDPA_fwd", KT_PHRASE("overview", "Calls of attention") },
        { "SDPA_bwd", KT_PHRASE("overview", "Calls of attention of the backward pass") },
        { "elementwise", KT_PHRASE("overview", "Element-wise ops") },
        { "reduce", KT_PHRASE("overview", "Reductions") },
        { "softmax_fwd", KT_PHRASE("overview", "Calls of softmax") },
        { "NORM_fwd", KT_PHRASE("overview", "Normalisations") },
    };
    for (const auto& [known, words] : kWords) {
        if (known == category)
            return Message::of(words);
    }
    return { KT_PHRASE("overview", "Calls of the kind %1"), arg::Text { category } };
}

/// "Matrix products (aten::mm, 64 x 4096, 4096 x 4096)", or "Matrix products of all shapes".
Message whichCalls(const PeakFacts::Point& point)
{
    const Message kind = wordsOfCategory(point.category);
    if (point.op.empty())
        return { KT_PHRASE("overview", "%1, all shapes together,"), kind };
    if (point.shapes.empty())
        return { KT_PHRASE("overview", "%1 (%2)"), kind, arg::Name { point.op } };
    return { KT_PHRASE("overview", "%1 (%2, shapes %3)"), kind, arg::Name { point.op }, arg::Text { point.shapes } };
}

/// What does the same with less, as a sentence behind that of the finding; empty for no advice.
Message adviceFor(const PeakFacts::Point& point)
{
    if (!point.isOfUnfusedAttention)
        return {};
    return { KT_PHRASE("overview",
                 " Most of these calls are between two batched matrix products, as in attention that is not fused: "
                 "fused attention (%1) does not write the scores to memory."),
        arg::Text { "scaled_dot_product_attention" } };
}

} // namespace

std::optional<Candidate> peakCandidate(const CandidateList& list)
{
    if (!list.facts().peaks.point)
        return std::nullopt;
    const PeakFacts::Point& point = *list.facts().peaks.point;
    if (point.kernelTime <= 0 || point.shortest >= point.kernelTime || point.calls == 0)
        return std::nullopt;
    const double reached = static_cast<double>(point.shortest) / static_cast<double>(point.kernelTime);
    NamedChange change = listedWorkAt(point.work, reached);
    // Where other work runs beside it, faster calls only leave that work alone. The share is that of the replay, to a
    // millionth.
    Candidate found = list.make(
        point.isSmall ? "small-calls" : "below-peak", "efficiency", point.alone - change.factor.of(point.alone));
    found.slices = point.work;
    // A replay rounds what is left of each piece to a nanosecond: it may take half of one more from each.
    const auto pieces = static_cast<Nanoseconds>(point.work.size());
    found.named = std::min(point.time, point.time - change.factor.of(point.time) + pieces - pieces / 2);
    found.isPotential = true; // where the GPU waits for the host, faster calls gain nothing
    for (const PeakFacts::Point::Calls& calls : point.ops)
        found.cure.push_back(opAt(calls.op, calls.shapes, change));
    if (found.cure.empty())
        found.cure = { std::move(change) };
    found.cureWords = { KT_PHRASE("overview", "with them at what the peaks allow") };
    const Message which = whichCalls(point);
    const Message taking { KT_PLURAL("overview", "%2 in %1 call%3", "%2 in %1 calls%3"), arg::Count { point.calls },
        list.ofView(point.time), CandidateList::andAlone(point.alone, point.time) };
    const auto count = static_cast<Nanoseconds>(point.calls);
    const arg::Share share { point.shortest, point.kernelTime };
    if (point.isSmall)
        found.sentence = { KT_PHRASE("overview",
                               "%1 are small: each takes %2 on average, where the GPU's peaks allow %3. They take %4; "
                               "fused or batched, fewer of them would do the same."),
            which, arg::Duration { point.kernelTime / count }, arg::Duration { point.shortest / count }, taking };
    else if (point.isComputeBound)
        found.sentence = { KT_PHRASE("overview", "%1 reach %2 of the GPU's peak rate. They take %3."), which, share,
            taking };
    else
        found.sentence = { KT_PHRASE("overview", "%1 reach %2 of the bandwidth of the GPU's memory. They take %3.%4"),
            which, share, taking, adviceFor(point) };
    return found;
}

} // namespace kinetoscope
