/// One version of a list: an immutable value that any thread may read, for as long as the version is in the history.
///
/// Reads throw ``MissingRecord`` when the version was collected under them; see ``ListStore/isReadable(_:ofList:)``.
public struct ListSnapshot: Sendable {
    public let head: ListHead
    let storage: any ListStorage & Sendable

    public init(head: ListHead, storage: any ListStorage & Sendable) {
        self.head = head
        self.storage = storage
    }

    public var id: ListID { head.id }
    public var version: Int64 { head.version }
    public var sectionCount: Int { head.sectionCount }
    public var itemCount: Int { head.itemCount }
}
