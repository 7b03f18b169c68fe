import Lists

/// The content of an entry: what one transaction has written, as statements to run again.
///
/// A byte for the format, 1, and one for flags, 0; then parts, each with a byte for its kind: the text of a new statement (1), a run of a
/// statement (2), and notes (0), which end it. Kind 3 is kept for commands. A number that is not negative is a ``Varint``.
enum EntryContent {
    private static let format: UInt8 = 1
    private static let flags: UInt8 = 0

    /// The kinds of parts.
    private enum Kind {
        static let notes: UInt8 = 0
        static let text: UInt8 = 1
    }

    /// Makes an entry's content.
    ///
    /// - Parameter notes: Says what others need to forget, beside the rows.
    static func make(_ recording: StatementRecorder.Recording, notes: [UInt8]) -> [UInt8] {
        var content = [format, flags]
        content.reserveCapacity(recording.records.count + notes.count + 64)
        for (number, text) in recording.newTexts {
            content.append(Kind.text)
            Varint.append(UInt64(bitPattern: number), to: &content)
            Varint.append(UInt64(text.utf8.count), to: &content)
            content += text.utf8
        }
        content += recording.records
        content.append(Kind.notes)
        return content + notes
    }

    /// Reads an entry's content, part by part.
    ///
    /// - Returns: A reader that stands on its notes.
    /// - Throws: ``SQLiteFailure`` `corrupt`; `schema` for a format that this program does not know.
    static func read(
        _ content: UnsafeRawBufferPointer, text: (Int64, String) throws -> Void, statement: (StatementRecord) throws -> Void
    ) throws -> EntryReader {
        var reader = EntryReader(content)
        guard try reader.byte() == format, try reader.byte() == flags else { throw isNewer }
        while true {
            switch try reader.byte() {
            case Kind.notes: return reader
            case Kind.text: try text(try reader.number(), try reader.text())
            case StatementRecord.kind: try statement(try StatementRecord(&reader))
            default: throw isNewer
            }
        }
    }

    /// The failure of an entry that a newer program has made.
    static let isNewer = SQLiteFailure(
        code: .schema, message: "the log has entries of a newer version of this program", operation: "apply an entry")
}
