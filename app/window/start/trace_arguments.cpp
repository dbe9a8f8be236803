// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/start/trace_arguments.h"

#include "widgets/support/plain_text.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace kinetoscope {

namespace {

constexpr int kMaxShownPaths = 20;

std::filesystem::path withoutTrailingSlash(const std::string& path)
{
    std::filesystem::path result(path);
    return result.has_filename() ? result : result.parent_path();
}

bool isDirectory(const std::string& path)
{
    std::error_code error;
    return std::filesystem::is_directory(path, error);
}

void appendOnce(std::vector<TraceArgument>& arguments, std::string path)
{
    const auto isSame = [&path](const TraceArgument& other) { return other.path == path; };
    if (!path.empty() && std::ranges::none_of(arguments, isSame))
        arguments.push_back({ std::nullopt, std::move(path) });
}

} // namespace

std::vector<TraceArgument> traceArguments(const QList<QUrl>& urls)
{
    std::vector<TraceArgument> arguments;
    for (const QUrl& url : urls) {
        // A host would be a network share or another machine's file.
        if (url.scheme() != QLatin1String("file")
            || !(url.host().isEmpty() || url.host() == QLatin1String("localhost")))
            continue;
        const QByteArray path = QByteArray::fromPercentEncoding(url.path(QUrl::FullyEncoded).toLatin1());
        if (!path.contains('\0'))
            appendOnce(arguments, path.toStdString());
    }
    return arguments;
}

std::vector<TraceArgument> traceArguments(const QStringList& paths)
{
    std::vector<TraceArgument> arguments;
    for (const QString& path : paths)
        appendOnce(arguments, QFile::encodeName(path).toStdString());
    return arguments;
}

QString jobName(const std::vector<TraceArgument>& arguments)
{
    if (arguments.empty())
        return {};
    const std::filesystem::path first = withoutTrailingSlash(arguments.front().path);
    if (arguments.size() == 1) {
        const QString name = displayText(first.filename().string());
        return isDirectory(arguments.front().path) ? QCoreApplication::translate("Document", "%1 (folder)").arg(name)
                                                   : name;
    }
    const std::filesystem::path parent = first.parent_path();
    const bool isOneFolder = std::ranges::all_of(arguments, [&parent](const TraceArgument& argument) {
        return withoutTrailingSlash(argument.path).parent_path() == parent;
    });
    const QString folder = displayText(parent.filename().string());
    const int count = static_cast<int>(arguments.size());
    if (folder.isEmpty() || !isOneFolder)
        return QCoreApplication::translate("Document", "%n files", nullptr, count);
    return QCoreApplication::translate("Document", "%n files in %1", nullptr, count).arg(folder);
}

QString jobPaths(const std::vector<TraceArgument>& arguments, const QString& separator)
{
    QStringList lines;
    for (const TraceArgument& argument : arguments) {
        if (lines.size() == kMaxShownPaths) {
            lines.append(QString(QChar(0x2026)));
            break;
        }
        lines.append(displayText(argument.path));
    }
    return lines.join(separator);
}

std::optional<std::string> samplePath()
{
    const QString beside = QCoreApplication::applicationDirPath() + QStringLiteral("/../share/kinetoscope/samples");
    for (const QString& folder : { beside, QStringLiteral(KINETOSCOPE_SAMPLES_FOLDER) }) {
        // The sample job is the folder `job`: four ranks of one training run.
        const QFileInfo job(folder + QStringLiteral("/job"));
        if (job.exists())
            return QFile::encodeName(job.canonicalFilePath()).toStdString();
    }
    return std::nullopt;
}

} // namespace kinetoscope
