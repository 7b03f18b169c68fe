import Lists
import Ports

extension RecordReader {
    /// The lists that have had items of a type, by their numbers; views have none of their own. The first table decides the order, so that the limit bounds what is read.
    static let typeUses = """
        SELECT l.number, l.id, t.number AS type, l.counter FROM type_name t CROSS JOIN list l ON l.number = t.list
        WHERE t.name = ? AND t.list > ? AND l.deleted IS NULL AND t.list NOT IN (SELECT list FROM view) ORDER BY t.list LIMIT ?
        """

    func uses(of type: String, after number: Int64, limit: Int) throws -> [TypeUse] {
        try uses.all(type, number, max(0, limit)) { row in
            guard let list = ListID(row["id"]), let type = Int32(exactly: row["type"] as Int64) else {
                throw SQLiteFailure(code: .corrupt, message: "a list that uses '\(type)' can't be read", operation: "read a list")
            }
            return TypeUse(list: list, number: row["number"], type: type, counter: row["counter"])
        }
    }
}
