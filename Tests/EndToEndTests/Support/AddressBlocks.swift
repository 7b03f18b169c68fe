import Webhooks

extension [AddressBlock] {
    /// The blocks of these texts.
    static func cidr(_ texts: String...) -> [AddressBlock] { texts.compactMap { AddressBlock($0) } }
}
