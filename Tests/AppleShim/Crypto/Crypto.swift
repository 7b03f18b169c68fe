// What the guides use of swift-crypto, and of CryptoKit, with their signatures and the bodies of nothing (see UIKit.swift).
public import Foundation

public protocol HashFunction {}

public struct SHA256: HashFunction {}

public struct SymmetricKey: Sendable {
    public init<D: ContiguousBytes>(data: D) {}
}

public enum HMAC<H: HashFunction> {
    public static func isValidAuthenticationCode<C: ContiguousBytes, D: DataProtocol>(
        _ authenticationCode: C, authenticating authenticatedData: D, using key: SymmetricKey
    ) -> Bool { false }
}
