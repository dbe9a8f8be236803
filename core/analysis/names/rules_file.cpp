// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/names/rules_file.h"

#include "core/base/ascii.h"
#include "core/base/atomic_file.h"
#include "core/base/name_pattern.h"
#include "core/io/bytes/byte_source.h"

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

Result<std::string> textOf(const std::string& path)
{
    const auto file = ByteSource::open(path);
    if (!file)
        return Error { ErrorCode::Unreadable,
            { KT_PHRASE("rules-file", "The rules cannot be read: %1"), file.error().message } };
    if (file.value()->size() > kMostBytes)
        return Error { ErrorCode::Unreadable,
            { KT_PHRASE("rules-file", "The rules file %1 is larger than 1 MiB."), arg::Text { path } } };
    std::string text(static_cast<std::size_t>(file.value()->size()), '\0');
    KT_TRY(const std::size_t got, file.value()->readAt(0, text));
    text.resize(got);
    return text;
}

Result<KernelClassifier> withRulesOf(const std::string& path, const KernelClassifier& rest)
{
    KT_TRY(const std::string text, textOf(path));
    Result<KernelClassifier> classifier = rest.withFirstRules(text);
    if (!classifier)
        return Error { classifier.error().code,
            { KT_PHRASE("rules-file", "%1: %2"), arg::Text { path }, classifier.error().message } };
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

std::string ruleForName(KernelType type, std::string_view name)
{
    // Each byte takes two at most; what is cut could also stand in the middle of a character.
    constexpr std::size_t kLongestName = NamePattern::kLongest / 2 - 8;
    const bool isWhole = name.size() <= kLongestName;
    std::string expression = "^";
    for (const char c : name.substr(0, kLongestName)) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isPlain = isLetterOrDigit(c) || c == '_' || c == ' ' || byte >= 0x80;
        if (byte < 0x20 || byte == 0x7f) { // a line end would end the rule
            expression += "(?s:.)";
            continue;
        }
        if (!isPlain)
            expression += '\\';
        expression += c;
    }
    while (!isWhole && static_cast<unsigned char>(expression.back()) >= 0x80)
        expression.pop_back();
    return std::string(toString(type)) + ' ' + expression + (isWhole ? "$" : "");
}

Result<Done> addUserRule(const std::string& rule)
{
    const std::string path = userRulesPath();
    if (path.empty())
        return Error { ErrorCode::NotWritable,
            { KT_PHRASE("rules-file", "The system names no folder for settings.") } };
    if (const Result<KernelClassifier> checked = KernelClassifier::withRules(rule); !checked)
        return checked.error(); // it would spoil the whole file
    std::error_code failure;
    std::string rest;
    if (std::filesystem::exists(path, failure)) {
        KT_TRY(rest, textOf(path));
    } else {
        std::filesystem::create_directories(std::filesystem::path(path).parent_path(), failure);
        if (failure)
            return Error { ErrorCode::NotWritable,
                { KT_PHRASE("rules-file", "The folder of %1 cannot be made: %2."), arg::Text { path },
                    arg::Text { failure.message() } } };
    }
    return writeFileAtomically(path, rule + '\n' + rest);
}

} // namespace kinetoscope
