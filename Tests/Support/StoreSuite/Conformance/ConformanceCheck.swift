import Lists
public import Ports

/// One thing that every ``ListStore`` does, with its ``WebhookStore``.
///
/// A store's tests run ``all`` of them, each on a store of its own that is fresh and empty, keeps at least 64 versions of a list, makes
/// ids that are new, and describes lists as ``describe`` does.
public struct ConformanceCheck: Sendable, CustomStringConvertible {
    /// What the store does, in words.
    public let name: String
    private let body: @Sendable (any ListStore & WebhookStore) throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (any ListStore & WebhookStore) throws -> Void) {
        self.name = name
        self.body = body
    }

    /// Runs the check.
    ///
    /// - Throws: ``ConformanceFailure`` that says what the store did instead, or what the store threw.
    public func run(on store: any ListStore & WebhookStore) throws {
        try body(store)
    }

    public var description: String { name }

    /// What the stores that are checked say of a list that is made.
    public static let describe: ListDescription = { Array("{\"id\":\"\($0.head.id)\",\"version\":\($0.version)}".utf8) }

    /// The whole suite.
    public static var all: [ConformanceCheck] {
        creation + history + versions + following + listing + endings + refusals + places + concurrency + storedResponses + randomEdits
            + randomOperations + uploads + interactions + webhooks + fanningOut + deliveries + reach + randomDeliveries + cellTypes
            + searches
    }
}
