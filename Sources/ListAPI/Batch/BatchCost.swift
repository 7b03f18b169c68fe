import JSON
import Lists
import Wire

/// What the operations of a batch read, make and show together, so that its time and memory stay in proportion to its size.
struct BatchCost {
    /// The most bytes of all values that a batch makes or shows.
    static let largestValues = 64 << 20
    /// The most bytes of what its operations change, each as often as it is changed.
    static let largestReading = 256 << 20
    /// How much more a JSON patch of a value, or a merge patch of a section, costs than reading what it is applied to, since all of that is
    /// taken apart.
    private static let patchFactor = 16

    /// What the patches may copy together.
    var budget: PatchBudget
    private var made = 0
    private var read = 0

    init(limits: ContentLimits) {
        budget = PatchBudget(limit: limits.value)
    }

    /// Counts a value in that an operation makes; what it replaces in its turn counts too.
    mutating func count(made value: JSONValue) throws {
        made += value.byteCount
        guard made <= Self.largestValues else { throw Self.tooMuch("make", Self.largestValues) }
    }

    /// Counts a value in that an operation is about to change.
    mutating func count(read value: JSONValue, by change: ValueChange) throws {
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
        try count(read: (content.header.byteCount + content.footer.byteCount + content.metadata.byteCount) * Self.patchFactor)
    }

    private mutating func count(read bytes: Int) throws {
        read += bytes
        guard read <= Self.largestReading else { throw Self.tooMuch("change", Self.largestReading) }
    }

    static func tooMuch(_ verb: String, _ limit: Int) -> RequestProblem {
        RequestProblem(
            .limitExceeded, "The operations \(verb) more than the \(limit >> 20) MiB of values that a batch may; send it in parts.")
    }
}
