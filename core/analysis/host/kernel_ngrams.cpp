// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/kernel_ngrams.h"

#include "core/analysis/host/kernel_sequences.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kMostNgrams = 1'000; ///< rows of the table a rank
constexpr std::uint32_t kNoClass = std::numeric_limits<std::uint32_t>::max();

/// The works of a rank stream by stream, and where chains end.
struct Chain {
    std::vector<std::uint32_t> names; ///< StringId
    std::vector<std::uint32_t> run;   ///< number of the chain without a long pause
    std::vector<Nanoseconds> gapsTo;  ///< gaps before this work and all before it
    std::vector<Nanoseconds> timeTo;  ///< durations of this work and all before it
};

/// Not complete if told to stop.
Chain chainOf(const Trace& trace, const RankGpuWork& work, const Progress& progress)
{
    Chain chain;
    StopCheck check(progress);
    std::uint32_t run = 0;
    Nanoseconds gaps = 0;
    Nanoseconds time = 0;
    for (const GpuStream& stream : work.streams) {
        ++run;
        Timestamp freeAt = work.rows[stream.firstRow].range.begin;
        for (std::size_t i = stream.firstRow; i < stream.firstRow + stream.rowCount; ++i) {
            if (check.after(1))
                return chain;
            const GpuWorkRow& row = work.rows[i];
            const Nanoseconds gap = std::max<Nanoseconds>(0, saturatingSubtract(row.range.begin, freeAt));
            if (gap >= kLongestPauseOfChain)
                ++run;
            else
                gaps = saturatingAdd(gaps, gap);
            time = saturatingAdd(time, row.range.length());
            freeAt = std::max(freeAt, row.range.end);
            chain.names.push_back(trace.slices().name[row.slice.index()].value);
            chain.run.push_back(run);
            chain.gapsTo.push_back(gaps);
            chain.timeTo.push_back(time);
        }
    }
    return chain;
}

/// All chains of one length.
class Length {
public:
    struct Entry {
        std::uint32_t first = 0;  ///< where it stands first
        std::uint32_t freeAt = 0; ///< behind its last counted occurrence
        std::int64_t count = 0;
        Nanoseconds gpuTime = 0;
        Nanoseconds gaps = 0;
        bool isContained = false; ///< in a longer one that comes as often
    };
    std::vector<Entry> entries;
    std::vector<std::uint32_t> classAt; ///< by row: entry of the chain that begins there, or kNoClass

    Length(const Chain& chain, std::size_t length)
        : m_chain(chain)
        , m_length(length)
    {
        const std::size_t rows = chain.names.size();
        classAt.assign(rows, kNoClass);
        if (rows < length)
            return;
        std::uint64_t power = 1;
        for (std::size_t i = 1; i < length; ++i)
            power *= kBase;
        std::uint64_t hash = 0;
        for (std::size_t i = 0; i < rows; ++i) {
            if (i >= length)
                hash -= power * (chain.names[i - length] + 1);
            hash = hash * kBase + chain.names[i] + 1;
            const std::size_t begin = i + 1 - length;
            if (i + 1 >= length && chain.run[begin] == chain.run[i])
                count(begin, hash);
        }
    }

private:
    static constexpr std::uint64_t kBase = 0x9e37'79b9'7f4a'7c15u; // odd, so that no bit gets lost

    [[nodiscard]] bool isEqual(std::size_t a, std::size_t b) const
    {
        const auto at = [this](std::size_t i) { return m_chain.names.begin() + static_cast<std::ptrdiff_t>(i); };
        return std::equal(at(a), at(a + m_length), at(b));
    }

    void count(std::size_t begin, std::uint64_t hash)
    {
        std::uint32_t index = kNoClass;
        for (;; ++hash) { // another chain of the same hash moves on to the next one
            const auto [place, isNew] = m_byHash.try_emplace(hash, static_cast<std::uint32_t>(entries.size()));
            index = place->second;
            if (isNew)
                entries.push_back({ static_cast<std::uint32_t>(begin), 0, 0, 0, 0, false });
            if (isNew || isEqual(entries[index].first, begin))
                break;
        }
        classAt[begin] = index;
        Entry& entry = entries[index];
        if (begin < entry.freeAt)
            return;
        const std::size_t last = begin + m_length - 1;
        entry.freeAt = static_cast<std::uint32_t>(last + 1);
        ++entry.count;
        entry.gaps += m_chain.gapsTo[last] - m_chain.gapsTo[begin];
        entry.gpuTime += m_chain.timeTo[last] - (begin > 0 ? m_chain.timeTo[begin - 1] : 0);
    }

    const Chain& m_chain;
    std::size_t m_length;
    std::unordered_map<std::uint64_t, std::uint32_t> m_byHash;
};

/// Marks the chains of `shorter` that one of `longer`, which comes as often, contains.
void markContained(Length& shorter, const Length& longer)
{
    for (const Length::Entry& entry : longer.entries) {
        for (const std::size_t at : { std::size_t { entry.first }, std::size_t { entry.first } + 1 }) {
            const std::uint32_t part = shorter.classAt[at];
            if (part != kNoClass && shorter.entries[part].count == entry.count)
                shorter.entries[part].isContained = true;
        }
    }
}

