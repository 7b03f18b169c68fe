#if canImport(Darwin)
    public import Darwin
#else
    public import Glibc
#endif

/// Files that only their owner may read, made by one process alone.
public enum PrivateFile {
    /// Owner's reading and writing.
    public static let mode: mode_t = 0o600

    /// Makes an empty file.
    ///
    /// - Returns: Its descriptor, which the caller closes; below 0 where there is a file of that name, or where none can be made (`errno`).
    public static func make(_ path: String) -> Int32 {
        open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    }

    /// A name that no other process takes, whatever its number and its clock: 32 hexadecimal digits from the system's random numbers, which
    /// need no descriptor.
    public static func randomName() -> String {
        var random = SystemRandomNumberGenerator()
        return [random.next() as UInt64, random.next()].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
