/// Says which addresses a webhook may be called at: those that are globally reachable in IANA's registries, and those that the operator allows.
///
/// A pure function of the address, so the same guard can judge a URL when it is registered and the address that is really connected to.
///
/// An address that embeds one of version 4 (``EmbeddedAddress``) is judged by both: it is refused where either would be, and allowed where
/// a block allows either.
public struct AddressGuard: Sendable {
    private let allowed: [AddressBlock]

    /// - Parameter allowed: What may be called although it is not globally reachable.
    public init(allowing allowed: [AddressBlock]) {
        self.allowed = allowed
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

    private func isAllowed(_ address: IPAddress) -> Bool {
        allowed.contains { $0.contains(address) }
    }
}
