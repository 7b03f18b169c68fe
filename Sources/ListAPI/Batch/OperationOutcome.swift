import CellTypes
import Foundations
import Lists
import Wire

/// The results of a request's operations, and the memory of the answer that shows them.
struct OperationOutcome: Sendable {
    /// Bytes of a text of an item or a section beside its values, at most: ids, names of types and cells, and a frame.
    private static let largestFrame = 8 << 10
    /// The same at least.
    private static let leastFrame = 64

    let snapshot: ListSnapshot
    let results: [OperationResult]
    /// Bytes of the answer's body, at least.
    let least: Int
    /// Bytes to set aside for it: as many as it takes, where it is counted.
    private(set) var capacity = 256
    private let valueBytes: Int
    private let shownCount: Int

    init(_ results: [OperationResult], _ snapshot: ListSnapshot) {
        self.results = results
        self.snapshot = snapshot
        var (bytes, shown) = (0, 0)
        for result in results {
            bytes += result.byteCount
            shown += result.shownCount
        }
        (valueBytes, shownCount) = (bytes, shown)
        least = bytes + shown * Self.leastFrame
    }

    /// Takes memory for the answer beside its values, for which it was taken before.
    ///
    /// - Throws: The errors of ``WriteMemory/take(_:)``.
    mutating func count(in memory: WriteMemory, _ cells: @autoclosure () -> CellPresentation) throws(RequestProblem) {
        guard valueBytes + shownCount * Self.largestFrame > WriteMemory.uncounted else { return }
        var representation = OperationRepresentation(of: snapshot, cells())
        let most = representation.largestCount(of: results)
        try memory.take(most - valueBytes)
        capacity = most
    }

    /// The answer without its body.
    func head(_ cells: CellPresentation) -> Representation {
        OperationRepresentation.representation(of: self, cells, ByteBuffer([]))
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
