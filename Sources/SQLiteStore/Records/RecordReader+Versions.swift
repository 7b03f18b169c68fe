import Lists
import Ports

extension RecordReader {
    /// The versions between two keys, the newest first: a range of the primary key, so that the limit bounds what is read.
    static let versionRun = """
        SELECT key, time, section_count, item_count, author, source FROM version WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT ?
        """

    /// The versions of a list from one down to another that have rows; at most `limit`.
    func versions(of list: Int64, from first: Int64, downTo last: Int64, limit: Int) throws -> [VersionPage.Entry] {
        let base = list << KeyRange.counterBits
        return try versions.all(base | last, base | first, max(0, limit)) { row in
            VersionPage.Entry(
                version: row["key"] - base, updatedAt: row["time"], sectionCount: row["section_count"], itemCount: row["item_count"],
                author: row["author"], source: row["source"])
        }
    }
}
