import TestSupport
import Testing

@testable import Lists

@Suite("Values by a few keys")
struct SmallTableTests {
    @Test("a table answers as a dictionary does, however many keys it has", arguments: [1, 3, 8, 9, 10, 40])
    func model(keys: Int) {
        var random = SeededGenerator(seed: UInt64(keys))
        var table = SmallTable<ItemReference, Int>()
        var model: [ItemReference: Int] = [:]
        for step in 0..<500 {
            let number = Int.random(in: 0..<keys, using: &random)
            let key = number % 2 == 0 ? ItemReference.path(section: 0, row: number) : .id(Identifier(verbatim: "i\(number)"))
            #expect(table[key] == model[key])
            if step % 3 == 0 {
                table[key] = step
                model[key] = step
            } else if step % 7 == 0, model[key] != nil {
                table[key]? += 1
                model[key]? += 1
            }
        }
    }
}
