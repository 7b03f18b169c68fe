import Lists

/// Makes sections of rows, in order of first appearance.
///
/// Rows with the same text in the section's place share a section. The text is the section's header, unless another place gives it from
/// the section's first row, and its id, where it can be one. Rows without a text there share a section without header and id.
struct RowCollector {
    private let layout: RowLayout
    private let limits: ContentLimits
    private var sections: [SectionDraft] = []
    /// The lines of the rows of each section.
    private var lines: [[Int]] = []
    private var indexes: [JSONValue: Int] = [:]
    private var itemCount = 0

    init(layout: RowLayout, limits: ContentLimits) {
        self.layout = layout
        self.limits = limits
    }

    /// The sections so far.
    var content: ImportedContent { ImportedContent(draft: ListDraft(properties: nil, sections: sections), lines: lines) }

    /// Puts a row where it belongs.
    mutating func add(_ row: ImportRow) throws(ImportError) {
        guard row.value.byteCount <= limits.value else {
            throw ImportError("a value has at most \(limits.value) bytes; this one has \(row.value.byteCount)", line: row.line)
        }
        guard itemCount < limits.items else { throw ImportError("a list has at most \(limits.items) items", line: row.line) }
        let item = ItemDraft(id: try id(of: row), type: try type(of: row), value: row.value)
        let section = try section(of: row)
        sections[section].items.append(item)
        lines[section].append(row.line)
        itemCount += 1
    }

    private mutating func section(of row: ImportRow) throws(ImportError) -> Int {
        let name = try text(.section, of: row)
        let key = name.map { JSONValue(string: $0) } ?? .null
        if let index = indexes[key] { return index }
        guard sections.count < limits.sections else {
            throw ImportError("a list has at most \(limits.sections) sections", line: row.line)
        }
        let header = row.cells[.header]?.value ?? key
        guard header.byteCount <= limits.annotation else {
            throw ImportError("a header has at most \(limits.annotation) bytes; this one has \(header.byteCount)", line: row.line)
        }
        indexes[key] = sections.count
        sections.append(SectionDraft(id: name.flatMap { Identifier(validating: $0) }, header: header))
        lines.append([])
        return sections.count - 1
    }

    private func id(of row: ImportRow) throws(ImportError) -> Identifier? {
        guard let name = layout.names[.id] else { return nil }
        guard let text = try text(.id, of: row) else { throw ImportError("no id in “\(name)”", line: row.line) }
        guard let id = Identifier(validating: text) else {
            throw ImportError("“\(text)” in “\(name)” is no id: 1 to 128 characters, no control character", line: row.line)
        }
        return id
    }

    private func type(of row: ImportRow) throws(ImportError) -> TypeChoice {
        guard let name = layout.names[.type] else { return .unspecified }
        guard let text = try text(.type, of: row) else { return .none }
        guard NameRules.areKept(by: text) else {
            throw ImportError("“\(text)” in “\(name)” names no type: 1 to 128 characters, no control character", line: row.line)
        }
        return .named(text)
    }

    private func text(_ role: RowRole, of row: ImportRow) throws(ImportError) -> String? {
        guard let cell = row.cells[role] else { return nil }
        if case .nothing = cell { return nil }
        guard let text = cell.text else {
            throw ImportError("\(role.rawValue) needs a string or a number in “\(layout.names[role] ?? "")”", line: row.line)
        }
        return text
    }
}
