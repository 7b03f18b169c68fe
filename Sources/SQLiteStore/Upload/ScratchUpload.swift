import JSON
import Lists
import Logging
import Ports

/// An upload that is kept in a scratch database beside the lists.
///
/// Memory holds a few numbers for each section, and nothing for an item.
final class ScratchUpload: ListUpload, @unchecked Sendable {  // One thread at a time uses it.
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
    private let logger: Logger
    private let place: UploadPlace

    private static let schema = """
        CREATE TABLE section (position INTEGER PRIMARY KEY, id TEXT, header TEXT, footer TEXT, metadata TEXT);
        CREATE TABLE item (position INTEGER PRIMARY KEY, section INTEGER, line INTEGER, id TEXT, type TEXT, value TEXT);
        """

    /// - Parameters:
    ///   - path: The database file that the scratch lies beside.
    ///   - place: Its place among the uploads, which it keeps as long as it is.
    ///   - interruption: Breaks off its statements where the store stops.
    init(beside path: String, in place: UploadPlace, interruption: Interruption, logger: Logger) throws {
        self.logger = logger
        self.place = place
        scratch = try ScratchDatabase(beside: path, schema: Self.schema, interruption: interruption)
        insertSection = try scratch.statement("INSERT INTO section VALUES (?, ?, ?, ?, ?)")
        insertItem = try scratch.statement("INSERT INTO item VALUES (?, ?, ?, ?, ?, ?)")
    }

    func add(_ piece: ContentPiece, line: Int) throws {
        do {
            switch piece {
            case .properties(let properties): self.properties = properties
            case .section(let section): try add(section)
            case .item(let item):
                if firstItems.isEmpty { try add(SectionDraft()) }
                try add(item, line: line)
            }
        } catch let error as SQLiteFailure {
            logger.error("an upload could not be kept", metadata: ["error": "\(error)"])
            throw ListError(.unavailable, "The store could not keep the upload.")
        }
    }

    private func add(_ section: SectionDraft) throws {
        insertSection.bind(0, Int64(firstItems.count))
        insertSection.bind(1, section.id?.text)
        insertSection.bind(2, section.header.isNull ? nil : section.header.text)
        insertSection.bind(3, section.footer.isNull ? nil : section.footer.text)
        insertSection.bind(4, section.metadata.text)
        try insertSection.run()
        sectionIDs.append(section.id)
        firstItems.append(itemCount)
    }

    private func add(_ item: ItemDraft, line: Int) throws {
        insertItem.bind(0, Int64(itemCount))
        insertItem.bind(1, Int64(firstItems.count - 1))
        insertItem.bind(2, Int64(line))
        insertItem.bind(3, item.id?.text)
        insertItem.bind(4, StoredType.text(item.type))
        insertItem.bind(5, item.value.text)
        try insertItem.run()
        itemCount += 1
        if item.id != nil { hasIDs = true }
    }

    /// The positions of a section's items.
    func items(ofSection index: Int) -> Range<Int> {
        firstItems[index]..<(index + 1 < firstItems.count ? firstItems[index + 1] : itemCount)
    }

    /// Puts what was uploaded in place of a list's content.
    ///
    /// - Throws: ``ListError`` `idRepeated`, `identityMissing` with the line as the subject.
    func replace(_ edit: ListEdit, of long: LongEdit) throws {
        let match = try UploadMatch(self, base: long.base, storage: long.storage)
        try edit.replace(from: try UploadSource(self, match))
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
