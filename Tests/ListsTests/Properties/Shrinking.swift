/// Makes a failing run of edits shorter while it still fails (delta debugging: Zeller and Hildebrandt, 2002).
enum Shrinking {
    static func shortest<Edit>(_ edits: [Edit], fails: ([Edit]) -> Bool) -> [Edit] {
        var shortest = edits
        var chunk = max(shortest.count / 2, 1)
        while chunk >= 1 {
            var start = 0
            while start < shortest.count {
                var candidate = shortest
                candidate.removeSubrange(start..<min(start + chunk, shortest.count))
                if !candidate.isEmpty, fails(candidate) { shortest = candidate } else { start += chunk }
            }
            chunk /= 2
        }
        return shortest
    }
}
