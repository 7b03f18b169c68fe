internal import JSON

/// Reads the keywords of one schema, each of which fits its shape.
struct KeywordReader {
    let map: SchemaMap
    /// The part of the document that the schema is.
    let part: Int

    private var tree: JSONTree { map.tree }

    /// The part behind a keyword; `nil` where the schema has not got it.
    func child(_ keyword: String) -> Int? { tree.member(JSONName(keyword), of: part) }

    func children(_ keyword: String) -> [Int] { child(keyword).map { tree[$0].children } ?? [] }

    func has(_ keyword: String) -> Bool { child(keyword) != nil }

    func flag(_ keyword: String) -> Bool { child(keyword).map { tree[$0].text.text.utf8.first == UInt8(ascii: "t") } ?? false }

    func number(_ keyword: String) -> JSONNumber? { child(keyword).map { JSONNumber(tree[$0].text) } }

    /// An integer from 0; one that no machine word holds is as large as one can be.
    func count(_ keyword: String) -> Int? {
        number(keyword).map { number in
            guard case .small(let exponent) = number.exponent, number.digits.count + exponent <= 18 else { return Int.max }
            return (number.digits + Array(repeating: 0, count: exponent)).reduce(0) { $0 * 10 + Int($1) }
        }
    }

    func schema(_ keyword: String) -> Int? { child(keyword).flatMap { map.schema(at: $0) } }

    func schemas(_ keyword: String) -> [Int] { children(keyword).compactMap { map.schema(at: $0) } }

    func schemasByName(_ keyword: String) -> [(name: JSONName, schema: Int)] {
        children(keyword).compactMap { child in
            guard let name = tree[child].key, let schema = map.schema(at: child) else { return nil }
            return (name, schema)
        }
    }

    func names(_ part: Int) -> [JSONName] { tree[part].children.map { JSONName(tree[$0].content) } }

    func error(_ message: String, _ keyword: String) -> SchemaError { map.error(message, JSONName(keyword), of: part) }
}
