// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/owned_work.h"

#include "core/analysis/efficiency/call_kinds.h"
#include "core/analysis/efficiency/call_surroundings.h"
#include "core/analysis/efficiency/cut_work.h"
#include "core/analysis/efficiency/formulas/own_formula.h"
#include "core/base/contains.h"
#include "core/model/kernel_names.h"
#include "core/model/slice_numbers.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kOwnedRowsPerCheck = 64 * 1024;

/// What the name of a slice says, looked at once a name.
struct NameOfOwner {
    bool isLookedAt = false;
    bool isGraphLaunch = false;
    bool isAnnotation = false; ///< that old Kineto wrote as an operator
    Formula formula;
};

/// Gives the work of one rank to ops.
class OwnerFinder {
public:
    OwnerFinder(
        const RankTrace& rank, RankGpuWork work, const KernelClassifier& classifier, const OwnedWorkOptions& options)
        : m_options(options)
        , m_classifier(classifier)
        , m_trace(*rank.trace)
        , m_slices(m_trace.slices())
        , m_surroundings(m_trace)
        , m_names(m_trace.strings().size())
        , m_hasCallInside(m_slices.size(), false)
    {
        m_result.work = std::move(work);
        m_result.arguments = OpArgumentStore(m_trace);
    }

    Result<RankOwnedWork> run(const Progress& progress)
    {
        findLaunches(progress);
        KT_TRY_DONE(progress.carryOn());
        if (const Result<Done> done = readArguments(progress); !done) {
            if (done.error().code == ErrorCode::Cancelled)
                return done.error();
            m_result.problem = done.error().message;
        }
        std::vector<SliceId> owners; // by call
        if (!assign(owners, progress))
            return Error::stopped();
        const std::vector<std::uint32_t> firstWork = groupWork(owners.size());
        // Calls are large, so each is made once, whole.
        m_result.calls.reserve(owners.size());
        for (std::size_t c = 0; c < owners.size(); ++c) {
            if (c % kOwnedRowsPerCheck == 0 && progress.shouldStop())
                return Error::stopped();
            OwningCall& call = m_result.calls.emplace_back();
            call.op = owners[c];
            call.arguments = m_result.arguments.idOf(owners[c]);
            call.firstWork = firstWork[c];
            call.workCount = (firstWork[c + 1] - firstWork[c]) & OwningCall::kMostWork;
            measure(call);
            evaluate(call);
        }
        return std::move(m_result);
    }

private:
    [[nodiscard]] const NameOfOwner& nameAt(SliceId slice)
    {
        const StringId id = m_slices.name[slice.index()];
        const NameOfOwner& name = m_names[id.index()];
        return name.isLookedAt ? name : lookAt(id);
    }
    /// Apart from nameAt, which is small enough then to be inlined.
    const NameOfOwner& lookAt(StringId id);
    [[nodiscard]] const Formula& formulaAt(SliceId op) { return nameAt(op).formula; }
    [[nodiscard]] SliceId opAround(SliceId slice)
    {
        while (slice.isValid() && (m_slices.kind[slice.index()] != EventKind::CpuOp || nameAt(slice).isAnnotation))
            slice = m_slices.parent[slice.index()];
        return slice;
    }
    [[nodiscard]] SliceId outerOp(SliceId op) { return opAround(m_slices.parent[op.index()]); }

