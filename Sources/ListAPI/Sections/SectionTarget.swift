import HTTPServing
import Lists
import Wire

/// The section that a path names.
struct SectionTarget: Sendable {
    let list: ListID
    let section: SectionReference
    /// The version that the name means something in; `nil` for the head.
    let version: Int64?

    /// From `/lists/{list}/sections/{section}?at=`.
    init(_ path: PathParameters, _ parameters: Parameters) throws(RequestProblem) {
        list = try path.list()
        section = try path.section()
        version = try parameters.version()
    }
}
