// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/path_links.h"
#include "tests/support/test_macros.h"

#include <QtTest>

#include <algorithm>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

using namespace kinetoscope;

/// Links of a path, packed, against a list of them.
class TestPathLinks : public QObject {
    Q_OBJECT

private slots:
    void keepsWhatIsPutIn();
    void joinsTwoPaths();
    void longLinksTakeNoRoomOfOthers();
};

namespace {

bool areEqual(const PathLink& a, const PathLink& b)
{
    return a.range == b.range && a.cause == b.cause && a.owner == b.owner && a.place == b.place;
}

/// In time order, contiguous, up to `end`. Some are longer than four bytes can say; places come in runs.
std::vector<PathLink> randomLinks(std::mt19937& random, std::size_t count, Timestamp end)
{
    std::vector<PathLink> links(count);
    TrackId place;
    for (std::size_t i = count; i-- > 0;) {
        Nanoseconds length = 1 + static_cast<Nanoseconds>(random() % 1000);
        if (random() % 500 == 0)
            length = (Nanoseconds { 1 } << 32) * (1 + static_cast<Nanoseconds>(random() % 50)) - 1
                + static_cast<Nanoseconds>(random() % 3);
        if (random() % 3 == 0)
            place = random() % 5 == 0 ? TrackId {} : TrackId { random() % 4 };
        links[i] = { { end - length, end }, static_cast<Cause>(random() % kCauseCount),
            random() % 7 == 0 ? SliceId {} : SliceId { random() % 100000 }, place };
        end -= length;
    }
    return links;
}

PathLinks packed(const std::vector<PathLink>& links)
{
    PathLinks packed;
    for (auto link = links.rbegin(); link != links.rend(); ++link)
        packed.pushFront(*link);
    return packed;
}

/// Empty where they are the same in each way of asking.
std::string differenceOf(const PathLinks& packed, const std::vector<PathLink>& expected)
{
    if (packed.size() != expected.size() || packed.empty() != expected.empty())
        return "size " + std::to_string(packed.size());
    std::size_t next = 0;
    for (const PathLink& link : packed) {
        if (next == expected.size() || !areEqual(link, expected[next]))
            return "iterator at " + std::to_string(next);
        ++next;
    }
    if (next != expected.size())
        return "iterator ends at " + std::to_string(next);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (!areEqual(packed[i], expected[i]))
            return "position " + std::to_string(i);
    }
    std::size_t seen = 0;
    bool areSame = true;
    packed.each([&](const PathLink& link) {
        areSame = areSame && seen < expected.size() && areEqual(link, expected[seen]);
        ++seen;
        return areSame;
    });
    return areSame && seen == expected.size() ? std::string() : "each at " + std::to_string(seen);
}

} // namespace

void TestPathLinks::keepsWhatIsPutIn()
{
    std::mt19937 random(11);
    for (const std::size_t count : std::initializer_list<std::size_t> { 0, 1, 2, 63, 64, 65, 200, 5000, 70000 }) {
        const std::vector<PathLink> links = randomLinks(random, count, 1000);
        const std::string difference = differenceOf(packed(links), links);
        QVERIFY2(difference.empty(), (std::to_string(count) + " links: " + difference).c_str());
    }
    std::size_t visited = 0;
    packed(randomLinks(random, 300, 0)).each([&](const PathLink&) { return ++visited < 17; });
    QCOMPARE(visited, std::size_t { 17 });
}

void TestPathLinks::joinsTwoPaths()
{
    std::mt19937 random(12);
    for (int round = 0; round < 60; ++round) {
        const std::vector<PathLink> later = randomLinks(random, random() % 300, 1000);
        const Timestamp middle = later.empty() ? 1000 : later.front().range.begin;
        const std::vector<PathLink> earlier = randomLinks(random, random() % 3000, middle);
        const std::size_t without = later.empty() ? 0 : random() % (earlier.size() + 20);
        // What the later one has instead of the links that are left out ends where they began.
        const std::size_t left = earlier.size() - std::min(earlier.size(), without);
        std::vector<PathLink> expected(earlier.begin(), earlier.begin() + static_cast<std::ptrdiff_t>(left));
        if (!later.empty() && left > 0)
            expected.back().range.end = middle;
        expected.insert(expected.end(), later.begin(), later.end());
        PathLinks joined = packed(later);
        joined.append(packed(earlier), without);
        const std::string difference = differenceOf(joined, expected);
        QVERIFY2(difference.empty(), (std::to_string(round) + ": " + difference).c_str());
    }
}

void TestPathLinks::longLinksTakeNoRoomOfOthers()
{
    constexpr SliceId kOwner { std::uint32_t { 1 } };
    constexpr TrackId kPlace { std::uint32_t { 2 } };
    PathLinks links;
    Timestamp time = 0;
    for (int i = 0; i < 40000; ++i) // nine bytes each, in blocks that grow
        links.pushFront({ { time - 1 - i, std::exchange(time, time - 1 - i) }, Cause::Op, kOwner, kPlace });
    const std::size_t before = links.memoryBytes();
    QVERIFY2(before < 40000 * 20, std::to_string(before).c_str());
    constexpr Nanoseconds kLong = Nanoseconds { 1 } << 33;
    for (int i = 0; i < 1000; ++i) // each ends what offsets can say
        links.pushFront({ { time - kLong, std::exchange(time, time - kLong) }, Cause::Op, kOwner, kPlace });
    const std::size_t each = (links.memoryBytes() - before) / 1000;
    QVERIFY2(each < 1500, std::to_string(each).c_str());
    QCOMPARE(links.size(), std::size_t { 41000 });
    QCOMPARE(links[0].range.length(), kLong);
}

QTEST_GUILESS_MAIN(TestPathLinks)
#include "tst_path_links.moc"