    void findLaunches(const Progress& progress);
    Result<Done> readArguments(const Progress& progress);
    [[nodiscard]] bool assign(std::vector<SliceId>& owners, const Progress& progress);
    [[nodiscard]] SliceId ownerBelow(SliceId innermost);
    /// What the formula of an op makes of its arguments, and the kind of the last call that it was asked for.
    struct Known {
        std::uint32_t name = 0;
        std::optional<std::int64_t> listElementSize;
        Figures figures;
        const CallKind* kind = nullptr;
    };
    [[nodiscard]] Known& figuresAt(SliceId op, std::optional<std::int64_t> listElementSize)
    {
        return figuresAt(op, m_result.arguments.idOf(op), listElementSize);
    }
    [[nodiscard]] Known& figuresAt(SliceId op, std::uint32_t id, std::optional<std::int64_t> listElementSize);
    [[nodiscard]] Known& own(const Figures& figures) { return m_own = { 0, std::nullopt, figures, nullptr }; }
    [[nodiscard]] const CallKind* kindOf(
        Known& known, const Formula& formula, const OwningCall& call, std::int64_t device);
    [[nodiscard]] std::vector<std::uint32_t> groupWork(std::size_t calls);
    [[nodiscard]] std::int64_t deviceOf(std::uint32_t row);
    void measure(OwningCall& call);
    void evaluate(OwningCall& call);
    void takeHostCopy(OwningCall& call);
    [[nodiscard]] const CallKind* lackAround(SliceId op, std::int64_t device);
    [[nodiscard]] ComputeSpec specOf(const Figures& figures, const OwningCall& call);
    [[nodiscard]] bool isHostCopy(const OwningCall& call) const;
    [[nodiscard]] SliceId workAt(const OwningCall& call, std::uint32_t i) const
    {
        return m_result.work.rows[m_result.workOfCalls[call.firstWork + i]].slice;
    }

    OwnedWorkOptions m_options;
    const KernelClassifier& m_classifier;
    const Trace& m_trace;
    const SliceTable& m_slices;
    SurroundingsReader m_surroundings;
    std::vector<NameOfOwner> m_names;        ///< by StringId
    std::vector<SliceId> m_opOfRow;          ///< by row: the op around its launch, then its owner
    std::vector<bool> m_hasCallInside;       ///< by slice
    std::vector<std::vector<Known>> m_known; ///< by arguments: a text is that of few ops
    Known m_own;                             ///< of an op whose surroundings are its own
    std::vector<StringId> m_kernelNames;     ///< of a call, while it is looked at
    std::vector<SliceId> m_chain;            ///< of ops with a formula, while an owner is looked for
    RankOwnedWork m_result;
    CallKinds m_kinds { m_result.kinds };
    std::size_t m_stream = 0; ///< of the row that was asked for last
};

const NameOfOwner& OwnerFinder::lookAt(StringId id)
{
    const std::string_view text = m_trace.text(id);
    NameOfOwner& name = m_names[id.index()];
    name = { true, contains(text, "GraphLaunch"), isLegacyAnnotation(text),
        formulaOf(text, m_classifier.formulaOp(text)) };
    return name;
}

void OwnerFinder::findLaunches(const Progress& progress)
{
    const std::vector<GpuWorkRow>& rows = m_result.work.rows;
    m_result.owners.assign(rows.size(), WorkOwner::Call);
    m_result.callOfRow.assign(rows.size(), RankOwnedWork::kNoCall);
    m_opOfRow.assign(rows.size(), SliceId {});
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % kOwnedRowsPerCheck == 0 && progress.shouldStop())
            return;
        const SliceId launch = m_slices.partner[rows[i].slice.index()];
        if (rows[i].type == KernelType::Communication || m_slices.has(rows[i].slice, kSliceCollective))
            m_result.owners[i] = WorkOwner::Communication;
        else if (!launch.isValid())
            m_result.owners[i] = WorkOwner::Unlinked;
        else if (nameAt(launch).isGraphLaunch)
            m_result.owners[i] = WorkOwner::Graph;
        else if (m_opOfRow[i] = opAround(launch); !m_opOfRow[i].isValid())
            m_result.owners[i] = WorkOwner::NoOp;
    }
}

/// Of the ops around the work what the loader has not kept.
Result<Done> OwnerFinder::readArguments(const Progress& progress)
{
    if (!m_options.readsFile || !m_result.arguments.needsFile())
        return Done {};
    std::vector<SliceId> wanted;
    std::vector<bool> isWanted(m_slices.size(), false);
    bool hasConvolution = false;
    for (const SliceId innermost : m_opOfRow) {
        // Where no formula gives anything it is the owner, and its shapes are shown.
        if (innermost.isValid() && !formulaAt(innermost) && (wanted.empty() || wanted.back() != innermost))
            wanted.push_back(innermost);
        for (SliceId op = innermost; op.isValid() && !isWanted[op.index()]; op = outerOp(op)) {
            isWanted[op.index()] = true;
            const Formula& formula = formulaAt(op);
            if (!formula)
                continue;
            wanted.push_back(op);
            hasConvolution = hasConvolution || formula.category == "CONV_fwd";
        }
    }
    if (hasConvolution) {
        for (const auto& [sequence, op] : m_surroundings.gradients())
            wanted.push_back(op);
    }
    return m_result.arguments.read(wanted, m_options.threads, progress);
}

