import Foundation

/// A write or a tap that the server has not answered yet, or whose value no snapshot on disk has yet, as it lies on disk.
struct PendingWrite: Codable, Sendable, Equatable {
    /// The kind of change that the screen shows for it.
    enum Kind: String, Codable, Sendable {
        /// A new value of one item, shown at once.
        case update
        /// Anything else that changes the list, shown at once too.
        case edit
        /// A tap: one after another, in lines of their own.
        case interaction
    }

    /// The request's `Idempotency-Key`: however often it is sent, it is done once.
    let key: String
    let kind: Kind
    let method: String
    /// Below the list, with its query: `items/@CDG`.
    var path: String
    var body: Data?
    /// The item whose content has to be as it was seen, and the revision that was.
    var condition: Condition?
    /// The ids of the items that it names: writes that share one are sent in order.
    let items: [String]
    let madeAt: Date
    /// Whether it has been sent, and so may have been done: then nothing about it changes any more.
    var isSent = false
    /// Ids of the sections at a place of which it puts something: writes that share one are sent in order too.
    var sections: [String]?
    /// Whether this app has made up the ids of all that it inserts: then nobody else has taken one.
    var hasOwnIDs: Bool?
    /// The id of the item that it inserts; nil where only the server knows it, and of a batch.
    var inserted: String?
    /// The value that an update or an insertion writes, by ``ListOptions/cacheEncoder``; nil where the body of an update is the value.
    var value: Data?
    /// The server's answer.
    var answer: WriteAnswer?
    /// `List-Created` of the list that somebody saw; nil where the server did not say.
    var created: String?
    /// The target of an insertion or a move.
    var target: WriteTarget?
    /// The operations of a batch.
    var parts: [BatchPart]?

    /// The items that it changes, as they were seen.
    var conditions: [Condition] { [condition].compactMap { $0 } + (parts ?? []).compactMap(\.condition) }

    /// The items that it changes, and those whose moves mind what somebody else has written, as they were seen.
    var minded: [Condition] { conditions + (parts ?? []).compactMap(\.seen) }

    /// Holds it to the revisions that this app has made since.
    mutating func resolve(_ newest: (Condition) -> ListVersion) {
        if let condition { self.condition?.revision = newest(condition) }
        guard var parts else { return }
        for index in parts.indices {
            if let condition = parts[index].condition { parts[index].condition?.revision = newest(condition) }
            if let seen = parts[index].seen { parts[index].seen?.revision = newest(seen) }
        }
        take(parts)
    }

    /// The lanes of the write: two writes that are sent at once share none.
    ///
    /// Edits of sections are sent in the order of writing.
    var lanes: [String] {
        let edited = (parts ?? []).compactMap(\.section)
        return items.map { "item \($0)" } + ((sections ?? []) + edited).map { "section \($0)" } + (edited.isEmpty ? [] : ["sections"])
    }

    struct Condition: Codable, Sendable, Equatable {
        let id: String
        var revision: ListVersion

        /// The entity tag without its quotation marks.
        var tag: String { "r\(revision)@\(id.percentEncoded)" }

        var entityTag: String { "\"\(tag)\"" }
    }

    /// This update and a later one of its item as one request; nil where they are not two updates over one revision.
    func merged(with later: PendingWrite) -> PendingWrite? {
        guard kind == .update, later.kind == .update, let condition, condition == later.condition, created == later.created else {
            return nil
        }
        guard let body, let change = later.body else { return nil }
        let isPatch = method == "PATCH" && later.method == "PATCH"
        let text = later.method == "PATCH" ? ValueDifference.merged(body, with: change, isPatch: isPatch) : change
        guard let text else { return nil }
        return PendingWrite(
            key: key, kind: kind, method: isPatch ? "PATCH" : "PUT", path: path, body: text, condition: condition, items: items,
            madeAt: madeAt,
            value: later.value, created: created)
    }

    /// The write of somebody who saw the list that was made at a time.
    func seen(in created: String?) -> PendingWrite {
        var write = self
        write.created = created
        return write
    }

    /// The answer to an update or deletion of one item.
    ///
    /// - Parameter revision: The revision that the item has now.
    func answer(version: ListVersion, revision: ListVersion?) -> WriteAnswer {
        answer(version: version) { _ in revision }
    }

    /// The answer to a write.
    ///
    /// - Parameter revision: The revision that an item has now; nil of one that it has deleted. An item that it has only moved is not asked
    ///   about: its revision may be somebody else's.
    func answer(version: ListVersion, revision: (Condition) -> ListVersion?) -> WriteAnswer {
        var seen: Set<ExactID> = []
        let made = conditions.filter { seen.insert(ExactID($0.id)).inserted }.compactMap { condition in
            revision(condition).map { WriteAnswer.Made(id: condition.id, base: condition.revision, revision: $0) }
        }
        return WriteAnswer(version: version, made: made)
    }
}

extension String {
    /// As a segment of a path: all but RFC 3986's unreserved characters, byte by byte.
    var percentEncoded: String {
        var encoded = ""
        for byte in utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default: encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}
