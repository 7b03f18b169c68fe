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

    /// - Parameter isFixed: Whether the name never stands for other bytes, so that nobody has to ask again.
    init(name: String, bytes: [UInt8], isFixed: Bool = false) {
        self.name = name
        let tag = ContentTag("p", of: bytes)
        self.tag = tag
        let caching = Response.Header(.cacheControl, isFixed ? "max-age=31536000, immutable" : "no-cache")
        let headers = Self.headers + [caching, Response.Header(.contentType, Self.mediaType(of: name))]
        plain = PreparedResponse(headers: headers + [Response.Header(.eTag, tag.header(isGzip: false))], body: bytes)
        gzip = ContentCoding.gzip(bytes, accepted: true).map {
            let encoding = [Response.Header(.eTag, tag.header(isGzip: true)), Response.Header(.contentEncoding, "gzip")]
            return PreparedResponse(headers: headers + encoding, body: $0)
        }
    }

    /// The files that are part of the program, by name, and the joined ones that the document names.
    static let embedded: [String: PageFile] = {
        var count = 0
        let files = UnsafeBufferPointer(start: page_files(&count), count: count).map { file in
            (name: String(cString: file.name), bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
        }
        let bundle = PageBundle(files)
        let served = bundle.files.map { PageFile(name: $0.name, bytes: $0.bytes, isFixed: bundle.joined.contains($0.name)) }
        return Dictionary(served.map { ($0.name, $0) }) { first, _ in first }
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
        Response.Header(.contentSecurityPolicy, policy),
        Response.Header(.referrerPolicy, "no-referrer"), Response.Header(.crossOriginOpenerPolicy, "same-origin"),
    ]

    /// The media type that the end of a file's name stands for.
    private static func mediaType(of name: String) -> String {
        switch name.utf8.split(separator: UInt8(ascii: ".")).last.map({ String(Substring($0)) }) {
        case "html": MediaType.html
        case "js": MediaType.javaScript
        case "css": MediaType.css
        case "json": MediaType.json
        case "svg": MediaType.svg
        default: "application/octet-stream"
        }
    }
}
