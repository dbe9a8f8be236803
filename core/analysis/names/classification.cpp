// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/names/classification.h"

#include "core/base/ascii.h"
#include "core/base/contains.h"
#include "core/base/name_pattern.h"
#include "core/base/vectors.h"
#include "core/model/kernel_names.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace kinetoscope {

namespace {

/// `cuda...LaunchKernel` at the beginning: cudaLaunchKernel, cudaGraphLaunchKernel.
bool isCudaLaunchName(std::string_view name)
{
    return name.starts_with("cuda") && name.find("LaunchKernel", 4) != std::string_view::npos;
}

constexpr std::string_view kBlank = " \t\r";

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

/// Takes the first word off `line`.
std::string_view takeWord(std::string_view& line)
{
    const std::string_view word = line.substr(0, line.find_first_of(kBlank));
    line = trimmed(line.substr(word.size()), kBlank);
    return word;
}

/// One line of a table of names.
struct NameRule {
    std::string_view text;
    std::string_view meaning;
};

/// Inductor's own kernels: what stands between `triton_` and the next `_` is the first letters of how the kernel was
/// made.
constexpr std::array<NameRule, 9> kInductorPrefixes { {
    { "triton_poi", "triton_pointwise" },
    { "triton_red", "triton_reduction" },
    { "triton_per", "triton_persistent_reduction" },
    { "triton_tem", "triton_template" },
    { "triton_for", "triton_foreach" },
    { "triton_spl", "triton_split_scan" },
    { "triton_mix", "triton_mix" },
    { "triton_coo", "triton_cooperative" },
    { "triton_", "triton_unknown" },
} };

/// Library kernels, by a lower-case part of the name in any case; the first that fits.
constexpr std::array<NameRule, 16> kLibraryParts { {
    { "flash", "attention" },
    { "fmha", "attention" },
    { "attention", "attention" },
    { "attn", "attention" },
    { "sage_fwd", "attention" },
    { "_matmul_ogs", "gemm/conv" },
    { "gemm", "gemm/conv" },
    { "cutlass", "gemm/conv" },
    { "xmma", "gemm/conv" },
    { "cudnn", "gemm/conv" },
    { "cijk_", "gemm/conv" },
    { "nvjet", "gemm/conv" },
    { "wgrad", "gemm/conv" },
    { "dgrad", "gemm/conv" },
    { "fprop", "gemm/conv" },
    { "at::native", "aten" },
} };

std::uint32_t crcOf(std::uint32_t before, const std::string& text)
{
    return static_cast<std::uint32_t>(
        crc32(before, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())));
}

} // namespace

struct KernelClassifier::Rules {
    struct TypeRule {
        KernelType type = KernelType::Other;
        NamePattern pattern;
    };
    struct InductorRule {
        std::string category;
        NamePattern pattern;
    };
    struct LaunchRule {
        bool launches = true;
        NamePattern pattern;
    };
    struct TextRule {
        std::string text;
        NamePattern pattern;
    };
    std::vector<TypeRule> types;
    std::vector<TextRule> formulas;
    std::vector<TextRule> devices;
    std::vector<InductorRule> inductor;
    std::vector<LaunchRule> launches;
    std::uint32_t crc = 0;
};

