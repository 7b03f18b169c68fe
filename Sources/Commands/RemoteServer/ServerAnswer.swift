import JSON

/// A response whose body is read whole: a document, or a problem.
struct ServerAnswer {
    var status = 0
    private(set) var body: [UInt8] = []

    /// Bytes beyond which nothing is kept: no document that is asked for is longer.
    var limit = 256 << 10

    var isSuccess: Bool { (200..<300).contains(status) }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        body.append(contentsOf: bytes.prefix(limit - body.count))
    }

    /// The value that a JSON pointer finds in the document; `nil` where there is none.
    func value(at pointer: String) -> JSONText? {
        guard let document = try? JSONText(validating: body) else { return nil }
        return JSONPointer(pointer)?.evaluate(in: document)
    }

    func integer(at pointer: String) -> Int? { value(at: pointer).flatMap { Int($0.text) } }

    /// The detail of a problem document, and the line of the request's body that it names.
    var problem: (detail: String, line: Int?) {
        let detail = value(at: "/detail") ?? value(at: "/title")
        return (detail?.stringContent ?? "the server answered \(status)", integer(at: "/errors/0/line"))
    }
}
