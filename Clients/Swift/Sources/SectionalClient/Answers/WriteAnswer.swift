/// The server's answer to a write.
struct WriteAnswer: Codable, Sendable, Equatable {
    /// A new revision of an item.
    struct Made: Codable, Sendable, Equatable {
        let id: String
        /// The revision that it was written over; 0 where the write had no condition.
        var base: ListVersion
        let revision: ListVersion
    }

    /// The version of the list that has it.
    let version: ListVersion
    var made: [Made] = []
    /// `List-Created` of the list that it is in.
    var created: String?
}
