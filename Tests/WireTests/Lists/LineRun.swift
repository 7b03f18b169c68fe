import JSON
import Lists
import Ports
@testable import Wire

/// What a reader makes of bytes that come in pieces.
struct LineRun {
    /// Each piece with its line, as text.
    private(set) var pieces: [String] = []
    /// What was thrown, or is the problem at the end.
    private(set) var problem: RequestProblem?
    /// The most bytes that were held from one piece to the next.
    private(set) var held = 0
    /// How many pieces of the body were read before something was thrown.
    private(set) var readCount = 0

    init(_ parts: [[UInt8]], limits: ContentLimits = ContentLimits()) throws {
        var reader = ContentLineReader(limits: limits)
        var pieces: [String] = []
        do {
            for part in parts {
                try part.withUnsafeBytes { bytes in try reader.read(bytes) { pieces.append("\($1) \(Self.text($0))") } }
                readCount += 1
                held = max(held, reader.begun.count)
            }
            try reader.finish { pieces.append("\($1) \(Self.text($0))") }
            problem = reader.problem
        } catch let problem as RequestProblem {
            self.problem = problem
        }
        self.pieces = pieces
    }

    init(_ text: String, limits: ContentLimits = ContentLimits()) throws {
        try self.init([Array(text.utf8)], limits: limits)
    }

    /// The slug and the line of the problem: `invalid-value 3`.
    var refusal: String? {
        guard let problem else { return nil }
        guard problem.errors.count == 1, case .line(let line)? = problem.errors.first?.location else { return problem.slug.rawValue }
        return "\(problem.slug.rawValue) \(line)"
    }

    private static func text(_ piece: ContentPiece) -> String {
        switch piece {
        case .properties(let list):
            "list \(list.title ?? "-") \(list.metadata) \(list.defaultType ?? "-") \(list.identity ?? "-")"
        case .section(let section):
            "section \(section.id?.text ?? "-") \(section.header) \(section.footer) \(section.metadata) \(section.items.count)"
        case .item(let item): "item \(item.id?.text ?? "-") \(item.type) \(item.value)"
        }
    }
}
