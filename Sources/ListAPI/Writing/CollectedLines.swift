import Lists
import Wire

/// The content of a list, read from NDJSON and collected in a place of the store's, which is let go as soon as it can't be used.
struct CollectedLines: Sendable {
    private var lines: ContentLineReader
    private var upload: (any ListUpload)?

    init(in upload: any ListUpload, limits: ContentLimits) {
        lines = ContentLineReader(limits: limits)
        self.upload = upload
    }

    /// Reads on.
    ///
    /// - Throws: What is wrong with the syntax or size of a line; ``UploadFailure``. It is of no use then.
    mutating func read(_ bytes: UnsafeRawBufferPointer) throws {
        try collect { lines, take in try lines.read(bytes, take) }
    }

    /// The whole content, or what is wrong with its meaning.
    ///
    /// - Throws: As ``read(_:)``, for a last line without an end.
    mutating func finish() throws -> Result<ListContent, RequestProblem> {
        try collect { lines, take in try lines.finish(take) }
        defer { discard() }
        if let problem = lines.problem { return .failure(problem) }
        guard let upload else { throw UploadFailure(underlying: ListError(.unavailable, "The upload has ended.")) }
        return .success(.upload(upload))
    }

    mutating func discard() {
        upload = nil
    }

    private mutating func collect(
        _ read: (inout ContentLineReader, (ContentPiece, Int) throws -> Void) throws -> Void
    ) throws {
        let upload = upload
        do {
            try read(&lines) { piece, line in
                do {
                    try upload?.add(piece, line: line)
                } catch {
                    throw UploadFailure(underlying: error)
                }
            }
        } catch {
            discard()
            throw error
        }
        if lines.problem != nil { discard() }
    }
}
