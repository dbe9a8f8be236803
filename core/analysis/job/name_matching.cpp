// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/name_matching.h"

#include "core/base/ascii.h"
#include "core/base/names/short_name.h"
#include "core/model/kernel_names.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace kinetoscope {

namespace {

/// What cuBLAS and cuDNN begin the names of their kernels with.
constexpr std::array<std::string_view, 8> kArchitectures { "maxwell", "pascal", "volta", "turing", "ampere", "ada",
    "hopper", "blackwell" };

using NameSet = std::set<std::string, std::less<>>;
using Pair = std::array<NameSet, 2>;

/// How many kernels may share a key: any number, which makes a row of several; one of each side; more of one side.
enum class Fit : std::uint8_t { Any, OneOfEach, Uneven };

/// Joins the kernels that are left, rule by rule.
class KernelJoiner {
public:
    KernelJoiner(JoinedNames& rows, const std::array<SideTotals, 2>& totals)
        : m_rows(rows)
    {
        for (std::size_t side = 0; side < m_left.size(); ++side) {
            for (const std::string& name : totals[side].kernels) {
                if (!totals[1 - side].byName.contains(name))
                    m_left[side].insert(name);
            }
        }
    }

    [[nodiscard]] const Pair& left() const { return m_left; }

    /// @param keyOf    what kernels of one row share; nothing: none may join this one.
    /// @param fit      how many may share it.
    void join(const char* rule, Fit fit,
        const std::function<std::optional<std::string>(std::size_t, const std::string&)>& keyOf)
    {
        std::map<std::string, Pair> groups;
        for (std::size_t side = 0; side < m_left.size(); ++side) {
            for (const std::string& name : m_left[side]) {
                if (const std::optional<std::string> key = keyOf(side, name))
                    groups[*key][side].insert(name);
            }
        }
        for (const auto& [key, names] : groups) {
            const bool isOneOfEach = names[0].size() == 1 && names[1].size() == 1;
            const bool areAsMany = names[0].size() == names[1].size();
            if (names[0].empty() || names[1].empty() || (fit == Fit::OneOfEach && !isOneOfEach)
                || (fit == Fit::Uneven && areAsMany))
                continue;
            takeInto(isOneOfEach ? *names[0].begin() : key, rule, names);
        }
    }

private:
    void takeInto(const std::string& rowName, const char* rule, const Pair& names)
    {
        for (std::size_t side = 0; side < names.size(); ++side) {
            for (const std::string& name : names[side]) {
                m_rows.erase(name);
                m_left[side].erase(name);
            }
        }
        JoinedName& row = m_rows[rowName]; // there already, where something is called just as the short name
        row.matchedBy = rule;
        for (std::size_t side = 0; side < names.size(); ++side)
            row.names[side].insert(names[side].begin(), names[side].end());
    }

    JoinedNames& m_rows;
    Pair m_left; ///< by side: kernels that the other side does not have
};

/// Ops that launch one kernel, and through it others, as one group: a library has one kernel for two ops where another
/// has one for each.
class OpGroups {
public:
    void unite(const std::vector<std::string_view>& ops)
    {
        for (const std::string_view op : ops)
            m_parents[rootOf(op)] = rootOf(ops.front());
    }
    /// The ops of the group of `op`, sorted.
    [[nodiscard]] std::vector<std::string_view> groupOf(std::string_view op)
    {
        std::vector<std::string_view> ops;
        const std::string_view root = rootOf(op);
        for (const auto& [each, parent] : m_parents) {
            if (rootOf(each) == root)
                ops.push_back(each);
        }
        return ops;
    }

private:
    [[nodiscard]] std::string_view rootOf(std::string_view op)
    {
        while (m_parents.try_emplace(op, op).first->second != op)
            op = m_parents.at(op);
        return op;
    }

    std::map<std::string_view, std::string_view> m_parents;
};

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    for (; !text.empty(); text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1))
        lines.push_back(text.substr(0, text.find('\n')));
    return lines;
}

std::string matrixRowOf(const std::vector<std::string_view>& ops)
{
    std::string row = "matrix kernels of ";
    for (const std::string_view op : ops)
        row.append(op == ops.front() ? "" : ", ").append(op);
    return row;
}

} // namespace

