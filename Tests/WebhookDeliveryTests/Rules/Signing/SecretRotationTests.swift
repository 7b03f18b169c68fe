import Lists
import Ports
import Testing
import Webhooks

@Suite("Rotating secrets")
struct SecretRotationTests {
    private static let hour: Int64 = 3_600_000

    @Test("the new one signs first, and the old one beside it for 24 hours")
    func overlap() {
        let secrets = SecretRotation.adding(Self.secret(2), to: [Self.secret(1)], at: 1_000)
        #expect(secrets == [Self.secret(2), Self.secret(1, until: 1_000 + 24 * Self.hour)])
        #expect(SecretRotation.live(secrets, at: 999 + 24 * Self.hour) == secrets)
        #expect(SecretRotation.live(secrets, at: 1_000 + 24 * Self.hour) == [Self.secret(2)])
    }

    @Test("an end that is set stays, and what has ended goes")
    func ends() {
        var secrets = SecretRotation.adding(Self.secret(2), to: [Self.secret(1)], at: 0)
        secrets = SecretRotation.adding(Self.secret(3), to: secrets, at: 23 * Self.hour)
        #expect(secrets == [Self.secret(3), Self.secret(2, until: 47 * Self.hour), Self.secret(1, until: 24 * Self.hour)])
        secrets = SecretRotation.adding(Self.secret(4), to: secrets, at: 24 * Self.hour)
        #expect(secrets == [Self.secret(4), Self.secret(3, until: 48 * Self.hour), Self.secret(2, until: 47 * Self.hour)])
    }

    @Test("at most ten sign, and the oldest gives way")
    func most() {
        let secrets = (1...12).reduce([]) { SecretRotation.adding(Self.secret(UInt8($1)), to: $0, at: Int64($1)) }
        #expect(secrets.map(\.sealed) == (3...12).reversed().map { [UInt8($0)] })
        #expect(secrets.map { $0.expiresAt == nil } == [true] + Array(repeating: false, count: 9))
    }

    private static func secret(_ byte: UInt8, until end: Int64? = nil) -> SealedSecret {
        SealedSecret(sealed: [byte], expiresAt: end)
    }
}
