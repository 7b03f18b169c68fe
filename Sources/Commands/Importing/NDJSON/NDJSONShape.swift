import Foundations
import JSON
import Lists

/// Whether a file is NDJSON in the shape of an export, by its first line: an object with one member, `list`, `section` or `item`, which is
/// an object.
enum NDJSONShape {
    /// Looks at the first line that holds something, and leaves it unread.
    static func isExport(_ input: ImportInput) throws(ImportError) -> Bool {
        var length = 0
        while true {
            while length == input.unreadCount {
                guard !input.isAtEnd else { return false }
                try input.readMore()
            }
            let start = input.withUnread(from: length) { bytes in bytes.firstIndex { !ASCII.isWhiteSpace($0) } }
            if let start { return try isExport(input, from: length + start) }
            length = input.unreadCount
        }
    }

    /// The beginning of the line tells; of a longer one, no more is looked at.
    private static func isExport(_ input: ImportInput, from start: Int) throws(ImportError) -> Bool {
        let enough = 1 << 20
        while !input.isAtEnd, input.unreadCount - start < enough,
            input.withUnread(from: start, { !$0.contains(UInt8(ascii: "\n")) })
        {
            try input.readMore()
        }
        return input.withUnread(from: start) { bytes in
            let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let line = bytes.span.extracting(..<end)
            return (try? JSONReader.read(line) { reader throws(JSONSyntaxError) in try isExport(&reader) }) ?? false
        }
    }

    private static func isExport(_ reader: inout JSONReader) throws(JSONSyntaxError) -> Bool {
        guard try reader.peekKind() == .object else { return false }
        try reader.beginObject()
        guard let key = try reader.nextKey(), ["list", "section", "item"].contains(key), try reader.peekKind() == .object else {
            return false
        }
        _ = try reader.scanValue()
        return try reader.nextKey() == nil
    }
}
