/// A merge patch (RFC 7396) over verbatim text.
///
/// Members that the patch does not touch keep their text and their order; one that it replaces keeps its place and its key's text;
/// new ones go last, in the patch's order. A result is never nested deeper than the deeper of target and patch, nor longer than both
/// together; whether it is too long for a limit is the caller's to judge.
public struct MergePatch: Sendable {
    private let root: MergePatchNode

    /// Takes a patch in, in linear time.
    ///
    /// - Throws: only where the value was never validated.
    public init(_ patch: JSONValue) throws(JSONSyntaxError) {
        let result = UTF8Text.withBytes(of: patch.text) { bytes in
            Result { () throws(JSONSyntaxError) in
                var reader = try JSONReader(bytes)
                return try MergePatchNode(reading: &reader, in: bytes)
            }
        }
        root = try result.get()
    }

    /// What the patch makes of a value; the value itself when it changes nothing. Linear in both.
    ///
    /// - Throws: only where the value was never validated.
    public func applied(to target: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        let members: MergePatchMembers
        switch root {
        case .remove: return .null
        case .replace(let text): return JSONValue(verbatim: text)
        case .merge(let merged): members = merged
        }
        let result = UTF8Text.withBytes(of: target.text) { bytes in
            Result { () throws(JSONSyntaxError) in
                var reader = try JSONReader(bytes)
                var output: [UInt8] = []
                output.reserveCapacity(bytes.count)
                try members.merge(into: &reader, of: bytes, output: &output)
                return JSONValue(verbatim: String(decoding: output, as: UTF8.self))
            }
        }
        let merged = try result.get()
        return merged == target ? target : merged
    }
}
