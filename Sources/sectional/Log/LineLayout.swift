/// Lays out a line of the log in memory that is there already; what has no room is left out.
struct LineLayout: ~Copyable {
    private let memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(_ memory: UnsafeMutableRawBufferPointer) {
        self.memory = memory
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

    mutating func append(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let fitting = min(bytes.count, memory.count - count)
        guard fitting > 0, let source = bytes.baseAddress, let target = memory.baseAddress else { return }
        (target + count).copyMemory(from: source, byteCount: fitting)
        count += fitting
    }

    /// A number in at least `width` digits, of which there are at most twenty.
    mutating func append(_ number: Int, width: Int = 1) {
        withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
            var rest = UInt(clamping: number)
            var start = 20
            while rest > 0 || 20 - start < width {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            append(UnsafeRawBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Microseconds as milliseconds with their fraction.
    mutating func append(milliseconds microseconds: Int) {
        append(microseconds / 1_000)
        append(".")
        append(microseconds % 1_000, width: 3)
    }
}
