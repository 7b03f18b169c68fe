import Foundations

/// Says whether a message that has come was signed by somebody who knows a secret, and lately: the receiver's half of Standard Webhooks 1.0.
public struct SignatureCheck: Sendable {
    /// Seconds that a message's timestamp may be off, either way.
    public static let tolerance: Int64 = 300

    private let secrets: [SigningSecret]

    /// - Parameter secrets: Any of them may have signed.
    public init(_ secrets: [SigningSecret]) {
        self.secrets = secrets
    }

    /// Checks a message.
    ///
    /// - Parameters:
    ///   - headers: The value of a header by its name, such as ``SignedHeaders/idName``; `nil` without one.
    ///   - now: Seconds since 1970, UTC.
    /// - Returns: The message's id.
    /// - Throws: ``SignatureFailure`` that says in words what is wrong.
    public func id(of body: [UInt8], headers: (String) -> String?, now: Int64) throws(SignatureFailure) -> String {
        func value(_ name: String) throws(SignatureFailure) -> String {
            guard let value = headers(name), !value.isEmpty else { throw SignatureFailure("there is no \(name)") }
            return value
        }
        let id = try value(SignedHeaders.idName)
        let timestamp = try value(SignedHeaders.timestampName)
        let signatures = try value(SignedHeaders.signatureName)
        guard timestamp.utf8.allSatisfy(ASCII.isDigit), let seconds = Int64(timestamp) else {
            throw SignatureFailure("\(SignedHeaders.timestampName) is no number of seconds")
        }
        let age = now.subtractingSaturating(seconds)
        guard (-Self.tolerance...Self.tolerance).contains(age) else {
            throw SignatureFailure(
                "\(SignedHeaders.timestampName) is \(age.magnitude) seconds \(age > 0 ? "old" : "ahead"), and may be \(Self.tolerance) off")
        }
        let isSigned = signatures.split(separator: " ").contains { signature in
            secrets.contains { $0.isSignature(signature, id: id, timestamp: timestamp, body: body) }
        }
        guard isSigned else { throw SignatureFailure("no signature in \(SignedHeaders.signatureName) is of this secret and this body") }
        return id
    }
}

/// Why a message is not believed, in words.
public struct SignatureFailure: Error, Sendable, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
