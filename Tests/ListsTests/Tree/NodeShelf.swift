import Lists

@testable import struct Lists.TreeBranch

/// Stored nodes in memory, in their encoded form, with counts of what was read and written.
final class NodeShelf: NodeStorage {
    private var nodes: [NodeKey: [UInt8]] = [:]
    private(set) var reads = 0
    private(set) var writes = 0
    /// Where each thing stands: what a store's placement rows would say of the newest version.
    private(set) var parents: [Number: Number] = [:]
    private(set) var placementWrites = 0
    var counter: Number = 0

    var count: Int { nodes.count }

    func itemNode(_ key: NodeKey) throws -> TreeNode<ItemEntry> { try node(key) }
    func sectionNode(_ key: NodeKey) throws -> TreeNode<SectionEntry> { try node(key) }

    private func node<Element>(_ key: NodeKey) throws -> TreeNode<Element> {
        reads += 1
        guard let bytes = nodes[key] else { throw MissingRecord(key: key) }
        return try bytes.withUnsafeBytes { try TreeNode<Element>.decode(key: key, bytes: $0) }
    }

    func resetCounts() {
        reads = 0
        writes = 0
        placementWrites = 0
    }

    /// Stores what an edit made, throws away what it left behind.
    func absorb(_ editor: TreeEditor) {
        let changes = editor.changes()
        for node in changes.itemNodes { nodes[node.key] = node.encoded() }
        for node in changes.sectionNodes { nodes[node.key] = node.encoded() }
        writes += changes.itemNodes.count + changes.sectionNodes.count
        for key in changes.retiredItemNodes + changes.retiredSectionNodes { nodes[key] = nil }
        for (number, parent) in changes.placements {
            parents[number] = parent == 0 ? nil : parent
            placementWrites += 1
        }
        for number in changes.endedNodes { parents[number] = nil }
        counter = editor.counter
    }
}
