import Lists
import Testing

@Suite("An array data provider")
struct ArrayDataProviderTests {
    @Test("counts and gives what the arrays hold")
    func reading() throws {
        let provider = ArrayDataProvider([["java", "swift", "js"], [], ["java"]])
        #expect(provider.numberOfSections() == 3)
        #expect(try (0..<3).map { try provider.numberOfItems(in: $0) } == [3, 0, 1])
        #expect(try provider.item(at: IndexPath(section: 0, row: 2)) == "js")
        #expect(ArrayDataProvider(items: [1, 2]).numberOfSections() == 1)
    }

    @Test("updates a value and leaves copies as they were")
    func updating() throws {
        let original = ArrayDataProvider((0..<50).map { section in (0..<100).map { section * 100 + $0 } })
        var changed = original
        for row in 0..<100 { try changed.updateItem(at: IndexPath(section: 7, row: row), value: -row) }
        #expect(try changed.item(at: IndexPath(section: 7, row: 99)) == -99)
        #expect(try original.item(at: IndexPath(section: 7, row: 99)) == 799)
        #expect(try changed.item(at: IndexPath(section: 8, row: 0)) == 800)
    }

    @Test("says that a place does not exist", arguments: [(0, 3), (0, -1), (3, 0), (-1, 0), (1, 0), (Int.max, Int.max)])
    func outOfRange(section: Int, row: Int) {
        var provider = ArrayDataProvider([["java", "swift", "js"], [], ["java"]])
        let path = IndexPath(section: section, row: row)
        #expect(throws: ListError.self) { try provider.item(at: path) }
        #expect(throws: ListError.self) { try provider.updateItem(at: path, value: "x") }
        if section != 0, section != 1 { #expect(throws: ListError.self) { try provider.numberOfItems(in: section) } }
    }
}
