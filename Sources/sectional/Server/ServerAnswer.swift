import JSON
import Lists

/// A response's body that is read whole: a document, or a problem.
struct ServerAnswer {
    var status = 0
    private(set) var body: [UInt8] = []

    /// Bytes beyond which nothing is kept: no document that is asked for is longer.
    var limit = 256 << 10

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        body.append(contentsOf: bytes.prefix(limit - body.count))
    }

    /// What stands at a place in the document; `nil` where it is none or has none there.
    func value(at pointer: String) -> JSONValue? {
        guard let document = try? JSONValue(validating: body) else { return nil }
        return JSONPointer(pointer)?.evaluate(in: document)
    }

    func integer(at pointer: String) -> Int? { value(at: pointer).flatMap { Int($0.text) } }

    /// What a problem document says is wrong, and in which line of what was sent.
    var problem: (detail: String, line: Int?) {
        let detail = value(at: "/detail") ?? value(at: "/title")
        return (detail?.stringContent ?? "the server answered \(status)", integer(at: "/errors/0/line"))
    }
}
