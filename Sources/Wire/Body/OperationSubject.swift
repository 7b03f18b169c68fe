import JSON
import Lists

/// The subject that an operation of a batch names by a member, as the path of a single request does.
enum OperationSubject {
    /// A request of its own: its body names nothing.
    case inPath
    /// An operation that names nothing.
    case none
    case item(ItemReference?, isGiven: Bool = false)
    case section(SectionReference?, isGiven: Bool = false)

    var item: ItemReference? {
        if case .item(let item, _) = self { item } else { nil }
    }

    var section: SectionReference? {
        if case .section(let section, _) = self { section } else { nil }
    }

    /// Reads the name or, of an item, the precondition, or passes the operation's `op`, which was read before; any other member is unknown.
    mutating func readOrPass(_ key: String, from body: inout BodyReader, in thing: String) throws(JSONSyntaxError) {
        switch (self, EditKey(exactly: key)) {
        case (.item, .item): self = .item(try body.readItemName(at: key), isGiven: true)
        case (.section, .section): self = .section(try body.readSectionName(at: key), isGiven: true)
        case (.item, .ifMatch): body.precondition = try body.readEntityTags(at: key)
        case (.none, .op), (.item, .op), (.section, .op): try body.json.scanValue()
        default: try body.passUnknown(key, in: thing)
        }
    }

    /// Notes that the name was not given.
    func noteMissing(in operation: OperationName, _ body: inout BodyReader) {
        switch self {
        case .item(_, isGiven: false): body.noteMissing(.item, in: operation)
        case .section(_, isGiven: false): body.noteMissing(.section, in: operation)
        default: return
        }
    }
}

extension BodyReader {
    /// Reads `"rR@ID"` or an array of such tags, which have no quotation marks here.
    ///
    /// - Returns: `nil` where it is something else, which is noted.
    mutating func readEntityTags(at key: String) throws(JSONSyntaxError) -> EntityTagCondition? {
        var tags: [EntityTag?] = []
        switch try json.peekKind() {
        case .string: tags = [EntityTag(bare: try json.readString())]
        case .array:
            try json.beginArray()
            while try json.nextElement() {
                let isTag = try json.peekKind() == .string && tags.count < EntityTagCondition.maximumCount
                if isTag { tags.append(EntityTag(bare: try json.readString())) } else { tags.append(nil); try json.scanValue() }
            }
        default: try json.scanValue()
        }
        guard !tags.isEmpty, !tags.contains(nil) else {
            let most = EntityTagCondition.maximumCount
            note(
                .invalidValue, "“\(key)” is an entity tag of an item without quotation marks, such as r7@ID, or 1–\(most) of them.", at: key
            )
            return nil
        }
        return .tags(tags.compactMap { $0 })
    }

    /// Notes that an operation lacks a member.
    mutating func noteMissing(_ key: EditKey, in operation: OperationName) {
        note(.invalidValue, "The operation \(operation.rawValue) needs “\(key.rawValue)”.", at: key.rawValue)
    }
}
