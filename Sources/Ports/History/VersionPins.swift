import Synchronization

/// The versions that are pinned: a store's own book of its ``VersionPin``s.
///
/// Any thread may use it; one lock, held for a few steps. A list has as many entries as it has streams.
public final class VersionPins: Sendable {
    private struct Entry {
        let list: Int64
        let version: Int64
        let since: Int64
    }

    private struct State {
        var entries: [Int64: Entry] = [:]
        var lastKey: Int64 = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// Pins a version until the pin is released.
    ///
    /// - Parameter time: Now, in milliseconds.
    public func pin(_ version: Int64, ofList list: Int64, at time: Int64) -> VersionPin {
        let key = state.withLock { state in
            state.lastKey += 1
            state.entries[state.lastKey] = Entry(list: list, version: version, since: time)
            return state.lastKey
        }
        return VersionPin { [weak self] in _ = self?.state.withLock { $0.entries.removeValue(forKey: key) } }
    }

    /// The oldest version of a list with a pin that was taken at a time or later; `nil` without one.
    public func oldest(ofList list: Int64, since time: Int64) -> Int64? {
        state.withLock { state in
            state.entries.values.lazy.filter { $0.list == list && $0.since >= time }.map(\.version).min()
        }
    }
}
