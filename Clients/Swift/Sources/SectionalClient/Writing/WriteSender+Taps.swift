import Foundation

extension WriteSender {
    /// Tells the server of a tap, by what was on the screen.
    func interact(_ action: String, _ indexPath: IndexPath, _ context: JSONValue) {
        let position = RowPosition(indexPath)
        guard screen.model.contains(position) else { return }
        let id = screen.model.row(at: position)?.id
        let name = id.map { "@\($0.percentEncoded)" } ?? "\(position.section)-\(position.row)"
        interact("items/\(name)/\(action)?at=\(screen.model.version)", context, item: id)
    }

    private func interact(_ path: String, _ context: JSONValue, item: String?) {
        enqueue(
            PendingWrite(
                key: UUID().uuidString, kind: .interaction, method: "POST", path: path,
                body: try? JSONEncoder().encode(["context": context]), items: item.map { [$0] } ?? [], madeAt: Date()))
    }

    /// The version that somebody saw has left the history: the item is told of without it, and the version goes into the context.
    func repeatWithoutVersion(_ write: PendingWrite, _ failure: ListFailure) {
        guard failure == .versionGone, let id = write.items.first, let query = write.path.range(of: "?at=", options: .backwards) else {
            return
        }
        let body = write.body.flatMap { try? JSONDecoder().decode([String: JSONValue].self, from: $0) }
        var context: [String: JSONValue] = [:]
        if case .object(let members)? = body?["context"] { context = members }
        context["seenVersion"] = ListVersion(write.path[query.upperBound...]).map { .integer(Int64($0)) }
        interact(String(write.path[..<query.lowerBound]), .object(context), item: id)
    }
}
