import Foundation
import Testing

@Suite("HTTP caching of a live server")
struct RedbotTests {
    /// What redbot says where all is well.
    private static let wanted: Set<String> = [
        "The server's clock is correct.",
        "The Content-Length header is correct.",
        "This response allows all caches to store it.",
        "If-None-Match conditional requests are supported.",
        "This response instructs browsers not to 'sniff' its media type.",
    ]
    /// What has to be asked about each time, for the next write makes it another.
    private static let unpinned: Set<String> = ["This response cannot be served from cache without validation."]
    /// A version never changes, so a copy that a cache gives past its year, as one may whose server is away, is as right as it was.
    private static let pinned: Set<String> = [
        "This response is fresh for 12 months.", "In exceptional circumstances, caches can serve this response stale.",
    ]

    @Test(
        "redbot finds nothing but what is wanted",
        arguments: [
            ("/lists/cities", unpinned), ("/lists/cities/items?limit=50", unpinned), ("/lists/cities/items?limit=50&at=1", pinned),
            ("/lists/cities/sections?items=2&at=1", pinned), ("/lists/cities/items/0-0", unpinned),
            // An answer with cells depends on more than the list, so also a pinned one is asked about.
            ("/lists/cities/items/@CDG?at=1", unpinned),
        ])
    func redbot(target: String, more: Set<String>) throws {
        let server = try ServerProcess.released()
        try server.putSamples()
        let run = try ToolRun("redbot", ["-o", "text", "http://127.0.0.1:\(server.port)\(target)"])
        #expect(try run.status() == 0)
        let notes = Set(run.output.split(separator: "\n").filter { $0.hasPrefix("  * ") }.map { String($0.dropFirst(4)) })
        // How much gzip saves, and how many seconds redbot itself took on a machine that is busy.
        let measured = notes.filter { note in
            note.hasPrefix("Content negotiation for gzip compression is supported, saving ")
                || note.hasPrefix("This response has already been cached for ")
        }
        #expect(notes.subtracting(measured) == Self.wanted.union(more), "\(run.output)")
        #expect(try server.stop() == 0)
    }
}
