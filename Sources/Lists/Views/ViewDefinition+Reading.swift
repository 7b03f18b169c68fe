public import JSON

extension ViewDefinition {
    /// Reads a definition, which is kept as it stands.
    ///
    /// - Throws: ``ViewDefinitionError``: the first thing that is wrong with it.
    public convenience init(validating text: JSONText) throws {
        var pointers = JSONPointerSet()
        let parts = try Parts(validating: text, joining: &pointers)
        let operands = ViewOperands(of: parts.condition.map { [$0] } ?? [], count: pointers.count)
        self.init(text, parts, pointers: pointers, operands: operands)
    }

    /// The same definition, sharing a set of pointers with others: it has no set and no operands of its own.
    ///
    /// - Parameter pointers: Takes its pointers.
    /// - Throws: ``ViewDefinitionError``.
    func joined(to pointers: inout JSONPointerSet) throws -> ViewDefinition {
        let parts = try Parts(validating: text, joining: &pointers)
        return ViewDefinition(text, parts, pointers: JSONPointerSet(), operands: ViewOperands(of: [], count: 0))
    }
}

extension ViewDefinition.Parts {
    /// - Parameter pointers: Takes the pointers.
    /// - Throws: ``ViewDefinitionError``.
    fileprivate init(validating text: JSONText, joining pointers: inout JSONPointerSet) throws {
        guard text.byteCount <= ViewDecoder.Bounds.bytes else {
            throw ViewDefinitionError(.limitExceeded, "A view has at most \(ViewDecoder.Bounds.bytes) bytes of JSON text.", at: .root)
        }
        self = try UTF8Text.withBytes(of: text.text) { bytes in
            var decoder = ViewDecoder(JSONReader(bytes), pointers)
            let parts = try decoder.readDefinition()
            pointers = decoder.pointers
            return parts
        }
    }
}

extension ViewDecoder {
    fileprivate mutating func readDefinition() throws -> ViewDefinition.Parts {
        var source: ListID?
        var condition: ViewCondition?
        var sections = ViewSectioning.source
        var sortKeys: [ViewSortKey] = []
        var limit: Int?
        try readObject(or: "A view is an object.") { decoder, key in
            switch ViewKey(exactly: key) {
            case .of:
                let message = "“of” is the id of a list."
                source = ListID(try decoder.readString(or: message))
                guard source != nil else { throw decoder.error(.invalidValue, message) }
            case .where: condition = try decoder.readNull() ? nil : decoder.readCondition()
            case .sectionBy: sections = try decoder.readNull() ? .source : decoder.readSectioning()
            case .sortBy: sortKeys = try decoder.readNull() ? [] : decoder.readSortKeys()
            case .limit: limit = try decoder.readNull() ? nil : decoder.readLimit()
            default: throw decoder.unknown(key, of: "A view")
            }
        }
        guard let source else { throw error(.invalidValue, "A view needs “of”, the id of a list.", at: ViewKey.of.rawValue) }
        return ViewDefinition.Parts(
            source: source, places: Array(places), condition: condition, sections: sections, sortKeys: sortKeys, limit: limit)
    }
}
