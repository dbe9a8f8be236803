// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/metadata.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kinetoscope {

/// What stands around the events of a trace file: taken over byte for byte where it is strict JSON, else written anew
/// from what the loader made of it.

/// The front of a strict document, to the bracket of its event array.
struct DocumentHead {
    std::size_t begin = 0;       ///< behind a byte order mark, which JSON does not allow
    std::size_t eventsBegin = 0; ///< behind the '['
    std::size_t members = 0;     ///< of the document's object, in front of the events
    bool isBareArray = false;
};
/// nullopt where `text`, which begins where the file begins, is no such front.
[[nodiscard]] std::optional<DocumentHead> readDocumentHead(std::string_view text);

/// Whether `text`, which begins at the ']' of the events, ends the document strictly.
[[nodiscard]] bool isStrictTail(std::string_view text, bool isBareArray);

using MetadataEntries = std::vector<std::pair<std::string, std::string>>;
/// A document of these members up to the '[' of its events; values that are no JSON are mended or become strings.
[[nodiscard]] std::string documentHead(const MetadataEntries& entries);
/// From the ']' on, with the members from `first` on.
[[nodiscard]] std::string documentTail(const MetadataEntries& entries, std::size_t first);
/// `tail`, the strict end of a document that is an object, with more members at its end.
[[nodiscard]] std::string withMembers(std::string_view tail, const MetadataEntries& members);
/// `entries` but those whose keys are among `members`.
[[nodiscard]] MetadataEntries entriesWithout(const MetadataEntries& members, const MetadataEntries& entries);

} // namespace kinetoscope
