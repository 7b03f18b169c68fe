import HTTPServing
import HTTPTypes
import Wire

/// Checks what a request says of its body.
enum BodyType {
    /// - Throws: `unsupported-media-type` where the body is said to be none of `essences` in UTF-8. A body without a type is JSON.
    static func check(_ request: Request, among essences: [String]) throws(RequestProblem) {
        if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
            throw RequestProblem(.unsupportedMediaType, "A body with Content-Encoding “\(encoding)” is not read here.")
        }
        guard let value = request.headers[.contentType] else { return }
        guard let type = MediaType(parsing: value) else {
            throw RequestProblem(.unsupportedMediaType, "The Content-Type “\(value)” is malformed.")
        }
        if type.essence == MediaType.form {
            throw RequestProblem(
                .unsupportedMediaType,
                "A form is not read here, since a browser may send one across origins. With curl, add -H 'Content-Type: application/json'.")
        }
        guard essences.contains(type.essence) else {
            throw RequestProblem(
                .unsupportedMediaType, "A body of type “\(type.essence)” is not read here; send \(essences.joined(separator: " or ")).")
        }
        guard type.isUTF8 else {
            throw RequestProblem(.unsupportedMediaType, "The body's charset is to be utf-8.")
        }
    }
}