bool savesMore(const KernelNgram& a, const KernelNgram& b)
{
    if (a.gaps != b.gaps)
        return a.gaps > b.gaps;
    if (a.count != b.count)
        return a.count > b.count;
    if (a.names.size() != b.names.size())
        return a.names.size() > b.names.size();
    // Not by StringId: which name the file has first says nothing of the work.
    return a.gpuTime != b.gpuTime ? a.gpuTime > b.gpuTime : a.first < b.first;
}

/// Whether two chains of one length are windows of a longer one: one is the other, shifted by up to half of it, and
/// they come about as often.
bool areWindowsOfOne(const KernelNgram& a, const KernelNgram& b)
{
    constexpr std::int64_t kTenth = 10;
    const std::int64_t apart = a.count > b.count ? a.count - b.count : b.count - a.count;
    if (apart * kTenth > std::max(a.count, b.count))
        return false;
    const auto length = static_cast<std::ptrdiff_t>(a.names.size());
    const auto follows = [length](const KernelNgram& first, const KernelNgram& second, std::ptrdiff_t shift) {
        return std::equal(first.names.begin() + shift, first.names.end(), second.names.begin(),
            second.names.begin() + length - shift);
    };
    for (std::ptrdiff_t shift = 1; 2 * shift <= length; ++shift) {
        if (follows(a, b, shift) || follows(b, a, shift))
            return true;
    }
    return false;
}

/// `ngrams`, best first, with one window of each chain that is longer than `longest`.
void keepOneWindow(std::vector<KernelNgram>& ngrams, std::size_t longest)
{
    std::vector<KernelNgram> kept;
    for (KernelNgram& ngram : ngrams) {
        const bool isShown = ngram.names.size() == longest && std::ranges::any_of(kept, [&](const KernelNgram& before) {
            return before.names.size() == longest && areWindowsOfOne(before, ngram);
        });
        if (!isShown)
            kept.push_back(std::move(ngram));
    }
    ngrams = std::move(kept);
}

/// Works of every counted occurrence, one after the other. Not complete if told to stop.
Selection occurrencesOf(
    const RankGpuWork& work, const Chain& chain, const std::vector<StringId>& names, const Progress& progress)
{
    Selection selection;
    StopCheck check(progress);
    for (std::size_t i = 0; i + names.size() <= chain.names.size() && !check.after(1);) {
        const bool isHere = chain.run[i] == chain.run[i + names.size() - 1]
            && std::equal(names.begin(), names.end(), chain.names.begin() + static_cast<std::ptrdiff_t>(i),
                [](StringId a, std::uint32_t b) { return a.value == b; });
        if (!isHere) {
            ++i;
            continue;
        }
        for (std::size_t k = 0; k < names.size(); ++k)
            selection.slices.push_back({ work.rankIndex, work.rows[i + k].slice });
        i += names.size();
    }
    return selection;
}

/// Takes a chain as the table writes it apart; false where the trace does not have all of its names. A name may hold
/// the separator itself: where one end of a name leads nowhere the next is tried. `failed`: the lengths of rests that
/// lead nowhere, so that none is tried twice.
bool takeApart(const Trace& trace, std::string_view chain, std::vector<StringId>& names, std::set<std::size_t>& failed)
{
    if (failed.contains(chain.size()))
        return false;
    for (std::size_t end = chain.find(kPatternSeparator);; end = chain.find(kPatternSeparator, end + 1)) {
        if (const StringId name = trace.strings().find(chain.substr(0, end)); end != 0 && name.isValid()) {
            names.push_back(name);
            if (end == std::string_view::npos
                || takeApart(trace, chain.substr(end + kPatternSeparator.size()), names, failed))
                return true;
            names.pop_back();
        }
        if (end == std::string_view::npos)
            break;
    }
    failed.insert(chain.size());
    return false;
}

std::vector<std::string> textsOf(const Trace& trace, const std::vector<StringId>& names)
{
    return mapped(names, [&trace](StringId name) { return std::string(trace.text(name)); });
}

std::vector<StringId> namesOf(const Trace& trace, std::string_view chain)
{
    std::vector<StringId> names;
    std::set<std::size_t> failed;
    return takeApart(trace, chain, names, failed) ? names : std::vector<StringId> {};
}

} // namespace

