/// An item of a view's source, as its definition looks at it: its value is borrowed.
struct ViewItem {
    let type: String?
    /// The id of its section; `nil` where the definition does not look at it.
    let section: Identifier?
    let stored: StoredItem

    var id: Identifier { Identifier(verbatim: String(decoding: stored.id, as: UTF8.self)) }

    /// The value's JSON text.
    var value: UnsafeBufferPointer<UInt8> { stored.value.assumingMemoryBound(to: UInt8.self) }

    /// - Parameters:
    ///   - item: The item as a store hands it out; it must outlive this.
    ///   - section: The id of its section; `nil` where the definition does not look at it.
    init(_ item: StoredItem, type: String?, section: Identifier?) {
        stored = item
        self.type = type
        self.section = section
    }
}
