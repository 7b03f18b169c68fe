import JSON
import Lists
import Ports
import StoreSuite
import TestSupport
import Testing
@testable import SQLiteStore

extension SQLiteListStore {
    /// Makes a view, or defines it anew.
    @discardableResult
    func define(_ view: ListID, _ text: String) throws -> ListSnapshot {
        let properties = try Self.properties(text)
        do {
            return try writeAndWait(view) { transaction in
                let edit = try transaction.edit()
                edit.setProperties(properties)
                return try transaction.commit(edit)
            }
        } catch is ViewTakesLong {
            return try replaceAndWait(view, with: .change { $0.setProperties(properties) }).snapshot
        }
    }

    /// Begins to make a view, or to define it anew, beside the writer.
    func beginToDefine(_ view: ListID, _ text: String) throws -> WriteResult<Int64> {
        let result = WriteResult<Int64>()
        let properties = try Self.properties(text)
        replace(
            view, with: .change { $0.setProperties(properties) }, begin: { _ in nil }, finish: { $1.snapshot.version },
            completion: result.completion)
        return result
    }

    /// Sets the value of an item of a list's first section.
    @discardableResult
    func setValue(_ value: String, at row: Int, of list: ListID) throws -> Int64 {
        try writeAndWait(list) { transaction in
            let edit = try transaction.edit()
            try edit.updateItem(at: IndexPath(section: 0, row: row), value: JSONText(verbatim: value))
            return try transaction.commit(edit).version
        }
    }

    /// Sets the values of the first items of a list's first section, in one version.
    func setValues(of list: ListID, count: Int, _ value: @escaping @Sendable (Int) -> String) throws {
        _ = try writeAndWait(list) { transaction in
            let edit = try transaction.edit()
            for row in 0..<count { try edit.updateItem(at: IndexPath(section: 0, row: row), value: JSONText(verbatim: value(row))) }
            return try transaction.commit(edit)
        }
    }

    /// Finds each item of a list's first section by its number.
    func expectPositions(in list: ListID) throws {
        let list = try snapshot(of: list, at: nil)
        for (row, item) in try list.items(of: try list.section(at: 0), rows: 0..<list.itemCount).enumerated() {
            #expect(try list.item(numbered: item.entry.number)?.indexPath == IndexPath(section: 0, row: row))
        }
    }

    private static func properties(_ text: String) throws -> ListProperties {
        let text = JSONText(verbatim: text)
        return ListProperties(view: ViewText(of: try ViewDefinition(validating: text).source, text: text))
    }
}
