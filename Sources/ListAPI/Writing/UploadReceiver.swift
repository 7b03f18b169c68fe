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
    private let replace: @Sendable (Result<ListContent, RequestProblem>, KeyedWrite?) -> PendingResponse

    /// - Parameters:
    ///   - refuse: Makes the response to what is wrong with the body's syntax or size, or with the upload.
    ///   - replace: Answers the request once the body is there: with its content, or with what is wrong with its meaning.
    init(
        _ lines: CollectedLines, permit: UploadSenders.Permit? = nil, charge: MemoryCharge? = nil,
        refuse: @escaping @Sendable (any Error) -> Response,
        replace: @escaping @Sendable (Result<ListContent, RequestProblem>, KeyedWrite?) -> PendingResponse
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
            let (content, keyed) = try lines.withLock { try $0.finish() }
            return replace(content, keyed)
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
    /// What items that name their type are held to as they come; `nil` for nothing.
    private let rules: (any ItemRules)?
    private var faults = ItemFaults()

    /// - Parameter keyed: The write that the content is for, where it has an idempotency key.
    init(in upload: any ListUpload, limits: ContentLimits, rules: (any ItemRules)? = nil, keyed: ArrivingWrite?) {
        lines = ContentLineReader(limits: limits)
        self.rules = rules
        self.upload = upload
        self.keyed = keyed
    }

    /// Reads on.
    ///
    /// - Throws: What is wrong with the syntax or size of a line; ``UploadFailure``. It is of no use then.
    mutating func read(_ bytes: UnsafeRawBufferPointer) throws {
        keyed?.add(body: bytes)
        try collect { lines, take in try lines.read(bytes, take) }
    }

    /// The whole content, or what is wrong with its meaning; and the write that it is for, as far as it has a key.
    ///
    /// - Throws: As ``read(_:)``, for a last line without an end.
    mutating func finish() throws -> (Result<ListContent, RequestProblem>, KeyedWrite?) {
        try collect { lines, take in try lines.finish(take) }
        defer { discard() }
        let keyed = keyed?.finish()
        if let problem = lines.problem { return (.failure(problem), keyed) }
        do { try faults.check() } catch { return (.failure(RequestProblem(error, in: .document)), keyed) }
        guard let upload else { throw UploadFailure(underlying: ListError(.unavailable, "The upload has ended.")) }
        return (.success(.upload(upload)), keyed)
    }

    /// Lets everything go, the key too.
    mutating func discard() {
        upload = nil
        keyed = nil
    }

    private mutating func collect(
        _ read: (inout ContentLineReader, (ContentPiece, Int) throws -> Void) throws -> Void
    ) throws {
        let (upload, rules) = (upload, rules)
        // Held apart while the lines are read.
        var faults = faults
        defer { self.faults = faults }
        do {
            try read(&lines) { piece, line in
                if let rules, case .item(let item) = piece { ItemCheck.add(item, at: .line(line), by: rules, to: &faults) }
                guard faults.entries.isEmpty else { return }
                try UploadFailure.naming { try upload?.add(piece, line: line) }
            }
        } catch {
            discard()
            throw error
        }
        if lines.problem != nil || !faults.entries.isEmpty { self.upload = nil }
    }
}
