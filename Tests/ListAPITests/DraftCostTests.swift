import Testing

@testable import ListAPI

@Suite("What drafts cost")
struct DraftCostTests {
    private func cost(_ text: String) -> DraftCost { DraftCost(Array(text.utf8)) }

    @Test("grows with the items of a list, in every shape, and not with what is inside values")
    func replacement() {
        let one = cost("[1]").replacement
        #expect(cost("[\(String(repeating: "1,", count: 999))1]").replacement < 1_000 * 140)
        #expect(cost("[\(String(repeating: "[1],", count: 999))[1]]").replacement > 1_000 * 500)
        let sections = { (section: String) in cost("[\(Array(repeating: section, count: 1_000).joined(separator: ","))]").replacement }
        #expect(sections("[ ]") > 1_000 * 430 && sections("[ ]") < 1_000 * 450)
        #expect(sections("[1]") > sections("[]") + 1_000 * 120)
        #expect(cost("[1,2,3,4,5,6,7,8,9,10]").replacement > one + 9 * 100)
        #expect(cost("[[1,2],[3]]").replacement > cost("[[1]]").replacement + 2 * 100)
        let nested = "[{\"a\":[\(String(repeating: "1,", count: 1_000))1]}]"
        #expect(cost(nested).replacement < nested.utf8.count + 1_000)
        let text = "[\"\(String(repeating: "[1,\\\",", count: 1_000))\"]"
        #expect(cost(text).replacement < text.utf8.count + 1_000)
        let items = String(repeating: "{\"value\":[1,2,3]},", count: 999) + "{\"value\":1}"
        let document = cost("{\"metadata\":{},\"sections\":[{\"items\":[\(items)]},{\"items\":[]}]}").replacement
        #expect(document > 1_000 * 128 && document < 1_010 * 128 + items.utf8.count + 4_000)
    }

    @Test("grows with what is inserted, or is to be done")
    func edits() {
        let items = String(repeating: "{\"value\":1},", count: 99) + "{\"value\":1}"
        #expect(cost("{\"items\":[\(items)]}").items > 100 * 500)
        #expect(cost("{\"section\":{\"items\":[\(items)]}}").insertedSection > 100 * 500)
        #expect(cost("{\"operations\":[{\"op\":\"insertItem\",\"items\":[\(items)]}]}").batch > 100 * 500)
        #expect(cost("{\"operations\":[{\"op\":\"insertSection\",\"section\":{\"items\":[\(items)]}}]}").batch > 100 * 500)
        #expect(cost("{\"operations\":[\(items)]}").batch > 100 * 500)
        let value = "[\(String(repeating: "1,", count: 1_000))1]"
        #expect(cost("{\"items\":[{\"value\":\(value)}]}").items < 4_000)
    }

    @Test("is found for whatever the bytes are", arguments: ["", "]", "[[[[[[[[[[", "}}}}", "\"", "\"\\", "[\"\\", ",,,,", "{{{{{{{{,"])
    func noise(text: String) {
        let cost = cost(text)
        #expect(cost.replacement >= 0 && cost.items >= 0 && cost.batch >= 0 && cost.insertedSection >= 0)
    }
}
