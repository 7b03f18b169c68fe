public import CellTypes
public import Lists
public import Ports

extension SQLiteListStore {
    public var cellTypes: CellTypeRegistry { publishedCellTypes.registry }

    public var cellTypesVersion: Int64 { publishedCellTypes.version }

    public func writeCellTypes<Outcome: Sendable>(
        _ work: @escaping @Sendable (any CellTypeTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        let job = WriteJob(cellTypes: work, completion: completion)
        guard let writing else { return job.refuse(Self.readOnly) }
        writing.writer.queue.add(job)
    }

    public func uses(of type: String, after number: Int64, limit: Int) throws -> [TypeUse] {
        try records.withReader { try $0.uses(of: type, after: number, limit: limit) }
    }

    public func runInBackground(_ kind: BackgroundKind, _ work: @escaping @Sendable (_ refusal: ListError?) -> Void) {
        guard let threads = writing?.background[kind] else { return work(Self.readOnly) }
        threads.add(work)
    }
}
