import CellTypes
import Foundations
import Lists
import Wire

/// The results of a request's operations, in the version that they made.
struct OperationOutcome: Sendable {
    let snapshot: ListSnapshot
    let results: [OperationResult]
    let size: AnswerSize

    /// - Parameter size: Of an answer that was counted before the version was made; counted here where it is nil.
    /// - Throws: The errors of ``WriteMemory/take(_:)``.
    init(
        _ results: [OperationResult], _ snapshot: ListSnapshot, size: AnswerSize? = nil, in memory: WriteMemory,
        _ cells: @autoclosure () -> CellPresentation
    ) throws(RequestProblem) {
        self.results = results
        self.snapshot = snapshot
        if let size {
            self.size = size
        } else {
            self.size = try AnswerSize(of: results, in: snapshot.head, counting: memory, cells())
        }
    }

    /// The outcome of no operation.
    init(without snapshot: ListSnapshot) {
        (results, self.snapshot, size) = ([], snapshot, AnswerSize())
    }

    /// The answer without its body.
    func head(_ cells: CellPresentation) -> Representation {
        OperationRepresentation.representation(of: self, cells, ByteBuffer([]))
    }
}
