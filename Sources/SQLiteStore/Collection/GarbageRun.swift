/// Records or rows that go together.
struct GarbageRun: Equatable {
    /// The kind of object that the keys name.
    enum Kind: UInt8, CaseIterable {
        /// Keys of records, which go from their packs.
        case record = 1
        /// Numbers whose rows of the table `parent` go, those older than the version.
        case parent = 2
    }

    let kind: Kind
    let keys: KeyRun
}
