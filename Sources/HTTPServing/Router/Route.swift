public import HTTPTypes

/// A method, a path pattern, what it needs of the caller, and what answers there.
public struct Route: Sendable {
    /// Answers a request whose path has matched. Runs on the server's own threads and never blocks for long.
    public typealias Handler = @Sendable (Request, PathParameters) -> Answer

    public let method: HTTPRequest.Method
    /// Segments parted by `/`; one in braces takes any text that is not empty: `/lists/{list}/items`.
    public let pattern: String
    /// What something before the router checks; the router itself asks nothing.
    public let needs: RouteNeeds
    public let handler: Handler
    /// Whether a request's body comes in pieces, by its headers; see ``Responder/takesPieces(of:)``.
    let takesPieces: @Sendable (Request) -> Bool

    public init(
        _ method: HTTPRequest.Method, _ pattern: String, needs: RouteNeeds,
        takesPieces: @escaping @Sendable (Request) -> Bool = { _ in false }, handler: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.needs = needs
        self.takesPieces = takesPieces
        self.handler = handler
    }

    /// The names in braces, in the order of the pattern.
    var parameterNames: [String] {
        pattern.split(separator: "/", omittingEmptySubsequences: false).compactMap(Self.parameterName)
    }

    static func parameterName(_ segment: Substring) -> String? {
        segment.first == "{" && segment.last == "}" ? String(segment.dropFirst().dropLast()) : nil
    }
}
