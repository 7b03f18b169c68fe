import JSON
import Lists

/// The operations of a batch. Each has an “op”, which was looked at before, and the members of its own.
extension DraftDecoder {
    /// Levels of nesting around the values in a JSON patch, which has more of them than a merge patch.
    static let patchEnvelope = 2

    /// Levels of nesting around the values in any operation: most in the items of a section that is inserted.
    static let operationEnvelope = 4

    static func passOperationName(_ decoder: inout DraftDecoder, _ key: String) throws(JSONSyntaxError) -> Bool {
        guard EditKey(exactly: key) == .op else { return false }
        _ = try decoder.reader.scanValue()
        return true
    }

    mutating func readInsertItem() throws(JSONSyntaxError) -> BatchOperation? {
        var section: SectionReference?
        var hasSection = false
        let insertion = try readItemInsertion { decoder, key throws(JSONSyntaxError) in
            guard EditKey(exactly: key) == .section else { return try Self.passOperationName(&decoder, key) }
            hasSection = true
            section = try decoder.readSectionName(at: key)
            return true
        }
        if !hasSection { noteMissing(.section, in: "insertItem") }
        return section.map { .insertItems(insertion, into: $0) }
    }

    mutating func readUpdateItem() throws(JSONSyntaxError) -> BatchOperation? {
        var value: JSONValue?
        var type = TypeChoice.unspecified
        let item = try readItemTarget("updateItem") { decoder, key throws(JSONSyntaxError) in
            switch EditKey(exactly: key) {
            case .value: value = try decoder.readValue(at: key)
            case .type: type = try decoder.readTypeName(.type).map { .named($0) } ?? .none
            default: return false
            }
            return true
        }
        if value == nil { noteMissing(.value, in: "updateItem") }
        guard let item, let value else { return nil }
        return .changeItem(item, .replace(value), type: type)
    }

    mutating func readPatchItem() throws(JSONSyntaxError) -> BatchOperation? {
        var change: ValueChange?
        var count = 0
        let item = try readItemTarget("patchItem") { decoder, key throws(JSONSyntaxError) in
            switch EditKey(exactly: key) {
            case .merge: change = .merge(try MergePatch(try decoder.readPatch()), decoder.limits)
            case .patch: change = try decoder.readJSONPatch(at: key)
            default: return false
            }
            count += 1
            return true
        }
        if count != 1 { note(.invalidValue, "A patchItem has a “merge” or a “patch”.", at: EditKey.merge.rawValue) }
        guard let item, let change else { return nil }
        return .changeItem(item, change, type: .unspecified)
    }

    private mutating func readPatch(envelope: Int = 0) throws(JSONSyntaxError) -> JSONValue {
        reader.value(try reader.scanValue(envelope: envelope))
    }

    private mutating func readJSONPatch(at key: String) throws(JSONSyntaxError) -> ValueChange? {
        let text = try readPatch(envelope: Self.patchEnvelope)
        do throws(JSONPatchError) {
            return .patch(.success(try JSONPatch(text)), limits)
        } catch {
            let problem = RequestProblem(error)
            place.root = .root.appending(key)
            if let operation = error.operation { place.root = place.root.appending(operation) }
            note(problem.slug, problem.detail)
            place.root = .root
            return nil
        }
    }

    mutating func readMoveItem() throws(JSONSyntaxError) -> BatchOperation? {
        var item: ItemReference?
        var hasItem = false
        let target = try readItemMove { decoder, key throws(JSONSyntaxError) in
            guard EditKey(exactly: key) == .item else { return try Self.passOperationName(&decoder, key) }
            hasItem = true
            item = try decoder.readItemName(at: key)
            return true
        }
        if !hasItem { noteMissing(.item, in: "moveItem") }
        return item.map { .moveItem($0, to: target) }
    }

    mutating func readUpdateSection() throws(JSONSyntaxError) -> BatchOperation? {
        var patch: SectionPatch?
        let section = try readSectionTarget("updateSection") { decoder, key throws(JSONSyntaxError) in
            guard EditKey(exactly: key) == .merge else { return false }
            patch = SectionPatch(try decoder.readPatch(envelope: MemberPatch.envelope), limits: decoder.limits)
            return true
        }
        if patch == nil { noteMissing(.merge, in: "updateSection") }
        guard let section, let patch else { return nil }
        return .updateSection(section, patch)
    }

    mutating func readMoveSection() throws(JSONSyntaxError) -> BatchOperation? {
        var section: SectionReference?
        var hasSection = false
        let target = try readSectionMove { decoder, key throws(JSONSyntaxError) in
            guard EditKey(exactly: key) == .section else { return try Self.passOperationName(&decoder, key) }
            hasSection = true
            section = try decoder.readSectionName(at: key)
            return true
        }
        if !hasSection { noteMissing(.section, in: "moveSection") }
        return section.map { .moveSection($0, to: target) }
    }

    /// Reads an operation that names an item and may have other members.
    mutating func readItemTarget(
        _ name: String, others: OtherMembers = Self.noOthers
    ) throws(JSONSyntaxError) -> ItemReference? {
        var item: ItemReference?
        try readTarget(name, .item, others) { decoder, key throws(JSONSyntaxError) in item = try decoder.readItemName(at: key) }
        return item
    }

    /// Reads an operation that names a section and may have other members.
    mutating func readSectionTarget(
        _ name: String, others: OtherMembers = Self.noOthers
    ) throws(JSONSyntaxError) -> SectionReference? {
        var section: SectionReference?
        try readTarget(name, .section, others) { decoder, key throws(JSONSyntaxError) in section = try decoder.readSectionName(at: key) }
        return section
    }

    private mutating func readTarget(
        _ name: String, _ target: EditKey, _ others: OtherMembers,
        _ readName: (inout DraftDecoder, String) throws(JSONSyntaxError) -> Void
    ) throws(JSONSyntaxError) {
        var hasTarget = false
        try reader.beginObject()
        while let key = try reader.nextKey() {
            if EditKey(exactly: key) == target {
                hasTarget = true
                try readName(&self, key)
            } else if try !others(&self, key), try !Self.passOperationName(&self, key) {
                try passUnknown(key, in: "The operation \(name)")
            }
        }
        if !hasTarget { noteMissing(target, in: name) }
    }

    private mutating func noteMissing(_ key: EditKey, in name: String) {
        note(.invalidValue, "The operation \(name) needs “\(key.rawValue)”.", at: key.rawValue)
    }
}
