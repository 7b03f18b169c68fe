/// `writes.…`: how much may wait for the writer.
public struct WriteSettings: Sendable, Equatable {
    public var queue = 4_096
    public var uploads = 256
}
