import Lists
import Synchronization

/// The nearest types that a client knows, of all types that its answer has met: each registered type is looked at once, however many types
/// fall back on it.
///
/// Any thread may use it.
final class Fallbacks: Sendable {
    private struct State {
        /// `nil` behind a type where its chain ends without one that the client knows.
        var nearest: [Identifier: String?] = [:]
        var steps = 0
    }

    private let state = Mutex(State())

    /// The types that were looked at so far.
    var steps: Int { state.withLock { $0.steps } }

    /// The nearest type on the chain behind one that the client does not know; `nil` where there is none.
    func nearest(to name: String, among accepted: AcceptedCellTypes, _ registry: CellTypeRegistry) -> String? {
        state.withLock { state in
            var path: [Identifier] = []
            var found: String?
            var next: String? = name
            // The registry takes no cycle; should there be one, the walk ends where every type was met.
            while let type = next, path.count <= registry.count {
                let key = Identifier(verbatim: type)
                if let known = state.nearest[key] {
                    found = known
                    break
                }
                if !path.isEmpty, accepted.contains(type) {
                    found = type
                    break
                }
                path.append(key)
                state.steps += 1
                next = registry[type]?.type.fallback
            }
            for key in path { state.nearest[key] = .some(found) }
            return found
        }
    }
}
