import Lists
import Wire

extension PageWindow {
    /// The parameters that say where a window of items is. At most one of them is given.
    static let starts = ["offset", "after", "before", "around"]
    /// The parameters of a route that shows a window of items.
    static let names = starts + ["limit", "at"]

    /// The window of items that a request asks for.
    ///
    /// - Throws: `bad-parameter` that names what is malformed, or the second of two that say where the window is.
    init(_ parameters: Parameters, _ settings: ListAPISettings) throws(RequestProblem) {
        let given = parameters.first(among: Self.starts)
        if let first = given.first, let second = given.second {
            throw Parameters.problem(second, "“\(first)” and “\(second)” both say where the page is; send one of them.")
        }
        let page = try PageRequest(parameters, settings)
        let start = given.first == nil || given.first == "offset" ? nil : try Self.start(parameters)
        self.init(start ?? .offset(page.offset), limit: page.limit)
    }

    private static func start(_ parameters: Parameters) throws(RequestProblem) -> Start? {
        if let id = try item(parameters, "after") { return .after(id) }
        if let id = try item(parameters, "before") { return .before(id) }
        return try item(parameters, "around").map { .around($0) }
    }

    private static func item(_ parameters: Parameters, _ name: String) throws(RequestProblem) -> Identifier? {
        guard let text = parameters[name] else { return nil }
        guard case .id(let id) = try? PathParser.item(text) else {
            throw Parameters.problem(name, "“\(name)” is an item: @ and its id.")
        }
        return id
    }
}
