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
        /// The oldest version of each list that other stores of a log pin.
        var others: [Int64: Int64] = [:]
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
            let own = state.entries.values.lazy.filter { $0.list == list && $0.since >= time }.map(\.version).min()
            guard !state.others.isEmpty, let other = state.others[list] else { return own }
            return min(own ?? other, other)
        }
    }

    /// The oldest version of each list with a pin of this store's own that was taken at a time or later.
    public func oldest(since time: Int64) -> [PinnedVersion] {
        let oldest = state.withLock { state in
            Dictionary(state.entries.values.lazy.filter { $0.since >= time }.map { ($0.list, $0.version) }, uniquingKeysWith: min)
        }
        return oldest.map { PinnedVersion(list: $0, version: $1) }
    }

    /// Takes in what other stores of a log pin now.
    public func setOthers(_ pins: [PinnedVersion]) {
        let others = Dictionary(pins.map { ($0.list, $0.version) }, uniquingKeysWith: min)
        state.withLock { $0.others = others }
    }
}
