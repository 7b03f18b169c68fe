import HTTPServing
import HTTPTypes
import Wire

/// Checks what a request says of its body.
enum BodyType {
    /// - Throws: ``BodyTypeRefusal`` where the body is said to be none of `essences` in UTF-8. A body without a type is JSON.
    static func check(_ request: Request, among essences: [String]) throws(BodyTypeRefusal) {
        guard let detail = refusal(of: request, among: essences) else { return }
        throw BodyTypeRefusal(problem: RequestProblem(.unsupportedMediaType, detail), essences: essences)
    }

    /// Refuses a request by its headers where its body is said to be none of `essences` in UTF-8, as a ``Route`` wants it.
    static func refusal(unless essences: String...) -> @Sendable (Request) -> Response? {
        { request in
            refusal(of: request, among: essences).map {
                BodyTypeRefusal(problem: RequestProblem(.unsupportedMediaType, $0), essences: essences).response(to: request)
            }
        }
    }

    /// Whether the body is said to be of one type; one without a type is JSON.
    static func isOf(_ essence: String, _ request: Request) -> Bool {
        request.headers[.contentType].flatMap { MediaType(parsing: $0) }?.essence == essence
    }

    private static func refusal(of request: Request, among essences: [String]) -> String? {
        if let encoding = request.headers[.contentEncoding], !HeaderElements.isName(encoding[...].utf8, "identity") {
            return "A body with Content-Encoding “\(shown(encoding))” is not read here."
        }
        guard let value = request.headers[.contentType] else { return nil }
        guard let type = MediaType(parsing: value) else { return "The Content-Type “\(shown(value))” is malformed." }
        if type.essence == MediaType.form {
            return
                "A form is not read here, since a browser may send one across origins. With curl, add -H 'Content-Type: application/json'."
        }
        guard essences.contains(type.essence) else {
            return "A body of type “\(type.essence)” is not read here; send \(essences.joined(separator: " or "))."
        }
        return type.isUTF8 ? nil : "The body's charset is to be utf-8."
    }

    private static func shown(_ value: String) -> String { String(value.unicodeScalars.prefix(200)) }
}
