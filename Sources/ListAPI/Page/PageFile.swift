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

    /// - Parameters:
    ///   - isFixed: Whether the name never stands for other bytes, so that nobody has to ask again.
    ///   - origins: The origins of pictures that the page may load beside its own.
    init(name: String, bytes: [UInt8], isFixed: Bool = false, picturesFrom origins: [String] = []) {
        self.name = name
        let tag = ContentTag("p", of: bytes)
        self.tag = tag
        let caching = Response.Header(.cacheControl, isFixed ? "max-age=31536000, immutable" : "no-cache")
        let headers = Self.headers(picturesFrom: origins) + [caching, Response.Header(.contentType, Self.mediaType(of: name))]
        plain = PreparedResponse(headers: headers + [Response.Header(.eTag, tag.header(isGzip: false))], body: bytes)
        gzip = ContentCoding.gzip(bytes, accepted: true).map {
            let encoding = [Response.Header(.eTag, tag.header(isGzip: true)), Response.Header(.contentEncoding, "gzip")]
            return PreparedResponse(headers: headers + encoding, body: $0)
        }
    }

    /// The files that are part of the program, and the joined ones that the document names.
    private static let bundle: PageBundle = {
        var count = 0
        return PageBundle(
            UnsafeBufferPointer(start: page_files(&count), count: count).map { file in
                (name: String(cString: file.name), bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
            })
    }()

    /// These by name, for a page that loads no pictures from elsewhere.
    static let embedded: [String: PageFile] = {
        let served = bundle.files.map { PageFile(name: $0.name, bytes: $0.bytes, isFixed: bundle.joined.contains($0.name)) }
        return Dictionary(served.map { ($0.name, $0) }) { first, _ in first }
    }()

    /// The files by name. The document says which pictures it shows: its policy to the browser, and its text to the page's script.
    static func files(picturesFrom origins: [String]) -> [String: PageFile] {
        guard !origins.isEmpty, let index = bundle.files.first(where: { $0.name == "index.html" }) else { return embedded }
        let name = "<meta name=\"picture-origins\" content=\""
        let text = String(decoding: index.bytes, as: UTF8.self).split(separator: name + "\"", omittingEmptySubsequences: false)
            .joined(separator: "\(name)\(origins.joined(separator: " "))\"")
        return embedded.merging(["index.html": PageFile(name: index.name, bytes: Array(text.utf8), picturesFrom: origins)]) { $1 }
    }

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
    private static func headers(picturesFrom origins: [String]) -> [Response.Header] {
        let pictures = (["'self'", "data:"] + origins).joined(separator: " ")
        let policy = """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src \(pictures); connect-src 'self'; \
            base-uri 'none'; form-action 'none'; frame-ancestors 'none'
            """
        return [
            Response.Header(.contentSecurityPolicy, policy),
            Response.Header(.referrerPolicy, "no-referrer"), Response.Header(.crossOriginOpenerPolicy, "same-origin"),
        ]
    }

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
