import JSON
import Lists

/// One item of an upload, as it came.
struct UploadedItem {
    /// The line that it stood on, counted from 1.
    let line: Int
    /// The id that it brought.
    let id: Identifier?
    let type: TypeChoice
    let value: JSONText

    /// The id that it brought, or that the list's identity finds in its value.
    ///
    /// - Throws: ``ListError`` `identityMissing` with the line as the subject.
    func identified(at identity: JSONPointer?) throws -> Identifier? {
        guard id == nil, let identity else { return id }
        return try Identifier(identifying: value, at: identity, .line(line))
    }
}

/// The items of an upload in a table of the scratch database, in the order in which they came: many to a row, since they are written and
/// read from end to end only.
///
/// An item is the distance of its line from the line before, the id's length and one, or 0 without an id, the id, the type's length and
/// two, or 1 for no type, or 0 where none was said, the type, the value's length and the value; all numbers are ``Varint``s.
final class UploadedItems {
    /// Bytes after which a row ends.
    private static let rowBytes = 32 << 10

    static let schema = "CREATE TABLE item_run (position INTEGER PRIMARY KEY, data BLOB);"

    /// How many there are.
    private(set) var count = 0
    private let scratch: ScratchDatabase
    private let insert: PreparedStatement
    private var bytes: [UInt8] = []
    /// The position of the first item in `bytes`.
    private var first = 0
    private var lastLine = 0

    init(in scratch: ScratchDatabase) throws {
        self.scratch = scratch
        insert = try scratch.statement("INSERT INTO item_run VALUES (?, ?)")
    }

    func append(_ item: ItemDraft, line: Int) throws {
        Varint.append(UInt64(bitPattern: Int64(line - lastLine)), to: &bytes)
        lastLine = line
        append(item.id?.text, offset: 1)
        switch item.type {
        case .unspecified: bytes.append(0)
        case .none: bytes.append(1)
        case .named(let name): append(name, offset: 2)
        }
        append(item.value.text, offset: 0)
        count += 1
        if bytes.count >= Self.rowBytes { try flush() }
    }

    /// Appends a text after its length and `offset`; 0 for none.
    private func append(_ text: String?, offset: UInt64) {
        guard let text else { return bytes.append(0) }
        Varint.append(UInt64(text.utf8.count) + offset, to: &bytes)
        bytes.append(contentsOf: text.utf8)
    }

    /// Puts what is still in memory into the table.
    private func flush() throws {
        guard !bytes.isEmpty else { return }
        try insert.run(first, bytes)
        bytes.removeAll(keepingCapacity: true)
        first = count
    }

    /// Reads the items from the first on. None is appended any more.
    func read() throws -> UploadedItemReader {
        try flush()
        return UploadedItemReader(try scratch.statement("SELECT data FROM item_run ORDER BY position"))
    }
}

/// Reads the items of an upload in order.
final class UploadedItemReader {
    private let rows: PreparedStatement
    private var bytes: [UInt8] = []
    private var position = 0
    private var line = 0

    init(_ rows: PreparedStatement) {
        self.rows = rows
    }

    deinit {
        rows.reset()
    }

    /// The next item; there is one more.
    func next() throws -> UploadedItem {
        if position == bytes.count {
            guard try rows.step() else { throw Self.corruption }
            bytes = rows.row[0]
            position = 0
        }
        return try bytes.withUnsafeBytes { bytes in
            line &+= Int(truncatingIfNeeded: try number(bytes))
            let id = try number(bytes)
            let idText = id == 0 ? nil : try text(bytes, id - 1)
            let type = try number(bytes)
            let choice = type == 0 ? TypeChoice.unspecified : type == 1 ? .none : .named(try text(bytes, type - 2))
            let value = try text(bytes, try number(bytes))
            return UploadedItem(line: line, id: idText.map(Identifier.init(verbatim:)), type: choice, value: JSONText(verbatim: value))
        }
    }

    private func number(_ bytes: UnsafeRawBufferPointer) throws -> UInt64 {
        guard let number = Varint.read(bytes, at: &position) else { throw Self.corruption }
        return number
    }

    private func text(_ bytes: UnsafeRawBufferPointer, _ count: UInt64) throws -> String {
        guard count <= UInt64(bytes.count - position) else { throw Self.corruption }
        let end = position + Int(count)
        defer { position = end }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    private static let corruption = SQLiteFailure(code: .corrupt, message: "an uploaded item is cut off", operation: "read an upload")
}
