import CurlClient
import JSON
import Lists
import Wire

/// The lists of a running server that the token reaches.
struct ServerLists: ListSource {
    let server: ServerAddress

    /// Bytes beyond which an answer is no page of lists.
    private static let limit = 64 << 20

    func pages(prefix: String) -> () throws(CommandFailure) -> [JSONValue]? {
        var after: String?
        var isOver = false
        return { () throws(CommandFailure) in
            guard !isOver else { return nil }
            var query = prefix.isEmpty ? [] : ["prefix=\(PercentEncoding.segment(prefix))"]
            if let after { query.append("after=\(PercentEncoding.segment(after))") }
            let page = try page("/lists" + (query.isEmpty ? "" : "?" + query.joined(separator: "&")))
            after = page.next
            isOver = after == nil
            return page.lists
        }
    }

    private func page(_ path: String) throws(CommandFailure) -> (lists: [JSONValue], next: String?) {
        var answer = ServerAnswer(limit: Self.limit)
        do {
            answer.status = try server.request("GET", path: path, headers: []).perform { _, bytes in answer.append(bytes) }
        } catch {
            throw server.failure(error)
        }
        guard answer.status == 200 else { throw CommandFailure(message: "\(server.url): \(answer.problem.detail)") }
        do {
            return try answer.body.withUnsafeBufferPointer { bytes in
                var reader = try JSONReader(bytes)
                var lists: [JSONValue] = []
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
