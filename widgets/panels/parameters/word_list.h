// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/analysis/types/parameters.h"

#include <QString>
#include <QStringList>

#include <span>

namespace kinetoscope {

/// Whether a list takes only words of the program: tables show those as people say them ("runtime call"), command lines
/// and files as they are named there ("cuda_runtime").
[[nodiscard]] bool isWordList(const ParameterDescriptor& parameter);
/// Those words, as tables show them.
[[nodiscard]] QStringList wordsFor(const ParameterDescriptor& parameter);
/// A value of such a list as tables show it, with commas.
[[nodiscard]] QString wordListText(const ParameterValue& value);
/// What somebody wrote, in either of the two ways and in any case, as parseParameter takes it.
/// @param unknown  gets what is neither; "" where all is known.
[[nodiscard]] QString wordListInput(const ParameterDescriptor& parameter, const QString& text, QString& unknown);

/// Whether the text names ranks or steps, where "all" is a word of the program.
[[nodiscard]] bool takesAll(const ParameterDescriptor& parameter);
/// Such a text as people say it, and back as parseParameter takes it.
[[nodiscard]] QString withAllShown(const QString& text);
[[nodiscard]] QString withAllWritten(const QString& text);

/// The help of a parameter with the titles of fields in place of options, and what is called otherwise on screen
/// (`kernel_wait`, a column `launch_api`, a choice `cuda_runtime`) as it is called there.
/// @param all       those that it can name.
/// @param analysis  whose parameter it is; nullptr: of none, or of several.
[[nodiscard]] QString helpText(const ParameterDescriptor& parameter, std::span<const ParameterDescriptor> all,
    const AnalysisDescriptor* analysis = nullptr);

} // namespace kinetoscope