/// Valid until the next call. @param id  of its arguments.
OwnerFinder::Known& OwnerFinder::figuresAt(SliceId op, std::uint32_t id, std::optional<std::int64_t> listElementSize)
{
    const Formula& formula = formulaAt(op);
    if (!formula)
        return own(lacking(Lack::NoFormula));
    if (id == OpArgumentStore::kNone)
        return own(lacking(Lack::NoShapes));
    const OpArguments& arguments = m_result.arguments[id];
    // A convolution without its values follows from ops around this call alone.
    if (formula.usesSurroundings && !arguments.hasValues)
        return own(figuresOf(
            formula, arguments, m_surroundings.of(op, formula, arguments, m_result.arguments, listElementSize)));
    if (m_known.size() <= id)
        m_known.resize(m_result.arguments.size());
    const std::uint32_t name = m_slices.name[op.index()].value;
    if (!formula.usesSurroundings)
        listElementSize.reset();
    for (Known& known : m_known[id]) {
        if (known.name == name && known.listElementSize == listElementSize)
            return known;
    }
    CallSurroundings around;
    around.listElementSize = listElementSize;
    return m_known[id].emplace_back(Known { name, listElementSize, figuresOf(formula, arguments, around), nullptr });
}

/// The outermost op whose formula gives something, of those that do not decompose; else the innermost op.
SliceId OwnerFinder::ownerBelow(SliceId innermost)
{
    static constexpr std::int64_t kAnySize = 1; // whose owner it is does not depend on the type of a list
    m_chain.clear();
    for (SliceId op = innermost; op.isValid(); op = outerOp(op)) {
        const Formula& formula = formulaAt(op);
        if (formula && !formula.mayDecompose)
            m_chain.push_back(op);
    }
    const auto owner = std::find_if(
        m_chain.rbegin(), m_chain.rend(), [this](SliceId op) { return figuresAt(op, kAnySize).figures.isKnown(); });
    return owner != m_chain.rend() ? *owner : innermost;
}

/// False: asked to stop. @param owners  of the calls, by first row.
bool OwnerFinder::assign(std::vector<SliceId>& owners, const Progress& progress)
{
    // The op around a launch gives way to its owner. Neighbours are mostly of one op.
    SliceNumbers numbers(m_slices.size());
    SliceId innermost;
    SliceId owner;
    for (std::size_t i = 0; i < m_opOfRow.size(); ++i) {
        if (i % kOwnedRowsPerCheck == 0 && progress.shouldStop())
            return false;
        if (!m_opOfRow[i].isValid())
            continue;
        if (m_opOfRow[i] != innermost) {
            innermost = m_opOfRow[i];
            owner = ownerBelow(innermost);
            if (numbers.mark(owner)) {
                for (SliceId op = outerOp(owner); op.isValid() && !m_hasCallInside[op.index()]; op = outerOp(op))
                    m_hasCallInside[op.index()] = true;
            }
        }
        m_opOfRow[i] = owner;
    }
    numbers.number();
    std::vector<std::uint32_t> callOfOwner(numbers.count(), RankOwnedWork::kNoCall);
    owners.reserve(numbers.count());
    for (std::size_t i = 0; i < m_opOfRow.size(); ++i) {
        if (i % kOwnedRowsPerCheck == 0 && progress.shouldStop())
            return false;
        if (!m_opOfRow[i].isValid())
            continue;
        std::uint32_t& call = callOfOwner[numbers[m_opOfRow[i]]];
        if (call == RankOwnedWork::kNoCall) {
            call = static_cast<std::uint32_t>(owners.size());
            owners.push_back(m_opOfRow[i]);
        }
        m_result.callOfRow[i] = call;
    }
    return true;
}

