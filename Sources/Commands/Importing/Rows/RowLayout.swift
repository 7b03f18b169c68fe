/// Which columns or JSON pointers say where a row goes and what it is called; a role that is not there was not asked for.
public struct RowLayout: Sendable {
    let names: RowRoles<String>

    /// The flags' texts; `nil` where a flag was not given.
    public init(sectionBy: String? = nil, header: String? = nil, id: String? = nil, type: String? = nil) {
        names = RowRoles(section: sectionBy, header: header, id: id, type: type)
    }

    var isEmpty: Bool { RowRole.allCases.allSatisfy { names[$0] == nil } }
}

/// The purpose of a column or a JSON pointer, named as its flag is.
enum RowRole: String, CaseIterable {
    case section = "--section-by"
    case header = "--header"
    case id = "--id"
    case type = "--type"
}

/// A value for each role that was asked for; a row has one, so it takes no memory of its own.
struct RowRoles<Value> {
    private var section: Value?
    private var header: Value?
    private var id: Value?
    private var type: Value?

    init(section: Value? = nil, header: Value? = nil, id: Value? = nil, type: Value? = nil) {
        (self.section, self.header, self.id, self.type) = (section, header, id, type)
    }

    subscript(role: RowRole) -> Value? {
        get {
            switch role {
            case .section: section
            case .header: header
            case .id: id
            case .type: type
            }
        }
        set {
            switch role {
            case .section: section = newValue
            case .header: header = newValue
            case .id: id = newValue
            case .type: type = newValue
            }
        }
    }
}

extension RowRoles: Sendable where Value: Sendable {}
