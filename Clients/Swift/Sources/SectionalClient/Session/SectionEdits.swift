import Foundation

/// An edit of a section, as far as a screen needs it.
struct SectionEdit: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// The members that get another value, as a merge patch whose values are whole.
        case update([String: JSONValue])
        case insertion(ListSection)
        case move
        case deletion
    }

    /// The key of its write.
    let key: String
    let id: ExactID
    let kind: Kind
    /// Beside a section, or the list's end; the first whose section is there is taken.
    var spots: [WriteTarget.Spot] = []
    /// The version that has it; nil until the server has answered.
    var version: ListVersion?
}

extension PendingWrite {
    /// Whether it inserts, changes, moves or deletes a section.
    var editsSections: Bool { parts?.contains { $0.section != nil } == true }

    /// Whether it deletes a section, with what was written to its items before.
    var deletesSections: Bool { parts?.contains { $0.section != nil && $0.op == "deleteSection" } == true }

    /// Its edits of sections, as a screen shows them.
    var sectionEdits: [SectionEdit] {
        (parts ?? []).compactMap { part in
            guard let id = part.section, let kind = part.sectionEdit else { return nil }
            return SectionEdit(key: key, id: ExactID(id), kind: kind, spots: part.spots ?? [], version: answer?.version)
        }
    }

    /// The same edit of a section beside the next that is left; nil where the refusal has another reason, or nothing is left.
    func nextSpot(after failure: ListFailure) -> PendingWrite? {
        guard var part = parts?.first, parts?.count == 1, let spots = part.spots, spots.count > 1 else { return nil }
        switch failure {
        case .gone: break
        case .invalid(let problem) where problem.known == .referenceNotFound: break
        default: return nil
        }
        part.spots = Array(spots.dropFirst())
        var next = self
        next.isSent = false
        next.take([part])
        return next
    }

    /// Whether a refusal says that a deletion of sections was done before.
    func isDeletionOfSections(doneBy failure: ListFailure) -> Bool {
        guard let parts, !parts.isEmpty, parts.allSatisfy({ $0.op == "deleteSection" }) else { return false }
        return switch failure {
        case .gone: true
        case .invalid(let problem): problem.known == .referenceNotFound
        default: false
        }
    }
}

extension BatchPart {
    private var operation: JSONValue? { try? JSONDecoder().decodeExactly(JSONValue.self, from: text) }

    /// The operation's name.
    fileprivate var op: String? { operation?["op"]?.string }

    /// The ids of the items that an inserted section has.
    var sectionItems: [String] {
        guard section != nil, case .array(let items)? = operation?["section"]?["items"] else { return [] }
        return items.compactMap { $0["id"]?.string }
    }

    /// Nil of an edit that an older or newer app has left, and that means nothing here.
    fileprivate var sectionEdit: SectionEdit.Kind? {
        switch op {
        case "insertSection":
            guard let section, let content = operation?["section"] else { return nil }
            var metadata: [String: JSONValue] = [:]
            if case .object(let members)? = content["metadata"] { metadata = members }
            return .insertion(ListSection(id: section, header: content["header"], footer: content["footer"], metadata: metadata))
        case "updateSection":
            let members = value.flatMap { try? JSONDecoder().decodeExactly([String: JSONValue].self, from: $0) }
            return members.map { .update($0) }
        case "moveSection": return .move
        case "deleteSection": return .deletion
        default: return nil
        }
    }
}