/// Lists the rows of each call. Returns where each call's begin, and the end of all.
std::vector<std::uint32_t> OwnerFinder::groupWork(std::size_t calls)
{
    std::vector<std::uint32_t> next(calls + 2, 0); // one place on, where the next row of a call goes
    for (const std::uint32_t call : m_result.callOfRow) {
        if (call != RankOwnedWork::kNoCall)
            ++next[call + 2];
    }
    std::partial_sum(next.begin(), next.end(), next.begin());
    m_result.workOfCalls.resize(next.back());
    for (std::uint32_t i = 0; i < m_result.callOfRow.size(); ++i) {
        if (const std::uint32_t call = m_result.callOfRow[i]; call != RankOwnedWork::kNoCall)
            m_result.workOfCalls[next[call + 1]++] = i;
    }
    next.pop_back(); // now each is where its call begins
    return next;
}

/// Neighbours are mostly of one stream.
std::int64_t OwnerFinder::deviceOf(std::uint32_t row)
{
    const std::vector<GpuStream>& streams = m_result.work.streams;
    if (row - streams[m_stream].firstRow >= streams[m_stream].rowCount) {
        const auto next = std::ranges::upper_bound(streams, std::size_t { row }, {}, &GpuStream::firstRow);
        m_stream = static_cast<std::size_t>(next - streams.begin()) - 1;
    }
    return streams[m_stream].device;
}

void OwnerFinder::measure(OwningCall& call)
{
    const std::vector<GpuWorkRow>& rows = m_result.work.rows;
    const auto begin = m_result.workOfCalls.begin() + call.firstWork;
    const auto end = begin + call.workCount;
    if (call.workCount > 1)
        std::sort(begin, end, [&rows](std::uint32_t a, std::uint32_t b) {
            return rows[a].range.begin != rows[b].range.begin ? rows[a].range.begin < rows[b].range.begin : a < b;
        });
    Timestamp reached = kMinTimestamp;
    for (auto it = begin; it != end; ++it) {
        const TimeRange range = rows[*it].range;
        call.kernelSum = saturatingAdd(call.kernelSum, range.length());
        const TimeRange rest { std::max(range.begin, reached), range.end };
        call.kernelTime = saturatingAdd(call.kernelTime, rest.length());
        reached = std::max(reached, range.end);
    }
    call.launch = m_slices.partner[rows[*begin].slice.index()];
}

void OwnerFinder::evaluate(OwningCall& call)
{
    const Formula& formula = formulaAt(call.op);
    std::optional<std::int64_t> elementSize;
    if (formula.usesSurroundings) {
        m_kernelNames.clear();
        for (std::uint32_t w = 0; w < call.workCount; ++w)
            m_kernelNames.push_back(m_slices.name[workAt(call, w).index()]);
        elementSize = listElementSize(m_trace, m_kernelNames);
    }
    const bool isUnused = formula && formula.mayDecompose && m_hasCallInside[call.op.index()];
    Known& known = isUnused ? own(lacking(Lack::NoFormula)) : figuresAt(call.op, call.arguments, elementSize);
    const std::int64_t device = deviceOf(m_result.workOfCalls[call.firstWork]);
    if (known.figures.isKnown()) {
        call.kind = kindOf(known, formula, call, device);
        call.isRecomputed = call.figures().unit == FlopsUnit::Matrix && m_surroundings.isRecomputed(call.op) ? 1 : 0;
    } else {
        call.kind = lackAround(call.op, device);
    }
    if (!call.figures().flops && (call.category() == "copy" || call.category().empty()) && isHostCopy(call))
        takeHostCopy(call);
}

/// Of figures that are known.
const CallKind* OwnerFinder::kindOf(Known& known, const Formula& formula, const OwningCall& call, std::int64_t device)
{
    const ComputeSpec spec = specOf(known.figures, call);
    if (!known.kind || known.kind->spec != spec || known.kind->device != device)
        known.kind = m_kinds.of(
            known.figures, known.figures.category.empty() ? formula.category : known.figures.category, spec, device);
    return known.kind;
}