std::string withoutBuild(std::string_view name)
{
    std::string text;
    for (std::size_t i = 0; i < name.size();) {
        std::size_t end = i;
        while (end < name.size() && isLetter(name[end]))
            ++end;
        const std::string_view word = name.substr(i, end - i);
        const bool isArchitecture = std::ranges::find(kArchitectures, word) != kArchitectures.end();
        if (!isArchitecture && !(word.empty() && isDigit(name[i])))
            text.append(word.empty() ? name.substr(i, 1) : word);
        else if (text.empty() || text.back() != '#')
            text.push_back('#');
        i = std::max(end, i + 1);
    }
    return text;
}

JoinedNames joinEqualNames(const std::array<SideTotals, 2>& totals, const Progress& progress)
{
    StopCheck check(progress);
    JoinedNames rows;
    for (std::size_t side = 0; side < totals.size(); ++side) {
        for (const auto& [name, sums] : totals[side].byName) {
            if (check.after(kItemsPerName))
                return rows; // its caller looks, too
            rows[name].names[side].insert(name);
        }
    }
    return rows;
}

Result<JoinedNames> joinSimilarKernels(const std::array<std::shared_ptr<const TraceSide>, 2>& sides,
    const std::array<SideTotals, 2>& totals, const Progress& progress)
{
    JoinedNames rows = joinEqualNames(totals, progress);
    KT_TRY_DONE(progress.carryOn());
    KernelJoiner joiner(rows, totals);
    joiner.join(
        "short name", Fit::Any, [](std::size_t, const std::string& name) { return std::optional(shortName(name)); });
    joiner.join("name but for sizes", Fit::Any,
        [](std::size_t, const std::string& name) { return std::optional(withoutBuild(shortName(name))); });
    if (joiner.left()[0].empty() || joiner.left()[1].empty())
        return rows;
    std::array<std::map<std::string, KernelOrigin, std::less<>>, 2> origins;
    for (std::size_t side = 0; side < sides.size(); ++side) {
        KT_TRY(origins[side], sides[side]->originsOf(joiner.left()[side], progress));
    }
    const auto originOf = [&origins](std::string KernelOrigin::*text) {
        return [&origins, text](std::size_t side, const std::string& name) -> std::optional<std::string> {
            const auto found = origins[side].find(name);
            return found == origins[side].end() || (found->second.*text).empty() ? std::nullopt
                                                                                 : std::optional(found->second.*text);
        };
    };
    joiner.join("launching op", Fit::OneOfEach, originOf(&KernelOrigin::ops));
    // Another library solves one product with other kernels, and with more or fewer of them: the op is what stays.
    // Where both have as many, their places may tell which is which.
    const auto productOf = [&origins](std::size_t side, const std::string& name) -> std::optional<std::string> {
        const auto found = origins[side].find(name);
        if (found == origins[side].end() || found->second.ops.empty() || kernelFamilyOf(name) != KernelFamily::Matrix)
            return std::nullopt;
        return matrixRowOf(linesOf(found->second.ops));
    };
    joiner.join("launching op", Fit::Uneven, productOf);
    joiner.join("place in the call tree", Fit::OneOfEach, originOf(&KernelOrigin::places));
    joiner.join("launching op", Fit::Any, productOf);
    const auto productOpsOf = [&origins](std::size_t side, const std::string& name) {
        const auto found = origins[side].find(name);
        if (found == origins[side].end() || kernelFamilyOf(name) != KernelFamily::Matrix)
            return std::vector<std::string_view> {};
        return linesOf(found->second.ops.empty() ? found->second.someOps : found->second.ops);
    };
    OpGroups groups;
    for (std::size_t side = 0; side < sides.size(); ++side) {
        for (const std::string& name : joiner.left()[side])
            groups.unite(productOpsOf(side, name));
    }
    joiner.join("launching op", Fit::Any, [&](std::size_t side, const std::string& name) -> std::optional<std::string> {
        const std::vector<std::string_view> ops = productOpsOf(side, name);
        return ops.empty() ? std::nullopt : std::optional(matrixRowOf(groups.groupOf(ops.front())));
    });
    return rows;
}

} // namespace kinetoscope
