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

/// The memory of the answer that shows the results of operations. To find it takes time in proportion to them.
struct AnswerSize: Sendable {
    /// Bytes of a text of an item or a section beside its values, at most: ids, names of types and cells, and a frame.
    private static let largestFrame = 8 << 10
    /// The same at least.
    private static let leastFrame = 64

    /// Bytes of the answer's body, at least.
    private(set) var least = 0
    /// Bytes to set aside for it: as many as it takes, where it is counted.
    private(set) var capacity = 256

    /// The size of an empty answer.
    init() {}

    /// Takes memory for an answer beside its values, for which it was taken before.
    ///
    /// - Parameter head: The list with the types of all that is shown.
    /// - Throws: The errors of ``WriteMemory/take(_:)``.
    init(
        of results: [OperationResult], in head: @autoclosure () -> ListHead, counting memory: WriteMemory,
        _ cells: @autoclosure () -> CellPresentation
    ) throws(RequestProblem) {
        var (bytes, shown) = (0, 0)
        for result in results {
            bytes += result.byteCount
            shown += result.shownCount
        }
        least = bytes + shown * Self.leastFrame
        guard bytes + shown * Self.largestFrame > WriteMemory.uncounted else { return }
        capacity = OperationRepresentation.largestCount(of: results, in: head(), cells())
        try memory.take(capacity - bytes)
    }
}

extension OperationResult {
    /// How many items or sections it shows.
    fileprivate var shownCount: Int {
        switch self {
        case .deletion: 0
        case .item, .section, .departed: 1
        case .items(let items): items.count
        }
    }
}
