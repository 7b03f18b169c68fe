import JSON
import Testing

@testable import CellTypes

@Suite("The official test suite of 2020-12")
struct OfficialSuiteTests {
    @Test("is there, all of it")
    func presence() throws {
        let groups = try OfficialSuite.requiredGroups()
        #expect(groups.count == 368)
        #expect(groups.reduce(0) { $0 + $1.tests.count } == 1257)
    }

    @Test("each required group agrees, and each that is refused is known to be")
    func required() throws {
        var refused: Set<String> = []
        for group in try OfficialSuite.requiredGroups() {
            let name = group.testDescription
            do throws(SchemaError) {
                check(group, try CompiledSchema(group.schema))
                #expect(RefusedGroups.required[name] == nil, "\(name) is compiled")
            } catch {
                #expect(RefusedGroups.required[name] == error.keyword, "\(name): \(error)")
                refused.insert(name)
            }
        }
        #expect(refused == Set(RefusedGroups.required.keys))
    }

    @Test(
        "optional groups on numbers, regular expressions and references inside a document agree",
        arguments: [
            "bignum", "float-overflow", "ecmascript-regex", "non-bmp-regex", "no-schema", "anchor", "id", "dynamicRef",
        ])
    func optional(name: String) throws {
        for group in try OfficialSuite.groups(of: "optional/\(name).json") { check(group, try CompiledSchema(group.schema)) }
    }

    @Test(
        "groups with keywords of other dialects are refused",
        arguments: ["dependencies-compatibility", "unknownKeyword", "refOfUnknownKeyword"])
    func otherKeywords(name: String) throws {
        for group in try OfficialSuite.groups(of: "optional/\(name).json") {
            #expect(throws: SchemaError.self, "\(group.testDescription)") { try CompiledSchema(group.schema) }
        }
    }

    private func check(_ group: OfficialSuite.Group, _ schema: CompiledSchema) {
        for test in group.tests {
            let violations = schema.faults(of: test.data)
            #expect(violations.isEmpty == test.isValid, "\(group.testDescription): \(test.description): \(violations)")
        }
    }
}
