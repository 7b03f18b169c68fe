import SectionalClient

/// The sections behind the two whose rows are edited: added, written, moved among themselves and deleted.
extension RandomEdits {
    private static let first = 2

    func furtherSections() -> [ListSection] { (Self.first..<max(Self.first, provider.numberOfSections())).map { provider.section(at: $0) } }

    private func addedSections() -> [ListSection] { furtherSections().filter { $0.id.hasPrefix("section-") } }

    func describe(_ section: ListSection) -> String { "\(section.id)=\(number(of: section))" }

    private func number(of section: ListSection) -> Int {
        guard case .integer(let number)? = section.header else { return -1 }
        return Int(number)
    }

    /// Says what a section shows that it must not, or does not show.
    func checkSections() {
        let shown = addedSections()
        for section in shown {
            let (least, most, number) = (made[section.id] ?? 0, tried[section.id] ?? 0, number(of: section))
            if number < least || number > most { ClientCrashChild.say("\(section.id) shows \(number), not \(least)...\(most)") }
            if deleted.contains(section.id), !section.isDeleted { ClientCrashChild.say("\(section.id) is shown, and was deleted") }
        }
        guard provider.numberOfSections() >= Self.first else { return }
        for id in added where shown.count(where: { $0.id == id }) != 1 {
            ClientCrashChild.say("\(id) is shown \(shown.count { $0.id == id }) times, and was added")
        }
    }

    func editSection() async {
        let there = addedSections().filter { !$0.isDeleted }
        guard let section = there.randomElement(), there.count > 1 else { return await add() }
        switch Int.random(in: 0..<8) {
        case 0 where there.count < 6: await add()
        case 0, 1: await delete(section)
        case 2, 3: await move(section)
        default: await write(section)
        }
    }

    private func begin(_ what: String, on id: String, _ edit: @escaping @MainActor (ListSection) async throws -> Void) async -> Bool {
        await begin(what) { [self] in
            guard let section = addedSections().first(where: { $0.id == id && !$0.isDeleted }) else { return nil }
            return { try await edit(section) }
        }
    }

    private func add() async {
        additions += 1
        let id = "section-\(additions)"
        write("adding \(id)")
        let isBegun = await begin("addition of \(id)") { [provider] in
            let count = provider.numberOfSections()
            guard count >= Self.first else { return nil }
            return { try await provider.insertSection(at: Int.random(in: Self.first...count), header: .integer(0), id: id) }
        }
        guard isBegun else { return }
        write("added \(id)")
        let isShown = await isShownAtOnce { addedSections().contains { $0.id == id } }
        if !isShown { ClientCrashChild.say("\(id) is not shown at once") }
        added.insert(id)
    }

    private func write(_ section: ListSection) async {
        let number = (tried[section.id] ?? 0) + 1
        tried[section.id] = number
        write("tried \(section.id) \(number)")
        let isBegun = await begin("\(section.id) \(number)", on: section.id) { [provider] section in
            var new = section
            new.header = .integer(Int64(number))
            try await provider.updateSection(section, to: new)
        }
        guard isBegun else { return }
        made[section.id] = number
        write("made \(section.id) \(number)")
    }

    private func move(_ section: ListSection) async {
        write("moving \(section.id) any")
        _ = await begin("move of \(section.id)", on: section.id) { [provider] section in
            try await provider.moveSection(section, to: Int.random(in: Self.first..<provider.numberOfSections()))
        }
    }

    private func delete(_ section: ListSection) async {
        write("deleting \(section.id)")
        added.remove(section.id)
        let isBegun = await begin("deletion of \(section.id)", on: section.id) { [provider] section in
            try await provider.deleteSection(section)
        }
        guard isBegun else { return }
        deleted.insert(section.id)
        write("deleted \(section.id)")
    }
}
