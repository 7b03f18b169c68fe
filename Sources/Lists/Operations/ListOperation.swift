/// One change of a list, as a request asks for it: what a route of its own does, and what a batch does many of.
///
/// Names mean what they do in the version that the request says. Positions count in the list that the operations before have left.
public enum ListOperation: Sendable {
    case insertItems(ItemInsertion, into: SectionReference)
    case changeItem(ItemReference, ValueChange, type: TypeChoice)
    case deleteItem(ItemReference)
    case moveItem(ItemReference, to: Target<IndexPath, ItemReference>)
    case insertSection(SectionInsertion)
    case updateSection(SectionReference, any SectionChange)
    case moveSection(SectionReference, to: Target<Int, SectionReference>)
    case deleteSection(SectionReference)

    /// The item or section that the operation changes, or inserts items into; `nil` if it names none.
    public var subject: ListName? {
        switch self {
        case .changeItem(let item, _, _), .deleteItem(let item), .moveItem(let item, _): .item(item)
        case .insertItems(_, let section), .updateSection(let section, _), .moveSection(let section, _), .deleteSection(let section):
            .section(section)
        case .insertSection: nil
        }
    }

    /// The item or section beside the operation's target, and the part of the operation that names it.
    var neighbour: (name: ListName, part: OperationPart)? {
        switch self {
        case .insertItems(let insertion, _): insertion.target.neighbour.map { (.item($0), $1) }
        case .moveItem(_, let target): target.neighbour.map { (.item($0), $1) }
        case .insertSection(let insertion): insertion.target.neighbour.map { (.section($0), $1) }
        case .moveSection(_, let target): target.neighbour.map { (.section($0), $1) }
        case .changeItem, .deleteItem, .updateSection, .deleteSection: nil
        }
    }

    /// Whether it makes an item or a section.
    public var isInsertion: Bool {
        switch self {
        case .insertItems, .insertSection: true
        default: false
        }
    }
}

/// How a request names an item or a section.
public enum ListName: Sendable {
    case item(ItemReference)
    case section(SectionReference)
}
