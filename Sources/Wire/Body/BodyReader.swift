import JSON
import Lists

/// Reads a body of the contract in one pass, and keeps the first problem that it meets.
///
/// An error of syntax is thrown at once. Another error is noted and reading goes on, so that a problem of syntax or size further down is
/// reported first, as the contract's order of checks wants it.
struct BodyReader {
    var json: JSONReader
    let limits: ContentLimits
    /// The reader's position in the document, for the JSON pointer of a problem.
    var position = DocumentPointer()
    /// The index of the operation of a batch that is being read; pointers begin there.
    var operation: Int?
    /// The precondition of the operation that is being read.
    var precondition: EntityTagCondition?
    private(set) var problem: RequestProblem?
    private var sectionCount = 0
    private var itemCount = 0
    private var sectionIDs: Set<Identifier> = []
    private var itemIDs: Set<Identifier> = []

    /// Reads a whole document, whatever its size.
    ///
    /// - Returns: The result of `decode`, and the first problem that it noted.
    static func read<Content>(
        _ document: Span<UInt8>, _ limits: ContentLimits, _ decode: (inout BodyReader) throws(JSONSyntaxError) -> Content
    ) throws(JSONSyntaxError) -> (content: Content, problem: RequestProblem?) {
        try document.withUnsafeBufferPointer { bytes throws(JSONSyntaxError) in
            var body = BodyReader(json: JSONReader(bytes), limits: limits)
            let content = try decode(&body)
            try body.json.readEnd()
            return (content, body.problem)
        }
    }

    /// Reads the body of a request.
    ///
    /// - Throws: `malformed-json`, else `too-large` for the body or a part of it, else the first problem that `decode` noted.
    static func readBody<Content>(
        _ body: Span<UInt8>, _ limits: ContentLimits, _ decode: (inout BodyReader) throws(JSONSyntaxError) -> Content
    ) throws(RequestProblem) -> Content {
        try checkSize(body.count, limits)
        let outcome: (content: Content, problem: RequestProblem?)
        do throws(JSONSyntaxError) {
            outcome = try read(body, limits, decode)
        } catch {
            throw RequestProblem(error)
        }
        if let problem = outcome.problem { throw problem }
        return outcome.content
    }

    /// - Throws: `too-large` where a body has more bytes than the limit.
    static func checkSize(_ count: Int, _ limits: ContentLimits) throws(RequestProblem) {
        guard count <= limits.body else {
            throw RequestProblem(.tooLarge, "A body has at most \(limits.body) bytes; this one has \(count).")
        }
    }

    private init(json: JSONReader, limits: ContentLimits) {
        self.json = json
        self.limits = limits
    }

    // MARK: - Problems

    /// Notes a problem at the current position, or at a member of what is there.
    mutating func note(_ slug: ProblemType, _ detail: String, at key: String? = nil) {
        if let problem, problem.slug.isOfSyntax || !slug.isOfSyntax { return }
        let found = RequestProblem(slug, detail, at: .pointer(position.text(to: key)))
        problem = operation.map { found.inOperation($0) } ?? found
    }

    /// Notes a problem inside a member of the body.
    mutating func note(_ slug: ProblemType, _ detail: String, inside key: String, _ index: Int?) {
        let root = position.root
        position.root = root.appending(key)
        if let index { position.root = position.root.appending(index) }
        note(slug, detail)
        position.root = root
    }

    /// Notes a problem at a pointer that counts from the current position.
    mutating func note(_ slug: ProblemType, _ detail: String, at pointer: JSONPointer) {
        let root = position.root
        position.root = pointer.tokens.reduce(root) { $0.appending($1) }
        note(slug, detail)
        position.root = root
    }

    /// Passes a member that the document does not have, and notes it.
    mutating func passUnknown(_ key: String, in thing: String) throws(JSONSyntaxError) {
        note(.unknownKey, "\(thing) has no key “\(String(key.unicodeScalars.prefix(200)))”.", at: key)
        try json.scanValue()
    }

    // MARK: - Objects and limits

    /// Enters the object that comes next.
    ///
    /// - Returns: `false` where it is something else; that is noted and passed.
    mutating func enterObject(or detail: String) throws(JSONSyntaxError) -> Bool {
        guard try json.peekKind() == .object else {
            note(.invalidValue, detail)
            try json.scanValue()
            return false
        }
        try json.beginObject()
        return true
    }

    /// Enters the body's object.
    mutating func enterBody() throws(JSONSyntaxError) -> Bool { try enterObject(or: "The body is an object.") }

    /// Enters the array that is the value of a key.
    ///
    /// - Returns: `false` where it is something else; that is noted and passed.
    mutating func enterArray(_ key: String, of things: String = "") throws(JSONSyntaxError) -> Bool {
        guard try json.peekKind() == .array else {
            note(.invalidValue, "“\(key)” is an array\(things).", at: key)
            try json.scanValue()
            return false
        }
        try json.beginArray()
        return true
    }

    /// Counts a section of the body.
    ///
    /// - Returns: `false` when there are too many.
    mutating func countSection() -> Bool {
        sectionCount += 1
        if sectionCount - 1 == limits.sections { note(.limitExceeded, limits.tooManySections) }
        return sectionCount <= limits.sections
    }

    /// Counts an item of the body.
    ///
    /// - Returns: `false` when there are too many.
    mutating func countItem() -> Bool {
        itemCount += 1
        if itemCount - 1 == limits.items { note(.limitExceeded, limits.tooManyItems) }
        return itemCount <= limits.items
    }

    /// Reads the id of a section; no two of the body have the same.
    mutating func readSectionID() throws(JSONSyntaxError) -> Identifier? {
        guard let id = try readIdentifier() else { return nil }
        if !sectionIDs.insert(id).inserted { note(.invalidValue, Self.repeatedSectionID(id), at: "id") }
        return id
    }

    /// Reads the id of an item; no two of the body have the same.
    mutating func readItemID() throws(JSONSyntaxError) -> Identifier? {
        guard let id = try readIdentifier() else { return nil }
        if !itemIDs.insert(id).inserted { note(.invalidValue, "Two items of the body have the id “\(id)”.", at: "id") }
        return id
    }

    static func repeatedSectionID(_ id: Identifier) -> String { "Two sections of the body have the id “\(id)”." }

    /// Forgets the ids that were read: what follows may have them again.
    mutating func forgetIDs() {
        sectionIDs.removeAll()
        itemIDs.removeAll()
    }
}

extension ContentLimits {
    var tooManySections: String { "A list has at most \(sections) sections." }

    var tooManyItems: String { "A list has at most \(items) items." }
}
