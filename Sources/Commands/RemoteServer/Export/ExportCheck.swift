import JSON

/// Whether an export came whole: its first line says how many sections and items follow, a line each.
struct ExportCheck {
    private var firstLine: [UInt8] = []
    /// Lines that the first one promises, itself included.
    private(set) var expected: Int?
    /// Lines that came.
    private(set) var lines = 0
    private var endsInLine = false

    /// Bytes that a list's own line may have.
    private static let limit = 1 << 20

    /// Takes the next bytes.
    ///
    /// - Returns: `false` where they are no export.
    mutating func pass(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let lineFeed = UInt8(ascii: "\n")
        if expected == nil {
            let end = bytes.firstIndex(of: lineFeed)
            firstLine.append(contentsOf: bytes[..<(end ?? bytes.count)])
            if end != nil {
                expected = Self.count(of: firstLine)
                if expected == nil { return false }
            } else if firstLine.count > Self.limit {
                return false
            }
        }
        lines += bytes.reduce(0) { $0 + ($1 == lineFeed ? 1 : 0) }
        if let last = bytes.last { endsInLine = last != lineFeed }
        return true
    }

    var isWhole: Bool { expected == lines && !endsInLine }

    /// How many of the promised lines came.
    var words: String { "\(lines) of \(expected.map(String.init) ?? "its") lines came" }

    private static func count(of line: [UInt8]) -> Int? {
        guard let line = try? JSONText(validating: line), let sections = count("/list/sectionCount", in: line),
            let items = count("/list/itemCount", in: line)
        else { return nil }
        let (sum, isTooLarge) = sections.addingReportingOverflow(items)
        return isTooLarge || sum == .max ? nil : sum + 1
    }

    private static func count(_ pointer: String, in line: JSONText) -> Int? {
        JSONPointer(pointer)?.evaluate(in: line).flatMap { Int($0.text) }.flatMap { $0 < 0 ? nil : $0 }
    }
}
