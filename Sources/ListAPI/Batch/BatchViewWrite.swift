import HTTPServing
import Lists
import Ports
import Wire

/// A batch of writes to items of a view.
struct BatchViewWrite: Sendable {
    let write: ViewWrite
    let body: Result<Batch, RequestProblem>
    let preconditions: Preconditions
    let show: @Sendable (OperationOutcome, ShownPart) throws -> Response

    func begin(_ response: DeferredWrite) {
        write.writer.store.write(
            write.target.source,
            { transaction in
                try response.run(
                    in: transaction, reach: write.checkReach, subject: { try names(transaction) },
                    preconditions: { try preconditions.check(list: $0.head, required: false) }, content: body,
                    work: { names, batch in
                        try write.writer.lookUp(batch.operations, in: &names)
                        try write.writer.check(batch, in: &names)
                        return try write.apply(batch.operations, &names, isBatch: true, in: transaction)
                    }, least: { $0.size.least }, show: show)
            }, completion: response.complete)
    }

    /// - Throws: `view-not-writable` with the first operation that a view does not take.
    private func names(_ transaction: any ListTransaction) throws -> NameTable {
        let names = try write.names(transaction)
        let operations = (try? body.get().operations) ?? []
        if let index = operations.firstIndex(where: { !$0.isOfViewItem }) {
            throw operations[index].problem(for: write.notWritable(names), at: index)
        }
        return names
    }
}
