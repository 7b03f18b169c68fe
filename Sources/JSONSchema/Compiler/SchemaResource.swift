internal import JSON

/// A schema with a URI of its own, and what may be named in it.
struct SchemaResource {
    let uri: URIReference
    /// The resource's own schema.
    let schema: Int
    /// What `$anchor` and `$dynamicAnchor` name.
    var anchors: [JSONName: Int] = [:]
    /// What `$dynamicAnchor` names.
    var dynamicAnchors: [JSONName: Int] = [:]
}
