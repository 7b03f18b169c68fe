/// What a merge patch does to one value.
enum MergePatchNode: Sendable {
    /// `null`: the member goes.
    case remove
    /// Anything else that is no object, as text.
    case replace(String)
    /// An object: its members are merged one by one.
    case merge(MergePatchMembers)

    /// Reads a patch; as deep as its objects are nested, which validation bounds.
    init(reading reader: inout JSONReader) throws(JSONSyntaxError) {
        switch try reader.peekKind() {
        case .null:
            try reader.scanValue()
            self = .remove
        case .object: self = .merge(try MergePatchMembers(reading: &reader))
        default: self = .replace(try reader.readValue().text)
        }
    }
}
