import Foundations
import JSON
public import Lists
public import Ports

/// Reads a list's content as NDJSON, in the shape of an export, from bytes that come in pieces of any size.
///
/// First the list's line, which may be missing, then each section's and, behind it, those of its items; items before the first section
/// are a section without a header. Lines end with a line feed, the last one need not; those that are empty or white space are
/// skipped. It holds no more than one line, and the ids of the sections.
public struct ContentLineReader: Sendable {
    private let limits: ContentLimits
    private let lineLimit: Int
    /// The beginning of a line whose end has not come: at most ``lineLimit`` bytes.
    private(set) var begun: [UInt8] = []
    /// The lines that have ended.
    private var lineCount = 0
    private var hasContent = false
    private var sectionCount = 0
    private var itemCount = 0
    private var sectionIDs: Set<Identifier> = []
    /// The first thing that is JSON and not right, with its line. What comes afterwards is read for its syntax alone.
    public private(set) var problem: RequestProblem?

    public init(limits: ContentLimits = ContentLimits()) {
        self.limits = limits
        let (limit, overflows) = limits.value.addingReportingOverflow(64 << 10)
        lineLimit = overflows ? .max : limit
    }

    /// Takes the next bytes of the body.
    ///
    /// - Parameter take: Called with each piece that is complete, in order, and its line, counted from 1; no more once there is a
    ///   ``problem``.
    /// - Throws: `malformed-json`, `too-large` for a line or a value, or `limit-exceeded`, with the line; what `take` throws. Nothing is to
    ///   be read afterwards.
    public mutating func read(_ bytes: UnsafeRawBufferPointer, _ take: (ContentPiece, _ line: Int) throws -> Void) throws {
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            try endLine(bytes.bytes.extracting(start..<end), take)
            start = end + 1
        }
        try begin(bytes.bytes.extracting(start...))
    }

    /// Takes the body's end: a last line without a line feed is complete.
    ///
    /// - Throws: As ``read(_:_:)``.
    public mutating func finish(_ take: (ContentPiece, _ line: Int) throws -> Void) throws {
        if !begun.isEmpty { try endLine(RawSpan(), take) }
        // The empty output of a pipe whose source has failed must not empty a list.
        if !hasContent {
            problem = RequestProblem(.invalidValue, "There is no line; an empty list is {\"list\":{}}.", at: .line(1))
        }
    }

    private mutating func begin(_ bytes: RawSpan) throws(RequestProblem) {
        guard bytes.byteCount <= lineLimit - begun.count else {
            throw RequestProblem(.tooLarge, "A line has at most \(lineLimit) bytes.", at: .line(lineCount + 1))
        }
        bytes.withUnsafeBytes { begun.append(contentsOf: $0) }
    }

    /// Reads the line that ends with these bytes; where it began with them, they are not copied.
    private mutating func endLine(
        _ bytes: RawSpan, _ take: (ContentPiece, _ line: Int) throws -> Void
    ) throws {
        if begun.isEmpty, bytes.byteCount <= lineLimit {
            lineCount += 1
            return try readLine(Span(_bytes: bytes), take)
        }
        try begin(bytes)
        lineCount += 1
        var line: [UInt8] = []
        swap(&line, &begun)
        try readLine(line.span, take)
        line.removeAll(keepingCapacity: true)
        swap(&line, &begun)
    }

    private mutating func readLine(
        _ line: Span<UInt8>, _ take: (ContentPiece, _ line: Int) throws -> Void
    ) throws {
        guard !Self.isBlank(line) else { return }
        let (piece, problem) = try decode(line)
        if let problem {
            if problem.slug.isOfSyntax { throw RequestProblem(problem.slug, problem.detail, at: .line(lineCount)) }
            note(problem.slug, problem.detail)
        }
        if let piece { try check(piece) }
        hasContent = true
        if let piece, self.problem == nil { try take(piece, lineCount) }
    }

    private static func isBlank(_ line: Span<UInt8>) -> Bool {
        for index in line.indices where !ASCII.isWhiteSpace(line[index]) { return false }
        return true
    }

    private func decode(_ line: Span<UInt8>) throws(RequestProblem) -> (ContentPiece?, RequestProblem?) {
        do throws(JSONSyntaxError) {
            return try BodyReader.read(line, limits) { body throws(JSONSyntaxError) in try ContentPiece.line(reading: &body) }
        } catch {
            throw RequestProblem(
                .malformedJSON, "line \(lineCount), column \(error.column): \(error.message)",
                errors: [ProblemDetail(.line(lineCount), error.message)])
        }
    }

    /// Checks what a line is among the others.
    ///
    /// - Throws: `limit-exceeded` for the first section or item too many, so that no more of them are read.
    private mutating func check(_ piece: ContentPiece) throws(RequestProblem) {
        switch piece {
        case .properties:
            if hasContent { note(.invalidValue, "The list's line comes first, and once.") }
        case .section(let section):
            try countSection()
            guard problem == nil, let id = section.id else { return }
            if !sectionIDs.insert(id).inserted { note(.invalidValue, BodyReader.repeatedSectionID(id)) }
        case .item:
            if sectionCount == 0 { try countSection() }
            itemCount += 1
            guard itemCount <= limits.items else { throw tooMany(limits.tooManyItems) }
        }
    }

    private mutating func countSection() throws(RequestProblem) {
        sectionCount += 1
        guard sectionCount <= limits.sections else { throw tooMany(limits.tooManySections) }
    }

    private func tooMany(_ detail: String) -> RequestProblem {
        problem ?? RequestProblem(.limitExceeded, detail, at: .line(lineCount))
    }

    private mutating func note(_ slug: ProblemType, _ detail: String) {
        guard problem == nil else { return }
        problem = RequestProblem(slug, detail, at: .line(lineCount))
        sectionIDs = []
    }
}
