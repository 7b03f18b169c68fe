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

    @Test("makes the list that it asks for, keeps numbers, and names all that is left behind", arguments: 0..<60)
    func randomReplacements(run: Int) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededRandom(seed: seed)
        let limit = [1, 7, 64, 1_000][run % 4]
        let edits = (0..<60).map { _ in TokenEdit.random(using: &random) }
        guard Self.firstDefect(edits, stagingAbout: limit) != nil else { return }
        let short = Shrinking.shortest(edits) { Self.firstDefect($0, stagingAbout: limit) != nil }
        Issue.record("seed \(seed), limit \(limit): \(Self.firstDefect(short, stagingAbout: limit) ?? "") after \(short)")
    }
}
