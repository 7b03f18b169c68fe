import CPostgreSQL

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One connection to PostgreSQL over libpq, without blocking in the library: every wait is one `poll` with a deadline.
///
/// Only names are looked up by the library itself, in the time that the system's resolver takes.
///
/// Unchecked, since one thread at a time has it: the one that takes it from ``PostgresConnections``, until it is given back.
final class PostgresConnection: @unchecked Sendable {
    private let handle: OpaquePointer
    /// The names of the statements that it has prepared.
    private var prepared: Set<String> = []
    private var hasEnded = false

    /// Connects.
    ///
    /// - Parameter parameters: libpq's, by keyword; one host at most.
    init(_ parameters: [String: String], until deadline: ContinuousClock.Instant) throws(PostgresFailure) {
        guard let handle = Self.start(parameters) else { throw PostgresFailure(.lost, "there is no memory for a connection") }
        self.handle = handle
        postgresql_drop_notices(handle)
        // A refusal is then its code alone, with nothing that was quoted.
        PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
        var state = PQstatus(handle) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            let events: Int32
            switch state {
            case PGRES_POLLING_READING: events = POLLIN
            case PGRES_POLLING_WRITING: events = POLLOUT
            default: throw PostgresFailure(.lost, ConnectingFault.words(String(cString: PQerrorMessage(handle))))
            }
            guard Self.wait(PQsocket(handle), for: events, until: deadline) else {
                throw PostgresFailure(.late, "no answer while connecting")
            }
            state = PQconnectPoll(handle)
        }
        guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else {
            throw PostgresFailure(.lost, "libpq refuses to pipeline")
        }
    }

    deinit {
        PQfinish(handle)
    }

    /// Whether it can take statements, outside a transaction.
    var isIdle: Bool { !hasEnded && PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE }

    /// The process of PostgreSQL that answers, as it was said while connecting. Behind a connection pooler it is made up.
    var announcedProcess: Int64 { Int64(PQbackendPID(handle)) }

    /// PostgreSQL's version, such as 150018.
    var serverVersion: Int { Int(PQserverVersion(handle)) }

    /// Waits until there is something to read, or until another descriptor has something to read.
    ///
    /// - Returns: Whether the connection is still there.
    func waitForNews(or other: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        _ = Self.wait(PQsocket(handle), for: POLLIN, or: other, until: deadline)
        guard PQconsumeInput(handle) == 1, PQstatus(handle) == CONNECTION_OK else {
            hasEnded = true
            return false
        }
        return true
    }

    /// Takes the notifications that have come.
    ///
    /// - Returns: Whether another session has sent one of them. PostgreSQL sends each also to the session that it is from.
    func takeNotifications() -> Bool {
        var hasSome = false
        while let notification = PQnotifies(handle) {
            if notification.pointee.be_pid != PQbackendPID(handle) { hasSome = true }
            PQfreemem(notification)
        }
        return hasSome
    }

    /// Runs statements in one round trip, and waits for all answers. The first that fails ends the pipeline.
    ///
    /// - Returns: The rows of each statement.
    func run(_ steps: [PostgresStep], until deadline: ContinuousClock.Instant) throws(PostgresFailure) -> [PostgresRows] {
        do throws(PostgresFailure) {
            return try collect(try send(steps), until: deadline)
        } catch {
            if error.kind != .refused { hasEnded = true }
            throw error
        }
    }

    /// Puts the statements into the library's buffer.
    ///
    /// - Returns: The answers to come: the name of a statement to prepare, or `nil` for rows.
    private func send(_ steps: [PostgresStep]) throws(PostgresFailure) -> [String?] {
        var awaited: [String?] = []
        var known = prepared
        for step in steps {
            if let name = step.name, known.insert(name).inserted {
                guard PQsendPrepare(handle, name, step.text, 0, nil) == 1 else { throw lostConnection(at: 0) }
                awaited.append(name)
            }
            guard step.send(on: handle) else { throw lostConnection(at: 0) }
            awaited.append(nil)
        }
        guard PQpipelineSync(handle) == 1 else { throw lostConnection(at: 0) }
        return awaited
    }

    private func collect(_ awaited: [String?], until deadline: ContinuousClock.Instant) throws(PostgresFailure) -> [PostgresRows] {
        var answers: [PostgresRows] = []
        var rest = awaited[...]
        var failure: PostgresFailure?
        // After the result of each statement comes one that is null, and after all of them the end of the pipeline.
        var nulls = 0
        while true {
            try waitForResult(at: answers.count, until: deadline)
            guard let result = PQgetResult(handle) else {
                nulls += 1
                if PQstatus(handle) == CONNECTION_BAD || nulls > awaited.count + 1 { throw failure ?? lostConnection(at: answers.count) }
                continue
            }
            let rows = PostgresRows(result)
            switch PQresultStatus(result) {
            case PGRES_PIPELINE_SYNC:
                if let failure { throw failure }
                return answers
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
                if let name = rest.popFirst() ?? nil { prepared.insert(name) } else { answers.append(rows) }
            case PGRES_PIPELINE_ABORTED:
                _ = rest.popFirst()
            default:
                _ = rest.popFirst()
                let found = refusal(result, at: answers.count)
                failure = failure ?? found
                if found.kind == .lost { throw failure ?? found }
            }
        }
    }

    /// The failure that a result stands for.
    private func refusal(_ result: OpaquePointer, at step: Int) -> PostgresFailure {
        func field(_ name: Int32) -> String? { PQresultErrorField(result, name).map { String(cString: $0) } }
        guard let code = field(POSTGRESQL_CODE) else { return lostConnection(at: step) }
        let isEnd = ["FATAL", "PANIC"].contains(field(POSTGRESQL_SEVERITY) ?? "") || PQstatus(handle) == CONNECTION_BAD
        let words = "\(field(POSTGRESQL_MESSAGE) ?? "PostgreSQL says no more than a code") (\(code))"
        return PostgresFailure(isEnd ? .lost : .refused, code: SQLState(code), step: step, words)
    }

    private func lostConnection(at step: Int) -> PostgresFailure {
        PostgresFailure(.lost, step: step, "the connection was lost")
    }

    private func waitForResult(at step: Int, until deadline: ContinuousClock.Instant) throws(PostgresFailure) {
        while true {
            let unsent = PQflush(handle) == 1
            if PQisBusy(handle) == 0 { return }
            guard Self.wait(PQsocket(handle), for: unsent ? POLLIN | POLLOUT : POLLIN, until: deadline) else {
                throw PostgresFailure(.late, step: step, "no answer in time")
            }
            // A lost connection shows in the next result.
            if PQconsumeInput(handle) == 0 { return }
        }
    }
}
