internal import JSON

/// All schemas of a document, compiled; the document's own is the first.
struct CompiledNodes: Sendable {
    var nodes: [SchemaNode]
    /// The values of `enum` and `const`, numbered.
    var identities: ValueIdentities
    /// For each resource the dynamic anchors that a `$dynamicRef` may look for: the name's number, and the schema.
    var dynamicAnchors: [[(name: Int, schema: Int)]]
    /// How many names there are.
    var dynamicNameCount: Int
}
