// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/owned_work.h"

#include "core/analysis/causes/call_names.h"
#include "core/analysis/efficiency/call_surroundings.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kOwnedRowsPerCheck = 64 * 1024;

struct SliceIdHash {
    std::size_t operator()(SliceId slice) const { return slice.index(); }
};
template <typename T> using BySlice = std::unordered_map<SliceId, T, SliceIdHash>;

/// Gives the work of one rank to ops.
class OwnerFinder {
public:
    OwnerFinder(const RankTrace& rank, RankGpuWork work, const KernelClassifier& classifier, int threads)
        : m_rank(rank)
        , m_threads(threads)
        , m_classifier(classifier)
        , m_trace(*rank.trace)
        , m_slices(m_trace.slices())
        , m_surroundings(m_trace)
        , m_formulas(m_trace.strings().size())
        , m_isLookedUp(m_trace.strings().size(), false)
    {
        m_result.work = std::move(work);
    }

    Result<RankOwnedWork> run(const Progress& progress)
    {
        findLaunches(progress);
        if (progress.shouldStop())
            return Error::stopped();
        if (const Result<Done> done = readArguments(progress); !done) {
            if (done.error().code == ErrorCode::Cancelled)
                return done.error();
            m_result.problem = done.error().message;
        }
        assign(progress);
        if (progress.shouldStop())
            return Error::stopped();
        groupWork();
        for (std::size_t c = 0; c < m_result.calls.size(); ++c) {
            if (c % kOwnedRowsPerCheck == 0 && progress.shouldStop())
                return Error::stopped();
            measure(m_result.calls[c]);
            evaluate(m_result.calls[c]);
        }
        return std::move(m_result);
    }

private:
    [[nodiscard]] const Formula& formulaAt(SliceId op)
    {
        const StringId name = m_slices.name[op.index()];
        if (!m_isLookedUp[name.index()]) {
            const std::string_view own = m_classifier.formulaOp(m_trace.text(name));
            m_formulas[name.index()] = formulaOf(own.empty() ? m_trace.text(name) : own);
            m_isLookedUp[name.index()] = true;
        }
        return m_formulas[name.index()];
    }
    [[nodiscard]] SliceId opAround(SliceId slice) const
    {
        // Old Kineto wrote annotations as operators.
        while (slice.isValid()
            && (m_slices.kind[slice.index()] != EventKind::CpuOp || isLegacyAnnotation(m_trace.name(slice))))
            slice = m_slices.parent[slice.index()];
        return slice;
    }
    [[nodiscard]] SliceId outerOp(SliceId op) const { return opAround(m_slices.parent[op.index()]); }

    void findLaunches(const Progress& progress);
    Result<Done> readArguments(const Progress& progress);
    void assign(const Progress& progress);
    [[nodiscard]] SliceId ownerBelow(SliceId innermost);
    [[nodiscard]] Figures figuresAt(SliceId op, std::optional<std::int64_t> listElementSize);
    void groupWork();
    void measure(OwningCall& call);
    void evaluate(OwningCall& call);
    [[nodiscard]] Figures lackAround(SliceId op);
    [[nodiscard]] ComputeSpec specOf(const OwningCall& call);
    [[nodiscard]] bool isHostCopy(const OwningCall& call) const;

    const RankTrace& m_rank;
    int m_threads = 1; ///< that read the file
    const KernelClassifier& m_classifier;
    const Trace& m_trace;
    const SliceTable& m_slices;
    SurroundingsReader m_surroundings;
    std::vector<Formula> m_formulas; ///< by name
    std::vector<bool> m_isLookedUp;
    std::vector<SliceId> m_innermost; ///< by row: the op around its launch
    std::vector<SliceId> m_distinctInnermost;
    BySlice<std::uint32_t> m_calls; ///< by owner
    std::unordered_set<SliceId, SliceIdHash> m_hasCallInside;
    std::unordered_map<std::uint64_t, Figures> m_known; ///< by name and arguments
    RankOwnedWork m_result;
};

