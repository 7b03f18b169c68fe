import ByteBuffers
import HTTPServing
import HTTPTypes
import Lists
import Wire

/// What a GET shows of one version of a list.
struct Representation {
    let body: ByteBuffer
    let tag: Tag
    let version: Int64
    /// The hash of what it depends on beside the list; `nil` where it depends on the list alone.
    let variant: UInt32?
    /// The value of `Link`; `nil` where there are no other pages.
    var links: String?
    /// Whether caches may keep it.
    let isKept: Bool

    init(body: ByteBuffer, tag: Tag, version: Int64, variant: UInt32? = nil, links: String? = nil, isKept: Bool = true) {
        self.body = body
        self.tag = tag
        self.version = version
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
        }
    }

    /// Headers that the success of every write to a list has.
    func headers() -> [Response.Header] {
        [
            Response.Header(.contentType, MediaType.json), Response.Header(.eTag, entityTag(isGzip: false)),
            Response.Header(.listVersion, String(version)),
        ]
    }

    /// What the strong validator says.
    enum Tag {
        /// The version of the list.
        case version
        /// The item's id, revision and position.
        case item(Identifier, revision: Int64, IndexPath)
    }
}
