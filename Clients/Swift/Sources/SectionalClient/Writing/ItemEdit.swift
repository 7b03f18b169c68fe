import Foundation

/// An edit of an item or a section, as far as it takes to do it again or to take it back.
enum ItemEdit<Item: Codable & Sendable>: Sendable {
    /// A position that is named by what is beside it.
    struct Target: Sendable {
        /// The section's id.
        let section: String
        /// Nil for the section's end.
        let neighbour: WriteTarget.Spot?
    }

    /// An item as it was inserted or deleted.
    struct Content: Sendable {
        let condition: PendingWrite.Condition
        let type: String?
        let value: Item
    }

    case update(PendingWrite.Condition, from: Item, to: Item)
    case insertion(Content, Target)
    case deletion(Content, Target)
    case move(id: String, from: Target, to: Target)
    case sectionUpdate(from: ListSection, to: ListSection)
    case sectionInsertion(NewSection<Item>, [WriteTarget.Spot])
    case sectionDeletion(NewSection<Item>, [WriteTarget.Spot])
    case sectionMove(id: String, from: [WriteTarget.Spot], to: [WriteTarget.Spot])

    /// The edit that takes this one back.
    var inverse: ItemEdit {
        switch self {
        case .update(let condition, let old, let new): .update(condition, from: new, to: old)
        case .insertion(let content, let target): .deletion(content, target)
        case .deletion(let content, let target): .insertion(content, target)
        case .move(let id, let start, let end): .move(id: id, from: end, to: start)
        case .sectionUpdate(let old, let new): .sectionUpdate(from: new, to: old)
        case .sectionInsertion(let section, let spots): .sectionDeletion(section, spots)
        case .sectionDeletion(let section, let spots): .sectionInsertion(section, spots)
        case .sectionMove(let id, let start, let end): .sectionMove(id: id, from: end, to: start)
        }
    }

    /// The item's id; nil of a section.
    var item: String? {
        switch self {
        case .update(let condition, _, _): condition.id
        case .insertion(let content, _), .deletion(let content, _): content.condition.id
        case .move(let id, _, _): id
        case .sectionUpdate, .sectionInsertion, .sectionDeletion, .sectionMove: nil
        }
    }

    /// The section's id; nil of an item.
    var section: String? {
        switch self {
        case .update, .insertion, .deletion, .move: nil
        case .sectionUpdate(let section, _): section.id
        case .sectionInsertion(let section, _), .sectionDeletion(let section, _): section.id
        case .sectionMove(let id, _, _): id
        }
    }

    /// The edit as an operation of a batch. What was seen is what this app has left: where somebody else has written since, it is refused.
    ///
    /// - Parameter end: Finds the end of a section for an item that moves there: a move has no name for it.
    /// - Returns: Nil where it changes nothing.
    func operation(_ options: ListOptions, end: (Target) -> RowPosition?) throws -> BatchOperation<Item>? {
        switch self {
        case .update(let condition, let old, let new):
            var operation = try BatchOperation(updating: condition.id, from: old, to: new, options)
            operation.condition = condition
            return operation
        case .insertion(let content, let target):
            let item = NewItem(id: content.condition.id, type: content.type, value: content.value)
            var operation = BatchOperation(op: "insertItem", section: "@\(target.section)", inserted: item)
            operation.insertedID = content.condition.id
            operation.aim(at: target)
            return operation
        case .deletion(let content, _):
            return BatchOperation(op: "deleteItem", name: "@\(content.condition.id)", condition: content.condition)
        case .move(let id, _, let target):
            var operation = BatchOperation<Item>(op: "moveItem", name: "@\(id)")
            operation.aim(at: target)
            if target.neighbour == nil { operation.to = end(target) }
            return operation
        case .sectionUpdate(let old, let new): return try BatchOperation(updating: old, to: new)
        case .sectionInsertion(let section, let spots): return BatchOperation(inserting: section, spots: spots + [.end])
        case .sectionDeletion(let section, _): return BatchOperation(deletingSection: section.id)
        case .sectionMove(let id, _, let spots): return BatchOperation(movingSection: id, spots: spots)
        }
    }
}

extension BatchOperation {
    fileprivate mutating func aim(at target: ItemEdit<Item>.Target) {
        switch target.neighbour {
        case .before(let name)?: before = name
        case .after(let name)?: after = name
        case .to?, .end?, nil: break
        }
    }
}
