import Foundations

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
        ASCII.isAlphanumeric(byte) || "-._".utf8.contains(byte)
    }
}
