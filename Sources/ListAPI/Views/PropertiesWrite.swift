import HTTPServing
import Lists
import Ports
import Synchronization
import Wire

/// A write of what a list is beside its sections, such as the definition of a view. It runs in one transaction of the store's writer, or
/// beside it where it defines a view that takes long to make.
final class PropertiesWrite<Content: Sendable>: Sendable {
    /// The steps of a write.
    struct Steps: Sendable {
        /// Finds the list; `nil` where it is to be made.
        let current: @Sendable (any ListTransaction) throws -> ListSnapshot?
        let preconditions: @Sendable (ListSnapshot?) throws -> Void
        /// The properties that the content gives the list.
        let properties: @Sendable (any ListTransaction, ListSnapshot?, Content) throws -> ListProperties
        let show: @Sendable (ReplacedList) -> Response
    }

    private let writer: Writer
    private let list: ListID
    private let content: Result<Content, RequestProblem>
    private let steps: Steps
    /// The properties that a long write gives the list.
    private let properties = Mutex<ListProperties?>(nil)

    init(_ writer: Writer, _ list: ListID, content: Result<Content, RequestProblem>, _ steps: Steps) {
        self.writer = writer
        self.list = list
        self.content = content
        self.steps = steps
    }

    func begin(_ response: DeferredWrite) {
        writer.store.write(list) { [self] transaction in
            try response.run(
                in: transaction, subject: { try steps.current(transaction) }, preconditions: { try steps.preconditions($0) },
                content: content,
                work: { current, content in
                    let edit = try transaction.edit()
                    edit.setProperties(try steps.properties(transaction, current, content))
                    return ReplacedList(snapshot: try transaction.commit(edit), isNew: current == nil)
                }, most: { Writer.largestCount($0.snapshot) }, show: { [steps] outcome, _ in steps.show(outcome) })
        } completion: { [self] result in
            if case .failure(let error) = result, error is ViewTakesLong { beginLong(response) } else { response.complete(result) }
        }
    }

    private func beginLong(_ response: DeferredWrite) {
        writer.store.replace(list, with: .change(change)) { [self] transaction in
            let beginning = try response.begin(
                in: transaction, subject: { try steps.current(transaction) }, preconditions: { try steps.preconditions($0) },
                content: content)
            switch beginning {
            case .answered(let result): return result
            case .open(let current, let content):
                let made = try steps.properties(transaction, current, content)
                properties.withLock { $0 = made }
                return nil
            }
        } finish: { [self] transaction, replaced in
            try writer.checkCount(of: replaced, transaction)
            return try response.result(in: transaction, most: Writer.largestCount(replaced.snapshot)) { [steps] _ in steps.show(replaced) }
        } completion: { result in
            response.complete(result)
        }
    }

    private func change(_ edit: ListEdit) {
        if let properties = properties.withLock({ $0 }) { edit.setProperties(properties) }
    }
}
