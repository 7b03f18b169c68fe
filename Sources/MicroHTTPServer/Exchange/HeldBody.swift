import HTTPServing

extension ResponseBody {
    /// Whether a body is counted in the memory budget until it is sent. A stream is not: it holds a piece at a time.
    var isCounted: Bool { (byteCount ?? 0) > HeldBody.uncounted }
}

/// The bytes of a response from its making until the library has sent them or lets them go, counted in the memory budget.
final class HeldBody {
    /// The most bytes of a body that is not counted: the number of connections bounds those.
    static let uncounted = 16 * 1_024

    let bytes: UnsafeRawBufferPointer
    private let budget: MemoryBudget
    /// Whose bytes they are; `nil` for a copy of its own.
    private let prepared: PreparedResponse?

    /// - Parameter isForced: Whether the bytes are counted although there is no room for them.
    /// - Returns: `nil` where the budget has no room for the bytes, or there are none.
    init?(_ body: ResponseBody, in budget: MemoryBudget, isForced: Bool) {
        self.budget = budget
        switch body {
        case .prepared(let prepared):
            guard prepared.beginSending(in: budget, isForced: isForced) else { return nil }
            self.prepared = prepared
            bytes = prepared.body
        case .bytes(let content):
            guard budget.reserve(content.count, isForced: isForced) else { return nil }
            prepared = nil
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: content.count, alignment: 1)
            copy.copyBytes(from: content)
            bytes = UnsafeRawBufferPointer(copy)
        case .empty, .stream: return nil
        }
    }

    deinit {
        if let prepared {
            prepared.endSending(in: budget)
        } else {
            budget.release(bytes.count)
            bytes.deallocate()
        }
    }
}
