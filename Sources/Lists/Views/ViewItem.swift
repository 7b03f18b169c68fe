/// An item of a view's source, as its definition looks at it: its value is borrowed.
struct ViewItem {
    let id: Identifier
    let type: String?
    /// The id of its section; `nil` where the definition does not look at it.
    let section: Identifier?
    /// The value's JSON text.
    let value: UnsafeBufferPointer<UInt8>

    /// - Parameters:
    ///   - item: The item as a store hands it out; it must outlive this.
    ///   - section: The id of its section; `nil` where the definition does not look at it.
    init(_ item: StoredItem, type: String?, section: Identifier?) {
        id = Identifier(verbatim: String(decoding: item.id, as: UTF8.self))
        self.type = type
        self.section = section
        value = item.value.assumingMemoryBound(to: UInt8.self)
    }
}