Result<std::vector<KernelNgram>> findNgrams(const Trace& trace, const RankGpuWork& work, std::size_t shortest,
    std::size_t longest, std::size_t keep, const Progress& progress)
{
    const Chain chain = chainOf(trace, work, progress);
    KT_TRY_DONE(progress.carryOn());
    std::vector<KernelNgram> found;
    const auto take = [&](const Length& length, std::size_t size) {
        for (const Length::Entry& entry : length.entries) {
            if (entry.count < 2 || entry.isContained)
                continue;
            KernelNgram ngram { {}, entry.count, entry.gpuTime, entry.gaps, entry.first };
            for (std::size_t i = entry.first; i < entry.first + size; ++i)
                ngram.names.push_back(StringId { chain.names[i] });
            found.push_back(std::move(ngram));
        }
        if (found.size() > keep) {
            const auto last = found.begin() + static_cast<std::ptrdiff_t>(keep);
            std::partial_sort(found.begin(), last, found.end(), savesMore);
            found.erase(last, found.end());
        }
    };
    std::optional<Length> shorter;
    for (std::size_t size = shortest; size <= longest; ++size) {
        KT_TRY_DONE(progress.carryOn());
        std::optional<Length> length(std::in_place, chain, size);
        if (shorter) {
            markContained(*shorter, *length);
            take(*shorter, size - 1);
        }
        shorter.emplace(std::move(*length));
    }
    if (shorter)
        take(*shorter, longest);
    std::ranges::sort(found, savesMore);
    keepOneWindow(found, longest);
    return found;
}

std::vector<ColumnDescriptor> ngramColumns()
{
    return {
        textColumn(column::kPattern, "Kernels", TextKind::Chain),
        numberColumn(column::kRank, "Rank"),
        countColumn(column::kCount, "Times"),
        countColumn("kernels", "Kernels each time"),
        durationColumn(column::kGpuDuration, "Kernel time", "Sum of the kernels"),
        durationColumn(column::kSavingGaps, "Gaps saved",
            "Gaps between the kernels, which fusing would save; chains are listed by it, rank by rank"),
    };
}

Result<Table> ngramsTable(
    const AnalysisInput& input, std::size_t shortest, std::size_t longest, const AnalysisContext& context)
{
    KT_TRY(const std::shared_ptr<const ScopedGpuWork> source, ScopedGpuWork::create(input, *context.classifier));
    const auto find = [&](std::size_t i) -> Result<std::vector<KernelNgram>> {
        KT_TRY(const RankGpuWork work, source->rank(i, context.progress));
        return findNgrams(*source->rankTrace(i).trace, work, shortest, longest, kMostNgrams, context.progress);
    };
    Table table("ngrams", kNgramsTitle, ngramColumns());
    std::vector<std::pair<std::size_t, std::vector<StringId>>> keys;
    const auto add = [&](std::size_t i, std::vector<KernelNgram> ngrams) {
        const RankTrace& rank = source->rankTrace(i);
        for (KernelNgram& ngram : ngrams) {
            table.addRow({ table.addChain(textsOf(*rank.trace, ngram.names), kPatternSeparator), rank.rank, ngram.count,
                static_cast<std::int64_t>(ngram.names.size()), ngram.gpuTime, ngram.gaps });
            keys.emplace_back(i, std::move(ngram.names));
        }
    };
    KT_TRY_DONE(forEachRankInOrder(source->rankCount(), context, find, add));
    table.setEvidence([source, keys = std::move(keys)](std::size_t row, std::size_t, const Progress& progress) {
        const auto& [rank, names] = keys[row];
        const RankGpuWork work = source->rowsOf(rank, progress);
        return occurrencesOf(work, chainOf(*source->rankTrace(rank).trace, work, progress), names, progress);
    });
    return table;
}

Result<Table> ngramOccurrences(
    const AnalysisInput& input, std::span<const std::string> chains, const AnalysisContext& context)
{
    static const KernelClassifier kUsual; // what a kernel is makes no difference to where it stands
    KT_TRY(auto created, ScopedGpuWork::create(input, context.classifier ? *context.classifier : kUsual));
    const ScopedGpuWork& source = *created;
    Table table("occurrences", "", { textColumn(column::kPattern, "Kernels", TextKind::Chain) });
    auto works = std::make_shared<std::vector<std::vector<SliceRef>>>(); // by row
    for (std::size_t rank = 0; rank < source.rankCount(); ++rank) {
        KT_TRY(const RankGpuWork work, source.rank(rank, context.progress));
        const Trace& trace = *source.rankTrace(rank).trace;
        const Chain chain = chainOf(trace, work, context.progress);
        for (const std::string& text : chains) {
            const std::vector<StringId> names = namesOf(trace, text);
            if (names.empty())
                continue;
            const std::string pattern = table.addChain(textsOf(trace, names), kPatternSeparator);
            const Selection all = occurrencesOf(work, chain, names, context.progress);
            KT_TRY_DONE(context.progress.carryOn());
            for (auto at = all.slices.begin(); at != all.slices.end();
                 at += static_cast<std::ptrdiff_t>(names.size())) {
                table.addRow({ pattern });
                works->emplace_back(at, at + static_cast<std::ptrdiff_t>(names.size()));
            }
        }
    }
    table.setEvidence([works = std::shared_ptr<const std::vector<std::vector<SliceRef>>>(std::move(works))](
                          std::size_t row, std::size_t) { return Selection { .slices = (*works)[row] }; });
    return table;
}

} // namespace kinetoscope
