/// This much of it works, and traps where UIKit throws: an id stands once.
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable>: Sendable {
    public private(set) var sectionIdentifiers: [SectionIdentifierType] = []
    private var items: [[ItemIdentifierType]] = []
    private var known: Set<ItemIdentifierType> = []

    public init() {}
    public var itemIdentifiers: [ItemIdentifierType] { Array(items.joined()) }
    public var numberOfItems: Int { known.count }
    public var numberOfSections: Int { sectionIdentifiers.count }
    public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
        sectionIdentifiers.firstIndex(of: identifier).map { items[$0] } ?? []
    }
    public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? { itemIdentifiers.firstIndex(of: identifier) }

    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        for identifier in identifiers {
            precondition(!sectionIdentifiers.contains(identifier), "the section \(identifier) stands twice")
            sectionIdentifiers.append(identifier)
            items.append([])
        }
    }

    public mutating func appendItems(_ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil) {
        let index = sectionIdentifier.map { sectionIdentifiers.firstIndex(of: $0) } ?? sectionIdentifiers.indices.last
        guard let index else { preconditionFailure("no section for items") }
        for identifier in identifiers {
            precondition(known.insert(identifier).inserted, "the item \(identifier) stands twice")
            items[index].append(identifier)
        }
    }

    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
        for identifier in identifiers { precondition(known.contains(identifier), "no item \(identifier) to reconfigure") }
    }
}

@MainActor
open class UICollectionViewDiffableDataSource<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable>: NSObject
{
    public typealias CellProvider = (_ collectionView: UICollectionView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType) ->
        UICollectionViewCell?
    public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {}
    open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { .init() }
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, animatingDifferences: Bool = true,
        completion: (() -> Void)? = nil
    ) {}
    open func apply(_ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, animatingDifferences: Bool = true)
        async
    {}
    open func applySnapshotUsingReloadData(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, completion: (() -> Void)? = nil
    ) {}
    open func applySnapshotUsingReloadData(_ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>) async {}
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { nil }
}
