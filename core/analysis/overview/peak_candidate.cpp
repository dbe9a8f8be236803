// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/peak_candidate.h"

namespace kinetoscope {

namespace {

/// What calls of a kind are, at the beginning of a sentence.
Message wordsOfCategory(const std::string& category)
{
    if (category == "GEMM")
        return { KT_PHRASE("overview", "Matrix products") };
    if (category == "CONV_fwd")
        return { KT_PHRASE("overview", "Convolutions") };
    if (category == "CONV_bwd")
        return { KT_PHRASE("overview", "Convolutions of the backward pass") };
    if (category == "SDPA_fwd")
        return { KT_PHRASE("overview", "Calls of attention") };
    if (category == "SDPA_bwd")
        return { KT_PHRASE("overview", "Calls of attention of the backward pass") };
    if (category == "elementwise")
        return { KT_PHRASE("overview", "Element-wise ops") };
    if (category == "reduce")
        return { KT_PHRASE("overview", "Reductions") };
    if (category == "softmax_fwd")
        return { KT_PHRASE("overview", "Calls of softmax") };
    if (category == "NORM_fwd")
        return { KT_PHRASE("overview", "Normalisations") };
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

} // namespace

std::optional<PeakCandidate> peakCandidate(const CandidateList& list)
{
    if (!list.facts().peaks.point)
        return std::nullopt;
    const PeakFacts::Point& point = *list.facts().peaks.point;
    if (point.kernelTime <= 0 || point.shortest >= point.kernelTime || point.calls == 0)
        return std::nullopt;
    const double reached = static_cast<double>(point.shortest) / static_cast<double>(point.kernelTime);
    // Where other work runs beside it, faster calls only leave that work alone.
    const auto beyond = static_cast<Nanoseconds>(static_cast<double>(point.alone) * (1 - reached));
    PeakCandidate found;
    found.candidate = list.make(point.isSmall ? "small-calls" : "below-peak", "efficiency", beyond);
    found.candidate.slices = point.work;
    found.candidate.isPotential = true; // where the GPU waits for the host, faster calls gain nothing
    found.candidate.cure = { listedWorkAt(point.work, reached) };
    found.candidate.cureWords = { KT_PHRASE("overview", "with them at what the peaks allow") };
    const Message which = whichCalls(point);
    const Message taking { KT_PLURAL("overview", "%2 in %1 call", "%2 in %1 calls"), arg::Count { point.calls },
        list.ofView(point.time) };
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
        found.sentence = { KT_PHRASE("overview", "%1 reach %2 of the bandwidth of the GPU's memory. They take %3."),
            which, share, taking };
    return found;
}

} // namespace kinetoscope
