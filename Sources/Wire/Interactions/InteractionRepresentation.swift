public import JSON
public import Lists
public import Ports

/// An interaction as the contract shows it: what answers it, is read back, and is sent to webhooks.
///
/// All but what the store gives it is encoded before it is recorded, so that the store's writer copies bytes and no more.
public struct InteractionRepresentation: Sendable {
    /// `"type":…,"context":…` with all that stands between.
    private let members: [UInt8]

    /// - Parameters:
    ///   - action: Its name; `nil` for a selection.
    ///   - item: The Item object as it is in that version.
    public init(
        _ type: EventType, action: ActionName?, of list: ListID, at version: Int64, item: [UInt8], context: JSONText
    ) {
        var json = JSONWriter(capacity: item.count + context.byteCount + 128)
        json.member("type", type.rawValue)
        json.member("action", action?.text)
        json.member("list", list.text)
        json.member("version", version)
        json.key("item")
        json.value(verbatim: item)
        json.member("context", context)
        members = json.bytes
    }

    /// Bytes that it takes.
    public var byteCount: Int { members.count }

    /// The object with what the store has given it.
    public func bytes(_ interaction: Interaction) -> [UInt8] {
        var json = JSONWriter(capacity: members.count + 128)
        json.beginObject()
        json.member("id", interaction.id.text)
        json.member("sequence", interaction.sequence)
        json.value(verbatim: members)
        json.member("timestamp", Timestamp.text(interaction.time))
        if let author = interaction.author { json.member("by", author) }
        json.endObject()
        return json.bytes
    }
}
