import Foundations

/// A version of a list.
struct VersionKey: CacheKey {
    /// The list's number.
    let list: Int64
    let version: Int64

    var spread: UInt64 { (list &+ version).spread }
}
