/// A changes object as it was encoded for a limit of operations, with what it is under a lower one.
public struct EncodedChanges: Sendable {
    /// The object.
    public let bytes: [UInt8]
    /// The object that says that the list is to be loaded again, in place of its stages.
    public let reload: [UInt8]
    /// How many operations the stages have; `nil` where `bytes` is `reload`.
    public let operationCount: Int?
    /// The limit that it was encoded for.
    public let operationLimit: Int

    public init(bytes: [UInt8], reload: [UInt8], operationCount: Int?, operationLimit: Int) {
        self.bytes = bytes
        self.reload = reload
        self.operationCount = operationCount
        self.operationLimit = operationLimit
    }
}
