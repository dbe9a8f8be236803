// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/changes.h"
#include "core/base/vectors.h"
#include "tests/golden/golden_sets.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/evidence/finding_claims.h"
#include "tests/support/evidence/finding_cures.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_macros.h"

#include <QDir>

#include <algorithm>
#include <array>
#include <map>
#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What the overview claims, on every public trace that lies beside the project and on random small ones: one click on
/// a finding gives the time and the pieces that it says, nothing is in two of them, and what a cure would save is what
/// what-if says.
class TestFindingClaims : public QObject {
    Q_OBJECT

private slots:
    void sharedTraces_data();
    void sharedTraces();
    void randomTraces();
    void somethingWasCompared();

private:
    using Traces = std::shared_ptr<const TraceSet>;
    using Check = void (TestFindingClaims::*)(const Traces& traces);
    static const std::array<std::pair<const char*, Check>, 3> kChecks;
    void clicksGiveWhatIsSaid(const Traces& traces);
    void figuresAreInTheLinkedAnalysis(const Traces& traces);
    void savingsAreThoseOfWhatIf(const Traces& traces);

    LoadedSet m_traces;
    Traces m_overviewsOf;
    std::vector<Result<AnalysisResult>> m_overviews; ///< of the cuts of that set, as people get them
    std::set<std::string> m_linkedKinds;             ///< whose figure was found in the linked analysis
    std::set<std::string> m_changes;                 ///< kinds of changes whose saving was compared
    std::set<std::string> m_unwritten; ///< kinds of findings with a saving of which no change can be written
    std::size_t m_rows = 0;            ///< of sets and checks
    std::size_t m_rowsRun = 0;         ///< of them, those that were gone through: fewer where rows were named
};

namespace {

/// The findings as people get them, and with all thresholds at zero, where small ones are among them.
const std::array<ParameterTexts, 2> kThresholds { ParameterTexts {},
    ParameterTexts { { "least-share", "0" }, { "least-time", "0" }, { "large-share", "0" }, { "outside-view", "0" },
        { "slow-step", "0" } } };

/// "" where each estimate in few words says what its sentence does, with "up to" where that doubts it.
std::string firstOtherEstimate(const AnalysisResult& result)
{
    const Table& table = *result.findTable("findings");
    const auto textOf = [&table](std::size_t row, const char* column) {
        return std::string(table.text(row, table.columnIndex(column)));
    };
    const auto count = [](const std::string& text, std::string_view words) {
        std::size_t found = 0;
        for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1))
            ++found;
        return found;
    };
    bool areEventWaitsTold = false; // by one finding for all
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        areEventWaitsTold = areEventWaitsTold || count(textOf(row, "finding"), "Less may be saved than estimated") > 0;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::string sentence = textOf(row, "finding");
        const std::string estimate = textOf(row, "estimate");
        const std::size_t cures = count(sentence, "Estimated saving ");
        const std::size_t told = estimate.empty() ? 0 : 1 + count(estimate, "; with ");
        std::size_t doubts = 0;
        for (const char* doubt : { "Less may be saved than estimated", "Part of that may be", " Waits in Python count",
                 " Time in data loading counts", "it has to wait for", "that needs its waits", " Up to " })
            doubts += count(sentence, doubt);
        const bool isDoubted = count(estimate, ": up to ") > 0;
        bool hasShares = true;
        for (std::size_t at = estimate.find(" ("); at != std::string::npos; at = estimate.find(" (", at + 1)) {
            const std::size_t end = estimate.find(" %", at);
            hasShares = hasShares && count(sentence, estimate.substr(at + 2, end - at)) > 0;
        }
        const bool isRight = cures == told && hasShares && (doubts == 0 || isDoubted || cures == 0)
            && (!isDoubted || doubts > 0 || areEventWaitsTold);
        if (!isRight)
            return estimate + " <- " + sentence;
    }
    return {};
}

