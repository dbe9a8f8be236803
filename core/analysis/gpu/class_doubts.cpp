// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/class_doubts.h"

#include "core/base/display_name.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/model/kernel_names.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <map>

namespace kinetoscope {

namespace {

constexpr double kLargeShare = 0.05;
constexpr double kLargeGuess = 0.10;
constexpr double kMostOfTime = 0.90;
constexpr double kHalf = 0.5;

bool isAtLeast(Nanoseconds part, double share, Nanoseconds whole)
{
    return static_cast<double>(part) >= share * static_cast<double>(whole);
}

/// What stands around the launches of a name.
struct Surroundings {
    Nanoseconds inCommunication = 0;
    Nanoseconds inTensorOps = 0; ///< PyTorch's own ops, and code that a compiler made: they compute
    std::map<StringId, Nanoseconds> communicationBy;
};

class Doubter {
public:
    Doubter(const Trace& trace, const RankGpuWork& work, const KernelClassifier& classifier, const Progress& progress)
        : m_trace(trace)
        , m_slices(trace.slices())
        , m_work(work)
        , m_classifier(classifier)
        , m_progress(progress)
    {
    }

    std::vector<DoubtfulClass> run()
    {
        addUp();
        std::vector<DoubtfulClass> doubtful;
        for (auto& [name, found] : m_byName) {
            if (m_progress.shouldStop())
                break;
            if (!isAtLeast(found.time, kLargeShare, m_allTime) || m_classifier.hasOwnRule(m_trace.text(name)))
                continue;
            found.name = name;
            found.allKernelTime = m_allTime;
            if (isInDoubt(found))
                doubtful.push_back(std::move(found));
        }
        sortStably(doubtful, std::greater {}, &DoubtfulClass::time);
        return doubtful;
    }

private:
    void addUp()
    {
        for (const GpuWorkRow& row : m_work.rows) {
            if (m_slices.kind[row.slice.index()] != EventKind::Kernel)
                continue;
            m_allTime = saturatingAdd(m_allTime, row.range.length());
            if (row.type != KernelType::Computation)
                continue;
            DoubtfulClass& found = m_byName[m_slices.name[row.slice.index()]];
            found.time = saturatingAdd(found.time, row.range.length());
            found.slices.push_back(row.slice);
        }
    }

    bool isInDoubt(DoubtfulClass& found)
    {
        if (isKnown(m_trace.text(found.name)))
            return false;
        const Surroundings around = surroundingsOf(found);
        if (isAtLeast(around.inCommunication, kHalf, found.time)) {
            const auto most = std::ranges::max_element(
                around.communicationBy, {}, &decltype(around.communicationBy)::value_type::second);
            found.doubt = ClassDoubt::Contradicted;
            found.source = m_trace.text(most->first);
            return true;
        }
        if (around.inTensorOps > 0)
            return false;
        if (runsApart(found)) {
            found.doubt = ClassDoubt::RunsApart;
            return true;
        }
        found.doubt = ClassDoubt::Guessed;
        return isAtLeast(found.time, kLargeGuess, m_allTime);
    }

    /// Some table of names knows what it computes.
    static bool isKnown(std::string_view name)
    {
        return kernelFamilyOf(name) != KernelFamily::Elementwise || isWaitingKernelName(name)
            || namesElementwiseWork(name) || inductorCategoryOf(name, KernelType::Computation) != "other";
    }

    /// The innermost op or annotation that says anything decides for a launch.
    Surroundings surroundingsOf(const DoubtfulClass& found)
    {
        Surroundings around;
        for (const SliceId slice : found.slices) {
            if (m_progress.shouldStop())
                break;
            const SliceId launch = m_slices.partner[slice.index()];
            if (!launch.isValid())
                continue;
            const Nanoseconds time = m_slices.duration(slice);
            for (SliceId up = m_slices.parent[launch.index()]; up.isValid(); up = m_slices.parent[up.index()]) {
                const Meaning meaning = meaningOf(up);
                if (meaning == Meaning::None)
                    continue;
                if (meaning == Meaning::Communication) {
                    const StringId name = m_slices.name[up.index()];
                    around.inCommunication = saturatingAdd(around.inCommunication, time);
                    around.communicationBy[name] = saturatingAdd(around.communicationBy[name], time);
                } else {
                    around.inTensorOps = saturatingAdd(around.inTensorOps, time);
                }
                break;
            }
        }
        return around;
    }

