import JSON
import Lists

/// Reads the parts of documents into drafts, in one pass.
///
/// What is no JSON is thrown at once. What is JSON but not right is noted and reading goes on, so that a problem of syntax or size
/// further down is told first, as the order of checks wants it.
struct DraftDecoder {
    var reader: JSONReader
    let limits: ContentLimits
    var place = DocumentPlace()
    /// The operation of a batch that is being read; places count from there.
    var operation: Int?
    private(set) var problem: RequestProblem?
    private var sectionCount = 0
    private var itemCount = 0
    private var sectionIDs: Set<Identifier> = []
    private var itemIDs: Set<Identifier> = []

    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: ContentLimits) throws(JSONSyntaxError) {
        reader = try JSONReader(bytes)
        self.limits = limits
    }

    /// Notes what is wrong at the current place, or at a member of what is there.
    mutating func note(_ slug: ProblemSlug, _ detail: String, at key: String? = nil) {
        if let problem, problem.slug.isOfSyntax || !slug.isOfSyntax { return }
        let found = RequestProblem(slug, detail, at: .pointer(place.pointer(to: key)))
        problem = operation.map { found.inOperation($0) } ?? found
    }

    mutating func noteUnknown(_ key: String, in thing: String) {
        note(.unknownKey, "\(thing) has no key “\(String(key.unicodeScalars.prefix(200)))”.", at: key)
    }

    /// Counts a section in.
    ///
    /// - Returns: `false` when there are too many.
    mutating func countSection() -> Bool {
        sectionCount += 1
        if sectionCount - 1 == limits.sections { note(.limitExceeded, Self.tooManySections(limits)) }
        return sectionCount <= limits.sections
    }

    /// Counts an item in.
    ///
    /// - Returns: `false` when there are too many.
    mutating func countItem() -> Bool {
        itemCount += 1
        if itemCount - 1 == limits.items { note(.limitExceeded, Self.tooManyItems(limits)) }
        return itemCount <= limits.items
    }

    static func tooManySections(_ limits: ContentLimits) -> String { "A list has at most \(limits.sections) sections." }

    static func tooManyItems(_ limits: ContentLimits) -> String { "A list has at most \(limits.items) items." }

    static func repeatedSectionID(_ id: Identifier) -> String { "Two sections of the body have the id “\(id)”." }

    mutating func readSectionID() throws(JSONSyntaxError) -> Identifier? {
        guard let id = try readIdentifier() else { return nil }
        if !sectionIDs.insert(id).inserted { note(.invalidValue, Self.repeatedSectionID(id), at: "id") }
        return id
    }

    /// Forgets the ids that were read: what follows may have them again.
    mutating func forgetIDs() {
        sectionIDs.removeAll()
        itemIDs.removeAll()
    }

    mutating func readItemID() throws(JSONSyntaxError) -> Identifier? {
        guard let id = try readIdentifier() else { return nil }
        if !itemIDs.insert(id).inserted { note(.invalidValue, "Two items of the body have the id “\(id)”.", at: "id") }
        return id
    }

    private mutating func readIdentifier() throws(JSONSyntaxError) -> Identifier? {
        guard try reader.peekKind() == .string else {
            _ = try reader.scanValue()
            note(.invalidValue, "An id is a string.", at: "id")
            return nil
        }
        guard let id = Identifier(validating: try reader.readString()) else {
            note(.invalidValue, "An id has 1 to 128 characters, none of them a control character.", at: "id")
            return nil
        }
        return id
    }

    /// Reads the value of an item, which is the current place or its member `key`.
    mutating func readValue(at key: String? = nil) throws(JSONSyntaxError) -> JSONValue {
        let span = try reader.scanValue()
        guard span.compactCount <= limits.value else {
            note(.tooLarge, "A value has at most \(limits.value) bytes; this one has \(span.compactCount).", at: key)
            return .null
        }
        return reader.value(span)
    }

    /// Reads a header or footer.
    mutating func readAnnotation(_ key: DocumentKey) throws(JSONSyntaxError) -> JSONValue {
        let span = try reader.scanValue()
        return isShort(span, key) ? reader.value(span) : .null
    }

    mutating func readMetadata() throws(JSONSyntaxError) -> JSONValue {
        let span = try reader.scanValue()
        guard span.kind == .object else {
            note(.invalidValue, "Metadata is an object.", at: DocumentKey.metadata.rawValue)
            return .emptyObject
        }
        return isShort(span, .metadata) ? reader.value(span) : .emptyObject
    }

    private mutating func isShort(_ span: JSONSpan, _ key: DocumentKey) -> Bool {
        guard span.compactCount > limits.annotation else { return true }
        note(
            .limitExceeded, "“\(key)” has at most \(limits.annotation) bytes of JSON text; this one has \(span.compactCount).",
            at: key.rawValue)
        return false
    }

    mutating func readTitle() throws(JSONSyntaxError) -> String? {
        let key = DocumentKey.title.rawValue
        let span = try reader.scanValue()
        switch span.kind {
        case .null: return nil
        case .string:
            let title = reader.value(span).stringContent
            let length = title?.utf8.count ?? 0
            if length <= limits.title { return title }
            note(.limitExceeded, "A title has at most \(limits.title) bytes of UTF-8; this one has \(length).", at: key)
        default: note(.invalidValue, "A title is a string or null.", at: key)
        }
        return nil
    }

    /// Reads the name of a cell type, or null.
    mutating func readTypeName(_ key: DocumentKey) throws(JSONSyntaxError) -> String? {
        switch try reader.peekKind() {
        case .null: _ = try reader.scanValue()
        case .string:
            let name = try reader.readString()
            if NameRules.areKept(by: name) { return name }
            note(.invalidValue, "A type's name has 1 to 128 characters, none of them a control character.", at: key.rawValue)
        default:
            _ = try reader.scanValue()
            note(.invalidValue, "A type is a name or null.", at: key.rawValue)
        }
        return nil
    }

    mutating func readIdentity() throws(JSONSyntaxError) -> String? {
        let key = DocumentKey.identity.rawValue
        switch try reader.peekKind() {
        case .null: _ = try reader.scanValue()
        case .string:
            let pointer = try reader.readString()
            guard pointer.utf8.count <= limits.identity else {
                note(
                    .limitExceeded, "An identity has at most \(limits.identity) bytes of UTF-8; this one has \(pointer.utf8.count).",
                    at: key)
                return nil
            }
            if JSONPointer(pointer) != nil { return pointer }
            note(.invalidValue, "An identity is a JSON pointer such as /iata.", at: key)
        default:
            _ = try reader.scanValue()
            note(.invalidValue, "An identity is a JSON pointer or null.", at: key)
        }
        return nil
    }
}
