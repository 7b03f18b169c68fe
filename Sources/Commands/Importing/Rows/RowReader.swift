import JSON
import Lists

/// Reads a row as an item, and as the section that it belongs to.
///
/// The section's cell is its header, unless the row has a cell for the header, and its id, where its text can be one. A row without a
/// text in that cell belongs to a section without header and id.
struct RowReader {
    let layout: RowLayout
    let limits: ContentLimits
    private var itemCount = 0

    init(layout: RowLayout, limits: ContentLimits) {
        self.layout = layout
        self.limits = limits
    }

    /// The row as an item, which is counted.
    mutating func item(of row: ImportRow) throws(ImportError) -> ItemDraft {
        guard row.value.byteCount <= limits.value else {
            throw ImportError("a value has at most \(limits.value) bytes; this one has \(row.value.byteCount)", line: row.line)
        }
        guard itemCount < limits.items else { throw ImportError("a list has at most \(limits.items) items", line: row.line) }
        itemCount += 1
        return ItemDraft(id: try id(of: row), type: try type(of: row), value: row.value)
    }

    /// The key that all rows of a section share.
    func key(of row: ImportRow) throws(ImportError) -> JSONText {
        try text(.section, of: row).map { JSONText(string: $0) } ?? .null
    }

    /// The section that a row is the first of.
    func section(of row: ImportRow) throws(ImportError) -> SectionDraft {
        let name = try text(.section, of: row)
        let header = row.cells[.header]?.value ?? name.map { JSONText(string: $0) } ?? .null
        guard header.byteCount <= limits.annotation else {
            throw ImportError("a header has at most \(limits.annotation) bytes; this one has \(header.byteCount)", line: row.line)
        }
        return SectionDraft(id: name.flatMap { Identifier(validating: $0) }, header: header)
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
