// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document.h"
#include "app/window/interface_size.h"
#include "app/window/main_window.h"
#include "app/window/settings.h"
#include "app/window/start/commands.h"
#include "app/window/start/language.h"
#include "app/window/start/options.h"
#include "app/window/theme.h"

#include <QApplication>
#include <QIcon>

int main(int argc, char* argv[])
{
    using namespace kinetoscope;

    if (!choosePlatform(argc, argv))
        return kExitUsage;
    QApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    const QApplication application(argc, argv); // takes Qt's own options out of argv
    Q_INIT_RESOURCE(resources);                 // they are in a static library, which nobody would ask for them
    QApplication::setApplicationName(QStringLiteral("Kinetoscope"));
    QApplication::setApplicationVersion(QStringLiteral(KINETOSCOPE_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.kinetoscope.Kinetoscope"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/kinetoscope.svg")));

    const auto parsed = parseOptions(argc, argv);
    if (const int* exitCode = std::get_if<int>(&parsed))
        return *exitCode;
    const auto& options = std::get<Options>(parsed);
    if (options.render)
        return runRender(*options.render, options.traces, options.alignsClocks);
    if (options.report)
        return runReport(*options.report, options.traces, options.alignsClocks);

    Settings settings;
    if (options.resetSettings)
        settings.reset();
    applyLanguage(options.language.empty() ? settings.language() : QString::fromStdString(options.language));
    applyTheme(settings.theme());
    applyInterfaceSize(settings.interfaceSize());
    Document document;
    LoadLimits limits;
    limits.memoryBytes = options.memoryLimit;
    document.setLimits(limits);
    MainWindow window(settings, document);
    if (!options.alignsClocks) // for this time
        document.setAlignsClocks(false);
    window.show();
    window.open(options.traces);
    return QApplication::exec();
}
