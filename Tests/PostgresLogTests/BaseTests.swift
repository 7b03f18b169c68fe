import Ports
import PostgresLog
import TestSupport
import Testing

@Suite("A base of a log")
struct BaseTests {
    private let log: TestLog
    private let server: PostgresLog

    init() throws {
        log = try TestLog()
        server = try log.open()
    }

    /// Appends entries behind a position, and returns all positions.
    private func append(_ count: Int, after position: LogPosition = .beginning) throws -> [LogPosition] {
        var positions = [position]
        for _ in 0..<count { positions.append(try server.append(after: positions[positions.count - 1]).position) }
        return Array(positions.dropFirst())
    }

    /// Writes a base of one chunk.
    private func write(_ bytes: [UInt8], at position: LogPosition) throws {
        var chunks = [bytes][...]
        try server.writeBase(at: position) { chunks.popFirst() }
    }

    private func content(_ base: LogBase?) throws -> [UInt8]? {
        guard let base else { return nil }
        var bytes: [UInt8] = []
        try log.open().read(base) { bytes += $0 }
        return bytes
    }

    @Test("is read as it was written, in its chunks, and only once it is whole")
    func reads() throws {
        #expect(try server.newestBase() == nil)
        let positions = try append(2)
        let chunks = [[UInt8](repeating: 1, count: 1 << 20), [], Array(0...255)]
        struct Stop: Error {}
        var rest = chunks[...]
        #expect(throws: Stop.self) {
            try server.writeBase(at: positions[0]) {
                guard rest.count > 1 else { throw Stop() }
                return rest.popFirst()
            }
        }
        #expect(try server.newestBase() == nil)
        rest = chunks[...]
        try server.writeBase(at: positions[1]) { rest.popFirst() }
        let base = try #require(try log.open().newestBase())
        #expect(base.position == positions[1] && base.bytes == (1 << 20) + 256)
        #expect(try content(base) == chunks.flatMap { $0 })
        #expect(try log.cluster.run("SELECT count(*) FROM sectional.base", in: log.database) == "3")
    }

    @Test("says how much has come behind it")
    func status() throws {
        let positions = try append(3)
        #expect(try server.baseStatus().age == nil)
        #expect(try server.baseStatus().bytesBehind == 3)
        try write([1], at: positions[1])
        #expect(try server.baseStatus().bytesBehind == 1)
        #expect(try server.baseStatus().age != nil)
    }

    @Test("has the log cut behind the one before it, whose entry stays")
    func cuts() throws {
        let positions = try append(1_500)
        try write([1], at: positions[1_200])
        #expect(try server.goesOn(from: .beginning))
        #expect(try server.read(after: .beginning).entries.first?.position == positions[0])
        try write([2], at: positions[1_400])
        #expect(try content(server.newestBase()) == [2])
        for (position, isThere) in [(.beginning, false), (positions[0], false), (positions[1_199], false), (positions[1_200], true)] {
            #expect(try server.goesOn(from: position) == isThere, "\(position)")
        }
        #expect(try log.open().read(after: positions[1_200]).entries.first?.position == positions[1_201])
        #expect(throws: LogRefusal.diverged(.beginning)) { try log.open().read(after: .beginning) }
        // An older base changes nothing.
        try write([3], at: positions[1_300])
        #expect(try content(server.newestBase()) == [2])
    }

    @Test("begins a log anew under another history, where no server follows it and nothing is lost unasked")
    func beginsAnew() throws {
        let positions = try append(2)
        let history = try server.history()
        let other = try log.open()
        _ = try other.join(5)
        func begin(isForced: Bool) throws {
            var chunks = [[7 as UInt8]][...]
            try server.beginAnew(isForced: isForced) { chunks.popFirst() }
        }
        #expect { try begin(isForced: true) } throws: { "\($0)".contains("a server follows the log") }
        other.close()
        try eventually("the server is gone") { (try? log.open().join(5)) != nil }
        try log.terminate(where: "pid <> pg_backend_pid()")
        #expect { try begin(isForced: false) } throws: { "\($0)".contains("the log has entries") }
        try begin(isForced: true)
        let opened = try log.open()
        #expect(try opened.history() != history)
        let base = try #require(try opened.newestBase())
        #expect(base.position.number == 3)
        #expect(try content(base) == [7])
        #expect(try !opened.goesOn(from: .beginning) && !opened.goesOn(from: positions[1]) && opened.goesOn(from: base.position))
        #expect(throws: LogRefusal.diverged(.beginning)) { try opened.read(after: .beginning) }
        #expect(try opened.append(after: base.position).position.number == 4)
    }
}
