public import CellTypes
import JSON
public import Lists

/// The changes from one version of a list to another, as the contract shows them (section 4).
public struct ChangesRepresentation: Sendable {
    /// Bytes of stages in an answer or an event.
    public static let answerBytes = 1 << 20
    /// Bytes of stages in what a webhook is sent.
    public static let webhookBytes = 64 << 10
    /// Operations where nobody asks for more or fewer.
    public static let operations = 500

    private static let noStages = Array("[]".utf8)

    private let cells: CellPresentation
    private let operationLimit: Int
    private let byteLimit: Int

    /// - Parameters:
    ///   - operationLimit: The most operations that stages are shown with.
    ///   - byteLimit: The most bytes of stages.
    public init(cells: CellPresentation, operationLimit: Int = Self.operations, byteLimit: Int = Self.answerBytes) {
        self.cells = cells
        self.operationLimit = operationLimit
        self.byteLimit = byteLimit
    }

    /// The changes object from a version to another one. Beyond the bounds, and where the versions differ in their default type, it says
    /// that the list is to be loaded again.
    ///
    /// - Parameters:
    ///   - old: The version before; `nil` for the empty list that the list was before its first version.
    ///   - new: A later version of the same incarnation of the list, or the same.
    /// - Throws: `MissingRecord` where one of the versions was collected meanwhile.
    public func bytes(from old: ListSnapshot?, to new: ListSnapshot) throws -> [UInt8] {
        try text(from: old, to: new).bytes
    }

    /// As ``bytes(from:to:)``, with what the object is under a lower limit of operations.
    public func text(from old: ListSnapshot?, to new: ListSnapshot) throws -> EncodedChanges {
        let before = old?.head.properties ?? ListProperties()
        let isOfOneType = ListProperties(defaultType: before.defaultType) == ListProperties(defaultType: new.head.properties.defaultType)
        let shown = isOfOneType ? try stages(from: old, to: new) : nil
        let properties = before == new.head.properties ? nil : new.head
        func object(_ stages: [UInt8], reloads: Bool) -> [UInt8] {
            Self.object(
                of: new.id, from: old?.version ?? new.head.base, to: new.version, reloads: reloads, properties: properties, stages: stages)
        }
        let reload = object(Self.noStages, reloads: true)
        return EncodedChanges(
            bytes: shown.map { object($0.stages, reloads: false) } ?? reload, reload: reload, operationCount: shown?.operations,
            stageBytes: shown?.stages.count ?? 0, operationLimit: operationLimit)
    }

    /// The changes object of versions that can't be compared any more.
    public static func reload(_ id: ListID, from: Int64, to: Int64) -> [UInt8] {
        object(of: id, from: from, to: to, reloads: true, properties: nil, stages: noStages)
    }

    private static func object(
        of id: ListID, from: Int64, to: Int64, reloads: Bool, properties: ListHead?, stages: [UInt8]
    ) -> [UInt8] {
        var json = JSONWriter(capacity: stages.count + 256)
        json.beginObject()
        json.member("list", id.text)
        json.member("from", from)
        json.member("to", to)
        json.member("reload", reloads)
        json.key("properties")
        if let properties { ListRepresentation.write(properties, to: &json) } else { json.null() }
        json.key("stages")
        json.value(verbatim: stages)
        json.endObject()
        return json.bytes
    }

    /// The array of stages, and how many operations they have; `nil` beyond the bounds.
    private func stages(from old: ListSnapshot?, to new: ListSnapshot) throws -> (stages: [UInt8], operations: Int)? {
        guard let changes = try new.changes(since: old, limit: operationLimit) else { return nil }
        var writer = StageWriter(of: new, cells: cells, byteLimit: byteLimit)
        do {
            for stage in changes.stages { try writer.write(stage) }
            return (try writer.finish(), changes.operationCount)
        } catch is TooManyBytes {
            return nil
        }
    }
}