/// "" where all claims of the findings are true.
/// @param usual  the overview with the first thresholds.
std::string firstFault(
    const AnalysisInput& input, const Result<AnalysisResult>& usual, std::set<std::string>* kinds = nullptr)
{
    const Result<AnalysisResult> sharp = runOn(input, "overview", kThresholds[1]);
    for (const Result<AnalysisResult>* result : { &usual, &sharp }) {
        if (!*result)
            return english(result->error().message);
        const FindingClaims claims(input, **result);
        for (const FindingClaim& claim : claims.all()) {
            if (kinds != nullptr)
                kinds->insert(claim.kind);
        }
        for (const std::string& fault : { claims.firstUntrue(), claims.firstClaimedTwice(), claims.firstSavingBeyond(),
                 firstOtherEstimate(**result) }) {
            if (!fault.empty())
                return fault;
        }
    }
    return {};
}

/// As what-if reads them, in an order that does not depend on how they were listed; none where it does not.
std::vector<std::string> changesIn(const std::string& text)
{
    const auto changes = parseChanges(text);
    std::vector<std::string> all = changes ? mapped(*changes, written) : std::vector<std::string> {};
    std::ranges::sort(all);
    return all;
}

} // namespace

const std::array<std::pair<const char*, TestFindingClaims::Check>, 3> TestFindingClaims::kChecks {
    { { "clicks give what is said", &TestFindingClaims::clicksGiveWhatIsSaid },
        { "figures are in the linked analysis", &TestFindingClaims::figuresAreInTheLinkedAnalysis },
        { "savings are those of what-if", &TestFindingClaims::savingsAreThoseOfWhatIf } }
};

/// The rows of a set come one after another: it is loaded once, and its overviews are made once.
void TestFindingClaims::sharedTraces_data()
{
    KT_REQUIRE_SHARED("traces");
    QTest::addColumn<QString>("set");
    QTest::addColumn<int>("check");
    m_rows = 0;
    const QDir root(sharedPath(QStringLiteral("traces")));
    for (const QString& set : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        m_rows += kChecks.size();
        for (int i = 0; i < static_cast<int>(kChecks.size()); ++i)
            QTest::addRow("%s: %s", qPrintable(set), kChecks.at(static_cast<std::size_t>(i)).first) << set << i;
    }
}

void TestFindingClaims::sharedTraces()
{
    QFETCH(QString, set);
    QFETCH(int, check);
    ++m_rowsRun;
    const auto traces = m_traces.of(set);
    if (!traces)
        QSKIP("No trace among these files.");
    if (m_overviewsOf != traces) {
        m_overviews.clear();
        for (const AnalysisInput& cut : cutsOf({ traces, {} }))
            m_overviews.push_back(runOn(cut, "overview", kThresholds[0]));
        m_overviewsOf = traces;
    }
    (this->*kChecks.at(static_cast<std::size_t>(check)).second)(traces);
}

void TestFindingClaims::clicksGiveWhatIsSaid(const Traces& traces)
{
    const std::vector<AnalysisInput> cuts = cutsOf({ traces, {} });
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        const std::string fault = firstFault(cuts[i], m_overviews[i]);
        QVERIFY2(fault.empty(), fault.c_str());
    }
}

void TestFindingClaims::randomTraces()
{
    std::set<std::string> kinds;
    for (std::uint32_t seed = 1; seed <= 150; ++seed) {
        RandomTraceOptions options;
        options.isOrderly = seed % 2 == 0;
        options.hasWaits = seed % 3 == 0;
        options.devices = seed % 4 == 0 ? 1 : 2;
        for (const AnalysisInput& cut : cutsOf({ randomJob(seed, seed % 5 == 0 ? 2 : 1, options), {} })) {
            const std::string fault = firstFault(cut, runOn(cut, "overview", kThresholds[0]), &kinds);
            QVERIFY2(fault.empty(), qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(toQString(fault))));
        }
    }
    QVERIFY(kinds.size() >= 10); // else the traces are too poor for this
}

