import JSON
public import Lists

/// An event before it has a number.
public struct EventDraft: Sendable {
    public let type: EventType
    /// Milliseconds since 1970, UTC.
    public let time: Int64
    /// `nil` for a ``EventType/webhookTest``.
    public let list: ListID?
    public let version: Int64?
    public let data: [UInt8]?
    /// The interaction of a user; `nil` for all other events.
    public let interaction: Interaction?

    private init(_ type: EventType, time: Int64, list: ListID?, version: Int64? = nil, data: [UInt8]?, interaction: Interaction? = nil) {
        self.type = type
        self.time = time
        self.list = list
        self.version = version
        self.data = data
        self.interaction = interaction
    }

    /// A user did something.
    ///
    /// - Parameter data: The JSON text that is kept and sent.
    public static func interaction(_ interaction: Interaction, _ type: EventType, in list: ListID, data: [UInt8]) -> EventDraft {
        EventDraft(type, time: interaction.time, list: list, data: data, interaction: interaction)
    }

    /// A list was made.
    public static func created(_ list: ListSnapshot, at time: Int64, describe: ListDescription) -> EventDraft {
        EventDraft(.listCreated, time: time, list: list.head.id, version: list.version, data: describe(list))
    }

    /// A list came to a version, not its first.
    public static func changed(_ list: ListID, version: Int64, at time: Int64) -> EventDraft {
        EventDraft(.listChanged, time: time, list: list, version: version, data: nil)
    }

    /// A list ended with a version.
    public static func deleted(_ list: ListID, version: Int64, at time: Int64) -> EventDraft {
        var json = JSONWriter()
        json.beginObject()
        json.member("list", list.text)
        json.member("version", version)
        json.endObject()
        return EventDraft(.listDeleted, time: time, list: list, version: version, data: json.bytes)
    }

    /// A webhook is tested.
    public static func test(at time: Int64) -> EventDraft {
        EventDraft(.webhookTest, time: time, list: nil, data: Array("{}".utf8))
    }
}
