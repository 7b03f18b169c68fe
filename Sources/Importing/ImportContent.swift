/// What a file holds for a list.
public enum ImportContent {
    /// Content that had to be seen whole: a document, or rows that were sorted into sections.
    case draft(ImportedContent)
    /// Content that comes a piece at a time.
    case pieces(any PieceSource)
    /// NDJSON in the shape of an export, as it stands in the file.
    case export(ImportInput)
}
