import Foundation
import Lists
import StoreSuite
import Testing
@testable import SQLiteStore

@Suite("First starts at once")
struct FirstStartTests {
    @Test("of a database, and of others beside it whose names begin with its own, make each of them and lose none")
    func beside() async throws {
        let names = ["lists.db", "lists.db-id.old", "lists.db-upload-2"]
        for _ in 0..<10 {
            let folder = try TestDatabase()
            let made = await withTaskGroup(of: (name: String, failure: (any Error)?).self) { group in
                for name in names + names + names {
                    group.addTask {
                        do { try SQLiteListStore.migrate("\(folder.folder)/\(name)") } catch { return (name, error) }
                        return (name, nil)
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for start in made where start.failure != nil { #expect((start.failure as? SQLiteFailure)?.code == .locked, "\(start)") }
            for name in names {
                #expect(made.contains { $0.name == name && $0.failure == nil })
                #expect(try SQLiteListStore.migrate("\(folder.folder)/\(name)") == false, "\(name) is still there")
            }
        }
    }
}
