// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/evidence/finding_cures.h"

#include "core/analysis/causes/work/call_names.h"

#include <map>
#include <regex>
#include <set>
#include <utility>

namespace kinetoscope::tests {

namespace {

std::string joined(const std::vector<std::string>& all)
{
    std::string text;
    for (const std::string& each : all)
        text += (text.empty() ? "" : ",") + each;
    return text;
}

/// Of "ops and Python": the causes that these words mean.
std::string twiceAsFastIn(std::string words, const Trace& trace)
{
    static const std::map<std::string, std::string> kCauses { { "ops", "op" }, { "Python", "python" },
        { "the host's part of collectives", "collective" }, { "launch calls", "launch" },
        { "other API calls", "other_call" } };
    static const std::string notInGraphs = " while it makes no graphs";
    static const std::regex separator(R"((, and |, | and ))");
    std::vector<std::string> changes;
    const bool leavesGraphs = words.ends_with(notInGraphs);
    words.resize(words.size() - (leavesGraphs ? notInGraphs.size() : 0));
    for (std::sregex_token_iterator word(words.begin(), words.end(), separator, -1), end; word != end; ++word) {
        const auto cause = kCauses.find(*word);
        if (cause == kCauses.end() || (cause->second == "python" && trace.strings().find(kSleepFrame).isValid()))
            return {};
        changes.push_back("host:" + cause->second + "=0.5");
    }
    if (leavesGraphs)
        changes.emplace_back("keep:graph_making=1");
    return joined(changes);
}

/// All work of the names of the finding's slices.
std::string kernelsOf(const FindingClaim& claim, const Trace& trace, const std::string& factor)
{
    std::set<std::string> names;
    for (const SliceRef& slice : claim.evidence.slices)
        names.emplace(trace.name(slice.slice));
    std::vector<std::string> changes;
    for (const std::string& name : names)
        changes.push_back("kernel:" + name + "=" + factor);
    return joined(changes);
}

} // namespace

std::string writtenCureOf(const FindingClaim& claim, const TraceSet& traces)
{
    const Trace& trace = *traces.ranks()[claim.rank].trace;
    static const std::regex first(R"(Estimated saving (with .*?)(, also outside of this time)?: )");
    std::smatch match;
    if (!std::regex_search(claim.sentence, match, first))
        return {};
    const std::string words = match[1];
    static const std::map<std::string, std::string> kCures { { "with no time in data loading", "host:data_loading=0" },
        { "with no time in allocation", "host:memory_allocation=0" },
        { "with no loading of code", "host:code_loading=0" },
        { "with no time in what counts as loading code", "host:code_loading=0" },
        { "with no loading of code and no time in allocation", "host:code_loading=0,host:memory_allocation=0" },
        { "with no compilation", "host:compilation=0" },
        { "with no synchronisation and no blocking copy", "wait:synchronisation=0" },
        { "with no synchronisation and no blocking copy, also where they outlast the recorded work",
            "wait:synchronisation=0" },
        { "with no synchronisation, no blocking copy and no time in allocation",
            "wait:synchronisation=0,host:memory_allocation=0" },
        { "with launch calls that take no time", "host:launch=0" },
        { "with launch calls that take no time and the same time from their return to the start of the work",
            "host:launch=0" },
        { "with these launched as graphs at no cost", "graph:repeated=1" },
        { "with no communication", "work:communication=0" },
        { "with no communication, these waits included", "work:communication=0" },
        { "with no copies", "work:copy=0" } };
    if (const auto known = kCures.find(words); known != kCures.end())
        return known->second;
    const std::string twice = "with the host twice as fast in ";
    if (words.starts_with(twice))
        return twiceAsFastIn(words.substr(twice.size()), trace);
    static const std::map<std::string, std::string> kOfKinds { { "elementwise-runs", "work:elementwise_runs=0.5" },
        { "graph-capture", "in:graph_making=0" } };
    if (const auto known = kOfKinds.find(claim.kind); known != kOfKinds.end())
        return known->second;
    if (claim.kind == "large-kernel" || claim.kind.starts_with("float32-") || claim.kind == "unaligned-matmul")
        return kernelsOf(claim, trace, "0.5");
    return claim.kind == "layout-conversion" ? kernelsOf(claim, trace, "0") : std::string();
}

} // namespace kinetoscope::tests
