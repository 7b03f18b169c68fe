import Foundation
import Testing

@testable import SectionalClient

/// The changes in `Tests/Vectors`, which other clients are tested on too.
@Suite("The model on vectors of changes")
struct VectorTests {
    struct Title: Codable, Sendable { var title: String }

    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        struct Section: Decodable, Sendable {
            let id: String
            let header: JSONValue?
            let items: [String]
            let revisions: [Int]

            var rows: [ListRow<Title>] {
                zip(items, revisions).map { ListRow(id: $0, revision: $1, value: Title(title: $0)) }
            }
        }

        let name: String
        let before: [Section]
        let stages: [StageAnswer<Title>]
        let after: [Section]

        var testDescription: String { name }

        /// The items that come with a section, which are in no stage.
        var unlisted: Int { stages.flatMap(\.sections.inserted).reduce(0) { $0 + $1.section.itemCount } }
    }

    static let all: [Vector] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Vectors")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
            (try? Data(contentsOf: folder.appendingPathComponent(name))).flatMap { try? JSONDecoder().decode(Vector.self, from: $0) }
        }
    }()

    @Test("there are vectors, and all are read")
    func vectors() { #expect(Self.all.count > 30) }

    @Test("stages lead from before to after, whether pages come before them or after them", arguments: all, [false, true])
    func stages(_ vector: Vector, isLate: Bool) throws {
        var model = ListModel<Title>(
            version: 1, sections: vector.before.map { ListSection(id: $0.id, header: $0.header, itemCount: $0.items.count) })
        let rows = vector.before.flatMap(\.rows)
        model.ask(0..<rows.count, ticket: 1)
        if !isLate { _ = model.fill(ticket: 1, with: rows) }
        for stage in vector.stages { model.apply(stage) }
        if isLate { _ = model.fill(ticket: 1, with: rows) }

        try #require(model.sections.count == vector.after.count)
        var known = 0
        for (index, section) in vector.after.enumerated() {
            #expect(bytes(model.sections[index].info.section.id) == bytes(section.id))
            #expect(model.sections[index].info.section.header == section.header)
            try #require(model.sections[index].rows.count == section.items.count)
            for (row, item) in section.rows.enumerated() {
                guard let shown = model.row(at: RowPosition(index, row)) else { continue }
                known += 1
                #expect(bytes(shown.id) == bytes(item.id) && shown.revision == item.revision, "[\(index), \(row)]")
            }
        }
        #expect(known == vector.after.reduce(0) { $0 + $1.items.count } - vector.unlisted)
    }

    /// Ids are the same when their bytes are.
    private func bytes(_ id: String) -> [UInt8] { Array(id.utf8) }
}
