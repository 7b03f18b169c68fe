/// A merge patch (RFC 7396) over verbatim text.
///
/// Members that the patch does not touch keep their text and their order; one that it replaces stays where it is and keeps its key's text;
/// new ones go last, in the patch's order. A result is never nested deeper than the deeper of target and patch, nor longer than both
/// together; whether it is too long for a limit is the caller's to check.
public struct MergePatch: Sendable {
    private let root: MergePatchNode

    /// Takes a patch in, in linear time.
    ///
    /// - Parameter envelope: Levels of nesting that it may have beyond those of any value.
    /// - Throws: only where the value was never validated, or is nested deeper.
    public init(_ patch: JSONText, envelope: Int = 0) throws(JSONSyntaxError) {
        self = try JSONReader.read(patch.text.utf8.span, envelope: envelope) { reader throws(JSONSyntaxError) in
            try MergePatch(reading: &reader)
        }
    }

    /// Takes in the patch that comes next in a document, in linear time, and checks it as a value.
    public init(reading reader: inout JSONReader) throws(JSONSyntaxError) {
        root = try MergePatchNode(reading: &reader, depth: 0)
    }

    /// Returns the value that the patch makes of another; the same value if the patch changes nothing. Linear in both.
    ///
    /// - Throws: only where the value was never validated.
    public func applied(to target: JSONText) throws(JSONSyntaxError) -> JSONText {
        let members: MergePatchMembers
        switch root {
        case .remove: return .null
        case .replace(let text): return JSONText(verbatim: text)
        case .merge(let merged): members = merged
        }
        let merged = try JSONReader.read(target.text.utf8.span) { reader throws(JSONSyntaxError) in
            var json = JSONWriter(capacity: reader.count + 256)
            try members.merge(into: &reader, to: &json)
            return json.value
        }
        return merged == target ? target : merged
    }
}
