import HTTPServing
import Lists
import Wire

/// The item that a path names.
struct ItemTarget: Sendable {
    let list: ListID
    let item: ItemReference
    /// The version that the name means something in; `nil` for the head.
    let version: Int64?

    /// From `/lists/{list}/items/{item}?at=`.
    init(_ path: PathParameters, _ parameters: Parameters) throws(RequestProblem) {
        list = try path.list()
        item = try PathParser.item(path["item"] ?? "")
        version = try parameters.version()
    }

    /// From `/items/{indexPath}?list=&at=`.
    ///
    /// - Throws: `bad-parameter` that names `list` where it is malformed, or absent and without a default.
    init(_ path: PathParameters, _ parameters: Parameters, defaultList: ListID?) throws(RequestProblem) {
        item = try PathParser.indexPath(path["indexPath"] ?? "")
        version = try parameters.version()
        if let text = parameters["list"] {
            guard let id = ListID(text) else { throw Parameters.problem("list", "“list” is no possible id of a list.") }
            list = id
        } else if let defaultList {
            list = defaultList
        } else {
            throw Parameters.problem("list", "“list” is missing: say which list the index path is of.")
        }
    }
}

extension PathParameters {
    /// The list that the path names.
    func list() throws(RequestProblem) -> ListID { try PathParser.list(self["list"] ?? "") }

    /// The section that the path names.
    func section() throws(RequestProblem) -> SectionReference { try PathParser.section(self["section"] ?? "") }
}
