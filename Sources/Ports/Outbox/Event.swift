public import Lists

/// Something that happened to a list or in it, as the store keeps it for webhooks.
///
/// It is written in the transaction of what caused it. Numbers go up in the order in which transactions are committed, over all lists; times
/// never go back from one number to the next.
public struct Event: Sendable, Equatable {
    public let number: Int64
    /// The same in every attempt to deliver it.
    public let id: Identifier
    public let type: EventType
    /// Milliseconds since 1970, UTC.
    public let time: Int64
    /// `nil` for a ``EventType/webhookTest``.
    public let list: ListID?
    /// The version that the list came to; `nil` for a test and for interactions.
    public let version: Int64?
    /// The JSON text of the event's data; `nil` for ``EventType/listChanged``, whose data is made from the versions when it is sent.
    public let data: [UInt8]?

    public init(number: Int64, id: Identifier, type: EventType, time: Int64, list: ListID?, version: Int64?, data: [UInt8]?) {
        self.number = number
        self.id = id
        self.type = type
        self.time = time
        self.list = list
        self.version = version
        self.data = data
    }
}
