import Foundation
import SectionalClient
import TestSupport
import Testing

/// A list that is much longer than what an app may keep.
@Suite("A client of a list of a million items", .serialized)
@MainActor
struct ClientSizeTests {
    /// From `CLIENT_JUMPS`; 10,000 for a long run, few for the gate.
    private static let jumps = ProcessInfo.processInfo.environment["CLIENT_JUMPS"].flatMap { Int($0) } ?? 500

    private static func residentBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        guard let kibibytes = line.flatMap({ Int($0.filter(\.isNumber)) }) else { throw TestFailure("no VmRSS") }
        return kibibytes * 1_024
    }

    private func wait(_ holds: () -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while !holds() {
            guard ContinuousClock.now < deadline else { throw TestFailure("the rows never came") }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    private static func million() -> String {
        var text = ""
        for section in 0..<2_000 {
            text += #"{"section":{"id":"s\#(section)"}}"# + "\n"
            for row in 0..<500 {
                text += #"{"item":{"id":"i\#(section * 500 + row)","value":{"title":"item \#(row)","n":\#(section * 500 + row)}}}"# + "\n"
            }
        }
        return text
    }

    @Test("keeps what is near the screen in 16 MiB, through random jumps", .timeLimit(.minutes(10)))
    func jumps() async throws {
        let server = try ServerProcess()
        let client = try server.connect()
        #expect(
            try client.send("PUT", "/lists/a", ["Content-Type": "application/x-ndjson"], body: Self.million()).status == 201)
        var options = ListOptions()
        options.cache = nil
        let base = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
        let provider = RemoteDataProvider<Reading>(
            SectionalService(base, transport: URLSessionTransport()), list: "a", options: options)
        let screen = Task { @MainActor in
            for await update in provider.changes {
                if case .reload(let reload) = update { reload.apply() }
            }
        }
        defer { screen.cancel() }
        provider.start()
        try await wait { provider.itemCount == 1_000_000 }
        var most = 0
        var start = 0
        for jump in 0..<Self.jumps {
            let path: IndexPath = [Int.random(in: 0..<2_000), Int.random(in: 0..<480)]
            let shown: [IndexPath] = (0..<15).map { [path[0], path[1] + $0] }
            provider.setVisible(shown)
            for row in shown { _ = provider.item(at: row) }
            try await wait { shown.allSatisfy { provider.loadedRow(at: $0) != nil } }
            #expect(provider.item(at: path)?.n == path[0] * 500 + path[1])
            // The first jumps also make what a process needs to speak at all.
            if jump == 100 { start = try Self.residentBytes() }
            if jump > 100 { most = max(most, try Self.residentBytes() - start) }
        }
        // An item anywhere, by its id.
        let found = try await provider.load(around: "i765432")
        #expect(found == [1_530, 432] && provider.item(at: found)?.n == 765_432)
        #expect(most <= 16 << 20)
        print("client of a million items: \(Self.jumps) jumps, at most \(most >> 10) KiB more than after the first hundred")
    }
}
