import Foundations
import HTTPServing

/// The header lines of a connection's current request, as they lie in the library's memory.
final class HeaderTable: @unchecked Sendable {
    // Unchecked because of the pointers: the connection's own thread adds lines while nobody else knows the request, and other threads look
    // them up until its exchange has ended, under the lock of the exchange's state.

    private struct Line {
        let name: UnsafeRawBufferPointer
        let value: UnsafeRawBufferPointer
    }

    /// Lines that there is memory for between requests.
    private static let keptCount = 16

    /// Memory for lines, of which the first ``count`` are there. An array would be tested for other owners with each line.
    private var lines = UnsafeMutableBufferPointer<Line>.allocate(capacity: keptCount)
    private var count = 0
    /// The names of the lines.
    private(set) var names = HeaderNameSet()

    deinit { lines.deallocate() }

    /// Forgets all lines.
    func clear() {
        count = 0
        names = HeaderNameSet()
        if lines.count > Self.keptCount { resize(to: Self.keptCount) }
    }

    func add(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        if count == lines.count { resize(to: 2 * count) }
        lines.initializeElement(at: count, to: Line(name: name, value: value))
        count &+= 1
        var names = names
        names.insert(name)
        self.names = names
    }

    /// Calls `body` with the value of a header; several lines of a name are joined with a comma and a space in the order sent.
    ///
    /// - Parameter name: In small letters.
    func withValue(of name: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        let lines = UnsafeMutableBufferPointer(rebasing: lines[..<count])
        guard let first = lines.firstIndex(where: { Self.isName($0.name, name) }) else { return }
        let rest = lines[(first + 1)...].filter { Self.isName($0.name, name) }
        guard !rest.isEmpty else { return body(lines[first].value) }
        var joined = Array(lines[first].value)
        for line in rest {
            joined += [UInt8(ascii: ","), UInt8(ascii: " ")]
            joined.append(contentsOf: line.value)
        }
        joined.withUnsafeBytes(body)
    }

    private func resize(to capacity: Int) {
        let larger = UnsafeMutableBufferPointer<Line>.allocate(capacity: capacity)
        _ = larger.initialize(from: lines[..<count])
        lines.deallocate()
        lines = larger
    }

    private static func isName(_ sent: UnsafeRawBufferPointer, _ name: UnsafeRawBufferPointer) -> Bool {
        guard sent.count == name.count else { return false }
        var index = 0
        while index < name.count {
            guard ASCII.lowercased(sent[index]) == name[index] else { return false }
            index &+= 1
        }
        return true
    }
}