void OwnerFinder::findLaunches(const Progress& progress)
{
    const std::vector<GpuWorkRow>& rows = m_result.work.rows;
    m_result.owners.assign(rows.size(), WorkOwner::Call);
    m_result.callOfRow.assign(rows.size(), RankOwnedWork::kNoCall);
    m_result.deviceOfRow.assign(rows.size(), Track::kNoDevice);
    for (const GpuStream& stream : m_result.work.streams) {
        std::fill_n(m_result.deviceOfRow.begin() + static_cast<std::ptrdiff_t>(stream.firstRow), stream.rowCount,
            stream.device);
    }
    m_innermost.assign(rows.size(), SliceId {});
    std::unordered_set<SliceId, SliceIdHash> distinct;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % kOwnedRowsPerCheck == 0 && progress.shouldStop())
            return;
        const SliceId launch = m_slices.partner[rows[i].slice.index()];
        if (rows[i].type == KernelType::Communication || m_slices.has(rows[i].slice, kSliceCollective)) {
            m_result.owners[i] = WorkOwner::Communication;
        } else if (!launch.isValid()) {
            m_result.owners[i] = WorkOwner::Unlinked;
        } else if (m_trace.name(launch).find("GraphLaunch") != std::string_view::npos) {
            m_result.owners[i] = WorkOwner::Graph;
        } else if (const SliceId op = opAround(launch); !op.isValid()) {
            m_result.owners[i] = WorkOwner::NoOp;
        } else {
            m_innermost[i] = op;
            if (distinct.insert(op).second)
                m_distinctInnermost.push_back(op);
        }
    }
}

Result<Done> OwnerFinder::readArguments(const Progress& progress)
{
    std::vector<SliceId> wanted;
    bool hasConvolution = false;
    for (const SliceId innermost : m_distinctInnermost) {
        wanted.push_back(innermost);
        for (SliceId op = innermost; op.isValid(); op = outerOp(op)) {
            const Formula& formula = formulaAt(op);
            if (!formula)
                continue;
            wanted.push_back(op);
            hasConvolution = hasConvolution || formula.category == "CONV_fwd";
        }
    }
    if (hasConvolution)
        m_surroundings.findGradients(wanted, progress);
    return m_result.arguments.read(m_trace, wanted, m_threads, progress);
}

Figures OwnerFinder::figuresAt(SliceId op, std::optional<std::int64_t> listElementSize)
{
    const Formula& formula = formulaAt(op);
    const std::uint32_t id = m_result.arguments.idOf(op);
    if (!formula)
        return lacking(Lack::NoFormula);
    if (id == OpArgumentStore::kNone)
        return lacking(Lack::NoShapes);
    const OpArguments& arguments = m_result.arguments[id];
    if (formula.usesSurroundings)
        return figuresOf(
            formula, arguments, m_surroundings.of(op, formula, arguments, m_result.arguments, listElementSize));
    const std::uint64_t key = (std::uint64_t { m_slices.name[op.index()].value } << 32) | id;
    const auto [known, isNew] = m_known.try_emplace(key);
    if (isNew)
        known->second = figuresOf(formula, arguments, {});
    return known->second;
}

/// The outermost op whose formula gives something, of those that do not decompose; else the innermost op.
SliceId OwnerFinder::ownerBelow(SliceId innermost)
{
    constexpr std::int64_t kAnySize = 1; // whose owner it is does not depend on the type of a list
    SliceId owner = innermost;
    for (SliceId op = innermost; op.isValid(); op = outerOp(op)) {
        const Formula& formula = formulaAt(op);
        if (formula && !formula.mayDecompose && figuresAt(op, kAnySize).isKnown())
            owner = op;
    }
    return owner;
}

void OwnerFinder::assign(const Progress& progress)
{
    BySlice<SliceId> owners;
    owners.reserve(m_distinctInnermost.size());
    std::size_t done = 0;
    for (const SliceId innermost : m_distinctInnermost) {
        if (++done % kOwnedRowsPerCheck == 0 && progress.shouldStop())
            return;
        const SliceId owner = ownerBelow(innermost);
        owners.emplace(innermost, owner);
        for (SliceId op = outerOp(owner); op.isValid() && m_hasCallInside.insert(op).second; op = outerOp(op)) { }
    }
    for (std::size_t i = 0; i < m_innermost.size(); ++i) {
        if (!m_innermost[i].isValid())
            continue;
        const SliceId owner = owners.at(m_innermost[i]);
        const auto [known, isNew] = m_calls.try_emplace(owner, static_cast<std::uint32_t>(m_result.calls.size()));
        if (isNew) {
            m_result.calls.emplace_back().op = owner;
            m_result.calls.back().arguments = m_result.arguments.idOf(owner);
        }
        m_result.callOfRow[i] = known->second;
        ++m_result.calls[known->second].workCount;
    }
}

