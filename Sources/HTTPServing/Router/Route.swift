public import HTTPTypes

/// A method, a path pattern, and what answers there.
public struct Route: Sendable {
    /// Answers a request whose path has matched. Runs on the server's own threads and never blocks for long. The router's ``Router/Fail``
    /// makes a response of an error that it throws.
    public typealias Handler = @Sendable (Request, PathParameters) throws -> PendingResponse
    /// Checks what a request's headers say of its body, and notes its type in ``Request/bodyType``.
    ///
    /// The router asks it before the body, or before the handler where a request with a body was not admitted before.
    public typealias BodyCheck = @Sendable (inout Request) throws -> Void

    public let method: HTTPRequest.Method
    /// Segments parted by `/`; one in braces takes any text that is not empty: `/lists/{list}/items`.
    public let pattern: String
    public let handler: Handler
    /// The most bytes of a request's body; `nil` for the server's own limit.
    public let bodyLimit: Int?
    /// Throws where the route does not read a body of that type.
    let checkBody: BodyCheck?
    /// Whether a request's body comes in pieces, by its headers; see ``Admission/inPieces``.
    let takesPieces: @Sendable (Request) -> Bool

    /// The most bytes of a body where the method has no use for one.
    static let unusedBodyLimit = 4 * 1_024

    /// - Parameter bodyLimit: The most bytes of a body; `nil` for the server's own limit, and for ``unusedBodyLimit`` where the method has
    ///   no use for a body.
    public init(
        _ method: HTTPRequest.Method, _ pattern: String, bodyLimit: Int? = nil, checkBody: BodyCheck? = nil,
        takesPieces: @escaping @Sendable (Request) -> Bool = { _ in false }, handler: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.bodyLimit = bodyLimit ?? ([.get, .head, .delete, .options].contains(method) ? Self.unusedBodyLimit : nil)
        self.checkBody = checkBody
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
