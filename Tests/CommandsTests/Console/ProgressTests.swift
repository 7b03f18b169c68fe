import Testing

@testable import Commands

@Suite("Progress on a terminal")
struct ProgressTests {
    @Test("a bar has forty places", arguments: [(0, 0), (1, 0), (50, 20), (99, 39), (100, 40)])
    func bar(percent: Int, filled: Int) {
        let text = ProgressText(unit: .bytes, done: percent, total: 100, perSecond: nil).text
        #expect(text.filter { $0 == "█" }.count == filled)
        #expect(text.filter { $0 == "░" }.count == 40 - filled)
        #expect(text.hasSuffix(" \(percent) %"))
    }

    @Test(
        "rate and time left follow it, each where it is known",
        arguments: [
            (.bytes, 50_000_000, 200_000_000, 12_340_000, "25 %  12.3 MB/s  0:13 left"),
            (.bytes, 200_000_000, 200_000_000, 12_340_000, "100 %  12.3 MB/s"),
            (.bytes, 1, 4_000_000_000, 1_000_000, "0 %  1.0 MB/s  1:06:40 left"),
            (.bytes, 1, 4_000_000_000, 1, "0 %  1 B/s  over a day left"),
            (.bytes, 4_560_000_000, nil, 2_500, "4.6 GB  2.5 kB/s"),
            (.lines, 500, 1_000, 120_000, "50 %  120.0 k lines/s  0:01 left"),
            (.lines, 0, 0, nil, "100 %"), (.lines, 1, 2, 0, "50 %"), (.parts, 250, 1_000, 25, "25 %  0:30 left"),
        ] as [(ProgressBar.Unit, Int, Int?, Double?, String)])
    func text(unit: ProgressBar.Unit, done: Int, total: Int?, perSecond: Double?, words: String) {
        let text = ProgressText(unit: unit, done: done, total: total, perSecond: perSecond).text
        #expect(text.drop { "█░ ".contains($0) } == words)
        #expect(text.count < 80)
    }

    @Test("a rate is that of the last ten seconds")
    func rate() throws {
        var rate = ProgressRate()
        rate.add(0, at: 0)
        #expect(rate.perSecond == nil)
        for second in 1...20 { rate.add(second * 100, at: Double(second)) }
        #expect(rate.perSecond == 100)
        for second in 21...40 { rate.add(2_000 + (second - 20) * 10, at: Double(second)) }
        #expect(try #require(rate.perSecond) == 10)
    }

    @Test("a bar is drawn ten times a second at most, at its end, and never without a terminal")
    func drawing() {
        var time = 0.0
        var drawn: [String] = []
        let bar = ProgressBar(total: 2_000, unit: .lines, isShown: true, now: { time }, write: { drawn.append($0) })
        for done in 1...1_000 {
            time += 0.001
            bar.show(2 * done)
        }
        #expect((10...12).contains(drawn.count))
        #expect(drawn.allSatisfy { $0.hasPrefix("\r") && $0.hasSuffix("\u{1B}[K") })
        #expect(drawn.last?.contains("100 %  2.0 k lines/s") == true)
        bar.end()
        #expect(drawn.last == "\r\u{1B}[K")
        let hidden = ProgressBar(total: 1, isShown: false, now: { time }, write: { drawn.append($0) })
        drawn = []
        hidden.show(1)
        hidden.end()
        #expect(drawn.isEmpty)
    }
}
