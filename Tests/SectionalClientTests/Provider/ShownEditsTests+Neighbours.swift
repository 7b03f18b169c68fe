import Foundation
import TestSupport
import Testing

@testable import SectionalClient

extension ShownEditsTests {
    /// A list of one section, and an insertion before its first row.
    private func insertFirst() async {
        await show(section(["i0", "i1", "i2"]), version: 1)
        await begin { try await $0.insert(7, at: [0, 0], id: "own") }
    }

    private func section(_ ids: [String]) -> VersionedList.Version {
        VersionedList.Version(ids: ["a"], rows: [ids.map { VersionedList.Version.Row(id: $0, revision: 1) }])
    }

    @Test("are there when the list is loaded anew, also two that were moved beside each other")
    func beside() async throws {
        await insertFirst()
        await begin { try await $0.insert(8, at: [0, 4], id: "other") }
        await begin { try await $0.batch { try $0.move([0, 0], before: [0, 4]) } }
        await begin { try await $0.batch { try $0.move([0, 4], before: [0, 3]) } }
        #expect(shown == [["i0", "i1", "i2", "other", "own"]])
        await show(section(["i0", "i1", "i2"]), version: 1)
        #expect(shown == [["i0", "i1", "i2", "other", "own"]] && view.violations == [])
    }

    @Test("are where they were inserted when the row that they were moved beside has gone, and the list is loaded anew")
    func neighbourGone() async throws {
        await insertFirst()
        await begin { try await $0.batch { try $0.move([0, 0], before: [0, 2]) } }
        #expect(shown == [["i0", "own", "i1", "i2"]])
        await show(section(["i0", "i2"]), version: 2)
        #expect(shown == [["own", "i0", "i2"]] && view.violations == [])
    }
}
