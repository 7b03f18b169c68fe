/// A statement of a pipeline with its parameters.
struct PostgresStep {
    /// The name under which a connection prepares the statement; `nil` for one that is run once.
    let name: String?
    let text: String
    let values: [PostgresValue]

    init(_ text: String, _ values: [PostgresValue] = []) {
        name = nil
        self.text = text
        self.values = values
    }

    init(prepared name: String, _ text: String, _ values: [PostgresValue] = []) {
        self.name = name
        self.text = text
        self.values = values
    }
}

/// A parameter as PostgreSQL takes it in its binary form.
enum PostgresValue {
    /// A `bigint`.
    case integer(Int64)
    case text(String)
    case bytes([UInt8])

    /// Appends the binary form.
    func append(to bytes: inout [UInt8]) {
        switch self {
        case .integer(let integer): withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
        case .text(let text): bytes.append(contentsOf: text.utf8)
        case .bytes(let value): bytes.append(contentsOf: value)
        }
    }
}
