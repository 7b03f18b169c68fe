import Lists
import CellTypes
import Testing
import Wire

@Suite("Accept-Cell-Types")
struct AcceptedCellTypesHeaderTests {
    @Test(
        "names stand between commas, with blanks and without; one with a comma stands in quotes",
        arguments: [
            ("A", ["A"]), ("A,B", ["A", "B"]), (" A ,\tB ", ["A", "B"]), ("B, A, B", ["A", "B"]), ("", []), (" ", []), (",, ,", []),
            (",A,", ["A"]), ("News Card, B", ["B", "News Card"]), (#""a,b", c"#, ["a,b", "c"]), (#""a\"b\\","c""#, [#"a"b\"#, "c"]),
            (#"a"b"#, [#"a"b"#]), ("%41", ["%41"]), ("日本, é", ["é", "日本"]), ("a;q=0", ["a;q=0"]), (#"" a ""#, [" a "]), ("*", ["*"]),
        ] as [(String, [String])])
    func parsed(value: String, names: [String]) throws {
        #expect(try #require(AcceptedCellTypes(parsing: value)).names.map(\.text) == names)
    }

    @Test(
        "a quoted name without an end or with something behind it, and what was not UTF-8, are refused",
        arguments: ["\"a", "\"a\"b", "\"a\" b, c", "\"a\\", "a, \"", "\u{FFFD}", "a, b\u{FFFD}"])
    func refused(value: String) {
        #expect(AcceptedCellTypes(parsing: value) == nil)
    }

    @Test("there are at most a thousand")
    func count() {
        func names(_ count: Int) -> String { (0..<count).map { "T\($0)" }.joined(separator: ", ") }
        #expect(AcceptedCellTypes(parsing: names(1_000))?.names.count == 1_000)
        #expect(AcceptedCellTypes(parsing: names(1_001)) == nil)
        #expect(AcceptedCellTypes(parsing: String(repeating: "A,", count: 1_001)) == nil)
        #expect(AcceptedCellTypes(parsing: String(repeating: ",", count: 9_000)) == AcceptedCellTypes([]))
    }
}
