import Conformance
import Lists
import Ports
import Testing

@testable import SQLiteStore

@Suite("Events of an older database")
struct OutboxMigrationTests {
    @Test("events that an older program left without deliveries have them once the database is migrated")
    func migratesEvents() throws {
        let database = try TestDatabase()
        let names = Schema.migrations.prefix(7).map(\.name)
        #expect(names.last == "0007-authors")
        try database.execute("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        for migration in Schema.migrations.prefix(7) {
            try database.execute(migration.sql)
            try database.execute("INSERT INTO grdb_migrations VALUES ('\(migration.name)')")
        }
        try database.execute(
            """
            INSERT INTO event VALUES
                (1, 'e1', 'list.created', 10, 'a[1', 1, NULL, '{}'), (2, 'e2', 'list.changed', 11, 'a[1', 2, NULL, NULL),
                (3, 'e3', 'item.selected', 12, 'b', NULL, 1, '{}'), (4, 'e4', 'webhook.test', 13, NULL, NULL, NULL, '{}');
            INSERT INTO webhook VALUES
                (1, 'all', 0, 0, 'u', '[]', '[]', '', 0, 'active', NULL, NULL, 0, 0, 0),
                (2, 'late', 0, 2, 'u', '[]', '[]', '', 0, 'active', NULL, NULL, 0, 0, 0),
                (3, 'some', 0, 0, 'u', '["list.changed","item.selected"]', '["x?","a[*"]', '', 0, 'active', NULL, NULL, 0, 0, 0),
                (4, 'off', 0, 0, 'u', '["item.selected"]', '["B","*"]', '', 0, 'disabled', NULL, NULL, 0, 0, 0),
                (5, 'gone', 0, 0, 'u', '[]', '[]', '', 0, 'active', NULL, NULL, 0, 0, 1);
            INSERT INTO delivery VALUES (7, 'd7', 1, 1, 10, 0, 0, 0, 10, NULL);
            UPDATE journal SET event = 4, time = 13, fanned = 1, delivery = 7;
            """)
        let store = try database.open()
        defer { store.close() }
        func deliveries(_ webhook: String) throws -> [String] {
            try store.allDeliveries(to: Identifier(verbatim: webhook)).reversed().map { "\($0.number) \($0.eventID) \($0.status)" }
        }
        #expect(try deliveries("all") == ["7 e1 pending", "8 e2 pending", "10 e3 pending"])
        #expect(try deliveries("late") == ["11 e3 pending"])
        #expect(try deliveries("some") == ["9 e2 pending"])
        #expect(try deliveries("off") == ["12 e3 failed"])
        #expect(try deliveries("gone") == [])
        let test = try store.writeWebhooksAndWait { try $0.addTest(to: Identifier(verbatim: "all")) }
        #expect(test.number == 13 && test.event == 5)
        #expect(
            try store.due(to: Identifier(verbatim: "all"), isOrdered: true, now: .max, limit: 9).deliveries.map(\.event) == [1, 2, 3, 5])
    }
}
