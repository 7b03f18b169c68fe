import Yams

extension SettingValue {
    /// The value of a YAML node; `nil` for one that no setting can be, such as a map whose keys are no texts.
    init?(_ node: Node) {
        switch node {
        case .scalar(let scalar): self.init(scalar, of: node)
        case .sequence(let sequence):
            let values = sequence.compactMap { SettingValue($0) }
            guard values.count == sequence.count else { return nil }
            self = .list(values)
        case .mapping(let mapping):
            let members = mapping.compactMap { key, value -> SettingMember? in
                guard let name = key.scalar?.string, let value = SettingValue(value) else { return nil }
                return SettingMember(name: name, value: value)
            }
            guard members.count == mapping.count else { return nil }
            self = .map(members)
        case .alias: return nil
        }
    }

    private init?(_ scalar: Node.Scalar, of node: Node) {
        switch Tag.Name(rawValue: node.tag.description) {
        case .null: self = .nothing
        case .bool:
            guard let boolean = node.bool else { return nil }
            self = .boolean(boolean)
        case .int:
            guard let integer = node.int else { return nil }
            self = .integer(integer)
        case .float:
            guard let number = node.float else { return nil }
            self = .number(number)
        default: self = .text(scalar.string)
        }
    }
}
