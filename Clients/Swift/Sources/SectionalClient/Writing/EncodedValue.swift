import Foundation

/// A value as a request sends it.
struct EncodedValue {
    /// The cell type as JSON, a string or null; nil where values have no types.
    var type: Data?
    /// The value as JSON.
    let text: Data
}

extension ListOptions {
    /// The type and the value of an item, as a request sends them.
    func encoded(_ value: some Encodable) throws -> EncodedValue {
        let text = try makeEncoder().encodeExactly(value)
        guard value is any TypedValue else { return EncodedValue(text: text) }
        let members = ValueDifference.members(of: text)
        guard let content = members["value"] else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "a typed value without a member value"))
        }
        return EncodedValue(type: members["type"] ?? Data("null".utf8), text: content)
    }
}
