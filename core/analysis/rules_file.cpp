// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/rules_file.h"

#include "core/io/byte_source.h"

#include <cstdlib>
#include <filesystem>

namespace kinetoscope {

namespace {

/// More than any table of names that a person writes.
constexpr std::uint64_t kMostBytes = 1u << 20;

std::string environment(const char* name)
{
    const char* const value = std::getenv(name);
    return value ? value : "";
}

std::string configurationFolder()
{
#ifdef _WIN32
    return environment("APPDATA");
#else
    if (const std::string folder = environment("XDG_CONFIG_HOME"); folder.starts_with('/'))
        return folder; // a relative one does not count, says the standard
    const std::string home = environment("HOME");
    return home.empty() ? std::string() : home + "/.config";
#endif
}

Result<KernelClassifier> withRulesOf(const std::string& path, const KernelClassifier& rest)
{
    const auto file = ByteSource::open(path);
    if (!file)
        return Error { ErrorCode::Unreadable, "The rules cannot be read: " + file.error().message };
    if (file.value()->size() > kMostBytes)
        return Error { ErrorCode::Unreadable, "The rules file " + path + " is larger than 1 MiB." };
    std::string text(static_cast<std::size_t>(file.value()->size()), '\0');
    const Result<std::size_t> got = file.value()->readAt(0, text);
    if (!got)
        return got.error();
    text.resize(*got);
    Result<KernelClassifier> classifier = rest.withFirstRules(text);
    if (!classifier)
        return Error { classifier.error().code, path + ": " + classifier.error().message };
    return classifier;
}

} // namespace

std::string userRulesPath()
{
    const std::string folder = configurationFolder();
    return folder.empty() ? std::string() : folder + "/kinetoscope/rules.txt";
}

Result<KernelClassifier> loadClassifier(const std::string& rulesFile)
{
    Result<KernelClassifier> classifier = KernelClassifier();
    const std::string users = userRulesPath();
    std::error_code ignored;
    if (!users.empty() && std::filesystem::exists(users, ignored))
        classifier = withRulesOf(users, *classifier);
    if (!classifier || rulesFile.empty())
        return classifier;
    return withRulesOf(rulesFile, *classifier);
}

} // namespace kinetoscope
