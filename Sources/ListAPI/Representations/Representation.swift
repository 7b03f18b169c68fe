import Lists

/// What a GET shows of one version of a list.
struct Representation {
    var body: [UInt8]
    let tag: Tag
    let version: Int64
    /// The hash of what it depends on beside the list; `nil` where it depends on the list alone.
    let variant: UInt32?
    /// The value of `Link`; `nil` where there are no other pages.
    var links: String?
    /// Whether caches may keep it.
    let isKept: Bool

    init(body: [UInt8], tag: Tag, version: Int64, variant: UInt32? = nil, links: String? = nil, isKept: Bool = true) {
        self.body = body
        self.tag = tag
        self.version = version
        self.variant = variant
        self.links = links
        self.isKept = isKept
    }

    /// What the strong validator says.
    enum Tag {
        /// The version of the list.
        case version
        /// The item's id, revision and position.
        case item(Identifier, revision: Int64, IndexPath)
    }
}
