import Foundation

/// The statuses that the API's description gives each method and path, and what any request may get besides.
struct DocumentedStatuses {
    /// Of requests that are none, of paths and methods that are not there, and of other sites and hosts.
    private static let everywhere: Set<Int> = [400, 403, 404, 405, 413, 414, 421, 431, 501, 503]

    private let operations: [(method: String, segments: [Substring], statuses: Set<Int>)]

    /// - Parameter description: The body of `GET /openapi.json`.
    init(_ description: Data) throws {
        guard let document = try JSONSerialization.jsonObject(with: description) as? [String: Any],
            let paths = document["paths"] as? [String: Any]
        else { throw TestFailure("no paths in the description") }
        operations = paths.flatMap { path, item in
            ((item as? [String: Any]) ?? [:]).compactMap { method, operation in
                guard let responses = (operation as? [String: Any])?["responses"] as? [String: Any] else { return nil }
                return (method.uppercased(), path.split(separator: "/"), Set(responses.keys.compactMap { Int($0) }))
            }
        }
        guard operations.count > 20 else { throw TestFailure("few operations in the description") }
    }

    /// Whether a request may be answered so.
    func allow(_ status: Int, method: String, target: String) -> Bool {
        if Self.everywhere.contains(status) { return true }
        if method == "OPTIONS" { return status == 204 }
        let segments = target.prefix { $0 != "?" }.split(separator: "/")
        let name = method == "HEAD" ? "GET" : method
        return operations.contains { operation in
            operation.method == name && operation.segments.count == segments.count && operation.statuses.contains(status)
                && zip(operation.segments, segments).allSatisfy { $0.hasPrefix("{") || $0 == ($1.removingPercentEncoding ?? "") }
        }
    }
}
