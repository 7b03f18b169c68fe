import Foundation
import Lists
import Ports
@testable import Commands

/// A file to import, which goes with this.
final class ImportedFile {
    let path: String

    init(_ bytes: [UInt8]) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("sectional-\(UUID().uuidString)").path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

extension ImportedContent {
    /// All pieces of a source, with the lines of items.
    init(collecting source: any PieceSource) throws {
        var source = source
        var draft = ListDraft(properties: nil, sections: [])
        var lines: [[Int]] = []
        while let (piece, line) = try source.next() {
            switch piece {
            case .properties(let properties): draft.properties = properties
            case .section(let section):
                draft.sections.append(section)
                lines.append([])
            case .item(let item):
                draft.sections[draft.sections.count - 1].items.append(item)
                lines[lines.count - 1].append(line ?? 0)
            }
        }
        self.init(draft: draft, lines: lines)
    }
}
