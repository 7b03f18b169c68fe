import Wire

/// Reads a body whose errors are thrown at two times, as the order of checks wants it.
enum BodyMeaning {
    /// Reads a body. An error of its syntax or size is thrown now. An error of its meaning is returned, to be thrown after the target was
    /// found and its preconditions were checked.
    static func deferring<Content>(
        _ read: () throws(RequestProblem) -> Content
    ) throws(RequestProblem) -> Result<Content, RequestProblem> {
        do throws(RequestProblem) {
            return .success(try read())
        } catch {
            if error.slug.isOfSyntax { throw error }
            return .failure(error)
        }
    }
}
