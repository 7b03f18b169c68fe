/// A block of addresses that is not like the others.
struct SpecialBlock: Sendable {
    let block: AddressBlock
    /// Its purpose, and the document that says so.
    let name: String
    let isGloballyReachable: Bool

    /// `nil` where the text is no block.
    init?(_ cidr: String, _ name: String, isGloballyReachable: Bool = false) {
        guard let block = AddressBlock(cidr) else { return nil }
        self.block = block
        self.name = name
        self.isGloballyReachable = isGloballyReachable
    }

    /// The smallest special block that an address is in; `nil` where it is in none.
    static func covering(_ address: IPAddress) -> SpecialBlock? {
        all.filter { $0.block.contains(address) }.max { $0.block.prefixLength < $1.block.prefixLength }
    }

    /// Every row of `list`; a row that is no block would be missing, and a test counts them.
    static let all: [SpecialBlock] = list.compactMap { $0 }
}
