extension RemoteDataProvider {
    /// Finds items by words: those that have all words of a text, the last one as a beginning unless a space follows it.
    ///
    /// The newest version is searched on the server, whatever is on the screen; nothing on the screen changes. For a search as somebody types,
    /// cancel the task of the text before.
    ///
    /// - Parameters:
    ///   - text: Of up to 256 characters and 8 words; without a word it finds every item.
    ///   - offset: The offset of the first row among all that are found.
    ///   - limit: The most rows, up to 500.
    /// - Throws: ``ListFailure/invalid(_:)`` with ``ProblemSlug/notSearchable`` where the list has no `search`; other ``ListFailure``s, and
    ///   `URLError` where the server can't be reached.
    public func search(_ text: String, offset: Int = 0, limit: Int = 50) async throws -> ListSearchResults<Item> {
        try await requests.search(text, offset: offset, limit: limit)
    }
}