/// Of idle time that the host is no reason of, the link leads to a table with a row that has the figure.
void TestFindingClaims::figuresAreInTheLinkedAnalysis(const Traces& traces)
{
    struct Row {
        const char* table;
        const char* column;
        const char* word;
    };
    static const std::map<std::string, Row> kRows { { "kernel-gaps", { "devices", "idle_category", "kernel_wait" } },
        { "event-gaps", { "causes", "cause", "event_wait" } }, { "long-gaps", { "causes", "cause", "late_start" } },
        { "unknown-gaps", { "causes", "cause", "unknown_launch" } } };
    for (const RankTrace& rank : traces->ranks()) {
        AnalysisInput own { traces, {} };
        own.scope.ranks = { rank.rank };
        const auto result = runOn(own, "overview", kThresholds[1]);
        KT_VERIFY_OK(result);
        const Table& findings = *result->findTable("findings");
        for (std::size_t row = 0; row < findings.rowCount(); ++row) {
            const auto wanted = kRows.find(std::string(findings.text(row, findings.columnIndex("kind"))));
            if (wanted == kRows.end())
                continue;
            const auto linked = runOn(own, findings.text(row, findings.columnIndex("analysis")));
            KT_VERIFY_OK(linked);
            const Table* const table = linked->findTable(wanted->second.table);
            QVERIFY2(table != nullptr, wanted->first.c_str());
            std::set<std::int64_t> devices;
            std::int64_t time = 0;
            for (std::size_t other = 0; other < table->rowCount(); ++other) {
                devices.insert(integerAt(*table, other, "device"));
                if (table->text(other, table->columnIndex(wanted->second.column)) == wanted->second.word)
                    time += integerAt(*table, other, "idle_time");
            }
            if (devices.size() == 1) // several are taken as one by the overview
            {
                QCOMPARE(qint64 { time }, qint64 { integerAt(findings, row, "figure") });
                m_linkedKinds.insert(wanted->first);
            }
        }
    }
}

void TestFindingClaims::savingsAreThoseOfWhatIf(const Traces& traces)
{
    const std::vector<AnalysisInput> cuts = cutsOf({ traces, {} });
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        const AnalysisInput& cut = cuts[i];
        const Result<AnalysisResult>& result = m_overviews[i];
        KT_VERIFY_OK(result);
        const FindingClaims claims(cut, *result);
        for (const FindingClaim& claim : claims.all()) {
            const std::string change = claim.changes;
            if (claim.saved && change.empty()) {
                m_unwritten.insert(claim.kind);
                QVERIFY2(!cut.scope.steps.empty() || cut.scope.hasWindow(), claim.sentence.c_str());
            }
            if (!claim.saved || change.empty())
                continue;
            const std::vector<std::string> ofFinding = changesIn(change);
            QVERIFY2(!ofFinding.empty(), change.c_str());
            if (const std::string inWords = writtenCureOf(claim, *traces); !inWords.empty())
                QVERIFY2(ofFinding == changesIn(inWords), (change + "\n" + inWords).c_str());
            for (const std::string& each : ofFinding)
                m_changes.insert(each.substr(0, each.find(':')));
            AnalysisInput own = cut;
            own.scope.ranks = { traces->ranks()[claim.rank].rank };
            const auto replayed = runOn(own, "what-if", { { "change", change } });
            KT_VERIFY_OK(replayed);
            const Table& table = *replayed->findTable(cut.scope.steps.empty() ? "changes" : "steps");
            QCOMPARE(table.rowCount(), std::size_t { 1 });
            const std::int64_t saved = std::max<std::int64_t>(0, integerAt(table, 0, "saved"));
            QVERIFY2(*claim.saved == saved,
                qPrintable(QStringLiteral("%1 of %2, not %3: %4")
                               .arg(saved)
                               .arg(toQString(change))
                               .arg(*claim.saved)
                               .arg(toQString(claim.sentence))));
        }
    }
}

/// A cure in other words, or a row that is called otherwise, would be left out above without a word.
void TestFindingClaims::somethingWasCompared()
{
    if (m_rowsRun == 0 || m_rowsRun < m_rows)
        QSKIP("Not all sets were gone through.");
    const auto listed = [](const std::set<std::string>& words) {
        std::string all;
        for (const std::string& word : words)
            all += word + ' ';
        return all;
    };
    KT_COMPARE_TEXT(listed(m_linkedKinds), "event-gaps kernel-gaps long-gaps unknown-gaps ");
    KT_COMPARE_TEXT(listed(m_changes), "graph host in keep kernel op wait work ");
    // Every saving of a whole recording can be asked for; that of the runs in chosen steps alone cannot be written.
    KT_COMPARE_TEXT(listed(m_unwritten), "elementwise-runs ");
}

QTEST_GUILESS_MAIN(TestFindingClaims)
#include "tst_finding_claims.moc"
