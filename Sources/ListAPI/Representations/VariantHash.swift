/// The hash that an entity tag carries of what its answer depends on beside the list: the same in every process.
enum VariantHash {
    /// FNV-1a of 32 bits (Fowler, Noll and Vo) over the parts, each ended by a byte that UTF-8 does not have.
    static func hash(_ parts: [String]) -> UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        for part in parts {
            for byte in part.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
            hash = (hash ^ 0xFF) &* 0x0100_0193
        }
        return hash
    }
}
