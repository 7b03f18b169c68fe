/// Facts about the list of this id that the server has said, besides its content.
struct KnownList {
    /// `List-Created` of the list that is shown, or about to be; nil where the server does not say.
    var created: String?
    /// The same, of an answer since the connection was there.
    var confirmed: String?
    /// The variant of rows that were read before this connection, until the server has said whether it is still theirs.
    var unconfirmed: String?
}
