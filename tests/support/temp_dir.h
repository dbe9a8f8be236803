// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace kinetoscope::tests {

/// A new folder under the system's temporary folder, removed with all it holds at the end of its scope. Not copyable.
class TempDir {
public:
    TempDir();
    ~TempDir();
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;

    [[nodiscard]] std::string path() const { return m_path.string(); }
    /// Path of `name` in the folder, whether it exists or not.
    [[nodiscard]] std::string file(std::string_view name) const { return (m_path / name).string(); }
    /// Writes `content` to `name` (folders in between are made) and returns the path.
    std::string write(std::string_view name, std::string_view content) const;

private:
    std::filesystem::path m_path;
};

/// All bytes of a file; "" when it cannot be read.
[[nodiscard]] std::string readFile(const std::string& path);

} // namespace kinetoscope::tests
