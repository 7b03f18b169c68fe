import Synchronization

/// The facts of the present access rules that answers need, each read in one load. Any thread may use it.
final class AccessFlags: Sendable {
    private let open: Atomic<Bool>
    private let tokens: Atomic<Bool>
    private let origin: Atomic<Bool>

    init(_ rules: AccessRules) {
        open = Atomic(rules.areOpen)
        tokens = Atomic(!rules.tokens.isEmpty)
        origin = Atomic(CrossOrigin.dependsOnOrigin(rules.origins))
    }

    /// Whether nobody is asked for anything.
    var areOpen: Bool { open.load(ordering: .acquiring) }
    /// Whether a token is asked for.
    var askForTokens: Bool { tokens.load(ordering: .acquiring) }
    /// Whether answers differ by the page that asks.
    var dependOnOrigin: Bool { origin.load(ordering: .acquiring) }

    func take(_ rules: AccessRules) {
        // Closed first and opened last: a request that finds the server open is one that the older or the newer rules let in.
        if !rules.areOpen { open.store(false, ordering: .sequentiallyConsistent) }
        tokens.store(!rules.tokens.isEmpty, ordering: .sequentiallyConsistent)
        origin.store(CrossOrigin.dependsOnOrigin(rules.origins), ordering: .sequentiallyConsistent)
        if rules.areOpen { open.store(true, ordering: .sequentiallyConsistent) }
    }
}
