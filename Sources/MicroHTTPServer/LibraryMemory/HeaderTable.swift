import CMicroHTTPD
import Foundations
import HTTPServing

/// The header lines of a connection's current request, as they lie in the library's memory.
final class HeaderTable: @unchecked Sendable {
    // Unchecked because of the pointers: the connection's own thread adds lines while nobody else knows the request, and other threads look
    // them up until its exchange has ended, under the lock of the exchange's state.

    private struct Line {
        let name: UnsafeRawBufferPointer
        let value: UnsafeRawBufferPointer
        /// As of ``HeaderTable/key(of:)``.
        let key: UInt64
    }

    /// Lines that there is memory for between requests.
    private static let keptCount = 16

    /// Memory for lines, of which the first ``count`` are there. An array would be tested for other owners with each line.
    private var lines = UnsafeMutableBufferPointer<Line>.allocate(capacity: keptCount)
    private var count = 0
    /// The start of the next line, or of the empty one, if nothing was left out.
    private var nextLine: UInt = 0
    private var isWhole = true
    /// The names of the lines.
    private(set) var names = HeaderNameSet()

    deinit { lines.deallocate() }

    /// Takes the lines that the library has read, in place of those of an earlier request.
    ///
    /// - Parameter start: The address of the first line.
    /// - Returns: The framing by the lines, which is still to be checked.
    func read(of connection: OpaquePointer, from start: UInt) -> RequestFraming {
        (count, nextLine, isWhole) = (0, start, true)
        names = HeaderNameSet()
        if lines.count > Self.keptCount { resize(to: Self.keptCount) }
        _ = MHD_get_connection_values_n(connection, .HEADER_KIND, headerIsRead, Unmanaged.passUnretained(self).toOpaque())
        var framing = RequestFraming()
        for index in 0..<count { framing.add(name: lines[index].name, value: lines[index].value) }
        return framing
    }

    /// Whether each line is one that stands right behind the one before it, up to an empty one.
    ///
    /// - Parameter end: The address of the first byte behind the empty line.
    func isWhole(until end: UInt) -> Bool { isWhole && nextLine &+ 2 == end }

    fileprivate func add(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        if UInt(bitPattern: name.baseAddress) != nextLine { isWhole = false }
        nextLine = UInt(bitPattern: value.baseAddress) &+ UInt(value.count) &+ 2
        if count == lines.count { resize(to: 2 * count) }
        lines.initializeElement(at: count, to: Line(name: name, value: value, key: Self.key(of: name)))
        count &+= 1
        var names = names
        names.insert(name)
        self.names = names
    }

    /// Calls `body` with the value of a header; several lines of a name are joined with a comma and a space in the order sent.
    ///
    /// - Parameter name: In small letters.
    func withValue(of name: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        let first = index(of: name, from: 0)
        guard first < count else { return }
        var next = index(of: name, from: first &+ 1)
        guard next < count else { return body(lines[first].value) }
        var joined = Array(lines[first].value)
        while next < count {
            joined += [UInt8(ascii: ","), UInt8(ascii: " ")]
            joined.append(contentsOf: lines[next].value)
            next = index(of: name, from: next &+ 1)
        }
        joined.withUnsafeBytes(body)
    }

    /// The first line of a name from an index on; ``count`` where there is none.
    private func index(of name: UnsafeRawBufferPointer, from start: Int) -> Int {
        let (lines, count, key) = (lines, count, Self.key(of: name))
        var index = start
        while index < count, lines[index].key != key || !Self.isName(lines[index].name, name) { index &+= 1 }
        return index
    }

    /// A name's length, first and last letter, the same in any case: what most names differ in.
    private static func key(of name: UnsafeRawBufferPointer) -> UInt64 {
        guard let first = name.first else { return 0 }
        return UInt64(name.count) << 16 | UInt64(first | 0x20) << 8 | UInt64(name[name.count &- 1] | 0x20)
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

/// A callback of the library: a header of a request is there.
nonisolated private func headerIsRead(
    context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?, nameCount: Int,
    value: UnsafePointer<CChar>?, valueCount: Int
) -> MHD_Result {
    guard let context else { return .NO }
    // Its connection holds it.
    Unmanaged<HeaderTable>.fromOpaque(context)._withUnsafeGuaranteedRef {
        $0.add(name: UnsafeRawBufferPointer(start: name, count: nameCount), value: UnsafeRawBufferPointer(start: value, count: valueCount))
    }
    return .YES
}
