/// The position that something is to have afterwards.
///
/// `Position` is an index or an index path, `Name` names a neighbour. A position that no list has, such as one below 0, is kept as it is.
public enum Target<Position: Sendable, Name: Sendable>: Sendable {
    /// Nothing is said.
    case unspecified
    case at(Position)
    case before(Name)
    case after(Name)

    var neighbour: (name: Name, part: OperationPart)? {
        switch self {
        case .unspecified, .at: nil
        case .before(let name): (name, .before)
        case .after(let name): (name, .after)
        }
    }
}
