import FoundationEssentials

/// Time and ids of the machine that the process runs on: what an application passes in, and a test replaces.
public enum SystemSources {
    /// Milliseconds since 1970, UTC.
    @Sendable public static func now() -> Int64 {
        Int64(Date().timeIntervalSince1970 * 1_000)
    }

    /// A new source of UUIDs of version 7.
    @Sendable public static func identifiers() -> any IdentifierSource {
        UUIDv7Source(now: now) { UInt64.random(in: UInt64.min...UInt64.max) }
    }
}
