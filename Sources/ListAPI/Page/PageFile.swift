import CResources
import HTTPServing
import HTTPTypes
import Wire

/// One file of the page that the server shows in browsers, ready to be sent, plain and compressed.
struct PageFile: Sendable {
    /// The path below `page/`: `index.html`, `ui/main.js`.
    let name: String
    private let tag: ContentTag
    private let plain: PreparedResponse
    private let gzip: PreparedResponse?

    init(name: String, bytes: [UInt8]) {
        self.name = name
        let tag = ContentTag("p", of: bytes)
        self.tag = tag
        let headers = Self.headers + [Response.Header(.contentType, Self.mediaType(of: name))]
        plain = PreparedResponse(headers: headers + [Response.Header(.eTag, tag.header(isGzip: false))], body: bytes)
        gzip = ContentCoding.gzip(bytes, accepted: true).map {
            let encoding = [Response.Header(.eTag, tag.header(isGzip: true)), Response.Header(.contentEncoding, "gzip")]
            return PreparedResponse(headers: headers + encoding, body: $0)
        }
    }

    /// The files that are part of the program, by name.
    static let embedded: [String: PageFile] = {
        var count = 0
        let files = UnsafeBufferPointer(start: page_files(&count), count: count).map { file in
            PageFile(name: String(cString: file.name), bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
        }
        return Dictionary(files.map { ($0.name, $0) }) { first, _ in first }
    }()

    /// The 200 in the form that a request takes, or the 304 where the client has it.
    ///
    /// - Parameter vary: The `Vary` of both.
    /// - Throws: `malformed-request` where a precondition is no list of entity tags.
    func response(to request: Request, vary: Response.Header) throws -> Response {
        let known = try Preconditions(request).ifNoneMatch
        let prepared = ContentCoding.acceptsGzip(request) ? gzip ?? plain : plain
        let isKnown = known?.matches(tag.plain, comparison: .weak) ?? false
        return Response(status: isKnown ? .notModified : .ok, headers: [vary], body: .prepared(prepared))
    }

    /// The page loads its own scripts, styles and pictures, talks to its own server, and stands in no frame.
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """

    private static let headers = [
        Response.Header(.cacheControl, "no-cache"), Response.Header(.contentSecurityPolicy, policy),
        Response.Header(.referrerPolicy, "no-referrer"), Response.Header(.crossOriginOpenerPolicy, "same-origin"),
    ]

    /// The media type that the end of a file's name stands for.
    private static func mediaType(of name: String) -> String {
        switch name.utf8.split(separator: UInt8(ascii: ".")).last.map({ String(Substring($0)) }) {
        case "html": MediaType.html
        case "js": MediaType.javaScript
        case "css": MediaType.css
        case "svg": MediaType.svg
        default: "application/octet-stream"
        }
    }
}
