import JSON
import Lists
import Ports
import Wire

/// What an interaction is about: an item as it is in one version, laid out.
///
/// A version never changes, so one that was laid out on the connection's thread is what the writer would lay out.
struct InteractionSubject: Sendable {
    /// The list's number, which is new for each life of its id.
    let list: Int64
    let version: Int64
    let tag: Representation.Tag
    let shape: InteractionShape

    /// - Throws: ``ListError`` `itemNotFound` where that version has no such item.
    init(_ interaction: InteractionRequest, in snapshot: ListSnapshot, _ settings: ListAPISettings) throws {
        let shown = try Things(snapshot: snapshot, settings: settings).item(interaction.target.item, namesList: false)
        list = snapshot.head.number
        version = snapshot.version
        tag = shown.tag
        shape = InteractionShape(
            interaction.type, action: interaction.action, of: snapshot.id, at: snapshot.version, item: shown.body,
            context: (try? interaction.context.get()) ?? .emptyObject)
    }

    /// Whether this is what a write finds that sees a list as it is now.
    ///
    /// - Parameter version: The version that is asked for; `nil` for the head.
    func isCurrent(in head: ListSnapshot, at version: Int64?, _ store: any ListStore) -> Bool {
        list == head.head.number && self.version == version ?? head.version
            && (self.version == head.version || store.isReadable(self.version, ofList: list))
    }
}
