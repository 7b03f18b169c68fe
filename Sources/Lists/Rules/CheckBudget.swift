import Synchronization

/// The work that the checks of one request may take together, in the units of its schemas.
///
/// Any thread may use it, one after the other.
public final class CheckBudget: Sendable {
    /// Why no further value is checked.
    public enum End: Sendable {
        /// There is no work left.
        case usedUp
        /// The checks are not wanted any more, or have taken too long.
        case interrupted(any Error)
    }

    private struct State {
        var left: Int
        var end: End?
    }

    private let state: Mutex<State>
    private let check: WorkCheck

    /// - Parameters:
    ///   - units: The work that there is.
    ///   - check: Asked before each value.
    public init(units: Int, check: WorkCheck = .none) {
        state = Mutex(State(left: max(0, units)))
        self.check = check
    }

    /// The work that a request of so many bytes may take.
    public static func units(ofBytes count: Int) -> Int { 2_000_000 + 100 * min(max(0, count), 1 << 50) }

    /// Why the checks have ended; `nil` while they go on.
    public var end: End? { state.withLock { $0.end } }

    /// Adds work that may be done.
    public func grant(_ units: Int) {
        state.withLock { $0.left = $0.left.addingReportingOverflow(max(0, units)).overflow ? .max : $0.left + max(0, units) }
    }

    /// The units that the check of a value may take; `nil` where none is to begin.
    public func available() -> Int? {
        state.withLock { state in
            guard state.end == nil else { return nil }
            do { try check() } catch { state.end = .interrupted(error) }
            return state.end == nil ? state.left : nil
        }
    }

    /// Takes the units of a check that is done.
    ///
    /// - Returns: Whether there were as many, so that its outcome counts.
    public func take(_ units: Int) -> Bool {
        state.withLock { state in
            guard units <= state.left else {
                state.left = 0
                state.end = state.end ?? .usedUp
                return false
            }
            state.left -= max(0, units)
            return true
        }
    }
}
