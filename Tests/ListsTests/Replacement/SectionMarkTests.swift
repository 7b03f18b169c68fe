import JSON
import Testing
@testable import Lists

@Suite("Sections that are replaced")
struct SectionMarkTests {
    @Test("are read a few at a time, since what each shows may be large")
    func fewAtATime() throws {
        let shelf = try ListShelf()
        let drafts = (0..<500).map { SectionDraft(header: JSONText(verbatim: "\($0)"), items: [ItemDraft(value: .null)]) }
        try shelf.write { try $0.replace(with: ListDraft(properties: nil, sections: drafts)) }
        let again = try shelf.write { try $0.replace(with: ListDraft(properties: nil, sections: drafts)) }
        #expect(again == nil)
        #expect((1...SectionMark.run).contains(shelf.mostSections))
    }
}
