/// Where the text of one field lies in a CSV file.
struct CSVField {
    /// The text, without the quotes around it.
    let range: Range<Int>
    /// Whether quotes are doubled in the text.
    let hasDoubledQuotes: Bool
}
