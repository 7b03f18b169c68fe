import Wire

/// The text of a change as event streams send it, without its id, for all limits of operations that can share it.
struct EventChange: Sendable, Equatable {
    /// The event, and the event that says that the list is to be loaded again.
    private let shown, reload: [UInt8]
    private let operationCount: Int?
    private let operationLimit: Int

    init(_ text: EncodedChanges) {
        shown = EventText.change(text.bytes)
        reload = EventText.change(text.reload)
        operationCount = text.operationCount
        operationLimit = text.operationLimit
    }

    /// The event under a limit of operations; `nil` where it has to be encoded for that one.
    func text(limit: Int) -> [UInt8]? {
        if let operationCount { return operationCount <= limit ? shown : reload }
        return limit <= operationLimit ? reload : nil
    }

    var byteCount: Int { shown.count + reload.count }
}
