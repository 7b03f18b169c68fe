import Lists
import Wire

/// The window that a request asks for by offset and limit.
struct PageRequest {
    let offset: Int
    let limit: Int

    init(_ parameters: Parameters, _ settings: ListAPISettings) throws(RequestProblem) {
        try self.init(parameters, largest: settings.largestPage, standard: min(settings.defaultPage, settings.largestPage))
    }

    /// - Parameter standard: The limit where the request names none.
    init(_ parameters: Parameters, largest: Int, standard: Int) throws(RequestProblem) {
        offset = try parameters.number("offset", in: 0...Int.max) ?? 0
        limit = try parameters.number("limit", in: 1...largest) ?? standard
    }

    /// The positions of the window in a run of `count`.
    func range(in count: Int) -> Range<Int> {
        PageWindow.positions(from: offset, limit: limit, in: count)
    }
}
