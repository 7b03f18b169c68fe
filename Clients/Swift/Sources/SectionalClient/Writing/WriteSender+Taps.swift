import Foundation

extension WriteSender {
    /// Tells the server of a tap, by what was on the screen.
    func interact(_ action: String, _ indexPath: IndexPath, _ context: JSONValue) {
        let position = RowPosition(indexPath)
        guard screen.model.isShown(position) else { return }
        let (id, server) = (screen.model.id(atShown: position), screen.model.serverPosition(of: position).flatMap(screen.model.served))
        let name = id.map { "@\($0.percentEncoded)" } ?? server.map { "\($0.section)-\($0.row)" } ?? ""
        // No version has an item that this app has just inserted.
        let query = server == nil ? "" : "?at=\(screen.model.version)"
        interact("items/\(name)/\(action)\(query)", context, item: id)
    }

    private func interact(_ path: String, _ context: JSONValue, item: String?) {
        enqueue(
            PendingWrite(
                key: UUID().uuidString, kind: .interaction, method: "POST", path: path,
                body: try? JSONEncoder().encodeExactly(["context": context]), items: item.map { [$0] } ?? [], madeAt: Date()))
    }

    /// The version that somebody saw has left the history: the item is told of without it, and the version goes into the context.
    func repeatWithoutVersion(_ write: PendingWrite, _ failure: ListFailure) {
        guard failure == .versionGone, let id = write.items.first, let query = write.path.range(of: "?at=", options: .backwards) else {
            return
        }
        let body = write.body.flatMap { try? JSONDecoder().decodeExactly([String: JSONValue].self, from: $0) }
        var context: [String: JSONValue] = [:]
        if case .object(let members)? = body?["context"] { context = members }
        context["seenVersion"] = ListVersion(write.path[query.upperBound...]).map { .integer(Int64($0)) }
        interact(String(write.path[..<query.lowerBound]), .object(context), item: id)
    }
}
