import JSON

/// The stored form of one list, as a snapshot reads it: immutable nodes and revisions by key, names, and stamped rows. The stamped rows
/// lead from a thing to its position.
///
/// Every look-up of something immutable may throw ``MissingRecord`` once its version has been collected.
public protocol ListStorage: NodeStorage {
    /// The number that an item's id stands for in this list, deleted items of the history included; `nil` if there is none.
    func number(ofItem id: Identifier) throws -> Number?
    /// The number that a section's id stands for; as above.
    func number(ofSection id: Identifier) throws -> Number?
    /// Returns the parent of `number` in a version: the leaf of an item, the node above a node, or the section of the root of items. The
    /// parent of the root of sections is the list (``KeyRange/owner(ofList:)``). The newest row not above the version has the parent; `nil`
    /// if there is no such row, 0 if the thing was deleted.
    func parent(of number: Number, at version: Int64) throws -> Number?
    /// Hands out the revisions of items in the order asked for; one range scan where keys follow each other.
    func readItems(_ keys: [RevisionKey], _ body: (_ index: Int, _ item: StoredItem) throws -> Void) throws
    /// The revisions of sections, in the order asked for.
    func sections(_ keys: [RevisionKey]) throws -> [SectionRevision]
}

/// An item's revision as it lies in the store: borrowed bytes, valid during the call that hands them out.
public struct StoredItem {
    public let number: Number
    /// The list version that last changed the item's value or type.
    public let revision: Int64
    /// The id, UTF-8, not escaped.
    public let id: UnsafeRawBufferPointer
    /// The value's JSON text.
    public let value: UnsafeRawBufferPointer

    public init(number: Number, revision: Int64, id: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        self.number = number
        self.revision = revision
        self.id = id
        self.value = value
    }
}

extension ItemRevision {
    /// The same as the store would hand it out.
    public func withStored<Value>(_ body: (StoredItem) throws -> Value) rethrows -> Value {
        var id = id.text
        var value = value.text
        return try id.withUTF8 { id in
            try value.withUTF8 { value in
                try body(
                    StoredItem(number: number, revision: version, id: UnsafeRawBufferPointer(id), value: UnsafeRawBufferPointer(value)))
            }
        }
    }
}
