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

    /// Puts what was uploaded in place of a list's content.
    ///
    /// - Throws: ``ListError`` `idRepeated`, `identityMissing` with the line as the subject.
    func replace(_ edit: ListEdit, of base: ListHead, in storage: ListRecords) throws {
        guard let content = content.withLock({ $0.take() }) else { throw StoreMisuse("an upload is used once") }
        let match = try UploadMatch(content, base: base, storage: storage)
        try edit.replace(from: try UploadSource(content, match))
    }
}

/// The content of an upload. Memory holds a few numbers for each section, and nothing for an item.
///
/// One thread at a time uses it.
final class UploadContent {
    let scratch: ScratchDatabase
    /// What the list is to be beside its sections; `nil` keeps what it is.
    private(set) var properties: ListProperties?
    private(set) var sectionIDs: [Identifier?] = []
    /// For each section, the position of its first item.
    private(set) var firstItems: [Int] = []
    private(set) var itemCount = 0
    /// Whether some item brings an id.
    private(set) var hasIDs = false
    private let insertSection: PreparedStatement
    private let insertItem: PreparedStatement
    private let slot: UploadSlot

    private static let schema = """
        CREATE TABLE section (position INTEGER PRIMARY KEY, id TEXT, header TEXT, footer TEXT, metadata TEXT);
        CREATE TABLE item (position INTEGER PRIMARY KEY, section INTEGER, line INTEGER, id TEXT, type TEXT, value TEXT);
        """

    init(beside path: String, in slot: UploadSlot, interruption: Interruption) throws {
        self.slot = slot
        scratch = try ScratchDatabase(beside: path, schema: Self.schema, interruption: interruption)
        insertSection = try scratch.statement("INSERT INTO section VALUES (?, ?, ?, ?, ?)")
        insertItem = try scratch.statement("INSERT INTO item VALUES (?, ?, ?, ?, ?, ?)")
    }

    func add(_ piece: ContentPiece, line: Int) throws {
        switch piece {
        case .properties(let properties): self.properties = properties
        case .section(let section): try add(section)
        case .item(let item):
            if firstItems.isEmpty { try add(SectionDraft()) }
            try add(item, line: line)
        }
    }

    private func add(_ section: SectionDraft) throws {
        try insertSection.run(firstItems.count, section.id?.text, section.header.stored, section.footer.stored, section.metadata.text)
        sectionIDs.append(section.id)
        firstItems.append(itemCount)
    }

    private func add(_ item: ItemDraft, line: Int) throws {
        try insertItem.run(itemCount, firstItems.count - 1, line, item.id?.text, StoredType.text(item.type), item.value.text)
        itemCount += 1
        if item.id != nil { hasIDs = true }
    }

    /// The positions of a section's items.
    func items(ofSection index: Int) -> Range<Int> {
        firstItems[index]..<(index + 1 < firstItems.count ? firstItems[index + 1] : itemCount)
    }
}

/// How a choice of a type is kept: nothing where none was made, an empty text, which is no name, for no type.
enum StoredType {
    static func text(_ type: TypeChoice) -> String? {
        switch type {
        case .unspecified: nil
        case .none: ""
        case .named(let name): name
        }
    }

    static func choice(_ text: String?) -> TypeChoice {
        guard let text else { return .unspecified }
        return text.isEmpty ? .none : .named(text)
    }
}
