public import JSON

/// The cost of a request's operations: the values that they read, make and show together. Limits on it keep the request's time and memory
/// in proportion to its size.
///
/// A single operation is bounded by the limit on values alone.
public struct OperationCost: Sendable {
    /// The most bytes of all values that a batch makes or shows.
    private static let largestValues = 64 << 20
    /// The most bytes of what its operations change, each as often as it is changed.
    private static let largestReading = 256 << 20
    /// How much more a JSON patch of a value, or a merge patch of a section, costs than reading what it is applied to, since all of that is
    /// taken apart.
    private static let patchFactor = 16

    /// The budget that the patches share.
    public var budget: PatchBudget
    private let isBatch: Bool
    private var made = 0
    private var read = 0
    private var shown = 0

    public init(isBatch: Bool, limits: ContentLimits) {
        self.isBatch = isBatch
        budget = PatchBudget(limit: limits.value)
    }

    /// Counts a value in that an operation makes; what it replaces in its turn counts too.
    public mutating func count(made value: JSONText) throws {
        made += value.byteCount
        try check(made, "make", Self.largestValues)
    }

    /// Counts a value in that an operation is about to change.
    public mutating func count(read value: JSONText, by change: ValueChange) throws {
        let factor =
            switch change {
            case .replace: 1
            case .merge: 2
            case .patch: Self.patchFactor
            }
        try count(read: value.byteCount * factor)
    }

    /// Counts what a section shows in that an operation is about to change.
    mutating func count(read content: SectionContent) throws {
        try count(read: content.byteCount * Self.patchFactor)
    }

    /// Counts in what an answer shows.
    mutating func count(shown result: OperationResult) throws {
        shown += result.byteCount
        try check(shown, "show", Self.largestValues)
    }

    private mutating func count(read bytes: Int) throws {
        read += bytes
        try check(read, "change", Self.largestReading)
    }

    private func check(_ bytes: Int, _ verb: String, _ limit: Int) throws {
        guard isBatch, bytes > limit else { return }
        throw ListError(
            .limitExceeded, "The operations \(verb) more than the \(limit >> 20) MiB of values that a batch may; send it in parts.")
    }
}

extension SectionContent {
    /// Bytes of its texts.
    var byteCount: Int { header.byteCount + footer.byteCount + metadata.byteCount }
}
