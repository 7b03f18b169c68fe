import CellTypes
import HTTPServing
import HTTPTypes
import Lists
import Ports
import Synchronization
import Wire

/// `POST /lists/{list}/revert`: a write of what differs from an earlier version. It runs in one transaction of the store's writer, or beside
/// it where that turns out to be too long.
final class RevertWrite: Sendable {
    /// The head, and the version to return to; `nil` where that is above the head.
    private typealias Versions = (head: ListSnapshot, target: ListSnapshot?)

    /// Thrown on the writer where there is too much to do there.
    private struct TakesLong: Error {}

    private let writer: Writer
    private let list: ListID
    /// The version to return to, or what is wrong with the body: that is told after the preconditions were checked.
    private let version: Result<Int64, RequestProblem>
    private let preconditions: Preconditions
    /// The work that checks of a long write may take.
    private let units: Int
    /// The version that a long write returns to.
    private let target = Mutex<ListSnapshot?>(nil)

    init(writer: Writer, list: ListID, to version: Result<Int64, RequestProblem>, preconditions: Preconditions, units: Int) {
        self.writer = writer
        self.list = list
        self.version = version
        self.preconditions = preconditions
        self.units = units
    }

    func begin(_ response: DeferredWrite) {
        writer.store.write(list) { [self] transaction in
            try response.run(
                in: transaction, subject: { try versions(transaction) }, preconditions: { try check($0) }, content: version,
                work: { versions, _ in try apply(versions, transaction) }, show: { snapshot, _ in self.response(showing: snapshot) })
        } completion: { [self] result in
            if case .failure(let error) = result, error is TakesLong { beginLong(response) } else { complete(response, result) }
        }
    }

    private func beginLong(_ response: DeferredWrite) {
        var rules = writer.settings.typeRules
        rules.units = units
        writer.store.replace(list, with: .change(change), rules: rules) { [self] transaction in
            let beginning = try response.begin(
                in: transaction, subject: { try versions(transaction) }, preconditions: { try check($0) }, content: version)
            switch beginning {
            case .answered(let result): return result
            case .open(let versions, _):
                let found = try checked(versions)
                target.withLock { $0 = found }
                return nil
            }
        } finish: { [self] transaction, replaced in
            try response.result(in: transaction) { _ in self.response(showing: replaced.snapshot) }
        } completion: { [self] result in
            complete(response, result)
        }
    }

    private func change(_ edit: ListEdit) throws {
        if let target = target.withLock({ $0 }) { try edit.revert(to: target) }
    }

    // MARK: - Checks

    /// - Throws: `list-not-found`, `view-not-writable`, `version-gone`.
    private func versions(_ transaction: any ListTransaction) throws -> Versions {
        let head = try writer.current(transaction, list)
        if let view = head.head.properties.view { throw ListError.viewNotWritable(view) }
        guard let version = try? version.get(), version <= head.version else { return (head, nil) }
        return (head, try transaction.snapshot(at: version))
    }

    private func check(_ versions: Versions) throws { try preconditions.check(list: versions.head, required: false) }

    /// The version to return to.
    ///
    /// - Throws: `reference-not-found`; `limit-exceeded` where it is larger than a list may be by now.
    private func checked(_ versions: Versions) throws(RequestProblem) -> ListSnapshot {
        guard let target = versions.target else {
            throw RequestProblem(.referenceNotFound, "The newest version of the list is \(versions.head.version).", at: Self.to)
        }
        let limits = writer.settings.limits
        guard target.sectionCount <= limits.sections, target.itemCount <= limits.items else {
            let most = "\(limits.sections) sections and \(limits.items) items"
            throw RequestProblem(.limitExceeded, "A list has at most \(most); version \(target.version) has more.", at: Self.to)
        }
        return target
    }

    // MARK: - Work

    private func apply(_ versions: Versions, _ transaction: any ListTransaction) throws -> ListSnapshot {
        let target = try checked(versions)
        let edit = try transaction.edit()
        writer.writerRules.hold(edit, to: transaction.cellTypes)
        do {
            guard try edit.revert(to: target, limit: writer.settings.shortWriteItems) else { throw TakesLong() }
        } catch let error as ItemRuleError where error.entries.contains(where: { $0.fault.kind == .unchecked }) {
            throw TakesLong()
        }
        return try transaction.commit(edit)
    }

    private func response(showing snapshot: ListSnapshot) -> Response {
        let shown = writer.showList(snapshot)
        return Response(status: .ok, headers: shown.headers(), body: .buffer(shown.body))
    }

    // MARK: - Errors

    private static let to = ProblemDetail.Location.pointer("/to")

    private func complete(_ response: DeferredWrite, _ result: Result<DeferredWrite.Result, any Error>) {
        response.complete(result.mapError { ($0 as? ItemRuleError).map(problem) ?? $0 })
    }

    /// The problem of items that were what their types said, and are no longer.
    private func problem(for error: ItemRuleError) -> RequestProblem {
        let version = (try? version.get()).map(String.init) ?? ""
        var located = ItemRuleError()
        for entry in error.entries {
            var fault = entry.fault
            if case .item(let path) = entry.subject, fault.kind != .unchecked {
                fault = ItemFault(fault.kind, "Item \(path) of version \(version): \(fault.message)")
            }
            located.add([fault], of: entry.subject)
        }
        return RequestProblem(located) { _ in Self.to }
    }
}
