// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/table/category_words.h"

#include "core/analysis/gpu/breakdown/part_columns.h"
#include "core/analysis/gpu/kernels/kernel_breakdown.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/ranks/late_parts.h"
#include "core/base/ascii.h"
#include "core/base/text.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace kinetoscope {
namespace {

std::string capitalized(std::string words)
{
    if (!words.empty() && isLetter(words.front()))
        words.front() = static_cast<char>(words.front() & ~0x20);
    return words;
}

std::string spaced(std::string_view id, char from)
{
    std::string words(id);
    std::ranges::replace(words, from, ' ');
    return capitalized(std::move(words));
}

/// What each id is called, English.
std::map<std::string, std::string, std::less<>> wordsOfIds()
{
    std::map<std::string, std::string, std::less<>> words { { "others", "others" }, // what analyses fold
        { column::kWall, "Wall time" } };
    const std::vector<KernelType> types { KernelType::Computation, KernelType::Communication, KernelType::Memory,
        KernelType::Other };
    for (int mask = 1; mask < 1 << types.size(); ++mask) {
        std::vector<std::string> atOnce;
        for (std::size_t i = 0; i < types.size(); ++i) {
            if ((mask >> i & 1) != 0)
                atOnce.push_back(asciiLower(toString(types[i])));
        }
        words.emplace(kernelTypeMaskName(mask, types), capitalized(joined(atOnce, " + ")));
    }
    // The first of two that share an id: "other" of idle time, then of the path.
    for (std::size_t i = 0; i < kIdleCauseCount; ++i)
        words.emplace(toString(static_cast<IdleCause>(i)), kIdleColumns[i].category);
    for (std::size_t i = 0; i < kCauseCount; ++i)
        words.emplace(toString(static_cast<Cause>(i)), spaced(toString(static_cast<Cause>(i)), '_'));
    for (std::size_t i = 0; i < kLatePartCount; ++i)
        words.emplace(toString(static_cast<LatePart>(i)), capitalized(std::string(wordsOf(static_cast<LatePart>(i)))));
    for (const PartColumn& part : kBusyColumns)
        words.emplace(part.name, part.title);
    return words;
}

} // namespace

std::string categoryWords(Cause cause, Wording wording)
{
    return registryWords(spaced(toString(cause), '_'), wording);
}

std::string categoryWords(std::string_view id, Wording wording)
{
    static const std::map<std::string, std::string, std::less<>> known = wordsOfIds();
    const auto found = known.find(id);
    return found == known.end() ? std::string(id) : registryWords(found->second, wording);
}

std::string shownWord(std::string_view word, Wording wording)
{
    static const std::map<std::string, std::string, std::less<>> known {
        // Orders and neighbours that can be chosen.
        { "occurrence_count", "how often" }, { "avg_aten_op_launch_delay", "op to launch" },
        { "avg_runtime_delay", "launch to kernel" }, { "kernel-launch", "kernel and next launch" },
        { "launch-launch", "two launches" }, { "kernel-kernel", "two kernels" }, { "cpu", "CPU" }, { "gpu", "GPU" },
        // Kinds of events, of ops and of limits.
        { "cpu_op", "CPU op" }, { "python", "Python" }, { "python_function", "Python function" },
        { "gpu_user_annotation", "annotation on the device" }, { "trace_span", "profiling window" },
        { "user_annotation", "annotation" }, { "mtia_work", "MTIA work" }, { "hpu_work", "HPU work" },
        { "GEMM", "matrix product" }, { "CONV_fwd", "convolution forward" }, { "CONV_bwd", "convolution backward" },
        { "NORM_fwd", "normalisation forward" }, { "NORM_bwd", "normalisation backward" },
        { "SDPA_fwd", "attention forward" }, { "SDPA_bwd", "attention backward" }, { "RoPE_fwd", "RoPE forward" },
        { "pool_fwd", "pooling forward" }, { "pool_bwd", "pooling backward" }, { "softmax_fwd", "softmax forward" },
        { "softmax_bwd", "softmax backward" }, { "cat", "concatenation" }, { "COMPUTE_BOUND", "compute" },
        { "MEMORY_BOUND", "memory" }, { "seq", "sequence number" }, { "cuda_runtime", "runtime call" },
        { "cuda_driver", "driver call" }, { "gpu_memcpy", "copy" }, { "gpu_memset", "memset" },
        { "record_param_comms", "record_param_comms" }, // the name of an op
    };
    std::string shown = registryWords(std::string(word), wording);
    if (shown != word)
        return shown; // the language has a word for it
    if (const auto found = known.find(word); found != known.end())
        return found->second;
    const auto isOfId = [](char c) { return isLetterOrDigit(c) || c == '-' || c == '_'; };
    if (std::ranges::none_of(word, isUpper) && std::ranges::all_of(word, isOfId))
        std::ranges::replace_if(
            shown, [](char c) { return c == '-' || c == '_'; }, ' ');
    return shown;
}

std::string shortTitle(std::string_view tableName)
{
    std::string title = spaced(tableName, '-');
    constexpr std::string_view kApis = "apis"; // the only name that a table has in capitals
    if (title.ends_with(kApis))
        title.replace(title.size() - kApis.size(), 3, "API");
    return title;
}

} // namespace kinetoscope
