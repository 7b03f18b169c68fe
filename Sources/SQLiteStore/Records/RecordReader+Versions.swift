import Lists
import Ports

extension RecordReader {
    /// The versions between two keys, the newest first: a range of the primary key, so that the limit bounds what is read.
    static let versionRun = """
        SELECT key, time, section_count, item_count, author FROM version WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT ?
        """

    /// The versions of a list from one down to another that have rows; at most `limit`.
    func versions(of list: Int64, from first: Int64, downTo last: Int64, limit: Int) throws -> [VersionPage.Entry] {
        let base = list << KeyRange.counterBits
        versions.bind(0, base | last)
        versions.bind(1, base | first)
        versions.bind(2, Int64(max(0, limit)))
        defer { versions.reset() }
        var found: [VersionPage.Entry] = []
        while try versions.step() {
            found.append(
                VersionPage.Entry(
                    version: versions.int(0) - base, updatedAt: versions.int(1), sectionCount: Int(versions.int(2)),
                    itemCount: Int(versions.int(3)), author: versions.optionalText(4)))
        }
        return found
    }
}
