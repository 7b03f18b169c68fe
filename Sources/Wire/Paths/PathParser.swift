import JSON
public import Lists

/// Reads the segments of a path that name something, after they were percent-decoded.
public enum PathParser {
    /// A list's id.
    ///
    /// - Throws: `malformed-request` where no list can have it.
    public static func list(_ segment: String) throws(RequestProblem) -> ListID {
        guard let id = ListID(segment) else {
            throw RequestProblem(
                .malformedRequest,
                "A list's id is 1 to 128 of A–Z a–z 0–9 . _ ~ -, and starts with a letter or digit: \(quoted(segment)) is not.")
        }
        return id
    }

    /// A section's index (`3`), or `@` and its id (`@FR`).
    ///
    /// - Throws: `malformed-request` where the segment is neither.
    public static func section(_ segment: String) throws(RequestProblem) -> SectionReference {
        if let id = identifier(segment) { return .id(id) }
        switch WholeNumber(segment[...].utf8) {
        case .number(let index): return .index(index)
        case .tooLarge: return .outOfRange
        case nil:
            throw RequestProblem(.malformedRequest, "A section is named by its index, or by @ and its id: \(quoted(segment)) is neither.")
        }
    }

    /// An item's index path (`2-17`), or `@` and its id (`@CDG`).
    ///
    /// - Throws: `malformed-request` where the segment is neither.
    public static func item(_ segment: String) throws(RequestProblem) -> ItemReference {
        if let id = identifier(segment) { return .id(id) }
        guard let reference = path(segment) else {
            throw RequestProblem(
                .malformedRequest, "An item is named by its index path such as 2-17, or by @ and its id: \(quoted(segment)) is neither.")
        }
        return reference
    }

    /// An index path alone, as the short route takes it.
    ///
    /// - Throws: `malformed-request` where the segment is none.
    public static func indexPath(_ segment: String) throws(RequestProblem) -> ItemReference {
        guard let reference = path(segment) else {
            throw RequestProblem(.malformedRequest, "An index path is two indexes such as 2-17: \(quoted(segment)) is not.")
        }
        return reference
    }

    /// The name of a cell type.
    ///
    /// - Throws: `malformed-request` where no type can have it.
    public static func typeName(_ segment: String) throws(RequestProblem) -> String {
        guard NameRules.areKept(by: segment) else {
            throw RequestProblem(
                .malformedRequest, "A type's name has 1 to 128 characters, none of them a control character: \(quoted(segment)) has not.")
        }
        return segment
    }

    private static func identifier(_ segment: String) -> Identifier? {
        segment.utf8.first == UInt8(ascii: "@") ? Identifier(validating: String(Substring(segment.utf8.dropFirst()))) : nil
    }

    private static func path(_ segment: String) -> ItemReference? {
        let bytes = segment.utf8
        guard let dash = bytes.firstIndex(of: UInt8(ascii: "-")), let section = WholeNumber(bytes[..<dash]),
            let row = WholeNumber(bytes[dash...].dropFirst())
        else { return nil }
        guard case .number(let section) = section, case .number(let row) = row else { return .outOfRange }
        return .path(section: section, row: row)
    }

    private static func quoted(_ segment: String) -> String { "“\(String(segment.unicodeScalars.prefix(200)))”" }
}
