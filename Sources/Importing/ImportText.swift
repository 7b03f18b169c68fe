/// All of a file, in memory that stays where it is.
final class ImportText {
    let bytes: UnsafeBufferPointer<UInt8>

    /// Copies what `source` holds.
    init(_ source: UnsafeBufferPointer<UInt8>) {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: source.count)
        _ = copy.initialize(fromContentsOf: source)
        bytes = UnsafeBufferPointer(copy)
    }

    deinit {
        bytes.deallocate()
    }
}
