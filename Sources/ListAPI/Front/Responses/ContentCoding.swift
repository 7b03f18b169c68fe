import Foundations
import HTTPServing
import HTTPTypes
import Wire

/// The encoding of a response's body.
enum ContentCoding {
    /// Bodies up to this many bytes go out as they are.
    static let smallest = 1_024
    /// Larger bodies are compressed at level 1: four times as fast, since a thread does it that serves others.
    private static let quick = 1 << 20

    /// Whether a request takes gzip.
    static func acceptsGzip(_ request: Request) -> Bool {
        var isAccepted = false
        request.head.withValue(of: .acceptEncoding) { isAccepted = HeaderElements.takeGzip($0) }
        return isAccepted
    }

    /// As below, of an array.
    static func gzip(_ body: [UInt8], accepted: Bool) -> [UInt8]? {
        accepted ? body.withUnsafeBytes { gzip($0, accepted: accepted) } : nil
    }

    /// A body in gzip where that is asked for and worth it; `nil` where it goes out as it is.
    static func gzip(_ body: UnsafeRawBufferPointer, accepted: Bool) -> [UInt8]? {
        guard accepted, body.count > smallest else { return nil }
        let level = body.count > quick ? 1 : 6
        guard let encoded = Gzip.compress(body, level: level), encoded.count < body.count else { return nil }
        return encoded
    }
}
