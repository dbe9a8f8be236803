// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTranslator>

namespace kinetoscope {

/// The words of the window in another language. Silent on a thread that is InEnglish.
class Translator : public QTranslator {
    Q_OBJECT

public:
    using QTranslator::QTranslator;
    QString translate(const char* context, const char* source, const char* disambiguation, int number) const override;
};

/// As long as one lives, its thread makes words in English whatever language the window has: for reports, which are in
/// English as the command line writes them.
class InEnglish {
public:
    InEnglish();
    ~InEnglish();
    InEnglish(const InEnglish&) = delete;
    InEnglish& operator=(const InEnglish&) = delete;
};

} // namespace kinetoscope
