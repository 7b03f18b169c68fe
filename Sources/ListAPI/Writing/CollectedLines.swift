import Lists
import Ports
import Wire

/// The content of a list, read from NDJSON and collected in a place of the store's, which is let go as soon as it can't be used.
struct CollectedLines: Sendable {
    private var lines: ContentLineReader
    private var upload: (any ListUpload)?
    private var keyed: ArrivingWrite?

    /// - Parameter keyed: The write that the content is for, where it has an idempotency key.
    init(in upload: any ListUpload, limits: ContentLimits, keyed: ArrivingWrite?) {
        lines = ContentLineReader(limits: limits)
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
        let upload = upload
        do {
            try read(&lines) { piece, line in
                try UploadFailure.naming { try upload?.add(piece, line: line) }
            }
        } catch {
            discard()
            throw error
        }
        if lines.problem != nil { self.upload = nil }
    }
}
