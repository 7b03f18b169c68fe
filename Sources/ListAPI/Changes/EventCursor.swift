import Lists

/// How far a reader has come in several lists, as one text: the id of an event on a stream of many lists.
///
/// It holds a version for each list, when the list was made, and of the list's id a digest alone, so that fifty of them stay within some hundred
/// bytes of a header or a query. A sum at its end tells one that was cut or changed.
struct EventCursor: Equatable {
    /// The first bytes of a list id's SHA-256, as a number.
    typealias Name = UInt64

    /// The most lists of a stream.
    static let limit = 50
    private static let format: UInt8 = 2
    private static let sumBytes = 4

    /// How far the reader has come in one list.
    struct Position: Equatable {
        let version: Int64
        /// When the list was made: milliseconds since 1970, UTC; `nil` where there was none.
        let created: Int64?
    }

    let positions: [Name: Position]

    static func name(of list: ListID) -> Name {
        SHA256Digest(of: Array(list.text.utf8)).bytes.prefix(8).reduce(0) { $0 << 8 | Name($1) }
    }

    /// Writes versions as one text: base64 for URLs (RFC 4648, section 5) without padding.
    static func text(_ positions: [(name: Name, position: Position)]) -> String {
        var bytes = [format]
        for (name, position) in positions {
            for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: name >> shift)) }
            Varint.append(UInt64(clamping: position.version), to: &bytes)
            Varint.append(position.created.map { UInt64(clamping: $0) + 1 } ?? 0, to: &bytes)
        }
        return Base64URL.text(bytes + sum(of: bytes))
    }

    /// Reads a text that ``text(_:)`` has made; `nil` for any other.
    init?(parsing text: String) {
        guard text.utf8.count <= 2_000, let bytes = Base64URL.bytes(text), bytes.count > Self.sumBytes,
            bytes.suffix(Self.sumBytes) == Self.sum(of: Array(bytes.dropLast(Self.sumBytes)))[...]
        else { return nil }
        let positions = bytes.withUnsafeBytes { Self.positions(UnsafeRawBufferPointer(rebasing: $0.dropLast(Self.sumBytes))) }
        guard let positions else { return nil }
        self.positions = positions
    }

    private static func positions(_ bytes: UnsafeRawBufferPointer) -> [Name: Position]? {
        guard bytes.first == format else { return nil }
        var positions: [Name: Position] = [:]
        var position = 1
        while position < bytes.count {
            let name = bytes[position...].prefix(8).reduce(0) { $0 << 8 | Name($1) }
            position += 8
            guard let number = Varint.read(bytes, at: &position), let version = Int64(exactly: number),
                let time = Varint.read(bytes, at: &position), let created = Int64(exactly: time == 0 ? 0 : time - 1),
                positions.updateValue(Position(version: version, created: time == 0 ? nil : created), forKey: name) == nil,
                positions.count <= limit
            else { return nil }
        }
        return positions
    }

    private static func sum(of bytes: [UInt8]) -> [UInt8] { Array(SHA256Digest(of: bytes).bytes.prefix(sumBytes)) }
}
