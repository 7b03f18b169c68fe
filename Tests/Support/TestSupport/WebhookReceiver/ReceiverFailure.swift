/// Why a receiver can't be used.
public struct ReceiverFailure: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
