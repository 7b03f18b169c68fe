/// The state of a list as a whole: its rows, or why there are none.
public enum ListPhase: Sendable, Equatable {
    /// There are rows.
    case rows
    /// The list is asked for.
    case loading
    /// The list is there, and has no row.
    case empty
    /// There is no such list; it shows as soon as somebody makes it.
    case missing
    /// The server is not reached, and nothing was kept of the list. It is tried again by itself.
    case unreachable
    /// The list is not shown until somebody does something about it, such as a sign-in.
    case failed(ListFailure)

    /// - Parameters:
    ///   - hasRows: Whether there is a row.
    ///   - isLoaded: Whether the list was there at any time.
    init(_ state: ConnectionState, hasRows: Bool, isLoaded: Bool) {
        switch state {
        case _ where hasRows: self = .rows
        case .ended(let failure): self = .failed(failure)
        case .missing: self = .missing
        case _ where isLoaded: self = .empty
        case .waiting: self = .unreachable
        case .idle, .offline, .connecting, .live: self = .loading
        }
    }
}
