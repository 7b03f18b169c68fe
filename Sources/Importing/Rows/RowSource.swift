/// Where the rows of a table come from, one after the other.
protocol RowSource {
    /// The next row; `nil` at the end.
    mutating func next() throws(ImportError) -> ImportRow?

    /// How many bytes of the file have been read.
    var offset: Int { get }
}
