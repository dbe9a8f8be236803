// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/trace.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What a piece of GPU work does (analyses.md section 1).
enum class KernelType : std::uint8_t { Computation, Communication, Memory, Other };
[[nodiscard]] std::string_view toString(KernelType type); ///< "COMPUTATION", ...

/// Exact mode's classification of GPU work ([DIFF-1.1]): category first, collective metadata, then name rules that a user may
/// override (`--rules FILE`, or a file in the configuration folder). Immutable; thread-safe.
class KernelClassifier {
public:
    KernelClassifier(); ///< the built-in table
    /// Reads rules: one per line, `TYPE<white space>REGEX` (TYPE in COMPUTATION, COMMUNICATION, MEMORY, OTHER; `#` comments), tried
    /// in order before the built-in table. InvalidArgument naming the line of a bad type or regex.
    [[nodiscard]] static Result<KernelClassifier> withRules(std::string_view rulesText);

    /// Type of one piece of GPU work. Must only be asked for isGpuWork kinds.
    [[nodiscard]] KernelType classify(EventKind kind, std::string_view name, bool hasCollectiveMetadata) const;
    /// The types of all names of a trace at once: index = StringId, bit 0-1: type without collective metadata, for category kernel.
    /// Use `typeOf` with it in loops.
    [[nodiscard]] std::vector<KernelType> classifyNames(const Trace& trace) const;
    [[nodiscard]] KernelType typeOf(const Trace& trace, SliceId slice, const std::vector<KernelType>& kernelNameTypes) const;

    ~KernelClassifier();
    KernelClassifier(KernelClassifier&&) noexcept;
    KernelClassifier& operator=(KernelClassifier&&) noexcept;

private:
    struct Rules;
    std::unique_ptr<Rules> m_rules;
};

/// HTA's own rule (section 1, REF): the name alone decides, case-sensitive, first match wins. For hta mode and for GPU work
/// without a finer category.
[[nodiscard]] KernelType htaKernelType(std::string_view name);

} // namespace kinetoscope
