import Wire

extension RequestProblem {
    /// There is no room for what a request takes.
    static let outOfMemory = RequestProblem(
        .unavailable, "The server's memory for requests is used up at the moment; nothing has changed.")
}
