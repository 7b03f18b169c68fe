import JSON

/// The definitions of views of one list, looked at together: what one of them finds in an item's value is there for the others.
package struct ViewFamily: Sendable {
    let definitions: [ViewDefinition]
    /// The same definitions, which share the pointers.
    let joined: [ViewDefinition]
    let pointers: JSONPointerSet
    let operands: ViewOperands

    /// - Throws: ``ViewDefinitionError`` where a definition is none.
    package init(_ definitions: [ViewDefinition]) throws {
        var pointers = JSONPointerSet()
        joined = try definitions.map { try $0.joined(to: &pointers) }
        self.definitions = definitions
        self.pointers = pointers
        operands = ViewOperands(of: joined.compactMap(\.condition), count: pointers.count)
    }

    /// One definition.
    init(of definition: ViewDefinition) {
        definitions = [definition]
        joined = definitions
        pointers = definition.pointers
        operands = definition.operands
    }
}
