import Foundation

/// A response as it came over the socket.
struct HTTPReply {
    let status: Int
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body, which must be a JSON object.
    var object: [String: Any] {
        get throws {
            guard let object = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] else {
                throw TestFailure("no object: \(text.prefix(200))")
            }
            return object
        }
    }

    /// The target of the link with a relation (RFC 8288).
    func link(_ relation: String) -> String? {
        for link in (header("Link") ?? "").components(separatedBy: ", <") where link.contains("rel=\"\(relation)\"") {
            return link.split(separator: ">").first.map { String($0.drop { $0 == "<" }) }
        }
        return nil
    }
}
