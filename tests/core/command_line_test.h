// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/temp_dir.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

#include <QByteArray>
#include <QFileInfo>
#include <QObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>
#include <QTest>

#include <string>

namespace kinetoscope::tests {

/// Tests that run kinetoscope-cli in a folder with some traces: e1.json, middling.json and large.json are sound,
/// broken.json is damaged, no_trace.json is none; rules.txt and bad_rules.txt are rules. The class of a test calls
/// makeFiles() in its initTestCase().
class CommandLineTest : public QObject {
protected:
    struct Run {
        int code = -1;
        QByteArray out;
        QByteArray err;
    };

    void makeFiles()
    {
        QVERIFY2(QFileInfo::exists(program()), "kinetoscope-cli is not built");
        m_trace = QString::fromStdString(m_dir.write("e1.json", exampleE1()));
        m_dir.write("broken.json", "{\"traceEvents\": [" + exampleE1().substr(exampleE1().find('[') + 1, 900));
        m_dir.write("no_trace.json", "{\"a\": 1}");
        GeneratorOptions large; // several blocks of the reader
        large.layers = 40;
        large.steps = 12;
        m_dir.write("large.json", generateTrace(large));
        GeneratorOptions middling; // more rows than a screen has
        middling.layers = 12;
        middling.steps = 4;
        m_dir.write("middling.json", generateTrace(middling));
        m_dir.write("rules.txt", "MEMORY ^gemm\n");
        m_dir.write("bad_rules.txt", "NONSENSE x\n");
    }

    /// Runs it to its end, one minute at most: code -1 where it has not ended by then, or crashed.
    /// @param configurationFolder  for the user's rules; "": an empty one. @param columns  width of the terminal; "":
    /// none.
    /// @param standardInput  a file; "": nothing comes.
    [[nodiscard]] Run run(const QStringList& arguments, const QString& configurationFolder = {},
        const QString& columns = {}, const QString& standardInput = {}) const
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        // Rules of whoever runs the tests must not change what they see.
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"),
            configurationFolder.isEmpty() ? QString::fromStdString(m_dir.file("no configuration"))
                                          : configurationFolder);
        // The terminal of whoever runs them neither.
        environment.remove(QStringLiteral("COLUMNS"));
        if (!columns.isEmpty())
            environment.insert(QStringLiteral("COLUMNS"), columns);
#if defined(__SANITIZE_ADDRESS__)
        // What was given back counts as used while the sanitizer keeps it, 256 MiB otherwise: more than some limits
        // here.
        environment.insert(QStringLiteral("ASAN_OPTIONS"),
            environment.value(QStringLiteral("ASAN_OPTIONS")) + QStringLiteral(":quarantine_size_mb=8"));
#endif
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(QString::fromStdString(m_dir.path()));
        if (!standardInput.isEmpty())
            process.setStandardInputFile(standardInput);
        process.start(program(), arguments);
        if (!process.waitForFinished(60'000))
            return {};
        return { process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), process.readAllStandardError() };
    }

    [[nodiscard]] static QString program()
    {
        return QStringLiteral(KINETOSCOPE_BIN_DIR "/kinetoscope-cli");
    }

    [[nodiscard]] static QStringList words(const QString& text)
    {
        return text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    }

    TempDir m_dir;
    QString m_trace; ///< E1
};

} // namespace kinetoscope::tests
