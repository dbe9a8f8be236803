// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What a GPU activity does (SPEC.md section 1).
enum class KernelType : std::uint8_t { Computation, Communication, Memory, Other };
[[nodiscard]] std::string_view toString(KernelType type); ///< "COMPUTATION", ...

/// Types of all GPU work names of one trace, looked up without touching text: what loops over events use. A value;
/// keeps nothing of the trace alive.
class NameTypes {
public:
    /// Type of one GPU activity. Only for isGpuWork kinds and names that GPU work of the trace has.
    [[nodiscard]] KernelType of(EventKind kind, StringId name, bool hasCollectiveMetadata) const
    {
        const Entry entry = m_entries[name.index()];
        if (entry.byRule)
            return static_cast<KernelType>(entry.kernel);
        if (kind == EventKind::Kernel)
            return hasCollectiveMetadata ? KernelType::Communication : static_cast<KernelType>(entry.kernel);
        return kind == EventKind::Memcpy || kind == EventKind::Memset ? KernelType::Memory
                                                                      : static_cast<KernelType>(entry.other);
    }
    /// The same for a slice.
    [[nodiscard]] KernelType of(const SliceTable& slices, std::size_t row) const
    {
        return of(slices.kind[row], slices.name[row], (slices.flags[row] & kSliceCollective) != 0);
    }

private:
    friend class KernelClassifier;
    struct Entry {
        std::uint8_t byRule : 1; ///< a user's rule decided: category and metadata do not matter
        std::uint8_t known : 1;
        std::uint8_t kernel : 2; ///< KernelType of category kernel, without metadata (or the user's)
        std::uint8_t other : 2;  ///< KernelType of GPU work without a finer category
    };
    std::vector<Entry> m_entries; ///< by StringId
};

/// What names mean, as far as a user may say so. Exact mode's classification of GPU work ([DIFF-1.1]) is: category
/// first, collective metadata, then name rules, by which a kernel that only waits is OTHER: busy, but no computation; a
/// user's rules (`--rules FILE`, or a file in the configuration folder) come before all of them. Immutable;
/// thread-safe.
class KernelClassifier {
public:
    KernelClassifier(); ///< the built-in tables
    /// Reads rules, one a line, tried in order before the built-in tables; `#` begins a comment line:
    ///
    ///     TYPE REGEX               kernel type: COMPUTATION, COMMUNICATION, MEMORY or OTHER
    ///     INDUCTOR CATEGORY REGEX  category of a kernel for inductor-kernels, any word without blanks
    ///     LAUNCH REGEX             a host call that launches a kernel
    ///     NO-LAUNCH REGEX          a host call that does not
    ///     FORMULA OP REGEX         ops that cost what OP costs, which has the same arguments (efficiency)
    ///     FORMULA matrix=EXPRESSION,bytes=EXPRESSION REGEX  ops that cost this (own_formula.h)
    ///     DEVICE FIGURES REGEX     peaks of GPUs by their name: bf16=989.4,bandwidth=3350 (TFLOP/s, GB/s)
    ///
    /// InvalidArgument naming the line of a bad word or regex.
    [[nodiscard]] static Result<KernelClassifier> withRules(std::string_view rulesText);
    /// The same with these rules tried before those of `this`.
    [[nodiscard]] Result<KernelClassifier> withFirstRules(std::string_view rulesText) const;

    /// Type of one GPU activity. Must only be asked for isGpuWork kinds. Reads the name each time: for loops use
    /// typesOf.
    [[nodiscard]] KernelType classify(EventKind kind, std::string_view name, bool hasCollectiveMetadata) const;
    /// The types of all GPU work names of a trace at once. Each distinct name is looked at once; linear in device-side
    /// slices.
    [[nodiscard]] NameTypes typesOf(const Trace& trace) const;

    /// Whether a host call of this name launches kernels: by the user's rules, else if it begins with
    /// `cudaLaunchKernel`, `cuLaunchKernel` or one of HIP's counterparts.
    [[nodiscard]] bool launchesKernel(std::string_view callName) const;
    /// Category of a GPU activity for inductor-kernels: the user's, else inductorCategoryOf. A view that lives as
    /// long as the classifier.
    [[nodiscard]] std::string_view inductorCategory(std::string_view name, KernelType type) const;

    /// What a user's rule says of an op's cost: another op, or a formula; "" without such a rule. A view that lives as
    /// long as the classifier.
    [[nodiscard]] std::string_view formulaOp(std::string_view op) const;
    /// The peaks that a user's rule gives to a device, as they were written; "" without such a rule. A view that lives
    /// as long as the classifier.
    [[nodiscard]] std::string_view deviceFigures(std::string_view device) const;
    /// All that rules of these two kinds name, for who checks them: ops or formulas, and figures of devices.
    [[nodiscard]] std::vector<std::string_view> formulaOps() const;
    [[nodiscard]] std::vector<std::string_view> allDeviceFigures() const;

    /// Whether a user's rule gives GPU work of this name its type.
    [[nodiscard]] bool hasOwnRule(std::string_view name) const { return userType(name).has_value(); }

    /// CRC-32 of the rules, in the order in which they are tried, without comments; 0 with the built-in tables alone.
    [[nodiscard]] std::uint32_t rulesCrc() const;

    ~KernelClassifier();
    KernelClassifier(KernelClassifier&&) noexcept;
    KernelClassifier& operator=(KernelClassifier&&) noexcept;

private:
    struct Rules;
    [[nodiscard]] std::optional<Error> addRule(std::string_view line);
    [[nodiscard]] std::optional<KernelType> userType(std::string_view name) const;
    std::unique_ptr<Rules> m_rules;
};

/// HTA's own rule (section 1, REF): the name alone decides, case-sensitive, first match wins. For hta mode and for GPU
/// work without a finer category.
[[nodiscard]] KernelType htaKernelType(std::string_view name);

/// Built-in category of a GPU activity for inductor-kernels (SPEC.md 16.1, [DIFF-16.1]): by the prefix that
/// Inductor gives its Triton kernels, else `communication`, `memory`, `attention`, `gemm/conv`, `aten` or `other`.
[[nodiscard]] std::string_view inductorCategoryOf(std::string_view name, KernelType type);

} // namespace kinetoscope
