import Synchronization

/// Says which addresses a webhook may be called at: those that are globally reachable in IANA's registries, and those that the operator allows.
///
/// It depends on the address alone, so the same guard can check a URL when it is registered and the address that is really connected to.
///
/// An address that embeds one of version 4 (``EmbeddedAddress``) is judged by both: it is refused where either would be, and allowed where
/// a block allows either.
///
/// Copies share what is allowed, which may change while they are used.
public struct AddressGuard: Sendable {
    private final class Allowed: Sendable {
        let blocks: Mutex<[AddressBlock]>

        init(_ blocks: [AddressBlock]) {
            self.blocks = Mutex(blocks)
        }
    }

    private let allowed: Allowed

    /// - Parameter allowed: Addresses that may be called although they are not globally reachable.
    public init(allowing allowed: [AddressBlock]) {
        self.allowed = Allowed(allowed)
    }

    /// Allows these blocks in the place of those before, for every copy of the guard.
    public func allow(_ blocks: [AddressBlock]) {
        allowed.blocks.withLock { $0 = blocks }
    }

    /// Why an address may not be called, in words; `nil` where it may.
    public func refusal(of address: IPAddress) -> String? {
        let embedded = EmbeddedAddress.embedded(in: address)
        guard !isAllowed(address), !(embedded.map(isAllowed) ?? false) else { return nil }
        if let special = SpecialBlock.covering(address), !special.isGloballyReachable {
            return "\(address) is not globally reachable: \(special.name) (\(special.block))"
        }
        return embedded.flatMap(refusal).map { "\(address) embeds an address of version 4: \($0)" }
    }

    /// Why a connection may not lead to an address, as its numbers are written; `nil` where it may.
    public func refusal(ofConnecting text: String) -> String? {
        guard let address = IPAddress(text) else { return "The connection leads to something that is no internet address." }
        return refusal(of: address)
    }

    private func isAllowed(_ address: IPAddress) -> Bool {
        allowed.blocks.withLock { $0.contains { $0.contains(address) } }
    }
}
