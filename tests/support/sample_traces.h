// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace kinetoscope::tests {

struct SampleFile {
    std::string path; ///< relative to resources/samples
    std::string text; ///< JSON
};

/// What lies, compressed, in resources/samples. The same bytes from every build.
[[nodiscard]] std::vector<SampleFile> sampleFiles();

} // namespace kinetoscope::tests
