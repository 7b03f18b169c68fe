/// The change of one value by a merge patch.
enum MergePatchNode: Sendable {
    /// `null`: the member goes.
    case remove
    /// Anything else that is no object, as text.
    case replace(String)
    /// An object: its members are merged one by one.
    case merge(MergePatchMembers)

    /// Reads a patch, by one call for each level of its objects, which the reader bounds.
    ///
    /// - Parameter depth: Levels of nesting around this part of it.
    init(reading reader: inout JSONReader, depth: Int) throws(JSONSyntaxError) {
        switch try reader.peekKind() {
        case .null:
            try reader.scanValue()
            self = .remove
        case .object: self = .merge(try MergePatchMembers(reading: &reader, depth: depth))
        default: self = .replace(reader.value(try reader.scanValue(envelope: -depth)).text)
        }
    }
}
