import Lists
import CellTypes
import Testing

@Suite("The cell types that a client knows")
struct AcceptedCellTypesTests {
    @Test("order and repetition do not count; names are told apart by their bytes")
    func normalised() {
        #expect(AcceptedCellTypes(["B", "A", "B", "C", "A"]) == AcceptedCellTypes(["A", "B", "C"]))
        #expect(AcceptedCellTypes(["B", "A", "B"]).names.map(\.text) == ["A", "B"])
        #expect(AcceptedCellTypes(["A"]) != AcceptedCellTypes(["a"]) && AcceptedCellTypes([]) != AcceptedCellTypes([""]))
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let both = AcceptedCellTypes([composed, decomposed])
        #expect(both.names.count == 2 && both.contains(composed) && both.contains(decomposed))
        #expect(!AcceptedCellTypes([composed]).contains(decomposed))
    }

    @Test("what was named is known, and nothing else", arguments: 0..<40)
    func contains(count: Int) {
        let known = (0..<count).map { "T\($0 * 7 % 41)" }
        let types = AcceptedCellTypes(known)
        for name in (0..<42).map({ "T\($0)" }) + ["", "T", "Z"] {
            #expect(types.contains(name) == known.contains(name), "\(name) of \(count)")
        }
    }

    @Test("its bytes are counted")
    func bytes() {
        #expect(AcceptedCellTypes([]).byteCount == 0)
        #expect(AcceptedCellTypes([String(repeating: "x", count: 1_000)]).byteCount >= 1_000)
    }
}