void OwnerFinder::groupWork()
{
    std::uint32_t first = 0;
    for (OwningCall& call : m_result.calls) {
        call.firstWork = first;
        first += call.workCount;
        call.workCount = 0;
    }
    m_result.workOfCalls.resize(first);
    for (std::uint32_t i = 0; i < m_result.callOfRow.size(); ++i) {
        if (m_result.callOfRow[i] == RankOwnedWork::kNoCall)
            continue;
        OwningCall& call = m_result.calls[m_result.callOfRow[i]];
        m_result.workOfCalls[call.firstWork + call.workCount++] = i;
    }
}

void OwnerFinder::measure(OwningCall& call)
{
    const std::vector<GpuWorkRow>& rows = m_result.work.rows;
    const auto begin = m_result.workOfCalls.begin() + call.firstWork;
    const auto end = begin + call.workCount;
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
    call.device = m_result.deviceOfRow[*begin];
    const SliceId launch = m_slices.partner[rows[*begin].slice.index()];
    call.launched = m_rank.toJobTime(m_slices.start[launch.index()]);
}

void OwnerFinder::evaluate(OwningCall& call)
{
    const Formula& formula = formulaAt(call.op);
    std::vector<StringId> names;
    for (std::uint32_t w = 0; w < call.workCount; ++w)
        names.push_back(m_slices.name[m_result.work.rows[m_result.workOfCalls[call.firstWork + w]].slice.index()]);
    const auto elementSize = formula.usesSurroundings ? listElementSize(m_trace, names) : std::nullopt;
    const bool isUnused = formula && formula.mayDecompose && m_hasCallInside.contains(call.op);
    call.figures = isUnused ? lacking(Lack::NoFormula) : figuresAt(call.op, elementSize);
    if (call.figures.isKnown()) {
        call.category = call.figures.category.empty() ? formula.category : call.figures.category;
        call.spec = specOf(call);
        call.isRecomputed = call.figures.unit == FlopsUnit::Matrix && m_surroundings.isRecomputed(call.op);
    } else {
        call.figures = lackAround(call.op);
    }
    if (isHostCopy(call) && (!call.figures.flops) && (call.category == "copy" || call.category.empty())) {
        call.category = kHostCopy;
        std::int64_t bytes = 0;
        bool isRecorded = true;
        for (std::uint32_t w = 0; w < call.workCount; ++w) {
            const SliceId work = m_result.work.rows[m_result.workOfCalls[call.firstWork + w]].slice;
            const auto recorded = m_trace.args().bytes.find(m_slices.eventIndex[work.index()]);
            isRecorded = isRecorded && recorded && *recorded >= 0;
            bytes = saturatingAdd(bytes, recorded.value_or(0));
        }
        const TensorShape* target =
            call.arguments != OpArgumentStore::kNone ? m_result.arguments[call.arguments].tensor(0) : nullptr;
        call.figures = Figures {};
        if (isRecorded) {
            call.figures.bytes = bytes;
            call.figures.kind = BytesKind::Recorded;
        } else if (formula && target && target->type != ElementType::Unknown) {
            call.figures.bytes = Traffic().write(target).bytes();
            call.figures.kind = BytesKind::Exact;
        } else {
            call.category = {};
            call.figures = lackAround(call.op);
        }
    }
}

/// What the outermost listed op around lacked.
Figures OwnerFinder::lackAround(SliceId owner)
{
    Lack lack = Lack::NoFormula;
    for (SliceId op = owner; op.isValid(); op = outerOp(op)) {
        if (!formulaAt(op) || (formulaAt(op).mayDecompose && op != owner))
            continue;
        const Figures figures = figuresAt(op, std::nullopt);
        if (!figures.isKnown() && figures.lack != Lack::None)
            lack = figures.lack;
    }
    return lacking(lack);
}

