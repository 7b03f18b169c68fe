/// A changes object as it was encoded for a limit of operations, with what it is under lower limits.
public struct EncodedChanges: Sendable, Equatable {
    /// The object.
    public let bytes: [UInt8]
    /// The object that says that the list is to be loaded again, in place of its stages.
    public let reload: [UInt8]
    /// How many operations the stages have; `nil` where `bytes` is `reload`.
    public let operationCount: Int?
    /// How many bytes the array of stages has.
    public let stageBytes: Int
    /// The limit that it was encoded for.
    public let operationLimit: Int

    public init(bytes: [UInt8], reload: [UInt8], operationCount: Int?, stageBytes: Int, operationLimit: Int) {
        self.bytes = bytes
        self.reload = reload
        self.operationCount = operationCount
        self.stageBytes = stageBytes
        self.operationLimit = operationLimit
    }

    /// The object under other limits; `nil` where it has to be encoded for them.
    ///
    /// - Parameter stageBytes: The most bytes of stages, at most those that it was encoded for.
    public func object(operations: Int, stageBytes: Int = .max) -> [UInt8]? {
        if let operationCount { return operationCount <= operations && self.stageBytes <= stageBytes ? bytes : reload }
        return operations <= operationLimit ? reload : nil
    }
}
