/// A list that an app has a provider of, as its service sees it.
@MainActor
protocol ServedList: AnyObject {
    /// The list's id.
    var list: String { get }
    /// The writes that wait for the server, in order.
    var waitingWrites: [WaitingWrite] { get }
    /// Takes a write back. Does nothing where it does not wait.
    func discard(_ key: String)
    /// Sends what waits, and returns when nothing is on its way any more.
    func sendWaiting() async
    /// Hangs up, and puts what is shown on disk.
    ///
    /// - Returns: Whether it was started.
    func leaveAccount() async -> Bool
    /// Shows what the service's account has, and starts where it was.
    func enterAccount(isStarted: Bool)
}

/// The lists of a service that somebody uses.
@MainActor
final class ServedLists {
    private struct Weak {
        weak var list: (any ServedList)?
    }

    private var entries: [Weak] = []

    nonisolated init() {}

    var all: [any ServedList] { entries.compactMap(\.list) }

    func add(_ list: any ServedList) {
        entries.removeAll { $0.list == nil }
        entries.append(Weak(list: list))
    }
}
