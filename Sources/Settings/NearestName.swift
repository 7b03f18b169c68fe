/// The known name that an unknown one is most likely meant to be.
public struct NearestName {
    /// `nil` where none is near.
    let name: String?

    public init(to unknown: String, among known: [String]) {
        let bound = max(2, unknown.count / 3)
        let nearest = known.map { (name: $0, distance: Self.distance(unknown.lowercased(), $0.lowercased())) }
            .min { $0.distance < $1.distance }
        name = nearest.flatMap { $0.distance <= bound ? $0.name : nil }
    }

    /// The question at the end of a message; empty when no name is near.
    public var question: String { name.map { "; did you mean \($0)?" } ?? "" }

    /// The fewest insertions, deletions and replacements of a character that make one text of the other (Wagner and Fischer, 1974).
    private static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right)
        var row = Array(0...right.count)
        for (index, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let replaced = diagonal + (right[column] == character ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
