/// The heights that rows are expected to have, by the server's geometry of one version.
///
/// They are estimates: a section that has another number of rows by now gives its mean, and one that is not known gives the mean of all.
struct RowHeights: Sendable {
    private struct Section {
        /// The row behind each run, and the run's height; empty where there are too many to be kept.
        var runs: [(end: Int, height: Double?)] = []
        var count = 0
        var mean = Mean()
    }

    /// The mean of the rows that have a height.
    private struct Mean {
        private var sum = 0.0
        private var count = 0.0

        var value: Double? { count > 0 ? sum / count : nil }

        mutating func add(_ height: Double?, count more: Int) {
            guard let height else { return }
            sum += height * Double(more)
            count += Double(more)
        }
    }

    /// Runs of a section that are kept.
    private static let mostRuns = 1_000

    private var sections: [ExactID: Section] = [:]
    private var cells: [String: Double] = [:]
    private var mean = Mean()

    init() {}

    /// Nothing comes of counts that are not the contract's.
    init(_ page: GeometryAnswer) {
        guard page.sections.allSatisfy({ ListShape.isSound($0.runs.lazy.map(\.count)) }) else { return }
        for part in page.sections {
            var section = Section()
            for run in part.runs {
                section.count += run.count
                section.mean.add(run.height, count: run.count)
                mean.add(run.height, count: run.count)
                if part.runs.count <= Self.mostRuns { section.runs.append((section.count, run.height)) }
                cells[run.cell] = run.height
            }
            sections[ExactID(part.id)] = section
        }
    }

    /// Whether no row has a height.
    var isEmpty: Bool { mean.value == nil }

    func height(of cell: String) -> Double? { cells[cell] }

    /// - Parameters:
    ///   - row: The row's index in its section.
    ///   - count: How many rows the section has.
    ///   - section: The section's id.
    func height(ofRow row: Int, of count: Int, in section: String) -> Double? {
        guard let section = sections[ExactID(section)] else { return mean.value }
        guard section.count == count, !section.runs.isEmpty else { return section.mean.value ?? mean.value }
        var runs = section.runs[...]
        while runs.count > 1 {
            let middle = runs.startIndex + runs.count / 2
            runs = runs[middle - 1].end > row ? runs[..<middle] : runs[middle...]
        }
        return runs.first?.height ?? section.mean.value ?? mean.value
    }
}
