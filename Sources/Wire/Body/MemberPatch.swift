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
    init(_ patch: JSONText, limits: ContentLimits, thing: String, keys: [DocumentKey]) {
        self.limits = limits
        do throws(JSONSyntaxError) {
            if let problem = try Self.check(patch, limits, thing, keys) {
                self.patch = .failure(problem)
            } else {
                self.patch = .success(try MergePatch(patch, envelope: Self.envelope))
            }
        } catch {
            self.patch = .failure(RequestProblem(error))
        }
    }

    /// Reads what the patch makes of an object.
    func applied<Content>(
        to target: JSONText, _ decode: (inout BodyReader) throws(JSONSyntaxError) -> Content
    ) throws(RequestProblem) -> Content {
        let patch = try patch.get()
        let outcome: (content: Content, problem: RequestProblem?)
        do throws(JSONSyntaxError) {
            let merged = try patch.applied(to: target)
            outcome = try BodyReader.read(merged.text.utf8.span, limits, decode)
        } catch {
            throw RequestProblem(error)
        }
        if let problem = outcome.problem { throw problem }
        return outcome.content
    }

    /// Finds what is wrong with the patch itself, first of all a member that can't be changed.
    private static func check(
        _ patch: JSONText, _ limits: ContentLimits, _ thing: String, _ keys: [DocumentKey]
    ) throws(JSONSyntaxError) -> RequestProblem? {
        try BodyReader.read(patch.text.utf8.span, limits) { body throws(JSONSyntaxError) in
            guard try body.enterObject(or: "A merge patch of this is an object.") else { return }
            while let key = try body.json.nextKey() {
                if DocumentKey(exactly: key).map({ !keys.contains($0) }) ?? true {
                    let names = keys.map(\.rawValue).joined(separator: ", ")
                    let name = String(key.unicodeScalars.prefix(200))
                    body.note(.unknownKey, "\(thing) has no “\(name)” to patch; it has \(names).", at: key)
                }
                try body.json.scanValue()
            }
        }.problem
    }
}
