public import JSON

/// The definition of a view. STUB
public struct ViewDefinition: Sendable {
    public let of: ListID
    public let text: JSONText
    let pointer: JSONPointer?
    let equals: JSONText?

    /// Reads a definition that was stored; `nil` for none.
    public init?(_ text: JSONText) {
        guard let of = JSONPointer(tokens: ["of"]).evaluate(in: text)?.stringContent.flatMap({ ListID($0) }) else { return nil }
        self.of = of
        self.text = text
        pointer = JSONPointer(tokens: ["where", "value"]).evaluate(in: text)?.stringContent.flatMap { JSONPointer($0) }
        equals = JSONPointer(tokens: ["where", "equals"]).evaluate(in: text)
    }

    public func sections(of source: ListSnapshot, limit sections: Int) throws -> [ViewSection] {
        var found: [ViewSection] = []
        for section in try source.sections(in: 0..<source.sectionCount) {
            let items = try source.items(of: section, rows: 0..<section.itemCount)
            var kept: [ItemEntry] = []
            try source.readItems(items) { index, item in
                let value = JSONText(verbatim: String(decoding: item.value, as: UTF8.self))
                if pointer.map({ $0.evaluate(in: value) == equals }) ?? true { kept.append(items[index].entry) }
            }
            if !kept.isEmpty { found.append(ViewSection(id: section.id, content: section.content, items: kept)) }
        }
        return Array(found.prefix(sections))
    }
}
