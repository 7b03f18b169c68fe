public import Ports
import Lists

/// The pieces of content that is in memory.
public struct DraftPieces: PieceSource {
    private let content: ImportedContent
    private var properties: ListProperties?
    private var section = -1
    private var row = 0

    public init(_ content: ImportedContent) {
        self.content = content
        properties = content.draft.properties
    }

    public let offset = 0

    public mutating func next() -> (piece: ContentPiece, line: Int?)? {
        if let properties {
            self.properties = nil
            return (.properties(properties), nil)
        }
        let sections = content.draft.sections
        if section >= 0, section < sections.count, row < sections[section].items.count {
            defer { row += 1 }
            return (.item(sections[section].items[row]), content.line(of: .item(IndexPath(section: section, row: row))))
        }
        section += 1
        row = 0
        guard section < sections.count else { return nil }
        let draft = sections[section]
        let piece = SectionDraft(id: draft.id, header: draft.header, footer: draft.footer, metadata: draft.metadata)
        return (.section(piece), content.line(of: .section(section)))
    }
}
