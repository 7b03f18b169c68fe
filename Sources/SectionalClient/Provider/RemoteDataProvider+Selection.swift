public import Foundation

/// Taps, by what was on the screen: the server is told the version that somebody saw. They are kept on disk like writes, go one after
/// another, and fail silently where the item is long gone, or the list is another.
extension RemoteDataProvider {
    public func select(_ indexPath: IndexPath, context: JSONValue = [:]) { interact("select", indexPath, context) }

    public func deselect(_ indexPath: IndexPath, context: JSONValue = [:]) { interact("deselect", indexPath, context) }

    public func perform(_ action: String, at indexPath: IndexPath, context: JSONValue = [:]) {
        interact("actions/\(action.percentEncoded)", indexPath, context)
    }

    private func interact(_ action: String, _ indexPath: IndexPath, _ context: JSONValue) {
        let position = RowPosition(indexPath)
        guard model.contains(position) else { return }
        let id = model.row(at: position)?.id
        let name = id.map { "@\($0.percentEncoded)" } ?? "\(position.section)-\(position.row)"
        enqueue("items/\(name)/\(action)?at=\(model.version)", context, item: id)
    }

    private func enqueue(_ path: String, _ context: JSONValue, item: String?) {
        let write = PendingWrite(
            key: UUID().uuidString, kind: .interaction, method: "POST", path: path,
            body: try? JSONEncoder().encode(["context": context]), items: item.map { [$0] } ?? [], madeAt: Date()
        ).seen(in: created)
        // A tap that the disk does not take is sent all the same.
        try? outbox?.append(write)
        writes.add(write)
        sendWrites()
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
        enqueue(String(write.path[..<query.lowerBound]), .object(context), item: id)
    }
}
