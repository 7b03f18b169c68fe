import Foundations
import JSON
import Lists

/// How bodies name items and sections, and say where something is to stand.
extension BodyReader {
    /// Reads an index, counted from 0. One that is too large for an `Int` is its largest, one below 0 is -1: no list has either.
    mutating func readIndex(at key: String) throws(JSONSyntaxError) -> Int? {
        let span = try json.scanValue()
        let index = span.kind == .number ? Self.index(json.value(span).text) : nil
        if index == nil { note(.invalidValue, "A place is a whole number from 0.", at: key) }
        return index
    }

    private static func index(_ text: String) -> Int? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard ASCII.areDigits(digits) else { return nil }
        if digits.count < text.utf8.count { return digits.elementsEqual([UInt8(ascii: "0")]) ? 0 : -1 }
        return Int(text) ?? Int.max
    }

    /// Reads an index path, `[S,R]`.
    mutating func readIndexPath(at key: String) throws(JSONSyntaxError) -> IndexPath? {
        let detail = "An index path is an array of a section and a row."
        guard try json.peekKind() == .array else {
            note(.invalidValue, detail, at: key)
            try json.scanValue()
            return nil
        }
        var indexes: [Int] = []
        var count = 0
        try json.beginArray()
        while try json.nextElement() {
            if let index = try readIndex(at: key) { indexes.append(index) }
            count += 1
        }
        guard count == 2 else {
            note(.invalidValue, detail, at: key)
            return nil
        }
        return indexes.count == 2 ? IndexPath(section: indexes[0], row: indexes[1]) : nil
    }

    /// Reads how a body names an item: as a path does, `"@CDG"` or `"2-17"`.
    mutating func readItemName(at key: String) throws(JSONSyntaxError) -> ItemReference? {
        guard try json.peekKind() == .string else {
            try json.scanValue()
            note(.invalidValue, "An item is named by a string such as \"@CDG\" or \"2-17\".", at: key)
            return nil
        }
        let name = try json.readString()
        do throws(RequestProblem) {
            return try PathParser.item(name)
        } catch {
            note(.invalidValue, error.detail, at: key)
            return nil
        }
    }

    /// Reads how a body names a section: as a path does, `"@FR"` or `"3"`, or by its index as a number.
    mutating func readSectionName(at key: String) throws(JSONSyntaxError) -> SectionReference? {
        switch try json.peekKind() {
        case .string:
            let name = try json.readString()
            do throws(RequestProblem) {
                return try PathParser.section(name)
            } catch {
                note(.invalidValue, error.detail, at: key)
            }
        case .number:
            guard let index = try readIndex(at: key) else { return nil }
            return index < 0 || index == Int.max ? .outOfRange : .index(index)
        default:
            try json.scanValue()
            note(.invalidValue, "A section is named by a string such as \"@FR\", or by its index.", at: key)
        }
        return nil
    }

    /// Reads the member that says a row or an index for items.
    ///
    /// - Returns: `false`, and nothing is read, where the key says no target.
    mutating func readItemNeighbour<Position>(
        _ key: String, into target: inout Target<Position, ItemReference>
    ) throws(JSONSyntaxError) -> Bool {
        switch EditKey(exactly: key) {
        case .before: set(&target, key, try readItemName(at: key).map { .before($0) })
        case .after: set(&target, key, try readItemName(at: key).map { .after($0) })
        default: return false
        }
        return true
    }

    /// Reads the member that says where a section is to stand: `index`, `before` or `after`.
    ///
    /// - Returns: `false`, and nothing is read, where the key says no target.
    mutating func readSectionTarget(
        _ key: String, into target: inout Target<Int, SectionReference>
    ) throws(JSONSyntaxError) -> Bool {
        switch EditKey(exactly: key) {
        case .index: set(&target, key, try readIndex(at: key).map { .at($0) })
        case .before: set(&target, key, try readSectionName(at: key).map { .before($0) })
        case .after: set(&target, key, try readSectionName(at: key).map { .after($0) })
        default: return false
        }
        return true
    }

    /// Sets what a body says of a target; only one member does.
    mutating func set<Position, Name>(
        _ target: inout Target<Position, Name>, _ key: String, _ new: Target<Position, Name>?
    ) {
        if case .unspecified = target {
            target = new ?? target
        } else {
            note(.invalidValue, "One place is enough: leave “\(key)” out, or the other.", at: key)
        }
    }
}
