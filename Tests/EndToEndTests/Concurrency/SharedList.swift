import Foundation
import Synchronization

/// A list whose items say in their values who they are, count what was added to them, and carry the marks that were put on them; and what
/// its writers were told.
final class SharedList: Sendable {
    static let sections = 6
    static let rows = 15

    private struct Told {
        var additions: [String: Int] = [:]
        var marks: [String: Set<String>] = [:]
        var failures: [String] = []
        var gone = 0
        var conflicts = 0
    }

    private let told = Mutex(Told())

    static var document: String {
        let sections = (0..<sections).map { section in
            let items = (0..<rows).map { "{\"id\":\"\(section).\($0)\",\"value\":{\"me\":\"\(section).\($0)\",\"n\":0,\"marks\":{}}}" }
            return "{\"id\":\"s\(section)\",\"items\":[\(items.joined(separator: ","))]}"
        }
        return "{\"sections\":[\(sections.joined(separator: ","))]}"
    }

    func added(to id: String) { told.withLock { $0.additions[id, default: 0] += 1 } }

    func marked(_ id: String, _ mark: String) { told.withLock { _ = $0.marks[id, default: []].insert(mark) } }

    func fail(_ failure: String) { told.withLock { $0.failures.append(failure) } }

    func wasGone() { told.withLock { $0.gone += 1 } }

    func conflicted() { told.withLock { $0.conflicts += 1 } }

    var failures: [String] { told.withLock { $0.failures } }
    /// How often an item had been deleted since, and how often another had written it since.
    var refusals: (gone: Int, conflicts: Int) { told.withLock { ($0.gone, $0.conflicts) } }
    var additions: [String: Int] { told.withLock { $0.additions } }
    var marks: [String: Set<String>] { told.withLock { $0.marks } }
}

/// Where items stood in one version of the list.
struct SeenList {
    let version: String
    /// The id at each index path.
    let places: [(path: String, id: String)]

    init(_ connection: HTTPConnection) throws {
        let page = try connection.get("/lists/l/sections?limit=100&items=40")
        guard page.status == 200, let version = page.header("List-Version"), let sections = try page.object["sections"] as? [[String: Any]]
        else {
            throw TestFailure(page.text)
        }
        self.version = version
        places = sections.enumerated().flatMap { index, section in
            (section["items"] as? [[String: Any]] ?? []).enumerated().map { ("\(index)-\($0)", $1["id"] as? String ?? "?") }
        }
    }
}
