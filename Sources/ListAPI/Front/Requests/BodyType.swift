import Foundations
import HTTPServing
import HTTPTypes
import JSON
import Wire

/// Checks the media type that a request names for its body.
enum BodyType {
    private static let contentEncoding = HeaderNameSet(.contentEncoding)

    /// The check of a route, which the router makes; it notes the type in ``Request/bodyType``.
    ///
    /// The check throws ``BodyTypeRefusal`` where the body is said to be none of `essences` in UTF-8.
    static func check(among essences: String...) -> Route.BodyCheck {
        { request in request.bodyType = try type(of: request, among: essences) }
    }

    /// The check of a route whose body may be empty: of one in chunks only its end tells that, and the router asks again then.
    static func checkUnlessChunked(among essences: String...) -> Route.BodyCheck {
        { request in
            guard request.headers[.transferEncoding] == nil || !request.body.isEmpty else { return }
            request.bodyType = try type(of: request, among: essences)
        }
    }

    /// Whether the body is said to be of one type.
    static func isOf(_ essence: String, _ request: Request) -> Bool {
        (request.bodyType ?? request.headers[.contentType].flatMap { MediaType(parsing: $0) }?.essence) == essence
    }

    /// The type of the body, one of `essences`; a body without a type is JSON.
    private static func type(of request: Request, among essences: [String]) throws(BodyTypeRefusal) -> String {
        func refusal(_ detail: String) -> BodyTypeRefusal {
            BodyTypeRefusal(problem: RequestProblem(.unsupportedMediaType, detail), essences: essences)
        }
        if !request.head.names.mayContain(contentEncoding),
            let essence = essences.first(where: { request.head.isValue(of: .contentType, $0) })
        {
            return essence
        }
        if let encoding = request.headers[.contentEncoding], !ASCII.isEqual(encoding[...].utf8, toLowercase: "identity") {
            throw refusal("A body with Content-Encoding “\(shown(encoding))” is not read here.")
        }
        guard let value = request.headers[.contentType] else { return MediaType.json }
        // Most clients send one of them as it is written here.
        if let known = essences.first(where: { UTF8Text.areEqual($0, value) }) { return known }
        guard let type = MediaType(parsing: value) else { throw refusal("The Content-Type “\(shown(value))” is malformed.") }
        if type.essence == MediaType.form {
            throw refusal(
                "A form is not read here, since a browser may send one across origins. With curl, add -H 'Content-Type: application/json'.")
        }
        guard essences.contains(type.essence) else {
            throw refusal("A body of type “\(type.essence)” is not read here; send \(essences.joined(separator: " or ")).")
        }
        guard type.isUTF8 else { throw refusal("The body's charset is to be utf-8.") }
        return type.essence
    }

    private static func shown(_ value: String) -> String { String(value.unicodeScalars.prefix(200)) }
}
