public import JSON
import Wire

/// The lists of a running server that the token reaches: objects in the order of their ids, a page at a time.
public struct ServerLists {
    /// Bytes beyond which an answer is no page of lists.
    private static let limit = 64 << 20

    private let server: ServerAddress
    private let prefix: String
    private var after: String?
    private var isOver = false

    public init(server: ServerAddress, prefix: String) {
        self.server = server
        self.prefix = prefix
    }

    /// The next page; `nil` after the last.
    public mutating func next() throws(CommandFailure) -> [JSONText]? {
        guard !isOver else { return nil }
        var query = prefix.isEmpty ? [] : ["prefix=\(PercentEncoding.segment(prefix))"]
        if let after { query.append("after=\(PercentEncoding.segment(after))") }
        let page = try page("/lists" + (query.isEmpty ? "" : "?" + query.joined(separator: "&")))
        after = page.next
        isOver = after == nil
        return page.lists
    }

    private func page(_ path: String) throws(CommandFailure) -> (lists: [JSONText], next: String?) {
        let answer = try server.answer(to: server.request("GET", path: path, headers: []), limit: Self.limit)
        guard answer.status == 200 else { throw server.refusal(answer) }
        do {
            return try JSONReader.read(answer.body.span) { reader in
                var lists: [JSONText] = []
                var next: String?
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "lists":
                        try reader.beginArray()
                        while try reader.nextElement() { lists.append(try reader.readValue()) }
                    case "next": next = try reader.readValue().stringContent
                    default: _ = try reader.readValue()
                    }
                }
                try reader.readEnd()
                return (lists, next)
            }
        } catch {
            throw CommandFailure(message: "\(server.url): the answer is no page of lists")
        }
    }
}
