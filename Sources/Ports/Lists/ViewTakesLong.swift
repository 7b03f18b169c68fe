/// Thrown by a write of a view whose content takes too long to be made on the store's writer. The write begins again as a replacement
/// (``ListStore/replace(_:with:begin:finish:completion:)``) whose change gives the list its properties: the store makes the content beside
/// the writer.
public struct ViewTakesLong: Error {
    public init() {}
}
