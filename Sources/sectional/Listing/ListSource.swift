import JSON
import Lists

/// Where lists are read from, a page at a time.
protocol ListSource {
    /// The List objects of all lists whose ids begin with a prefix, by id.
    ///
    /// - Returns: a function that gives the next page, and `nil` after the last.
    func pages(prefix: String) throws(CommandFailure) -> () throws(CommandFailure) -> [JSONValue]?
}
