import CellTypes
import HTTPServing
import Lists
import Ports
import Synchronization
import Wire

/// Takes a list's content as NDJSON from the connection and hands it on to a ``ListUpload``, line by line.
///
/// It holds at most one line. Nothing of the list is touched before the body is complete.
final class UploadReceiver: BodyReceiver {
    private let lines: Mutex<CollectedLines>
    /// The sender's share, held for as long as the body is on its way.
    private let permit: UploadSenders.Permit?
    /// The memory that it takes.
    private let charge: MemoryCharge?
    private let refuse: @Sendable (any Error) -> Response
    private let replace: @Sendable (Result<ListContent, RequestProblem>, TypeRules, KeyedWrite?) -> PendingResponse

    /// - Parameters:
    ///   - refuse: Makes the response to what is wrong with the body's syntax or size, or with the upload.
    ///   - replace: Answers the request once the body is there: with its content, or with what is wrong with its meaning.
    init(
        _ lines: CollectedLines, permit: UploadSenders.Permit? = nil, charge: MemoryCharge? = nil,
        refuse: @escaping @Sendable (any Error) -> Response,
        replace: @escaping @Sendable (Result<ListContent, RequestProblem>, TypeRules, KeyedWrite?) -> PendingResponse
    ) {
        self.lines = Mutex(lines)
        self.permit = permit
        self.charge = charge
        self.refuse = refuse
        self.replace = replace
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Response? {
        do {
            try lines.withLock { try $0.read(bytes) }
            return nil
        } catch {
            return refuse(error)
        }
    }

    func finish() -> PendingResponse {
        do {
            let (content, rules, keyed) = try lines.withLock { try $0.finish() }
            return replace(content, rules, keyed)
        } catch {
            return .response(refuse(error))
        }
    }

    func cancel() {
        lines.withLock { $0.discard() }
    }
}

/// The content of a list, read from NDJSON and collected in a ``ListUpload``. The upload is let go as soon as it can't be used.
struct CollectedLines: Sendable {
    private var lines: ContentLineReader
    private var upload: (any ListUpload)?
    private var keyed: ArrivingWrite?
    private var checks: LineChecks

    /// - Parameters:
    ///   - checks: What items that name their type are held to as they come.
    ///   - keyed: The write that the content is for, where it has an idempotency key.
    init(in upload: any ListUpload, limits: ContentLimits, checks: LineChecks = LineChecks(), keyed: ArrivingWrite?) {
        lines = ContentLineReader(limits: limits)
        self.checks = checks
        self.upload = upload
        self.keyed = keyed
    }

    /// Reads on.
    ///
    /// - Throws: An error of a line's syntax or size; ``UploadFailure``. The receiver is of no use then.
    mutating func read(_ bytes: UnsafeRawBufferPointer) throws {
        keyed?.add(body: bytes)
        checks.noteBytes(bytes.count)
        try collect { lines, take in try lines.read(bytes, take) }
    }

    /// The whole content, or what is wrong with its meaning; how it is to be held to the types; and the write that it is for, as far as it
    /// has a key.
    ///
    /// - Throws: As ``read(_:)``, for a last line without an end.
    mutating func finish() throws -> (Result<ListContent, RequestProblem>, TypeRules, KeyedWrite?) {
        try collect { lines, take in try lines.finish(take) }
        defer { discard() }
        let keyed = keyed?.finish()
        let rules = checks.rulesOfRest
        if let problem = lines.problem { return (.failure(problem), rules, keyed) }
        do { try checks.faults.throwIfAny() } catch { return (.failure(RequestProblem(error, in: .document)), rules, keyed) }
        guard let upload else { throw UploadFailure(underlying: ListError(.unavailable, "The upload has ended.")) }
        return (.success(.upload(upload)), rules, keyed)
    }

    /// Lets everything go, the key too.
    mutating func discard() {
        upload = nil
        keyed = nil
    }

    private mutating func collect(
        _ read: (inout ContentLineReader, (ContentPiece, Int) throws -> Void) throws -> Void
    ) throws {
        let upload = upload
        // Held apart while the lines are read.
        var checks = checks
        defer { self.checks = checks }
        do {
            try read(&lines) { piece, line in
                if case .item(let item) = piece { checks.add(item, line: line) }
                guard checks.faults.entries.isEmpty else { return }
                try UploadFailure.naming { try upload?.add(piece, line: line) }
            }
        } catch {
            discard()
            throw error
        }
        if lines.problem != nil || !self.checks.faults.entries.isEmpty { self.upload = nil }
    }
}
