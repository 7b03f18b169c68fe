import Foundation

extension ListRequests {
    /// Sends a write that is on disk. Waiting for a disk takes milliseconds, so it runs off the main thread.
    ///
    /// - Parameters:
    ///   - outbox: Takes down how it is sent.
    ///   - confirmed: `List-Created` of the list that is there, as far as anybody has just seen; nil asks.
    func send(_ write: PendingWrite, from outbox: OutboxFile?, to confirmed: String?) async throws -> WriteAnswer {
        var write = write
        // A revision of one list, or the id of a neighbour, is that of something else in another.
        if let made = write.created, made != confirmed, let now = try await created(), now != made {
            throw SessionFailure.otherHistory
        }
        if let target = write.target, target.needsEnd {
            write.aim(at: target.resolved(try await end(of: target.section, for: write.items.first ?? "")))
        }
        do {
            // The file keeps what is sent as it is sent: a key stands for one request.
            if let sent = try outbox?.sent(write) { write = sent }
            try outbox?.synchronize()
        } catch {
            // A tap that the disk does not take is sent all the same.
            guard write.kind == .interaction else { throw error }
        }
        return try await send(write)
    }

    /// The last position of a section at the head, for an item that moves there.
    private func end(of section: String, for item: String) async throws -> RowPosition {
        let there = try decode(await get("sections/@\(section.percentEncoded)")) as SectionAnswer
        let moved = try decode(await get("items/@\(item.percentEncoded)")) as PlacedRow<Item>
        return RowPosition(there.index, moved.indexPath.section == there.index ? there.itemCount - 1 : there.itemCount)
    }

    private func send(_ write: PendingWrite) async throws -> WriteAnswer {
        var request = try service.request(write.method, "lists/\(list.percentEncoded)/\(write.path)")
        request.headers["Idempotency-Key"] = write.key
        request.headers["Content-Type"] = write.method == "PATCH" ? "application/merge-patch+json" : "application/json"
        if let condition = write.condition { request.headers["If-Match"] = condition.entityTag }
        request.body = write.body
        let response = try await service.send(request)
        // Something between here and the server may answer anything with 200.
        guard let version = response.headers["list-version"].flatMap({ ListVersion($0) }) else { throw URLError(.cannotParseResponse) }
        var answer = write.answer(version: version, revision: response.headers["etag"].flatMap(Self.revision))
        if let parts = write.parts {
            let batch = try? JSONDecoder().decode(BatchAnswer.self, from: response.body)
            let deleted = Set(parts.lazy.filter { $0.value == nil }.compactMap { $0.condition.map { ExactID($0.id) } })
            // A long answer comes without its body where it comes again: an item that was changed has that version as its revision.
            answer = write.answer(version: version) { condition in
                let id = ExactID(condition.id)
                return batch.map { $0.revisions[id] } ?? (deleted.contains(id) ? nil : version)
            }
        }
        answer.made += write.insertedIDs.map { WriteAnswer.Made(id: $0, base: 0, revision: version) }
        answer.created = response.headers["list-created"]
        return answer
    }

    /// The revision of an item's entity tag, `"rR-S.I@ID"`.
    private static func revision(of tag: String) -> ListVersion? {
        guard let start = tag.range(of: "\"r") else { return nil }
        return ListVersion(tag[start.upperBound...].prefix { $0.isASCII && $0.isNumber })
    }
}
