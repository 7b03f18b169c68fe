import TestSupport
import Testing

@testable import Lists

@Suite("A replacement from a source")
struct ReplacementSourceTests {
    /// Applies edits to lists, one staged and one not; says what is wrong first.
    static func firstDefect(_ edits: [TokenEdit], stagingAbout limit: Int) -> String? {
        do {
            let staged = try TokenShelf(stagingAbout: limit)
            let whole = try TokenShelf()
            var list = TokenList()
            for edit in edits + [TokenEdit(.replace, seed: 0), TokenEdit(.replace, seed: 0)] {
                switch edit.kind {
                case .replace:
                    try staged.replace(with: list)
                    try whole.replace(with: list)
                case .insertOne, .deleteOne, .moveOne:
                    try staged.replace(with: list)
                    try whole.replace(with: list)
                    var same = list
                    try staged.edit(edit, &same)
                    try whole.edit(edit, &list)
                default: edit.apply(to: &list)
                }
                guard staged.shelf.head.sections == whole.shelf.head.sections, staged.shelf.head.counter == whole.shelf.head.counter
                else { return "the staged list differs" }
            }
        } catch {
            return "\(error)"
        }
        return nil
    }

    @Test("makes the list that it asks for, keeps numbers, and names all that is left behind", arguments: 0..<40)
    func randomReplacements(run: Int) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let limit = [1, 7, 64, 1_000][run % 4]
        let edits = (0..<60).map { _ in TokenEdit.random(using: &random) }
        guard Self.firstDefect(edits, stagingAbout: limit) != nil else { return }
        let short = Shrinking.shortest(edits) { Self.firstDefect($0, stagingAbout: limit) != nil }
        Issue.record("seed \(seed), limit \(limit): \(Self.firstDefect(short, stagingAbout: limit) ?? "") after \(short)")
    }

    @Test("puts hundreds of sections into another order, and takes them in and out", arguments: [nil, 30])
    func manySections(limit: Int?) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let shelf = try TokenShelf(stagingAbout: limit)
        var list = TokenList()
        for index in 0..<500 { list.insertSection(random.below(4), at: index) }
        for step in 0..<25 {
            do { try shelf.replace(with: list) } catch { Issue.record("seed \(seed), step \(step): \(error)") }
            let start = random.bias(below: list.sections.count)
            let end = min(list.sections.count, start + [1, 2, 20, 100, 400][random.below(5)])
            switch step % 6 {
            case 0: list.change { $0[start..<end].shuffle(using: &random) }
            case 1: list.change { $0[start..<end].reverse() }
            case 2: list.change { for index in start..<end { $0[index].header += 1 } }
            case 3: list.change { $0 = Array($0[start...] + $0[..<start]) }
            case 4: list.change { if end - start < min(300, $0.count) { $0.removeSubrange(start..<end) } }
            default: for _ in start..<end { list.insertSection(random.below(4), at: random.below(list.sections.count + 1)) }
            }
        }
    }
}