void OwnerFinder::takeHostCopy(OwningCall& call)
{
    std::int64_t bytes = 0;
    bool isRecorded = true;
    for (std::uint32_t w = 0; w < call.workCount; ++w) {
        const auto recorded = m_trace.args().bytes.find(m_slices.eventIndex[workAt(call, w).index()]);
        isRecorded = isRecorded && recorded && *recorded >= 0;
        bytes = saturatingAdd(bytes, recorded.value_or(0));
    }
    const TensorShape* target =
        call.arguments != OpArgumentStore::kNone ? m_result.arguments[call.arguments].tensor(0) : nullptr;
    Figures figures;
    if (isRecorded) {
        figures.bytes = bytes;
        figures.kind = BytesKind::Recorded;
    } else if (formulaAt(call.op) && target && target->type != ElementType::Unknown) {
        figures.bytes = Traffic().write(target).bytes();
        figures.kind = BytesKind::Exact;
    }
    call.kind = figures.isKnown() ? m_kinds.of(figures, kHostCopy, call.spec(), call.device())
                                  : lackAround(call.op, call.device());
}

/// What the outermost listed op around lacked.
const CallKind* OwnerFinder::lackAround(SliceId owner, std::int64_t device)
{
    Lack lack = Lack::NoFormula;
    for (SliceId op = owner; op.isValid(); op = outerOp(op)) {
        if (!formulaAt(op) || (formulaAt(op).mayDecompose && op != owner))
            continue;
        const Figures& figures = figuresAt(op, std::nullopt).figures;
        if (!figures.isKnown() && figures.lack != Lack::None)
            lack = figures.lack;
    }
    return m_kinds.lacking(lack, device);
}

bool OwnerFinder::isHostCopy(const OwningCall& call) const
{
    for (std::uint32_t w = 0; w < call.workCount; ++w) {
        const SliceId work = workAt(call, w);
        if (m_slices.kind[work.index()] != EventKind::Memcpy || !isCopyWithHost(m_trace.name(work)))
            return false;
    }
    return call.workCount > 0;
}

ComputeSpec OwnerFinder::specOf(const Figures& figures, const OwningCall& call)
{
    if (figures.unit != FlopsUnit::Matrix)
        return ComputeSpec::None;
    switch (figures.operand) {
    case ElementType::Double:
    case ElementType::ComplexDouble:
        return ComputeSpec::Fp64;
    case ElementType::Half:
    case ElementType::ComplexHalf:
        return ComputeSpec::Fp16;
    case ElementType::BFloat16:
        return ComputeSpec::Bf16;
    case ElementType::Float8:
        return ComputeSpec::Fp8;
    case ElementType::Float4:
        return ComputeSpec::Fp4;
    case ElementType::Int8:
        return ComputeSpec::Int8;
    case ElementType::Float:
    case ElementType::ComplexFloat:
        for (std::uint32_t w = 0; w < call.workCount; ++w) {
            if (m_surroundings.namesTf32(m_slices.name[workAt(call, w).index()]))
                return ComputeSpec::Tf32;
        }
        return ComputeSpec::Fp32;
    default:
        return ComputeSpec::None;
    }
}

} // namespace

Nanoseconds RankOwnedWork::sumOfDurations() const
{
    Nanoseconds sum = 0;
    for (const GpuWorkRow& row : work.rows)
        sum = saturatingAdd(sum, row.range.length());
    return sum;
}

Result<RankOwnedWork> ownedWorkOf(const AnalysisInput& input, const ScopedGpuWork& source, std::size_t i,
    const KernelClassifier& classifier, const OwnedWorkOptions& options, const Progress& progress)
{
    const RankTrace& rank = source.rankTrace(i);
    KT_TRY(RankGpuWork rows, source.rank(i, progress));
    Result<RankOwnedWork> shown = OwnerFinder(rank, std::move(rows), classifier, options).run(progress);
    if (!shown || (!source.scope().range && source.scope().streams.empty()))
        return shown;
    AnalysisInput wholeInput;
    wholeInput.traces = input.traces;
    wholeInput.scope.ranks = { rank.rank };
    KT_TRY(const auto whole, ScopedGpuWork::create(wholeInput, classifier));
    KT_TRY(RankGpuWork allRows, whole->rank(0, progress));
    KT_TRY(const RankOwnedWork all, OwnerFinder(rank, std::move(allRows), classifier, options).run(progress));
    cutToScope(*shown, all);
    return shown;
}

} // namespace kinetoscope
