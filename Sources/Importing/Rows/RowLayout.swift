/// Which columns or JSON pointers say where a row goes and what it is called; a role that is not there was not asked for.
public struct RowLayout: Sendable {
    let names: [RowRole: String]

    /// The flags' texts; `nil` where a flag was not given.
    public init(sectionBy: String? = nil, header: String? = nil, id: String? = nil, type: String? = nil) {
        names = [RowRole.section: sectionBy, .header: header, .id: id, .type: type].compactMapValues { $0 }
    }

    var isEmpty: Bool { names.isEmpty }
}

/// The purpose of a column or a JSON pointer, named as its flag is.
enum RowRole: String, CaseIterable {
    case section = "--section-by"
    case header = "--header"
    case id = "--id"
    case type = "--type"
}
