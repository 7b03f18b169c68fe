import CellTypes
import Foundations
import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// Batches: several operations as one version.
extension Writer {
    /// `POST /lists/{list}/batch`: several operations, all or none of them, as one version.
    func applyBatch(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let list = try path.list()
        _ = try Parameters(request, allowing: [])
        let preconditions = try Preconditions(request)
        let accepted = try request.acceptedCellTypes()
        let body = try BodyMeaning.deferring { () throws(RequestProblem) in
            try EditBodyReader.batch(request.body, limits: settings.limits)
        }
        let batch = try? body.get()
        let (operations, version) = (batch?.operations ?? [], batch?.version)
        let memory = WriteMemory(settings.memory, for: request.sender)
        return try prefetching(operations, at: version, of: list, request, memory) { [self] prefetch in
            try applyBatch(request, list, body, preconditions, accepted, prefetch, memory)
        }
    }

    /// Answers a request once what its operations are going to read and make was worked out, and held to the types.
    func prefetching(
        _ operations: [ListOperation], at version: Int64?, of list: ListID, _ request: Request, _ memory: WriteMemory,
        then: @escaping @Sendable (Prefetch) throws -> PendingResponse
    ) throws -> PendingResponse {
        try checking(
            request,
            { [self] budget in
                // Values that were read before the budget was too small are counted anew.
                memory.clear()
                let rules = settings.typeRules.rules(by: store.cellTypes, within: budget)
                return try Prefetch(operations, at: version, of: list, in: store, settings.limits, rules, counting: memory)
            }, then: then)
    }

    private func applyBatch(
        _ request: Request, _ list: ListID, _ body: Result<Batch, RequestProblem>, _ preconditions: Preconditions,
        _ accepted: AcceptedCellTypes?, _ prefetch: Prefetch, _ memory: WriteMemory
    ) throws -> PendingResponse {
        let batch = try? body.get()
        let (operations, version) = (batch?.operations ?? [], batch?.version)
        let lookUp = { @Sendable [self] (names: inout NameTable, batch: Batch) in
            try self.lookUp(batch.operations, in: &names)
            try self.check(batch, in: &names)
        }
        let show = { @Sendable [self] (outcome: OperationOutcome, part: ShownPart) in
            let cells = reader.cells(accepting: accepted)
            guard part == .whole else { return Response(status: .ok, headers: outcome.head(cells).headers()) }
            var representation = OperationRepresentation(of: outcome.snapshot, cells, capacity: outcome.size.capacity)
            let shown = representation.batch(outcome.results)
            return Response(status: .ok, headers: shown.headers(), body: memory.body(shown.body))
        }
        if let long = long(operations, at: version, of: list, request, isBatch: true, prefetch, memory) {
            let keyed = try KeyedWrite(request, in: keys)
            return deferred(request, list, memory: memory, keyed: keyed, appliesPreference: false, current: showList) { response in
                long.begin(
                    response, accepted, content: body, names: { try self.names($0, list, at: version, prefetch) },
                    preconditions: { try preconditions.check(list: $0.head, required: false) }, lookUp: lookUp, show: show)
            }
        }
        let grant = request.grant
        return deferred(
            request, list, memory: memory, keyed: try KeyedWrite(request, in: keys), appliesPreference: false, current: showList
        ) { response in
            self.store.write(
                list,
                { transaction in
                    try response.run(
                        in: transaction, subject: { try self.begin(transaction, list, at: version, isBatch: true, prefetch) },
                        preconditions: { try preconditions.check(list: $0.names.head, required: false) }, content: body,
                        work: { run, batch in
                            try lookUp(&run.names, batch)
                            let results = try self.apply(batch.operations, in: &run, prefetch, memory)
                            let snapshot = try transaction.commit(run.edit)
                            return try OperationOutcome(results, snapshot, in: memory, self.reader.cells(accepting: accepted))
                        }, least: { $0.size.least }, show: show)
                },
                completion: { result in
                    guard case .failure(let through as WriteThroughView) = result else { return response.complete(result) }
                    BatchViewWrite(
                        write: ViewWrite(
                            writer: self, target: through, version: version, prefetch: prefetch, memory: memory, accepted: accepted,
                            grant: grant), body: body, preconditions: preconditions, show: show
                    ).begin(response)
                })
        }
    }

    func lookUp(_ operations: [ListOperation], in names: inout NameTable) throws {
        for (index, operation) in operations.enumerated() {
            do {
                try names.lookUp(operation)
                names.noteIDs(insertedBy: operation)
            } catch {
                throw operation.problem(for: error, at: index)
            }
        }
    }

    /// Holds items to what the operations of a batch ask of them, before any is applied.
    ///
    /// - Throws: ``PreconditionFailure``; what a name that is gone is answered with.
    func check(_ batch: Batch, in names: inout NameTable) throws {
        for (index, condition) in batch.preconditions.sorted(by: { $0.key < $1.key }) {
            let operation = batch.operations[index]
            guard case .item(let name)? = operation.subject else { continue }
            var known: ItemRevision?
            do {
                let item = try names.item(name)
                let revision = try names.head.revision(of: item.atHead)
                let path = item.named.indexPath
                if condition.matches(
                    item: revision.id, revision: revision.version, section: path.section, row: path.row, comparison: .strong)
                {
                    continue
                }
                known = revision
            } catch let error as ListError where error.code == .itemNotFound {
                // An earlier operation inserts it: before the batch it is not there.
            } catch {
                throw operation.problem(for: error, at: index)
            }
            throw PreconditionFailure(operation: index, item: known?.id)
        }
    }

    private func apply(
        _ operations: [ListOperation], in run: inout OperationRun, _ prefetch: Prefetch, _ memory: WriteMemory
    ) throws -> [OperationResult] {
        for (index, operation) in operations.enumerated() {
            try run.edit.checkDeadline()
            do {
                try run.apply(operation, prefetch.change(of: index), checked: prefetch.checked[index] ?? [:])
            } catch {
                throw Self.problem(for: error, of: operation, at: index)
            }
        }
        return try results(of: operations, in: &run, isBatch: true, prefetch, memory)
    }

    /// The results of operations that were applied, with memory for their values.
    func results(
        of operations: [ListOperation], in run: inout OperationRun, isBatch: Bool, _ prefetch: Prefetch, _ memory: WriteMemory
    ) throws -> [OperationResult] {
        var counted = prefetch.movedBytes
        return try operations.enumerated().map { index, operation in
            let result: OperationResult
            do { result = try run.result(of: index) } catch { throw operation.problem(for: error, at: isBatch ? index : nil) }
            // Values that were not read ahead are read here, the next only where there is room for these.
            let known = min(counted, result.byteCount)
            counted -= known
            try memory.take(result.byteCount - known)
            return result
        }
    }
}
