import JSON
import Lists

/// Reading the operations of a batch. Each has an “op”, which was read before, and the members of its own.
extension ListOperation {
    /// Levels of nesting around the values in any operation: most in the items of a section that is inserted.
    static let envelope = 4
    /// Levels of nesting around the values in a JSON patch, which has more of them than a merge patch.
    private static let patchEnvelope = 2

    /// Reads the members of an operation.
    ///
    /// - Returns: `nil` where it lacks something, which is noted.
    static func operation(_ name: OperationName, reading body: inout BodyReader) throws(JSONSyntaxError) -> ListOperation? {
        switch name {
        case .insertItem: return try insertItem(&body)
        case .updateItem: return try updateItem(&body)
        case .patchItem: return try patchItem(&body)
        case .deleteItem:
            let item = try readSubject(.item(nil), of: .deleteItem, &body).item
            return item.map { .deleteItem($0) }
        case .moveItem: return try moveItem(&body)
        case .insertSection:
            var subject = OperationSubject.none
            return .insertSection(try SectionInsertion(reading: &body, subject: &subject))
        case .updateSection: return try updateSection(&body)
        case .moveSection: return try moveSection(&body)
        case .deleteSection:
            let section = try readSubject(.section(nil), of: .deleteSection, &body).section
            return section.map { .deleteSection($0) }
        }
    }

    private static func insertItem(_ body: inout BodyReader) throws(JSONSyntaxError) -> ListOperation? {
        var subject = OperationSubject.section(nil)
        let insertion = try ItemInsertion(reading: &body, subject: &subject)
        subject.noteMissing(in: .insertItem, &body)
        return subject.section.map { .insertItems(insertion, into: $0) }
    }

    private static func updateItem(_ body: inout BodyReader) throws(JSONSyntaxError) -> ListOperation? {
        var value: JSONText?
        var type = TypeChoice.unspecified
        let subject = try readSubject(.item(nil), of: .updateItem, &body) { key, body throws(JSONSyntaxError) in
            switch EditKey(exactly: key) {
            case .value: value = try body.readValue(at: key)
            case .type: type = try body.readTypeName(.type).map { .named($0) } ?? .none
            default: return false
            }
            return true
        }
        guard let value else {
            body.noteMissing(.value, in: .updateItem)
            return nil
        }
        return subject.item.map { .changeItem($0, .replace(value), type: type) }
    }

    private static func patchItem(_ body: inout BodyReader) throws(JSONSyntaxError) -> ListOperation? {
        var change: ValueChange?
        var count = 0
        let subject = try readSubject(.item(nil), of: .patchItem, &body) { key, body throws(JSONSyntaxError) in
            switch EditKey(exactly: key) {
            case .merge: change = .merge(try MergePatch(reading: &body.json))
            case .patch: change = try jsonPatch(&body, at: key)
            default: return false
            }
            count += 1
            return true
        }
        if count != 1 { body.note(.invalidValue, "A patchItem has a “merge” or a “patch”.", at: EditKey.merge.rawValue) }
        guard let item = subject.item, let change else { return nil }
        return .changeItem(item, change, type: .unspecified)
    }

    private static func jsonPatch(_ body: inout BodyReader, at key: String) throws(JSONSyntaxError) -> ValueChange? {
        let text = body.json.value(try body.json.scanValue(envelope: patchEnvelope))
        do throws(JSONPatchError) {
            return .patch(try JSONPatch(text))
        } catch {
            let problem = RequestProblem(error)
            body.note(problem.slug, problem.detail, inside: key, error.operation)
            return nil
        }
    }

    private static func moveItem(_ body: inout BodyReader) throws(JSONSyntaxError) -> ListOperation? {
        var subject = OperationSubject.item(nil)
        let target = try Target.itemMove(reading: &body, subject: &subject)
        subject.noteMissing(in: .moveItem, &body)
        return subject.item.map { .moveItem($0, to: target) }
    }

    private static func updateSection(_ body: inout BodyReader) throws(JSONSyntaxError) -> ListOperation? {
        var patch: SectionPatch?
        let subject = try readSubject(.section(nil), of: .updateSection, &body) { key, body throws(JSONSyntaxError) in
            guard EditKey(exactly: key) == .merge else { return false }
            patch = SectionPatch(body.json.value(try body.json.scanValue(envelope: MemberPatch.envelope)), limits: body.limits)
            return true
        }
        guard let patch else {
            body.noteMissing(.merge, in: .updateSection)
            return nil
        }
        return subject.section.map { .updateSection($0, patch) }
    }

    private static func moveSection(_ body: inout BodyReader) throws(JSONSyntaxError) -> ListOperation? {
        var subject = OperationSubject.section(nil)
        let target = try Target.sectionMove(reading: &body, subject: &subject)
        subject.noteMissing(in: .moveSection, &body)
        return subject.section.map { .moveSection($0, to: target) }
    }

    /// Reads an operation that has no body as a request of its own.
    ///
    /// - Parameter readMember: Reads a member beside the name; returns `false`, and reads nothing, where there is no such member.
    private static func readSubject(
        _ subject: OperationSubject, of name: OperationName, _ body: inout BodyReader,
        readMember: (_ key: String, _ body: inout BodyReader) throws(JSONSyntaxError) -> Bool = { _, _ in false }
    ) throws(JSONSyntaxError) -> OperationSubject {
        var subject = subject
        try body.json.beginObject()
        while let key = try body.json.nextKey() {
            if try readMember(key, &body) { continue }
            try subject.readOrPass(key, from: &body, in: "The operation \(name.rawValue)")
        }
        subject.noteMissing(in: name, &body)
        return subject
    }
}
