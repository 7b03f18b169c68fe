import JSON

/// What a request says about an item's cell type.
public enum TypeChoice: Sendable, Hashable {
    /// Nothing: an item that exists keeps its type.
    case unspecified
    /// `null`: the item has no type.
    case none
    case named(String)

    public static func == (left: TypeChoice, right: TypeChoice) -> Bool {
        switch (left, right) {
        case (.unspecified, .unspecified), (.none, .none): true
        case (.named(let left), .named(let right)): UTF8Text.areEqual(left, right)
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .unspecified: hasher.combine(0)
        case .none: hasher.combine(1)
        case .named(let name): UTF8Text.hash(name, into: &hasher)
        }
    }
}
