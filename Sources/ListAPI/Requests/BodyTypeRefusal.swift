import Wire

/// A body of a type that the route does not read.
struct BodyTypeRefusal: Error {
    let problem: RequestProblem
    /// The media types that it reads.
    let essences: [String]
}
