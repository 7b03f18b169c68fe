import CellTypes
import HTTPServing
import Lists
import Ports
import Synchronization
import Wire

extension RequestProblem {
    static let notEnded = RequestProblem(.unavailable, "The write has not ended.")
}

/// How the values of a request are held to their types: a little on the thread that serves it, more on one of the store's.
extension Writer {
    /// The checks of one token, or of one address where there are no tokens, that run or wait for a thread at once.
    static let checksOfEach = 8

    /// Answers a request once what it writes was held to the types.
    ///
    /// - Parameters:
    ///   - prepare: Checks the values within a budget. It may run twice: where the first one is too small, the second counts.
    ///   - then: Answers the request with what was prepared.
    /// - Throws: The errors of `prepare` and `then`.
    func checking<Prepared>(
        _ request: Request, _ prepare: @escaping @Sendable (CheckBudget?) throws -> Prepared,
        then: @escaping @Sendable (Prepared) throws -> PendingResponse
    ) throws -> PendingResponse {
        guard store.cellTypes.hasSchemas else { return try then(try prepare(nil)) }
        let budget = CheckBudget(units: TypeRules.shortUnits)
        let prepared = try prepare(budget)
        if budget.end == nil { return try then(prepared) }
        let permit = try checkers.begin(request)
        let units = CheckBudget.units(ofBytes: request.body.count)
        let response = ThreadedResponse(request, in: store, failures) { [self] in
            defer { withExtendedLifetime(permit) {} }
            let budget = CheckBudget(units: units, check: checkDeadline(of: request))
            let prepared = try prepare(budget)
            switch budget.end {
            case nil: return try then(prepared)
            case .usedUp: throw Self.tooMuchWork
            case .interrupted(let error): throw error
            }
        }
        return .deferred(response)
    }

    private static let tooMuchWork = RequestProblem(
        .tooLarge, "The values take more work to be checked against the schemas of their types than a request of this length may.")

    /// Ends checks where the store stops, where they have taken too long since the first, and where nobody waits for them any more.
    ///
    /// - Parameter units: The work that they may take. An upload of many times a body's largest length has as many times the seconds.
    func checkDeadline(of request: Request, units: Int = 0) -> WorkCheck {
        let request = request.withoutBody
        let share = Double(units) / Double(CheckBudget.units(ofBytes: settings.limits.body))
        let seconds = settings.checkSeconds * max(1, share)
        let times = Mutex<(end: ContinuousClock.Instant, nextLook: ContinuousClock.Instant)?>(nil)
        return WorkCheck { [store] in
            if store.breaksOff { throw ListError(.unavailable, "The server is shutting down.") }
            let now = ContinuousClock.now
            let (end, looks) = times.withLock { times in
                let known = times ?? (now + .seconds(seconds), now)
                let looks = now >= known.nextLook
                times = (known.end, looks ? now + .milliseconds(100) : known.nextLook)
                return (known.end, looks)
            }
            if now >= end {
                throw ListError(.unavailable, "The values could not be checked in time; nothing has changed. Send less at once.")
            }
            if looks, request.head.clientHasLeft { throw ListError(.unavailable, "The client has left; nothing has changed.") }
        }
    }

    /// How an edit on the store's writer holds values that were not checked before it: there is no time for many.
    var writerRules: TypeRules {
        var rules = settings.typeRules
        rules.units = TypeRules.shortUnits
        return rules
    }

    /// The error of an operation that the store's writer has applied.
    ///
    /// - Returns: 503 where there was no time to check a value: it, or the types, have changed since it was checked.
    static func problem(for error: any Error, of operation: ListOperation, at index: Int? = nil) -> any Error {
        if let error = error as? ItemRuleError, error.entries.contains(where: { $0.fault.kind == .unchecked }) {
            return RequestProblem(
                .unavailable, "The values or the cell types have changed while the write waited; nothing has changed. Send it again.")
        }
        return operation.problem(for: error, at: index)
    }
}
