/// The order of sections on the screen, and the one in the server's version.
extension ListModel {
    /// The ids of the server's sections, in its order.
    var servedIDs: [ExactID] {
        guard let order else { return sections.map { ExactID($0.info.section.id) } }
        return order.shown.map { ExactID(sections[$0].info.section.id) }
    }

    /// The sections as they are on the screen.
    var sectionArrangement: SectionArrangement { SectionArrangement(shown: sections.map(\.info.section), order) }

    func index(ofSection id: ExactID) -> Int? { sections.firstIndex { ExactID($0.info.section.id) == id } }

    /// The position in the server's version of one of the model; nil in a section that the server does not have yet.
    func served(_ position: RowPosition) -> RowPosition? {
        guard let order else { return position }
        guard order.served.indices.contains(position.section) else { return nil }
        return order.served[position.section].map { RowPosition($0, position.row) }
    }

    /// The position in the model of one of the server's version; nil outside it.
    func modelled(_ server: RowPosition) -> RowPosition? {
        guard let order else { return server }
        return order.shown.indices.contains(server.section) ? order.shown(server) : nil
    }

    /// The model in the server's order, without this app's sections.
    var inServedOrder: ListModel {
        guard let order else { return self }
        var model = self
        model.withSections { sections in sections = order.shown.map { sections[$0] } }
        model.order = nil
        return model
    }

    /// A model in the server's order as it is on a screen.
    func placed(_ arrangement: SectionArrangement) -> ListModel {
        guard order == nil, let order = PlacedOrder(arrangement) else { return self }
        var model = self
        model.withSections { sections in
            sections = arrangement.entries.map { entry in
                entry.served.map { sections[$0] }
                    ?? Section(info: SectionInfo(entry.inserted ?? .missing), rows: SparseRows(count: 0))
            }
        }
        model.order = order
        return model
    }

    /// Changes the model in the server's order.
    mutating func inServedOrder<Result>(_ body: (inout ListModel) -> Result) -> Result {
        guard order != nil else { return body(&self) }
        let arrangement = sectionArrangement
        self = inServedOrder
        defer { self = placed(arrangement) }
        return body(&self)
    }
}

extension SectionArrangement {
    fileprivate init(shown sections: [ListSection], _ order: PlacedOrder?) {
        self.init(
            sections.enumerated().map { index, section in
                let served = order.map { $0.served[index] } ?? index
                return Entry(id: ExactID(section.id), served: served, inserted: served == nil ? section : nil)
            }, isPlaced: order != nil)
    }
}