std::string_view toString(KernelType type)
{
    static constexpr std::array kWords { "COMPUTATION", "COMMUNICATION", "MEMORY", "OTHER" };
    return kWords[static_cast<std::size_t>(type)];
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

std::uint32_t KernelClassifier::rulesCrc() const
{
    return m_rules->crc;
}

Result<KernelClassifier> KernelClassifier::withRules(std::string_view rulesText)
{
    return KernelClassifier().withFirstRules(rulesText);
}

Result<KernelClassifier> KernelClassifier::withFirstRules(std::string_view rulesText) const
{
    KernelClassifier classifier;
    for (std::size_t lineNumber = 1; !rulesText.empty(); ++lineNumber) {
        const std::size_t end = std::min(rulesText.find('\n'), rulesText.size());
        const std::string_view line = trimmed(rulesText.substr(0, end), kBlank);
        rulesText.remove_prefix(std::min(end + 1, rulesText.size()));
        if (line.empty() || line.starts_with('#'))
            continue;
        if (std::optional<Error> error = classifier.addRule(line)) {
            error->message = { KT_PHRASE("rules-file", "Rules, line %1: %2"), arg::Number { lineNumber },
                std::move(error->message) };
            return *error;
        }
        classifier.m_rules->crc = crcOf(classifier.m_rules->crc, std::string(line) + '\n');
    }
    if (m_rules->crc != 0)
        classifier.m_rules->crc = crcOf(classifier.m_rules->crc, std::to_string(m_rules->crc));
    append(classifier.m_rules->types, m_rules->types);
    append(classifier.m_rules->inductor, m_rules->inductor);
    append(classifier.m_rules->launches, m_rules->launches);
    append(classifier.m_rules->formulas, m_rules->formulas);
    append(classifier.m_rules->devices, m_rules->devices);
    return classifier;
}

std::optional<Error> KernelClassifier::addRule(std::string_view line)
{
    const std::string word(takeWord(line));
    const auto type = typeFromText(word);
    const bool isLaunch = word == "LAUNCH" || word == "NO-LAUNCH";
    const bool isFormula = word == "FORMULA";
    const bool isDevice = word == "DEVICE";
    if (!type && !isLaunch && !isFormula && !isDevice && word != "INDUCTOR")
        return invalidArgument(
            { KT_PHRASE("rules-file",
                  "%1 is not COMPUTATION, COMMUNICATION, MEMORY, OTHER, INDUCTOR, LAUNCH, NO-LAUNCH, FORMULA or "
                  "DEVICE."),
                arg::Name { word } });
    std::string category;
    if (word == "INDUCTOR") {
        category = takeWord(line);
        if (category.empty())
            return invalidArgument({ KT_PHRASE("rules-file", "no category after INDUCTOR.") });
    }
    if (isFormula || isDevice) {
        category = takeWord(line);
        if (category.empty())
            return invalidArgument({ KT_PHRASE("rules-file", "nothing after %1."), arg::Text { word } });
    }
    if (line.empty())
        return invalidArgument({ KT_PHRASE("rules-file", "no regular expression after %1."),
            arg::Text { category.empty() ? word : category } });
    KT_TRY(NamePattern pattern, NamePattern::compile(line));
    if (type)
        m_rules->types.push_back({ *type, std::move(pattern) });
    else if (isFormula || isDevice)
        (isFormula ? m_rules->formulas : m_rules->devices).push_back({ std::move(category), std::move(pattern) });
    else if (isLaunch)
        m_rules->launches.push_back({ word == "LAUNCH", std::move(pattern) });
    else
        m_rules->inductor.push_back({ std::move(category), std::move(pattern) });
    return std::nullopt;
}

std::optional<KernelType> KernelClassifier::userType(std::string_view name) const
{
    for (const Rules::TypeRule& rule : m_rules->types) {
        if (rule.pattern.isIn(name))
            return rule.type;
    }
    return std::nullopt;
}

std::string_view KernelClassifier::formulaOp(std::string_view op) const
{
    for (const Rules::TextRule& rule : m_rules->formulas) {
        if (rule.pattern.isIn(op))
            return rule.text;
    }
    return {};
}

std::string_view KernelClassifier::deviceFigures(std::string_view device) const
{
    for (const Rules::TextRule& rule : m_rules->devices) {
        if (rule.pattern.isIn(device))
            return rule.text;
    }
    return {};
}

std::vector<std::string_view> KernelClassifier::formulaOps() const
{
    return mapped(m_rules->formulas, [](const Rules::TextRule& rule) { return std::string_view(rule.text); });
}

std::vector<std::string_view> KernelClassifier::allDeviceFigures() const
{
    return mapped(m_rules->devices, [](const Rules::TextRule& rule) { return std::string_view(rule.text); });
}

bool KernelClassifier::launchesKernel(std::string_view callName) const
{
    for (const Rules::LaunchRule& rule : m_rules->launches) {
        if (rule.pattern.isIn(callName))
            return rule.launches;
    }
    return startsWithAny(callName,
        { "cudaLaunchKernel", "cuLaunchKernel", "hipLaunchKernel", "hipExtLaunchKernel", "hipModuleLaunchKernel",
            "hipExtModuleLaunchKernel" });
}

std::string_view KernelClassifier::inductorCategory(std::string_view name, KernelType type) const
{
    for (const Rules::InductorRule& rule : m_rules->inductor) {
        if (rule.pattern.isIn(name))
            return rule.category;
    }
    return inductorCategoryOf(name, type);
}

std::string_view inductorCategoryOf(std::string_view name, KernelType type)
{
    for (const NameRule& rule : kInductorPrefixes) {
        if (name.starts_with(rule.text))
            return rule.meaning;
    }
    if (type == KernelType::Communication)
        return "communication";
    if (type == KernelType::Memory)
        return "memory";
    const std::string lower = asciiLower(name);
    for (const NameRule& rule : kLibraryParts) {
        if (lower.find(rule.text) != std::string::npos)
            return rule.meaning;
    }
    return "other";
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
    if (isMemoryKernelName(name))
        return KernelType::Memory;
    return isWaitingKernelName(name) ? KernelType::Other : KernelType::Computation;
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
