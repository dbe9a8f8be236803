// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/number_text.h"
#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kinetoscope {

enum class ParameterType : std::uint8_t { Bool, Int, Double, Duration, String, StringList, Choice };

/// Bool, Int (and Duration, in ns), Double, String (and Choice), StringList.
using ParameterValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>>;

/// What the text of a parameter names in a trace; `list` says it. A value that names something holds for the trace it
/// was chosen for, all others are preferences that hold for any (core/analysis/scope/missing_choices.h).
enum class NamedThing : std::uint8_t {
    None,    ///< nothing of a trace
    Op,      ///< a host op; forms offer them
    Counter, ///< columns or counters inside formulas; forms offer them
    Rank,    ///< rank numbers
    Step,    ///< step numbers
    Call,    ///< runtime and driver calls that launch work, without what tells their variants apart
    Change,  ///< work, ops and calls inside changes of what-if
};
/// "op", "counter", "rank", "step", "call", "change", "" for None.
[[nodiscard]] const char* toString(NamedThing thing);

/// One parameter of an analysis. Command-line option, panel form, help and guide are generated from it.
struct ParameterDescriptor {
    std::string id;    ///< kebab-case, without dashes in front: "num-kernels"
    std::string title; ///< for the form: "Kernels shown"
    std::string help;  ///< one sentence
    ParameterType type = ParameterType::Int;
    ParameterValue defaultValue;
    std::optional<ParameterValue> htaDefault {}; ///< where HTA's default differs
    std::optional<double> minimum {};            ///< inclusive; Duration: ns
    std::optional<double> maximum {};            ///< the same
    std::vector<std::string> choices {};         ///< Choice
    bool htaOnly = false;                        ///< exact mode has it not
    NamedThing names = NamedThing::None;
    /// Says from where on something counts (as a finding, a warning, an outlier, a cause): what a person sets once, for
    /// every trace. See thresholds().
    bool isThreshold = false;
    std::string matchedBy {};     ///< of Op: id of the Choice (exact, contains, regex) that says how; "": exactly
    std::size_t namesInInput = 0; ///< in which of several inputs it names something
};

/// Values by parameter id. What was not given completeParameters() fills. To ask for an id that is not there, or for a
/// value of another type, is a mistake of the program and throws (std::out_of_range, std::bad_variant_access).
class Parameters {
public:
    void set(std::string id, ParameterValue value) { m_values[std::move(id)] = std::move(value); }
    [[nodiscard]] bool has(std::string_view id) const { return m_values.find(id) != m_values.end(); }
    [[nodiscard]] bool boolean(std::string_view id) const;
    [[nodiscard]] std::int64_t integer(std::string_view id) const; ///< also Duration, ns
    [[nodiscard]] double number(std::string_view id) const;        ///< Double, or an Int widened
    [[nodiscard]] const std::string& text(std::string_view id) const;
    [[nodiscard]] const std::vector<std::string>& list(std::string_view id) const;
    [[nodiscard]] const std::map<std::string, ParameterValue, std::less<>>& all() const { return m_values; }
    bool operator==(const Parameters&) const = default;

private:
    std::map<std::string, ParameterValue, std::less<>> m_values;
};

/// Text from the command line or a form to a value of the descriptor's type, checked against range and choices.
/// Durations take ns, us, ms, s; without a unit microseconds. InvalidArgument with a sentence otherwise.
[[nodiscard]] Result<ParameterValue> parseParameter(const ParameterDescriptor& descriptor, std::string_view text);
/// The text that parseParameter reads back to the same value.
/// @param value  of the type of the descriptor.
[[nodiscard]] std::string formatParameter(const ParameterDescriptor& descriptor, const ParameterValue& value);
/// A bound (minimum or maximum) of the descriptor as a value of it is written: "30us" of a Duration, whole of an Int.
[[nodiscard]] std::string formatBound(const ParameterDescriptor& descriptor, double bound);
/// "5us", "300 ns", "1.5ms", "12" (microseconds) to exact ns. InvalidArgument on anything else or on overflow.
[[nodiscard]] Result<std::int64_t> parseDuration(std::string_view text);

} // namespace kinetoscope
