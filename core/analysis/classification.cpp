// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/classification.h"

#include "core/base/name_pattern.h"
#include "core/model/kernel_names.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

bool startsWithAny(std::string_view text, std::initializer_list<std::string_view> prefixes)
{
    return std::any_of(
        prefixes.begin(), prefixes.end(), [text](std::string_view prefix) { return text.starts_with(prefix); });
}

bool containsAny(std::string_view text, std::initializer_list<std::string_view> parts)
{
    return std::any_of(parts.begin(), parts.end(),
        [text](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

/// `cuda...LaunchKernel` at the beginning: cudaLaunchKernel, cudaGraphLaunchKernel.
bool isCudaLaunchName(std::string_view name)
{
    return name.starts_with("cuda") && name.find("LaunchKernel", 4) != std::string_view::npos;
}

constexpr std::string_view kBlank = " \t\r";

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::optional<KernelType> typeFromText(std::string_view text)
{
    constexpr std::array kTypes { KernelType::Computation, KernelType::Communication, KernelType::Memory,
        KernelType::Other };
    for (const KernelType type : kTypes) {
        if (toString(type) == text)
            return type;
    }
    return std::nullopt;
}

Error badRule(std::size_t line, const std::string& what)
{
    return Error { ErrorCode::InvalidArgument, "Rules, line " + std::to_string(line) + ": " + what };
}

} // namespace

struct KernelClassifier::Rules {
    struct Rule {
        KernelType type = KernelType::Other;
        NamePattern pattern;
    };
    std::vector<Rule> list;
};

std::string_view toString(KernelType type)
{
    switch (type) {
    case KernelType::Computation:
        return "COMPUTATION";
    case KernelType::Communication:
        return "COMMUNICATION";
    case KernelType::Memory:
        return "MEMORY";
    case KernelType::Other:
        return "OTHER";
    }
    return "OTHER";
}

KernelType htaKernelType(std::string_view name)
{
    if (startsWithAny(name, { "nccl", "hip", "hccl" }) || containsAny(name, { "ncclKernel" }))
        return KernelType::Communication;
    if (startsWithAny(name, { "Memcpy", "Memset", "dma" })) // hipMemcpy and hipMemset never get here
        return KernelType::Memory;
    if (containsAny(name, { "Memcpy", "Memset", "dma", "Sync" }) || isCudaLaunchName(name)
        || startsWithAny(name,
            { "Stream Wait Event", "runFunction", "job_exe", "packet", "pe_exe", "cpum_exe_subgraph",
                "collective_subgraph_execution" }))
        return KernelType::Other;
    return KernelType::Computation;
}

KernelClassifier::KernelClassifier()
    : m_rules(std::make_unique<Rules>())
{
}
KernelClassifier::~KernelClassifier() = default;
KernelClassifier::KernelClassifier(KernelClassifier&&) noexcept = default;
KernelClassifier& KernelClassifier::operator=(KernelClassifier&&) noexcept = default;

Result<KernelClassifier> KernelClassifier::withRules(std::string_view rulesText)
{
    KernelClassifier classifier;
    for (std::size_t lineNumber = 1; !rulesText.empty(); ++lineNumber) {
        const std::size_t end = std::min(rulesText.find('\n'), rulesText.size());
        const std::string_view line = trimmed(rulesText.substr(0, end));
        rulesText.remove_prefix(std::min(end + 1, rulesText.size()));
        if (line.empty() || line.starts_with('#'))
            continue;
        const std::size_t blank = std::min(line.find_first_of(kBlank), line.size());
        const std::string_view typeText = line.substr(0, blank);
        const auto type = typeFromText(typeText);
        if (!type)
            return badRule(
                lineNumber, "'" + std::string(typeText) + "' is not COMPUTATION, COMMUNICATION, MEMORY or OTHER.");
        const std::string_view expression = trimmed(line.substr(blank));
        if (expression.empty())
            return badRule(lineNumber, "no regular expression after " + std::string(typeText) + ".");
        Result<NamePattern> pattern = NamePattern::compile(expression);
        if (!pattern)
            return badRule(lineNumber, pattern.error().message);
        classifier.m_rules->list.push_back({ *type, std::move(pattern).value() });
    }
    return classifier;
}

std::optional<KernelType> KernelClassifier::userType(std::string_view name) const
{
    for (const Rules::Rule& rule : m_rules->list) {
        if (rule.pattern.isIn(name))
            return rule.type;
    }
    return std::nullopt;
}

KernelType KernelClassifier::classify(EventKind kind, std::string_view name, bool hasCollectiveMetadata) const
{
    if (const auto type = userType(name))
        return *type;
    if (kind == EventKind::Memcpy || kind == EventKind::Memset)
        return KernelType::Memory;
    if (kind != EventKind::Kernel)
        return htaKernelType(name);
    if (hasCollectiveMetadata || isCommunicationKernelName(name))
        return KernelType::Communication;
    return isMemoryKernelName(name) ? KernelType::Memory : KernelType::Computation;
}

NameTypes KernelClassifier::typesOf(const Trace& trace) const
{
    NameTypes types;
    types.m_entries.resize(trace.strings().size(), NameTypes::Entry { 0, 0, 0, 0 });
    const SliceTable& slices = trace.slices();
    for (const Track& track : trace.tracks()) {
        if (!track.isDeviceSide())
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            NameTypes::Entry& entry = types.m_entries[slices.name[row].index()];
            if (entry.known || !isGpuWork(slices.kind[row]))
                continue;
            const std::string_view name = trace.text(slices.name[row]);
            entry.known = 1;
            entry.byRule = userType(name) ? 1 : 0;
            // A user's rule answers both questions alike.
            entry.kernel = static_cast<std::uint8_t>(classify(EventKind::Kernel, name, false)) & 3;
            entry.other = static_cast<std::uint8_t>(classify(EventKind::MtiaWork, name, false)) & 3;
        }
    }
    return types;
}

} // namespace kinetoscope