    enum class Meaning : std::uint8_t { None, Communication, TensorOp };
    Meaning meaningOf(SliceId slice)
    {
        const EventKind kind = m_slices.kind[slice.index()];
        if (kind != EventKind::CpuOp && kind != EventKind::UserAnnotation)
            return Meaning::None;
        const StringId name = m_slices.name[slice.index()];
        const auto [known, isNew] = m_meanings.try_emplace(name, Meaning::None);
        if (isNew) {
            const std::string_view text = m_trace.text(name);
            if (kind == EventKind::CpuOp && (text.starts_with("aten::") || text.starts_with("triton_")))
                known->second = Meaning::TensorOp;
            else if (namesCommunication(text))
                known->second = Meaning::Communication;
        }
        return known->second;
    }

    /// All of it on streams that run hardly anything else, while other streams of the device work.
    bool runsApart(DoubtfulClass& found)
    {
        std::vector<TimeRange> own;
        std::vector<TimeRange> others;
        Nanoseconds ownTime = 0;
        const GpuStream* ownStream = nullptr;
        for (const GpuStream& stream : m_work.streams) {
            std::vector<TimeRange> named;
            std::vector<TimeRange> all;
            Nanoseconds namedTime = 0;
            Nanoseconds allTime = 0;
            for (std::size_t i = stream.firstRow; i < stream.firstRow + stream.rowCount; ++i) {
                const GpuWorkRow& row = m_work.rows[i];
                all.push_back(row.range);
                allTime = saturatingAdd(allTime, row.range.length());
                if (m_slices.name[row.slice.index()] == found.name) {
                    named.push_back(row.range);
                    namedTime = saturatingAdd(namedTime, row.range.length());
                }
            }
            if (namedTime > 0 && isAtLeast(namedTime, kMostOfTime, allTime)) {
                append(own, named);
                ownTime = saturatingAdd(ownTime, namedTime);
                ownStream = ownStream ? ownStream : &stream;
            } else {
                append(others, all);
            }
        }
        if (!ownStream || ownTime != found.time || others.empty())
            return false;
        own = unionOf(std::move(own), m_progress);
        const Nanoseconds shared = totalLength(intersectionOf(own, unionOf(std::move(others), m_progress)));
        found.source = std::to_string(ownStream->stream);
        return isAtLeast(shared, kMostOfTime, totalLength(own));
    }

    const Trace& m_trace;
    const SliceTable& m_slices;
    const RankGpuWork& m_work;
    const KernelClassifier& m_classifier;
    const Progress& m_progress;
    Nanoseconds m_allTime = 0;
    std::map<StringId, DoubtfulClass> m_byName;
    std::map<StringId, Meaning> m_meanings;
};

} // namespace

std::vector<DoubtfulClass> doubtfulClasses(
    const Trace& trace, const RankGpuWork& work, const KernelClassifier& classifier, const Progress& progress)
{
    return Doubter(trace, work, classifier, progress).run();
}

Message doubtMessage(const DoubtfulClass& doubtful, const Trace& trace, bool withShare)
{
    const arg::Name kernel { displayName(trace.text(doubtful.name)) };
    const Message share = withShare ? Message { KT_PHRASE("class-doubts", ", %1 of the time of kernels,"),
        arg::Share { doubtful.time, doubtful.allKernelTime } }
                                    : Message {};
    switch (doubtful.doubt) {
    case ClassDoubt::Contradicted:
        return { KT_PHRASE("class-doubts",
                     "%1%2 counts as computation by its name, but was launched in %3, which names communication. A "
                     "rule for its name can say what it is."),
            kernel, share, arg::Name { doubtful.source } };
    case ClassDoubt::RunsApart:
        return { KT_PHRASE("class-doubts",
                     "%1%2 counts as computation by its name, but has stream %3 to itself and runs beside other work, "
                     "as communication does. A rule for its name can say what it is."),
            kernel, share, arg::Text { doubtful.source } };
    case ClassDoubt::Guessed:
        break;
    }
    return { KT_PHRASE("class-doubts",
                 "%1%2 counts as computation because nothing in its name, nor in the ops around its launches, says "
                 "what it does. A rule for its name can say what it is."),
        kernel, share };
}

} // namespace kinetoscope
