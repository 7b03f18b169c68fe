/// Output as a document shows it: `…` stands for anything, and white space does not count.
struct ShownOutput {
    private let pieces: [String]

    init(_ text: String) {
        pieces = text.filter { !$0.isWhitespace }.split(separator: "…").map(String.init)
    }

    /// Whether the pieces stand in some output, in this order.
    func appears(in output: String) -> Bool {
        var rest = Substring(output.filter { !$0.isWhitespace })
        for piece in pieces {
            guard let range = rest.firstRange(of: piece) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
