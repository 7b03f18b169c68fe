import HTTPServing
import Lists
import Wire

/// The memory that a document takes once it is read, from its bytes alone.
///
/// A document of small elements takes many times its text in memory: two bytes of an array are an item. So the elements of the arrays of
/// items, sections and operations are counted before anything is read.
struct DraftCost {
    /// Bytes of memory for each item of a document that replaces a list: measured at 100 to 115, with the matching.
    private static let replacedItem = 128
    /// Bytes for each item, section or operation that is inserted or applied: measured at 550 to 720, with 130 to 200 of its answer, which
    /// ``WriteMemory`` counts.
    private static let editedElement = 512
    /// Bytes for each section of a document beside its items: measured at 430.
    private static let section = 432
    /// Bytes for an element of an array in a batch that may be a value's, or an item that is none.
    private static let other = 64
    private static let depth = 6

    /// How many elements the arrays at each depth of nesting have together; the outermost is at depth 0.
    private var elements = [Int](repeating: 0, count: depth)
    /// How many of them are objects.
    private var objects = [Int](repeating: 0, count: depth)
    private let isArray: Bool
    /// Whether the outermost container holds arrays.
    private var hasArrays = false
    private let count: Int

    init(_ body: [UInt8]) {
        count = body.count
        isArray = body.first { $0 > 0x20 } == UInt8(ascii: "[")
        body.withUnsafeBufferPointer { scan($0) }
    }

    /// Bytes of a document of a whole list.
    var replacement: Int {
        // An array without arrays is one section.
        let isFlat = isArray && !hasArrays
        let (items, sections) = isArray ? (isFlat ? elements[0] : elements[1], isFlat ? 1 : elements[0]) : (elements[3], elements[1])
        return count + items * Self.replacedItem + sections * Self.section
    }

    /// Bytes of inserted items.
    var items: Int { count + elements[1] * Self.editedElement }

    /// Bytes of an inserted section with its items.
    var insertedSection: Int { count + elements[2] * Self.editedElement }

    /// Bytes of a batch: its operations, and the items that they insert.
    var batch: Int {
        let counted = elements[1] + objects[3] + objects[4]
        return count + counted * Self.editedElement + (elements[3] + elements[4]) * Self.other
    }

    /// Whether the next byte that is no white space ends an array.
    private static func isEnd(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int) -> Bool {
        bytes[index...].first { $0 > 0x20 } == UInt8(ascii: "]")
    }

    /// Goes over the text once. What is no JSON is counted somehow, and refused by who reads it.
    private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
        // Whether the container at each depth is an array, a bit each; deeper ones do not count.
        var arrays: UInt64 = 0
        var depth = 0
        var isInString = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index &+= 1
            if isInString {
                if byte == UInt8(ascii: "\\") { index &+= 1 } else if byte == UInt8(ascii: "\"") { isInString = false }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                let isArray = byte == UInt8(ascii: "[")
                if depth < Self.depth {
                    arrays = isArray ? arrays | 1 << UInt64(depth) : arrays & ~(1 << UInt64(depth))
                    if isArray, !Self.isEnd(bytes, from: index) { elements[depth] &+= 1 }
                    if isArray, depth == 1 { hasArrays = true }
                }
                if !isArray, depth > 0, depth <= Self.depth, arrays >> UInt64(depth &- 1) & 1 == 1 { objects[depth &- 1] &+= 1 }
                depth &+= 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth &- 1)
            case UInt8(ascii: ","):
                if depth > 0, depth <= Self.depth, arrays >> UInt64(depth &- 1) & 1 == 1 { elements[depth &- 1] &+= 1 }
            default: break
            }
        }
    }
}

extension Writer {
    /// Answers a request whose body becomes a draft, which is counted in the memory budget before it is made and until its write is done.
    ///
    /// - Parameters:
    ///   - cost: Of the draft, in bytes.
    ///   - remedy: What to do where the draft is larger than the whole budget.
    func counted(
        _ request: Request, _ cost: (DraftCost) -> Int, remedy: String, _ work: (Request) throws -> PendingResponse
    ) throws -> PendingResponse {
        guard !request.body.isEmpty else { return try work(request) }
        let count = cost(DraftCost(request.body))
        guard count <= settings.memory.shareLimit else {
            let detail = "This body describes more than the server holds in memory for one sender (a quarter of server.memory). \(remedy)"
            throw RequestProblem(.tooLarge, detail)
        }
        guard let charge = settings.share(of: request).charge(count) else { throw RequestProblem.outOfMemory }
        return try work(request).holding(charge)
    }
}
