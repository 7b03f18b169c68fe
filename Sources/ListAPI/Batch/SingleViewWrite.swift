import Lists
import Ports
import Wire

/// The write of a route of one operation to a view.
struct SingleViewWrite: Sendable {
    let write: ViewWrite
    let operation: OperationWrite

    func begin(_ response: DeferredWrite) {
        write.writer.store.write(
            write.target.source,
            { transaction in
                try response.run(
                    in: transaction, reach: write.checkReach, subject: { try names(transaction) }, preconditions: check,
                    content: operation.operation,
                    work: { names, content in
                        do { try names.lookUp(content) } catch { throw Writer.problem(for: error, of: content) }
                        return try write.apply([content], &names, isBatch: false, in: transaction)
                    }, least: { $0.size.least }, show: operation.response)
            }, completion: response.complete)
    }

    /// - Throws: `viewNotWritable` for what is no write of a value and no deletion of an item.
    private func names(_ transaction: any ListTransaction) throws -> NameTable {
        let names = try write.names(transaction)
        guard case .item = operation.subject, !operation.isPost else { throw write.notWritable(names) }
        return names
    }

    private func check(_ names: inout NameTable) throws {
        guard let subject = operation.subject, let item = try names.locate(subject) else { throw write.notWritable(names) }
        let revision = try names.head.revision(of: item.atHead)
        try operation.preconditions.check(revision, at: item.named.indexPath, required: operation.isRequired)
    }
}
