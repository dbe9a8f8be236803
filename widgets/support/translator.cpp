// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/translator.h"

namespace kinetoscope {

namespace {

thread_local int s_inEnglish = 0;

} // namespace

QString Translator::translate(const char* context, const char* source, const char* disambiguation, int number) const
{
    return s_inEnglish > 0 ? QString() : QTranslator::translate(context, source, disambiguation, number);
}

InEnglish::InEnglish()
{
    ++s_inEnglish;
}

InEnglish::~InEnglish()
{
    --s_inEnglish;
}

} // namespace kinetoscope

#include "moc_translator.cpp"