bool OwnerFinder::isHostCopy(const OwningCall& call) const
{
    for (std::uint32_t w = 0; w < call.workCount; ++w) {
        const SliceId work = m_result.work.rows[m_result.workOfCalls[call.firstWork + w]].slice;
        if (m_slices.kind[work.index()] != EventKind::Memcpy || !isCopyWithHost(m_trace.name(work)))
            return false;
    }
    return call.workCount > 0;
}

ComputeSpec OwnerFinder::specOf(const OwningCall& call)
{
    if (call.figures.unit != FlopsUnit::Matrix)
        return ComputeSpec::None;
    switch (call.figures.operand) {
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
            const SliceId work = m_result.work.rows[m_result.workOfCalls[call.firstWork + w]].slice;
            if (m_surroundings.namesTf32(m_slices.name[work.index()]))
                return ComputeSpec::Tf32;
        }
        return ComputeSpec::Fp32;
    default:
        return ComputeSpec::None;
    }
}

/// Parts of a / whole, rounded down; whole > 0.
std::int64_t proportion(std::int64_t value, Nanoseconds part, Nanoseconds whole)
{
    if (part >= whole)
        return value;
    // In two parts, so that nothing leaves int64 and small figures stay exact.
    const std::int64_t quotient = value / whole;
    const std::int64_t rest = value % whole;
    const auto fraction = static_cast<std::int64_t>(
        static_cast<long double>(rest) * static_cast<long double>(part) / static_cast<long double>(whole));
    return quotient * part + fraction;
}

/// Cuts figures to what the scope shows of the calls, which `whole` has in full.
void cutTo(RankOwnedWork& cut, const RankOwnedWork& whole)
{
    BySlice<const OwningCall*> calls;
    for (const OwningCall& call : whole.calls)
        calls.emplace(call.op, &call);
    for (OwningCall& call : cut.calls) {
        const auto found = calls.find(call.op);
        if (found == calls.end())
            continue;
        const OwningCall& full = *found->second;
        call.figures = full.figures;
        call.category = full.category;
        call.spec = full.spec;
        call.launched = full.launched;
        if (full.kernelTime <= 0 || call.kernelTime >= full.kernelTime)
            continue;
        call.isCut = true;
        for (std::optional<std::int64_t>* figure : { &call.figures.flops, &call.figures.bytes }) {
            if (*figure)
                *figure = proportion(**figure, call.kernelTime, full.kernelTime);
        }
        call.figures.causalLeftOut = proportion(call.figures.causalLeftOut, call.kernelTime, full.kernelTime);
    }
}

} // namespace

std::string_view toString(ComputeSpec spec)
{
    switch (spec) {
    case ComputeSpec::None:
        return "";
    case ComputeSpec::Fp64:
        return "matrix_fp64";
    case ComputeSpec::Fp32:
        return "matrix_fp32";
    case ComputeSpec::Tf32:
        return "matrix_tf32";
    case ComputeSpec::Fp16:
        return "matrix_fp16";
    case ComputeSpec::Bf16:
        return "matrix_bf16";
    case ComputeSpec::Fp8:
        return "matrix_fp8";
    case ComputeSpec::Int8:
        return "matrix_int8";
    case ComputeSpec::Fp4:
        return "matrix_fp4";
    }
    return "";
}

Result<RankOwnedWork> ownedWorkOf(const AnalysisInput& input, const ScopedGpuWork& source, std::size_t i,
    const KernelClassifier& classifier, int threads, const Progress& progress)
{
    const RankTrace& rank = source.rankTrace(i);
    Result<RankGpuWork> rows = source.rank(i, progress);
    if (!rows)
        return rows.error();
    Result<RankOwnedWork> shown = OwnerFinder(rank, std::move(rows).value(), classifier, threads).run(progress);
    if (!shown || (!source.scope().range && source.scope().streams.empty()))
        return shown;
    AnalysisInput wholeInput;
    wholeInput.traces = input.traces;
    wholeInput.scope.ranks = { rank.rank };
    const auto whole = ScopedGpuWork::create(wholeInput, classifier);
    if (!whole)
        return whole.error();
    Result<RankGpuWork> allRows = whole.value()->rank(0, progress);
    if (!allRows)
        return allRows.error();
    const Result<RankOwnedWork> all = OwnerFinder(rank, std::move(allRows).value(), classifier, threads).run(progress);
    if (!all)
        return all.error();
    cutTo(*shown, *all);
    return shown;
}

} // namespace kinetoscope
