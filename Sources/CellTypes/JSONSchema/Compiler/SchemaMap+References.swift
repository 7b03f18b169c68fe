internal import JSON

extension SchemaMap {
    /// The target of a reference.
    struct Target {
        let schema: Int
        /// The name by which a dynamic reference looks further; `nil` where it leads here whatever the scope is.
        let dynamicName: JSONName?
    }

    /// Finds what `$ref` or `$dynamicRef` of a schema leads to, within the document.
    func target(of keyword: JSONName, at child: Int, of schema: Int) throws(SchemaError) -> Target {
        let part = parts[schema]
        let base = resources[resourceOfSchema[schema]].uri
        guard let reference = URIReference(tree[child].content),
            let fragment = reference.decodedFragment
        else { throw error("\(keyword.text) needs a URI reference", keyword, of: part) }
        guard let resource = resource(at: base.resolving(reference)) else {
            throw error("a remote reference: the document has no schema with this $id", keyword, of: part)
        }
        if fragment.isEmpty { return Target(schema: resources[resource].schema, dynamicName: nil) }
        if fragment.utf8.first == UInt8(ascii: "/") {
            guard let pointer = JSONPointer(fragment), let found = tree.part(at: pointer, from: parts[resources[resource].schema]),
                let target = self.schema(at: found)
            else { throw error("there is no schema at this JSON pointer", keyword, of: part) }
            return Target(schema: target, dynamicName: nil)
        }
        let name = JSONName(fragment)
        guard let target = resources[resource].anchors[name] else { throw error("there is no anchor of this name", keyword, of: part) }
        return Target(schema: target, dynamicName: resources[resource].dynamicAnchors[name] == nil ? nil : name)
    }
}
