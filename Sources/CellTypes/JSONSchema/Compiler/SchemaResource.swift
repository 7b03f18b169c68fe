internal import JSON

/// A schema with a URI of its own, and the names in it.
struct SchemaResource {
    let uri: URIReference
    /// The resource's own schema.
    let schema: Int
    /// The schemas that `$anchor` and `$dynamicAnchor` name.
    var anchors: [JSONName: Int] = [:]
    /// The schemas that `$dynamicAnchor` names.
    var dynamicAnchors: [JSONName: Int] = [:]
}
