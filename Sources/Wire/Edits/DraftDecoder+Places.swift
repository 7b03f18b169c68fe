import JSON
import Lists

extension DraftDecoder {
    /// Reads a place counted from 0. One that is too large for an `Int` is its largest, one below 0 is -1: no list has either.
    mutating func readIndex(at key: String) throws(JSONSyntaxError) -> Int? {
        let span = try reader.scanValue()
        let index = span.kind == .number ? Self.index(reader.value(span).text) : nil
        if index == nil { note(.invalidValue, "A place is a whole number from 0.", at: key) }
        return index
    }

    private static func index(_ text: String) -> Int? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        if digits.count < text.utf8.count { return digits.elementsEqual([UInt8(ascii: "0")]) ? 0 : -1 }
        return Int(text) ?? Int.max
    }

    /// Reads an index path, `[S,R]`.
    mutating func readIndexPath(at key: String) throws(JSONSyntaxError) -> IndexPath? {
        guard try reader.peekKind() == .array else {
            note(.invalidValue, "An index path is an array of a section and a row.", at: key)
            _ = try reader.scanValue()
            return nil
        }
        var indexes: [Int] = []
        var count = 0
        try reader.beginArray()
        while try reader.nextElement() {
            if let index = try readIndex(at: key) { indexes.append(index) }
            count += 1
        }
        guard count == 2 else {
            note(.invalidValue, "An index path is an array of a section and a row.", at: key)
            return nil
        }
        return indexes.count == 2 ? IndexPath(section: indexes[0], row: indexes[1]) : nil
    }

    /// Reads how a body names an item: as a path does, `"@CDG"` or `"2-17"`.
    mutating func readItemName(at key: String) throws(JSONSyntaxError) -> ItemReference? {
        guard try reader.peekKind() == .string else {
            _ = try reader.scanValue()
            note(.invalidValue, "An item is named by a string such as \"@CDG\" or \"2-17\".", at: key)
            return nil
        }
        let name = try reader.readString()
        do throws(RequestProblem) {
            return try PathParser.item(name)
        } catch {
            note(.invalidValue, error.detail, at: key)
            return nil
        }
    }

    /// Reads how a body names a section: as a path does, `"@FR"` or `"3"`, or by its index as a number.
    mutating func readSectionName(at key: String) throws(JSONSyntaxError) -> SectionReference? {
        switch try reader.peekKind() {
        case .string:
            let name = try reader.readString()
            do throws(RequestProblem) {
                return try PathParser.section(name)
            } catch {
                note(.invalidValue, error.detail, at: key)
            }
        case .number:
            guard let index = try readIndex(at: key) else { return nil }
            return index < 0 || index == Int.max ? .outOfRange : .index(index)
        default:
            _ = try reader.scanValue()
            note(.invalidValue, "A section is named by a string such as \"@FR\", or by its index.", at: key)
        }
        return nil
    }
}
