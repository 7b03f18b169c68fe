/// What a merge patch does at one place.
enum MergePatchNode: Sendable {
    /// `null`: the member goes.
    case remove
    /// Anything else that is no object, as text.
    case replace(String)
    /// An object: its members are merged one by one.
    case merge(MergePatchMembers)

    /// Reads a patch; as deep as its objects are nested, which validation bounds.
    init(reading reader: inout JSONReader, in bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        switch try reader.peekKind() {
        case .null:
            _ = try reader.scanValue()
            self = .remove
        case .object: self = .merge(try MergePatchMembers(reading: &reader, in: bytes))
        default: self = .replace(try reader.readValue().text)
        }
    }
}
