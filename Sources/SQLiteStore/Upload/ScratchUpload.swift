import JSON
import Lists
import Logging
import Synchronization
import Ports

/// An upload that is kept in a scratch database beside the lists.
final class ScratchUpload: ListUpload {
    /// `nil` once it has been put in place of a list's content.
    private let content: Mutex<UploadContent?>
    private let logger: Logger

    /// - Parameters:
    ///   - path: The database file that the scratch lies beside.
    ///   - slot: Its slot among the uploads, which it keeps as long as it is.
    ///   - interruption: Breaks off its statements where the store stops.
    init(beside path: String, in slot: UploadSlot, interruption: Interruption, logger: Logger) throws {
        self.logger = logger
        content = Mutex(try UploadContent(beside: path, in: slot, interruption: interruption))
    }

    func add(_ piece: ContentPiece, line: Int) throws {
        do {
            _ = try content.withLock { try $0?.add(piece, line: line) }
        } catch let error as SQLiteFailure {
            logger.error("an upload could not be kept", metadata: ["error": "\(error)"])
            throw ListError(.unavailable, "The store could not keep the upload.")
        }
    }

    /// Puts what was uploaded in place of a list's content. Where the list is empty and knows no name, nothing is matched; the ids of a long
    /// upload are then told apart by the key of the table that they go to.
    ///
    /// - Parameter stagedRows: The most rows that the last transaction of the write is to write.
    /// - Throws: ``ListError`` `idRepeated`, `identityMissing` with the line as the subject.
    func replace(_ edit: ListEdit, of base: ListHead, in storage: ListRecords, stagedRows: Int) throws {
        guard let content = content.withLock({ $0.take() }) else { throw StoreMisuse("an upload is used once") }
        let properties = content.properties ?? base.properties
        guard content.items.count > stagedRows, base.sections.isEmpty, try !storage.hasItemNames() else {
            let match = try UploadMatch(content, base: base, storage: storage)
            return try edit.replace(from: try MatchedUpload(content, match))
        }
        do {
            try edit.replace(from: try NewUpload(content, identity: properties.identityPointer()))
            // Nobody reads the rows of the last transaction any more.
            try edit.storeFinishedRows()
        } catch let error as RepeatedNames {
            throw try error.located(in: content, identity: properties.identityPointer())
        }
    }
}

/// The content of an upload. Memory holds a few numbers for each section, and nothing for an item.
///
/// One thread at a time uses it.
final class UploadContent {
    let scratch: ScratchDatabase
    /// The list's new properties; `nil` keeps the present ones.
    private(set) var properties: ListProperties?
    private(set) var sectionIDs: [Identifier?] = []
    /// For each section, the position of its first item.
    private(set) var firstItems: [Int] = []
    let items: UploadedItems
    private let insertSection: PreparedStatement
    private let slot: UploadSlot

    private static let schema = """
        CREATE TABLE section (position INTEGER PRIMARY KEY, header TEXT, footer TEXT, metadata TEXT);
        """

    init(beside path: String, in slot: UploadSlot, interruption: Interruption) throws {
        self.slot = slot
        scratch = try ScratchDatabase(beside: path, schema: Self.schema + UploadedItems.schema, interruption: interruption)
        insertSection = try scratch.statement("INSERT INTO section VALUES (?, ?, ?, ?)")
        items = try UploadedItems(in: scratch)
    }

    func add(_ piece: ContentPiece, line: Int) throws {
        switch piece {
        case .properties(let properties): self.properties = properties
        case .section(let section): try add(section)
        case .item(let item):
            if firstItems.isEmpty { try add(SectionDraft()) }
            try items.append(item, line: line)
        }
    }

    private func add(_ section: SectionDraft) throws {
        try insertSection.run(firstItems.count, section.header.stored, section.footer.stored, section.metadata.text)
        sectionIDs.append(section.id)
        firstItems.append(items.count)
    }

    /// The positions of a section's items.
    func items(ofSection index: Int) -> Range<Int> {
        firstItems[index]..<(index + 1 < firstItems.count ? firstItems[index + 1] : items.count)
    }

    /// Reads the sections, without their items and their ids, one by one.
    func sectionStatement() throws -> PreparedStatement {
        try scratch.statement("SELECT header, footer, metadata FROM section WHERE position = ?")
    }

    /// A section without its items.
    func section(at index: Int, _ statement: PreparedStatement) throws -> SectionDraft {
        var draft = SectionDraft(id: sectionIDs[index])
        _ = try statement.first(index) { row in
            draft.header = JSONText(stored: row["header"])
            draft.footer = JSONText(stored: row["footer"])
            draft.metadata = JSONText(verbatim: row["metadata"])
        }
        return draft
    }
}
