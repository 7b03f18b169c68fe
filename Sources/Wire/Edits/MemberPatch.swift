import Lists

/// A merge patch over an object that has some members and can have no others.
struct MemberPatch: Sendable {
    /// Levels of nesting around the values in a patch.
    static let envelope = 1

    private let patch: JSONValue
    private let limits: ContentLimits
    private let thing: String
    private let keys: [DocumentKey]

    init(_ body: [UInt8], limits: ContentLimits, thing: String, keys: [DocumentKey]) throws(RequestProblem) {
        self.init(try ValueBodyReader.patch(body, limits: limits, envelope: Self.envelope), limits: limits, thing: thing, keys: keys)
    }

    /// - Parameter patch: A patch that is nested at most by ``envelope`` deeper than a value.
    init(_ patch: JSONValue, limits: ContentLimits, thing: String, keys: [DocumentKey]) {
        self.patch = patch
        self.limits = limits
        self.thing = thing
        self.keys = keys
    }

    /// Reads what the patch makes of an object's text.
    func applied<Content>(
        to target: [UInt8], _ decode: (inout DraftDecoder) throws(JSONSyntaxError) -> Content
    ) throws(RequestProblem) -> Content {
        try outcome(of: target, decode).get()
    }

    private func outcome<Content>(
        of target: [UInt8], _ decode: (inout DraftDecoder) throws(JSONSyntaxError) -> Content
    ) -> Result<Content, RequestProblem> {
        do throws(JSONSyntaxError) {
            if let problem = try check() { return .failure(problem) }
            let merged = try MergePatch(patch).applied(to: JSONValue(verbatim: String(decoding: target, as: UTF8.self)))
            let (content, problem) = try Self.decode(merged, limits, decode)
            return problem.map { .failure($0) } ?? .success(content)
        } catch {
            return .failure(RequestProblem(error))
        }
    }

    /// What is wrong with the patch itself, first of all that it names something that can't be changed.
    private func check() throws(JSONSyntaxError) -> RequestProblem? {
        try Self.decode(patch, limits) { decoder throws(JSONSyntaxError) in
            guard try decoder.reader.peekKind() == .object else {
                decoder.note(.invalidValue, "A merge patch of this is an object.")
                _ = try decoder.reader.scanValue()
                return
            }
            try decoder.reader.beginObject()
            while let key = try decoder.reader.nextKey() {
                let known = DocumentKey(exactly: key)
                if known.map({ !keys.contains($0) }) ?? true {
                    let names = keys.map(\.rawValue).joined(separator: ", ")
                    let name = String(key.unicodeScalars.prefix(200))
                    decoder.note(.unknownKey, "\(thing) has no “\(name)” to patch; it has \(names).", at: key)
                }
                _ = try decoder.reader.scanValue()
            }
        }.problem
    }

    private static func decode<Content>(
        _ value: JSONValue, _ limits: ContentLimits, _ body: (inout DraftDecoder) throws(JSONSyntaxError) -> Content
    ) throws(JSONSyntaxError) -> (content: Content, problem: RequestProblem?) {
        try Array(value.text.utf8).withUnsafeBufferPointer { bytes in
            Result { () throws(JSONSyntaxError) in
                var decoder = try DraftDecoder(bytes, limits: limits)
                let content = try body(&decoder)
                try decoder.reader.readEnd()
                return (content: content, problem: decoder.problem)
            }
        }.get()
    }
}
