public import Lists

/// The whole content that a list is to have, as ``ListStore/replace(_:with:begin:finish:completion:)`` takes it.
public enum ListContent: Sendable {
    /// Content in memory.
    case draft(ListDraft)
    /// Content that was collected piece by piece, outside of memory.
    case upload(any ListUpload)
    /// What changes of a list that is there make of it. The closure may run again, on another edit, where cell types have changed meanwhile.
    case change(@Sendable (ListEdit) throws -> Void)
}
