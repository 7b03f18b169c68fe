import Lists

/// One run of a statement as an entry of a log has it.
struct StatementRecord {
    /// The statement's number.
    let number: Int64
    let values: [RecordedValue]
    /// How many rows it has changed.
    let changes: Int64

    /// The byte that tells it from the other parts of an entry.
    static let kind: UInt8 = 2

    /// Appends a record.
    ///
    /// - Parameters:
    ///   - count: The number of parameters.
    ///   - parameters: Their recorded form.
    static func append(_ number: Int64, count: Int, _ parameters: [UInt8], changes: Int64, to entry: inout [UInt8]) {
        entry.append(kind)
        Varint.append(UInt64(bitPattern: number), to: &entry)
        Varint.append(UInt64(count), to: &entry)
        entry += parameters
        Varint.append(UInt64(bitPattern: changes), to: &entry)
    }

    /// Reads the record that is next; its values lie in the entry.
    init(_ entry: inout EntryReader) throws {
        number = try entry.number()
        values = try (0..<entry.count()).map { _ in try entry.value() }
        changes = try entry.number()
    }
}

/// Reads the bytes of an entry one after the other. Bytes that end too early, or say what no store writes, are an error and never a trap.
struct EntryReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func byte() throws -> UInt8 {
        guard position < bytes.count else { throw RecordedValue.damage }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func number() throws -> Int64 {
        guard let number = Varint.read(bytes, at: &position) else { throw RecordedValue.damage }
        return Int64(bitPattern: number)
    }

    /// A number of things, each of which takes a byte at least.
    mutating func count() throws -> Int {
        guard let count = Int(exactly: try number()), (0...bytes.count - position).contains(count) else { throw RecordedValue.damage }
        return count
    }

    /// Bytes behind their length.
    mutating func run() throws -> UnsafeRawBufferPointer {
        let count = try count()
        defer { position += count }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
    }

    mutating func text() throws -> String { String(decoding: try run(), as: UTF8.self) }

    mutating func value() throws -> RecordedValue {
        switch try byte() {
        case 0: .null
        case 1: .integer(Varint.signed(UInt64(bitPattern: try number())))
        case 2: .text(try run())
        case 3: .bytes(try run())
        default: throw RecordedValue.damage
        }
    }
}
