// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/recent_files.h"

#include "app/window/settings.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace kinetoscope {

namespace {

constexpr char kBetweenArguments = '|'; // never produced by percent-encoding
constexpr char kAfterRank = ':';

bool isSameJob(const RecentFiles::Arguments& a, const RecentFiles::Arguments& b)
{
    return std::ranges::equal(
        a, b, [](const TraceArgument& x, const TraceArgument& y) { return x.rank == y.rank && x.path == y.path; });
}

std::string absolutePath(const std::string& path)
{
    std::error_code error;
    const std::filesystem::path absolute = std::filesystem::absolute(path, error);
    return error ? path : absolute.string();
}

} // namespace

RecentFiles::RecentFiles(Settings& settings)
    : m_settings(settings)
{
    const QByteArrayList stored = settings.recentEntries();
    for (const QByteArray& text : stored) {
        Arguments entry = decode(text);
        if (!entry.empty() && m_entries.size() < kMaxEntries)
            m_entries.push_back(std::move(entry));
    }
}

void RecentFiles::add(const Arguments& arguments)
{
    if (arguments.empty())
        return;
    Arguments entry = arguments;
    for (TraceArgument& argument : entry)
        argument.path = absolutePath(argument.path);
    std::erase_if(m_entries, [&entry](const Arguments& other) { return isSameJob(entry, other); });
    m_entries.insert(m_entries.begin(), std::move(entry));
    if (m_entries.size() > kMaxEntries)
        m_entries.resize(kMaxEntries);
    save();
}

void RecentFiles::clear()
{
    m_entries.clear();
    save();
}

bool RecentFiles::isMissing(const Arguments& entry)
{
    return std::ranges::any_of(entry, [](const TraceArgument& argument) {
        std::error_code error;
        return !std::filesystem::exists(argument.path, error);
    });
}

QByteArray RecentFiles::encode(const Arguments& entry)
{
    QByteArray text;
    for (const TraceArgument& argument : entry) {
        if (!text.isEmpty())
            text.append(kBetweenArguments);
        if (argument.rank)
            text.append(QByteArray::number(static_cast<qlonglong>(*argument.rank)));
        text.append(kAfterRank);
        text.append(QByteArray::fromStdString(argument.path).toPercentEncoding("/"));
    }
    return text;
}

RecentFiles::Arguments RecentFiles::decode(const QByteArray& text)
{
    Arguments entry;
    const QByteArrayList parts = text.split(kBetweenArguments);
    for (const QByteArray& part : parts) {
        const qsizetype colon = part.indexOf(kAfterRank);
        if (colon < 0)
            return {};
        TraceArgument argument;
        if (colon > 0) {
            bool isNumber = false;
            argument.rank = part.left(colon).toLongLong(&isNumber);
            if (!isNumber)
                return {};
        }
        argument.path = QByteArray::fromPercentEncoding(part.mid(colon + 1)).toStdString();
        // A NUL would cut the name short in the system call and open another file than the list shows.
        if (argument.path.empty() || argument.path.find('\0') != std::string::npos)
            return {};
        entry.push_back(std::move(argument));
    }
    return entry;
}

void RecentFiles::save()
{
    QByteArrayList stored;
    for (const Arguments& entry : m_entries)
        stored.append(encode(entry));
    m_settings.setRecentEntries(stored);
    m_settings.sync();
}

} // namespace kinetoscope
