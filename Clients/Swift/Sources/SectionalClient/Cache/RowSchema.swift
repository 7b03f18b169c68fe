import Foundation

/// The schema by which rows on disk were read. Rows of another build of the app may lack members that its `Item` has by now, and rows of
/// other accepted cells have other cells; both are loaded anew.
enum RowSchema {
    /// - Parameter cells: ``ListOptions/acceptedCells``.
    static func tag(cells: [String]?) -> String { ([build] + (cells.map { ["cells"] + $0 } ?? ["all"])).joined(separator: "\n") }

    /// The app's version, and when its program was made: a build on a developer's desk keeps its version.
    private static let build: String = {
        let version = Bundle.main.infoDictionary?["CFBundleVersion"] as? String ?? ""
        let program = Bundle.main.executableURL.flatMap { try? $0.resourceValues(forKeys: [.contentModificationDateKey]) }
        let made = program?.contentModificationDate?.timeIntervalSince1970 ?? 0
        return "\(version) \(made)"
    }()
}
