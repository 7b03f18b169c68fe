import Lists
import Ports

/// The version of its source that a view is built of, beside the writer.
struct ViewBuild: Sendable {
    /// Its source; `nil` where there is none, and where the view is to be emptied first.
    let source: ListSnapshot?
    /// The source as the view shows it, where its definition is the same and that version is kept.
    let shown: ListSnapshot?
    /// Whether the view shows a list that is gone, and is built to show that.
    let endsSource: Bool
    /// The most sections of the view.
    let sectionLimit: Int
    /// Keep the versions that are read.
    let pins: [VersionPin]
}

/// How a view that was built stands to its source.
struct BuiltView {
    /// The source's version that it shows where that is not the head: 0 for none, `nil` where it is up to date.
    let late: Int64?
    /// Whether the versions before it show a list that is gone.
    let endsSource: Bool
}
