import Wire

/// Reads a body of which two things can be wrong at two times, as the order of checks wants it.
enum BodyMeaning {
    /// Reads a body. What is wrong with its syntax or size is thrown now; what is wrong with its meaning is told after the target was found
    /// and its preconditions were checked.
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
