import Foundation
import Yams

/// The description of the API that the repository holds, as a tree with its references followed.
struct OpenAPIDocument {
    /// One method of one path.
    struct Operation {
        let method: String
        let path: String
        /// The names of the query parameters.
        let query: Set<String>
        /// The answers by status.
        let responses: [String: Response]

        /// The method and the path, as in `GET /lists`.
        var name: String { "\(method) \(path)" }
    }

    /// One answer of an operation.
    struct Response {
        let headers: Set<String>
        let requiredHeaders: Set<String>
        /// The kinds of problems that it may have: the last parts of their types.
        let problems: Set<String>
        let contentTypes: Set<String>
    }

    /// What the file lacks, or has in another form.
    struct Malformed: Error {
        let place: String
    }

    private static let methods: Set<String> = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
    private let root: [String: Any]

    init() throws {
        let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../api/openapi.yaml").standardized
        guard let root = try Yams.load(yaml: String(contentsOf: folder, encoding: .utf8)) as? [String: Any] else {
            throw Malformed(place: "#")
        }
        self.root = root
    }

    /// All operations, in no order.
    func operations() throws -> [Operation] {
        try member("paths", of: root).flatMap { path, item in
            guard let item = item as? [String: Any] else { throw Malformed(place: path) }
            return try item.filter { Self.methods.contains($0.key) }.map { method, operation in
                guard let operation = operation as? [String: Any] else { throw Malformed(place: "\(method) \(path)") }
                let parameters = try parameters(of: item) + parameters(of: operation)
                let responses = try member("responses", of: operation).mapValues { try response($0) }
                return Operation(method: method.uppercased(), path: path, query: Set(parameters), responses: responses)
            }
        }
    }

    /// The values that a schema among the components enumerates.
    func values(ofSchema name: String) throws -> [String] {
        let schema = try member(name, of: member("schemas", of: member("components", of: root)))
        guard let values = schema["enum"] as? [String] else { throw Malformed(place: name) }
        return values
    }

    private func parameters(of thing: [String: Any]) throws -> [String] {
        try (thing["parameters"] as? [Any] ?? []).compactMap { parameter in
            let parameter = try resolved(parameter)
            return parameter["in"] as? String == "query" ? parameter["name"] as? String : nil
        }
    }

    private func response(_ reference: Any) throws -> Response {
        let response = try resolved(reference)
        let headers = try (response["headers"] as? [String: Any] ?? [:]).mapValues { try resolved($0) }
        let content = response["content"] as? [String: Any] ?? [:]
        return Response(
            headers: Set(headers.keys.map { $0.lowercased() }),
            requiredHeaders: Set(headers.filter { $0.value["required"] as? Bool == true }.keys.map { $0.lowercased() }),
            problems: try problems(of: response, content["application/problem+json"]), contentTypes: Set(content.keys))
    }

    /// The kinds of problems that an answer names, each of which is a Problem.
    private func problems(of response: [String: Any], _ content: Any?) throws -> Set<String> {
        guard let content = content as? [String: Any] else { return [] }
        let schema = try member("schema", of: content)
        guard schema["$ref"] as? String == "#/components/schemas/Problem", let kinds = response["x-problems"] as? [String] else {
            throw Malformed(place: "\(response["description"] ?? "")")
        }
        return Set(kinds)
    }

    private func member(_ name: String, of thing: [String: Any]) throws -> [String: Any] {
        guard let member = thing[name] as? [String: Any] else { throw Malformed(place: name) }
        return member
    }

    /// What a reference of the form `#/components/…` leads to; the thing itself where it is none.
    private func resolved(_ thing: Any) throws -> [String: Any] {
        guard let object = thing as? [String: Any] else { throw Malformed(place: "\(thing)") }
        guard let reference = object["$ref"] as? String else { return object }
        return try reference.split(separator: "/").dropFirst().reduce(root) { try member(String($1), of: $0) }
    }
}
