// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/help/guide.h"

#include "widgets/support/fonts.h"
#include "widgets/support/screen_room.h"

#include <QAbstractTextDocumentLayout>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QPushButton>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

// A resource of a static library is not there until somebody asks; the macro wants to stand outside of namespaces.
static void initGuide()
{
    Q_INIT_RESOURCE(guide);
}

namespace kinetoscope {

namespace {

const QString kFirstPage = QStringLiteral("README.md");

/// For the translations.
class GuideText {
    Q_DECLARE_TR_FUNCTIONS(Guide)
};

/// Pages of the guide only: nothing a link says can lead to a file or to the network.
class GuideBrowser final : public QTextBrowser {
public:
    using QTextBrowser::QTextBrowser;

    void showPage(const QString& page, const QString& heading)
    {
        const bool isKnown = !page.isEmpty() && QFile::exists(QStringLiteral(":/guide/") + page);
        setSource(QUrl(QStringLiteral("qrc:/guide/") + (isKnown ? page : kFirstPage)), QTextDocument::MarkdownResource);
        for (QTextBlock block = document()->begin(); block.isValid() && !heading.isEmpty(); block = block.next()) {
            if (block.blockFormat().headingLevel() > 0 && block.text() == heading) {
                const QRectF place = document()->documentLayout()->blockBoundingRect(block);
                verticalScrollBar()->setValue(static_cast<int>(place.top()));
                return;
            }
        }
    }

protected:
    void doSetSource(const QUrl& name, QTextDocument::ResourceType) override
    {
        const QUrl resolved = source().isEmpty() ? name : source().resolved(name);
        if (isOurs(resolved))
            QTextBrowser::doSetSource(name, QTextDocument::MarkdownResource);
    }

    QVariant loadResource(int type, const QUrl& name) override
    {
        return isOurs(source().resolved(name)) ? QTextBrowser::loadResource(type, name) : QVariant();
    }

private:
    static bool isOurs(const QUrl& url) { return url.scheme() == QLatin1String("qrc"); }
};

} // namespace

void showGuide(QWidget* parent, const QString& page, const QString& heading)
{
    static constexpr const char* kName = "guide-window";
    initGuide();
    auto* dialog = parent->findChild<QDialog*>(QString::fromLatin1(kName));
    GuideBrowser* browser = nullptr;
    if (dialog) {
        browser = static_cast<GuideBrowser*>(dialog->findChild<QTextBrowser*>());
    } else {
        dialog = new QDialog(parent);
        dialog->setObjectName(QString::fromLatin1(kName));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setWindowTitle(GuideText::tr("Guide"));
        browser = new GuideBrowser(dialog);
        browser->setAccessibleName(GuideText::tr("Guide"));
        auto* back = new QPushButton(GuideText::tr("&Back"), dialog);
        back->setEnabled(false);
        auto* contents = new QPushButton(GuideText::tr("&Contents"), dialog);
        auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
        buttons->addButton(contents, QDialogButtonBox::ActionRole);
        buttons->addButton(back, QDialogButtonBox::ActionRole);
        QObject::connect(back, &QPushButton::clicked, browser, &QTextBrowser::backward);
        QObject::connect(browser, &QTextBrowser::backwardAvailable, back, &QWidget::setEnabled);
        QObject::connect(contents, &QPushButton::clicked, browser, [browser] { browser->showPage({}, {}); });
        QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
        auto* layout = new QVBoxLayout(dialog);
        layout->addWidget(browser);
        layout->addWidget(buttons);
        resizeOnScreen(*dialog, { scaledPx(820), scaledPx(700) });
        dialog->show();
    }
    browser->showPage(page, heading); // once it is shown and laid out, so that a heading has its place
    dialog->raise();
    dialog->activateWindow();
}

} // namespace kinetoscope
