import CellTypes
import Lists
import Ports

/// A store that fails in a way that nobody foresaw, with something in its words that is no client's business.
final class FailingStore: ListStore {
    struct Failure: Error, CustomStringConvertible {
        let description = "disk /dev/secret is on fire"
    }

    func snapshot(of id: ListID, at version: Int64?) throws -> ListSnapshot { throw Failure() }

    func lists(prefix: String, after: String?, limit: Int) throws -> [ListSnapshot] { throw Failure() }

    func isReadable(_ version: Int64, ofList number: Int64) -> Bool { true }

    func pin(_ version: Int64, ofList number: Int64) -> VersionPin { VersionPin {} }

    func watch(_ id: ListID) throws -> ListWatch? { throw Failure() }

    func status(of id: ListID) throws -> ListStatus { throw Failure() }

    func onCommit(_ observer: @escaping @Sendable (ListCommit) -> Void) {}

    func write<Outcome: Sendable>(
        _ id: ListID, _ work: @escaping @Sendable (any ListTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        completion(.failure(Failure()))
    }

    func interactions(of id: ListID, after: Int64?, limit: Int) throws -> InteractionPage { throw Failure() }

    func interactionStart(of id: ListID, last count: Int) throws -> Int64 { throw Failure() }

    func versions(of id: ListID, before: Int64?, limit: Int) throws -> VersionPage { throw Failure() }

    func makeUpload() throws -> any ListUpload { throw Failure() }

    func replace<Outcome: Sendable>(
        _ id: ListID, with content: ListContent, rules: TypeRules, begin: @escaping @Sendable (any ListTransaction) throws -> Outcome?,
        finish: @escaping @Sendable (any ListTransaction, ReplacedList) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        completion(.failure(Failure()))
    }

    var cellTypes: CellTypeRegistry { .empty }

    func writeCellTypes<Outcome: Sendable>(
        _ work: @escaping @Sendable (any CellTypeTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        completion(.failure(Failure()))
    }

    func uses(of type: String, after number: Int64, limit: Int) throws -> [TypeUse] { throw Failure() }

    func runInBackground(_ kind: BackgroundKind, _ work: @escaping @Sendable (ListError?) -> Void) { work(nil) }

    var isReady: Bool { false }
    var breaksOff: Bool { false }

    func close() {}
}
