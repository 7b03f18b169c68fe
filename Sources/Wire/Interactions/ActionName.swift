/// The name of an action as a path has it: 1 to 64 of `A–Z a–z 0–9 . _ -`.
public struct ActionName: Sendable, Hashable {
    public let text: String

    /// - Throws: `malformed-request` where the segment, percent-decoded, is none.
    public init(_ segment: String) throws(RequestProblem) {
        guard (1...64).contains(segment.utf8.count), segment.utf8.allSatisfy(Self.isAllowed) else {
            throw RequestProblem(.malformedRequest, "The name of an action is 1 to 64 of A–Z a–z 0–9 . _ -.")
        }
        text = segment
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
