import JSON
import Lists

// The stored forms of what is not a node. Numbers lie close to keys, so they are stored as the distance.

extension ItemRevision {
    /// Appends the number, the version, the id behind its length, and the value.
    func store(to encoder: inout NodeEncoder) {
        encoder.buffer.append(signed: number &- key)
        encoder.buffer.append(UInt64(bitPattern: version))
        encoder.buffer.append(counted: id.text)
        encoder.buffer.append(value.text)
    }
}

extension StoredItem {
    /// Reads what an ``ItemRevision`` has stored; the bytes stay where they are.
    init(key: RevisionKey, stored bytes: UnsafeRawBufferPointer) throws(NodeCorruption) {
        var scanner = RecordScanner(bytes)
        let number = try scanner.number(relativeTo: key)
        let version = Int64(bitPattern: try scanner.number())
        let id = try scanner.text()
        self.init(number: number, revision: version, id: id, value: scanner.rest())
    }
}

extension SectionRevision {
    /// Appends the number, the id behind its length, header and footer unless they are null, and the metadata.
    func store(to encoder: inout NodeEncoder) {
        encoder.buffer.append(signed: number &- key)
        encoder.buffer.append(counted: id.text)
        encoder.buffer.append(optional: content.header.stored)
        encoder.buffer.append(optional: content.footer.stored)
        encoder.buffer.append(content.metadata.text)
    }

    init(key: RevisionKey, stored bytes: UnsafeRawBufferPointer) throws(NodeCorruption) {
        var scanner = RecordScanner(bytes)
        let number = try scanner.number(relativeTo: key)
        let id = Identifier(verbatim: String(decoding: try scanner.text(), as: UTF8.self))
        let header = JSONText(stored: try scanner.optionalText())
        let footer = JSONText(stored: try scanner.optionalText())
        let metadata = JSONText(verbatim: String(decoding: scanner.rest(), as: UTF8.self))
        self.init(key: key, number: number, id: id, content: SectionContent(header: header, footer: footer, metadata: metadata))
    }
}

extension ListProperties {
    /// Stands before a view's definition, and before the pointers of a list that is searched. Metadata, which stands there otherwise, begins
    /// with a brace.
    private static let (viewMark, searchMark): (UInt64, UInt64) = (1, 2)

    /// Appends title, default type and identity, a view's source and definition, the pointers of a search, and the metadata.
    func store(to encoder: inout NodeEncoder) {
        encoder.buffer.append(optional: title)
        encoder.buffer.append(optional: defaultType)
        encoder.buffer.append(optional: identity)
        if let view {
            encoder.buffer.append(Self.viewMark)
            encoder.buffer.append(counted: view.source.text)
            encoder.buffer.append(counted: view.text.text)
        }
        if let search {
            encoder.buffer.append(Self.searchMark)
            encoder.buffer.append(UInt64(search.count))
            for pointer in search { encoder.buffer.append(counted: pointer) }
        }
        encoder.buffer.append(metadata.text)
    }

    init(stored bytes: UnsafeRawBufferPointer) throws(NodeCorruption) {
        var scanner = RecordScanner(bytes)
        let title = try scanner.optionalText()
        let defaultType = try scanner.optionalText()
        let identity = try scanner.optionalText()
        var view: ViewText?
        if scanner.next == UInt8(Self.viewMark) {
            _ = try scanner.number()
            guard let source = ListID(String(decoding: try scanner.text(), as: UTF8.self)) else { throw NodeCorruption() }
            view = ViewText(of: source, text: JSONText(verbatim: String(decoding: try scanner.text(), as: UTF8.self)))
        }
        let search = try Self.search(&scanner)
        let metadata = JSONText(verbatim: String(decoding: scanner.rest(), as: UTF8.self))
        self.init(title: title, metadata: metadata, defaultType: defaultType, identity: identity, search: search, view: view)
    }

    private static func search(_ scanner: inout RecordScanner) throws(NodeCorruption) -> [String]? {
        guard scanner.next == UInt8(searchMark) else { return nil }
        _ = try scanner.number()
        var pointers: [String] = []
        for _ in 0..<min(try scanner.number(), UInt64(UInt8.max)) {
            pointers.append(String(decoding: try scanner.text(), as: UTF8.self))
        }
        return pointers
    }
}

/// Reads the parts of a record. Bytes that end too early are a ``NodeCorruption``, never a trap.
struct RecordScanner {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The byte that comes next; `nil` at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func number() throws(NodeCorruption) -> UInt64 {
        guard let number = Varint.read(bytes, at: &position) else { throw NodeCorruption() }
        return number
    }

    /// A key or number close to another.
    mutating func number(relativeTo other: Int64) throws(NodeCorruption) -> Int64 { other &+ Varint.signed(try number()) }

    /// Text, behind its length.
    mutating func text() throws(NodeCorruption) -> UnsafeRawBufferPointer { try bytes(count: try number()) }

    /// Text behind its length and one, or 0 for none.
    mutating func optionalText() throws(NodeCorruption) -> String? {
        let count = try number()
        return count == 0 ? nil : String(decoding: try bytes(count: count - 1), as: UTF8.self)
    }

    /// All that is left.
    mutating func rest() -> UnsafeRawBufferPointer {
        defer { position = bytes.count }
        return UnsafeRawBufferPointer(rebasing: bytes[position...])
    }

    private mutating func bytes(count: UInt64) throws(NodeCorruption) -> UnsafeRawBufferPointer {
        guard count <= UInt64(bytes.count - position) else { throw NodeCorruption() }
        let end = position + Int(count)
        defer { position = end }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<end])
    }
}

extension RecordBuffer {
    /// Appends text behind its length.
    mutating func append(counted text: String) {
        append(UInt64(text.utf8.count))
        append(text)
    }

    /// Appends text behind its length and one, or 0 for none.
    mutating func append(optional text: String?) {
        guard let text else { return append(0 as UInt64) }
        append(UInt64(text.utf8.count) + 1)
        append(text)
    }
}
