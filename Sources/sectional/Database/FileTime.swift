#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The time as the end of a file's name: UTC, without a character that a shell minds.
enum FileTime {
    /// Such as `20261122-073000`.
    static func now() -> String {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y%m%d-%H%M%S", &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
