import JSON
import Lists

/// Sorts rows into sections, in order of first appearance.
struct RowCollector {
    private var reader: RowReader
    private var sections: [SectionDraft] = []
    /// The lines of the rows of each section.
    private var lines: [[Int]] = []
    private var indexes: [JSONText: Int] = [:]

    init(layout: RowLayout, limits: ContentLimits) {
        reader = RowReader(layout: layout, limits: limits)
    }

    /// The sections so far.
    var content: ImportedContent { ImportedContent(draft: ListDraft(properties: nil, sections: sections), lines: lines) }

    /// Puts a row where it belongs.
    mutating func add(_ row: ImportRow) throws(ImportError) {
        let item = try reader.item(of: row)
        let section = try section(of: row)
        sections[section].items.append(item)
        lines[section].append(row.line)
    }

    private mutating func section(of row: ImportRow) throws(ImportError) -> Int {
        let key = try reader.key(of: row)
        if let index = indexes[key] { return index }
        guard sections.count < reader.limits.sections else {
            throw ImportError("a list has at most \(reader.limits.sections) sections", line: row.line)
        }
        indexes[key] = sections.count
        sections.append(try reader.section(of: row))
        lines.append([])
        return sections.count - 1
    }
}
