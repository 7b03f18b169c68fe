import Foundation
import JSON
import Testing

/// The official test suite of JSON Schema, as `Scripts/setup test` unpacks it.
enum OfficialSuite {
    struct Group: CustomTestStringConvertible {
        let file: String
        let description: String
        let schema: JSONText
        let tests: [Test]

        var testDescription: String { "\(file): \(description)" }
    }

    struct Test {
        let description: String
        let data: JSONText
        let isValid: Bool
    }

    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    private static let folder = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../../../../.venv/json-schema-suite/tests/draft2020-12").standardized

    /// The groups that each implementation has to agree with.
    static func requiredGroups() throws -> [Group] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path), !names.isEmpty else {
            throw Missing(description: "\(folder.path) is missing: run Scripts/setup test")
        }
        return try names.filter { $0.hasSuffix(".json") }.sorted().flatMap { try groups(of: $0) }
    }

    /// The groups of a file, such as `optional/bignum.json`.
    static func groups(of file: String) throws -> [Group] {
        let url = folder.appendingPathComponent(file)
        guard let data = try? Data(contentsOf: url) else { throw Missing(description: "\(url.path) is missing: run Scripts/setup test") }
        let document = try JSONText(validating: Array(data), envelope: 8)
        return try elements(of: document).map { group in
            Group(
                file: file, description: try text("/description", of: group), schema: try member("/schema", of: group),
                tests: try elements(of: try member("/tests", of: group)).map { test in
                    Test(
                        description: try text("/description", of: test), data: try member("/data", of: test),
                        isValid: try member("/valid", of: test).text == "true")
                })
        }
    }

    private static func elements(of value: JSONText) throws -> [JSONText] {
        try JSONReader.read(value.text.utf8.span) { reader throws(JSONSyntaxError) in
            var elements: [JSONText] = []
            try reader.beginArray()
            while try reader.nextElement() { elements.append(try reader.readValue()) }
            return elements
        }
    }

    private static func member(_ pointer: String, of value: JSONText) throws -> JSONText {
        guard let member = JSONPointer(pointer)?.evaluate(in: value) else {
            throw Missing(description: "\(pointer) is missing in \(value.text)")
        }
        return member
    }

    private static func text(_ pointer: String, of value: JSONText) throws -> String { try member(pointer, of: value).stringContent ?? "" }
}
