import JSON
import Lists

/// A merge patch over an object that has some members and can have no others.
struct MemberPatch: Sendable {
    /// Levels of nesting around the values in a patch.
    static let envelope = 1

    private let limits: ContentLimits
    /// The patch, taken in, or what is wrong with it whatever it is applied to.
    private let patch: Result<MergePatch, RequestProblem>

    init(_ body: [UInt8], limits: ContentLimits, thing: String, keys: [DocumentKey]) throws(RequestProblem) {
        self.init(try ValueBodyReader.patch(body, limits: limits, envelope: Self.envelope), limits: limits, thing: thing, keys: keys)
    }

    /// - Parameter patch: A patch that is nested at most by ``envelope`` deeper than a value.
    init(_ patch: JSONValue, limits: ContentLimits, thing: String, keys: [DocumentKey]) {
        self.limits = limits
        do throws(JSONSyntaxError) {
            if let problem = try Self.check(patch, limits, thing, keys) {
                self.patch = .failure(problem)
            } else {
                self.patch = .success(try MergePatch(patch))
            }
        } catch {
            self.patch = .failure(RequestProblem(error))
        }
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
        let patch: MergePatch
        switch self.patch {
        case .success(let read): patch = read
        case .failure(let problem): return .failure(problem)
        }
        do throws(JSONSyntaxError) {
            let merged = try patch.applied(to: JSONValue(verbatim: String(decoding: target, as: UTF8.self)))
            let (content, problem) = try Self.decode(merged, limits, decode)
            return problem.map { .failure($0) } ?? .success(content)
        } catch {
            return .failure(RequestProblem(error))
        }
    }

    /// What is wrong with the patch itself, first of all that it names something that can't be changed.
    private static func check(
        _ patch: JSONValue, _ limits: ContentLimits, _ thing: String, _ keys: [DocumentKey]
    ) throws(JSONSyntaxError) -> RequestProblem? {
        try decode(patch, limits) { decoder throws(JSONSyntaxError) in
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
