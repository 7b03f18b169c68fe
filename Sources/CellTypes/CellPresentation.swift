import Lists

/// How one answer shows the types of its items: by the naming rule, the registry at one version, and what the client knows.
public struct CellPresentation: Sendable {
    /// The cell of an item that its client can't show.
    public static let unsupportedCell = "UnsupportedCell"

    public let naming: CellNaming
    public let registry: CellTypeRegistry
    /// The types that the client knows; `nil` where it does not say, and every type is shown as it is.
    public let accepted: AcceptedCellTypes?
    /// Resolved chains of fallbacks; `nil` where no chain is followed.
    let fallbacks: Fallbacks?

    public init(naming: CellNaming = CellNaming(), registry: CellTypeRegistry = .empty, accepted: AcceptedCellTypes? = nil) {
        self.naming = naming
        self.registry = registry
        self.accepted = accepted
        fallbacks = accepted == nil || registry.count == 0 ? nil : Fallbacks()
    }

    /// The type that a client is shown: the type itself, or the nearest on its chain of fallbacks that the client knows.
    ///
    /// - Parameters:
    ///   - type: The item's; `nil` for one without a type.
    ///   - defaultType: The list's, which stands for the type of an item without one; `nil` where the list has none.
    public func shown(type: String?, defaultType: String?) -> ShownCell {
        guard let name = type ?? defaultType else { return ShownCell(type: nil, cell: cell(of: nil), height: nil) }
        guard let accepted, !accepted.contains(name) else { return shown(name, as: type) }
        guard let fallback = fallbacks?.nearest(to: name, among: accepted, registry) else {
            return ShownCell(type: nil, cell: Self.unsupportedCell, height: nil)
        }
        return shown(fallback, as: fallback)
    }

    private func shown(_ name: String, as type: String?) -> ShownCell {
        let registered = registry[name]?.type
        return ShownCell(type: type, cell: registered?.reuseIdentifier ?? cell(of: name), height: registered?.estimatedHeight)
    }

    private func cell(of name: String?) -> String { naming.cell(type: name, defaultType: nil) }

    /// The hash in the entity tag of an answer with items, cells or heights; `nil` where such an answer depends on the list alone.
    public var variant: UInt32? { registry.version > 0 || accepted != nil ? hash.value : nil }

    /// As ``variant``, of an answer that a version of an item stands for and not one of its list: it depends on the list's default type as well, and
    /// on a view's source.
    /// - Parameter source: The id of the list whose item it is, in a view; `nil` for any other list.
    public func variant(defaultType: String?, source: String? = nil) -> UInt32? {
        if defaultType == nil, source == nil { return variant }
        var hash = hash
        if let defaultType { hash.combine(defaultType) }
        if let source {
            hash.combine(defaultType == nil ? 2 : 3)
            hash.combine(source)
        }
        return hash.value
    }

    private var hash: VariantHash {
        var hash = VariantHash()
        hash.combine(naming.hash)
        hash.combine(registry.presentationHash)
        guard let accepted else { return hash }
        hash.combine(UInt32(truncatingIfNeeded: accepted.names.count))
        for name in accepted.names { hash.combine(name.text) }
        return hash
    }
}
