/// One event of an event stream.
struct ServerEvent: Sendable, Equatable {
    /// `message` where the stream names none.
    var name: String
    /// The last id that the stream has named, in this event or before it.
    var id: String
    var data: String
}
