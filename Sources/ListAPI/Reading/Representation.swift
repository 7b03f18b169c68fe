import Lists

/// What a GET shows of one version of a list.
struct Representation {
    var body: [UInt8]
    let tag: Tag
    let version: Int64
    /// The value of `Link`; `nil` where there are no other pages.
    var links: String?

    init(body: [UInt8], tag: Tag, version: Int64, links: String? = nil) {
        self.body = body
        self.tag = tag
        self.version = version
        self.links = links
    }

    /// What the strong validator says.
    enum Tag {
        /// The version of the list.
        case version
        /// The item's id, revision and place, and a hash of what the answer depends on beside the list, if anything.
        case item(Identifier, revision: Int64, IndexPath, variant: UInt32?)
    }
}
