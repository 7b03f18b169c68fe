import Foundation

/// Reads an event stream in pieces of any size, as WHATWG HTML, 9.2.6, says.
struct EventStreamParser: Sendable {
    private(set) var lastEventID = ""
    /// Milliseconds that the server asks to wait before the next connection.
    private(set) var retry: Int?
    /// The most bytes of a line, and of the data of an event.
    private let longest: Int
    private var line: [UInt8] = []
    private var isAfterReturn = false
    private var isFirstLine = true
    private var name = ""
    private var data: [String] = []
    private var dataLength = 0

    init(longest: Int = URLError.longestBody) { self.longest = longest }

    /// - Returns: The events that these bytes complete, in order.
    /// - Throws: `URLError` where a line or an event is longer than anything that a server has to say.
    mutating func feed(_ chunk: Data) throws -> [ServerEvent] {
        var events: [ServerEvent] = []
        var rest = chunk[...]
        while let first = rest.first {
            if isAfterReturn {
                isAfterReturn = false
                if first == 0x0A {
                    rest = rest.dropFirst()
                    continue
                }
            }
            guard let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
                try extendLine(by: rest)
                break
            }
            try extendLine(by: rest[..<end])
            isAfterReturn = rest[end] == 0x0D
            rest = rest[(end + 1)...]
            if let event = finishLine() { events.append(event) }
            line.removeAll(keepingCapacity: line.capacity <= 1 << 16)
        }
        return events
    }

    private mutating func extendLine(by bytes: Data) throws {
        guard line.count + bytes.count + dataLength <= longest else { throw URLError(.dataLengthExceedsMaximum) }
        line.append(contentsOf: bytes)
    }

    private mutating func finishLine() -> ServerEvent? {
        if isFirstLine {
            isFirstLine = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        guard !line.isEmpty else { return finishEvent() }
        let colon = line.firstIndex(of: 0x3A) ?? line.endIndex
        var rest = line[min(colon + 1, line.endIndex)...]
        if rest.first == 0x20 { rest = rest.dropFirst() }
        let value = String(decoding: rest, as: UTF8.self)
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": name = value
        case "data":
            data.append(value)
            // An empty line takes memory too.
            dataLength += line.count + MemoryLayout<String>.size
        case "id": if !rest.contains(0) { lastEventID = value }
        case "retry": if rest.allSatisfy({ (0x30...0x39).contains($0) }) { retry = Int(value) ?? retry }
        default: break
        }
        return nil
    }

    private mutating func finishEvent() -> ServerEvent? {
        defer {
            name = ""
            data = []
            dataLength = 0
        }
        guard !data.isEmpty else { return nil }
        return ServerEvent(name: name.isEmpty ? "message" : name, id: lastEventID, data: data.joined(separator: "\n"))
    }
}
