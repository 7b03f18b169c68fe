/// The range of one validated JSON value in a document, and its length without its insignificant white space.
public struct JSONSpan: Sendable, Hashable {
    /// The value's bytes in the document, insignificant white space inside the value included.
    public let range: Range<Int>
    /// The length in bytes of the value's compacted text, against which limits are measured.
    public let compactCount: Int
    /// The kind of the value.
    public let kind: JSONKind

    init(range: Range<Int>, insignificant: Int, kind: JSONKind) {
        self.range = range
        self.compactCount = range.count - insignificant
        self.kind = kind
    }

    var isCompact: Bool { compactCount == range.count }
}
