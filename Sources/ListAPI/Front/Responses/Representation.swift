import Foundations
import HTTPServing
import HTTPTypes
import Lists
import Wire

/// The representation of one version of a list, as a GET shows it.
struct Representation {
    let body: ByteBuffer
    let tag: Tag
    let version: Int64
    /// When the list was made: milliseconds since 1970, UTC.
    let created: Int64
    /// The hash of what it depends on beside the list; `nil` where it depends on the list alone.
    let variant: UInt32?
    /// The value of `Link`; `nil` where there are no other pages.
    var links: String?
    /// Whether caches may keep it.
    let isKept: Bool

    init(
        body: ByteBuffer, tag: Tag, version: Int64, created: Int64, variant: UInt32? = nil, links: String? = nil, isKept: Bool = true
    ) {
        self.body = body
        self.tag = tag
        self.version = version
        self.created = created
        self.variant = variant
        self.links = links
        self.isKept = isKept
    }

    /// The value of `ETag`.
    func entityTag(isGzip: Bool) -> String {
        switch tag {
        case .version: ETagSyntax.version(version, variant: variant, isGzip: isGzip)
        case .item(let id, let revision, let path):
            ETagSyntax.item(id, revision: revision, section: path.section, row: path.row, variant: variant, isGzip: isGzip)
        case .content(let id, let revision): ETagSyntax.content(of: id, revision: revision)
        }
    }

    /// Headers that the success of every write to a list has.
    func headers() -> [Response.Header] {
        var headers: [Response.Header] = []
        // With a location.
        headers.reserveCapacity(5)
        headers.append(Response.Header(.contentType, MediaType.json))
        headers.append(Response.Header(.eTag, entityTag(isGzip: false)))
        headers.append(Response.Header(.listVersion, String(version)))
        headers.append(Response.Header(.listCreated, Timestamp.text(created)))
        return headers
    }

    /// The content of the strong validator.
    enum Tag {
        /// The version of the list.
        case version
        /// The item's id, revision and position.
        case item(Identifier, revision: Int64, IndexPath)
        /// The id and revision of an item that has no position.
        case content(Identifier, revision: Int64)
    }
}

extension [Response.Header] {
    /// The headers of every success, 304 and 412 about a list.
    ///
    /// - Parameter created: When the list was made: milliseconds since 1970, UTC.
    static func ofList(at version: Int64, created: Int64) -> [Response.Header] {
        [Response.Header(.listVersion, String(version)), Response.Header(.listCreated, Timestamp.text(created))]
    }
}
