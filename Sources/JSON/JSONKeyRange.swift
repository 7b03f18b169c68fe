/// The range of an object's key in a document.
struct JSONKeyRange {
    /// Between its quotes.
    let content: Range<Int>
    /// Whether there are escapes in it.
    let isEscaped: Bool

    /// With its quotes.
    var text: Range<Int> { (content.lowerBound - 1)..<(content.upperBound + 1) }
}
