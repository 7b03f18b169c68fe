/// Shows how far an import is.
public protocol ImportProgress {
    /// Shows how many bytes of the file have been read.
    func show(_ done: Int)

    /// Shows what is going on instead.
    func show(_ words: String)
}
