import CResources
import HTTPServing
import HTTPTypes
import Wire

/// The description of the API (OpenAPI 3.1) that is part of the program, encoded as responses.
enum APIDescription {
    static let yaml = Forms(text, type: MediaType.yaml)
    /// Made of the YAML for the first request that asks.
    static let json = Forms(DescriptionJSON.text(ofYAML: text), type: MediaType.json)

    /// One text of the description, as it is and compressed.
    struct Forms: Sendable {
        let plain: PreparedResponse
        let gzip: PreparedResponse?

        init(_ text: [UInt8], type: String) {
            let headers = [
                Response.Header(.contentType, type), Response.Header(.cacheControl, "max-age=3600"),
                Response.Header(.vary, "Accept-Encoding"),
            ]
            plain = PreparedResponse(headers: headers, body: text)
            gzip = ContentCoding.gzip(text, accepted: true).map {
                PreparedResponse(headers: headers + [Response.Header(.contentEncoding, "gzip")], body: $0)
            }
        }

        /// The 200 in the form that a request takes.
        func response(to request: Request) -> Response {
            let prepared = ContentCoding.acceptsGzip(request) ? gzip ?? plain : plain
            return Response(status: .ok, body: .prepared(prepared))
        }
    }

    private static var text: [UInt8] {
        var count = 0
        let start = description_yaml(&count)
        return Array(UnsafeBufferPointer(start: start, count: count))
    }
}
