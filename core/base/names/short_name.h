// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kinetoscope {

/// A function's qualified name without types, for grouping in a comparison of traces: `at::native::k` for
/// `void at::native::k<float>(int)`. Unlike displayName it keeps namespaces (an anonymous one reads `anon`), unwraps no
/// shells, and may be the same for many names. Names that are no functions come back unchanged. Source:
/// SPEC.md 12.5, [DIFF-12.4]. Linear.
[[nodiscard]] std::string shortName(std::string_view name);

/// The same as Holistic Trace Analysis does it, quirks included (`foo->bar<int>` becomes `foobar`): for hta mode only.
[[nodiscard]] std::string htaShortName(std::string_view name);

} // namespace kinetoscope
