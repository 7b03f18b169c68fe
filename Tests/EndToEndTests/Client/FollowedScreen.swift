import Foundation
import SectionalClient
import TestSupport

/// An app in front of a server: a provider, the strict list view that shows it, and the hand that scrolls and edits.
@MainActor
final class FollowedScreen {
    let provider: RemoteDataProvider<Reading>
    let view: StrictListView<RemoteDataProvider<Reading>>
    private(set) var states: [ConnectionState] = []
    private(set) var refusals: [ListRefusal<Reading>] = []
    private(set) var edits = 0
    private(set) var outcomes: [String: Int] = [:]
    private var consumer: Task<Void, Never>?
    private var hand: Task<Void, Never>?
    private var writes: [Task<Void, Never>] = []

    /// - Parameters:
    ///   - cache: A folder; nil keeps nothing.
    ///   - service: The app's; nil makes one for this screen.
    init(
        port: UInt16, list: String = "a", cache: ListCache? = nil, keep: Int = 1_000_000,
        token: (@Sendable (TokenRequest) async throws -> String?)? = nil, service: SectionalService? = nil,
        change: (inout ListOptions) -> Void = { _ in }
    ) throws {
        guard let base = URL(string: "http://127.0.0.1:\(port)") else { throw TestFailure("no URL") }
        var options = ListOptions()
        options.cache = cache
        options.keep = keep
        change(&options)
        let service = service ?? SectionalService(base, transport: URLSessionTransport(), token: token)
        provider = RemoteDataProvider(service, list: list, options: options)
        view = StrictListView(provider)
        consumer = Task { @MainActor [provider, weak self] in
            for await update in provider.changes { self?.show(update) }
        }
    }

    deinit {
        consumer?.cancel()
        hand?.cancel()
    }

    private func show(_ update: ListUpdate<Reading>) {
        if case .state(let state) = update { states.append(state) }
        if case .refused(let refusal) = update { refusals.append(refusal) }
        view.show(update)
        if case .stages = update, view.batches % 40 == 0 { view.verify() }
    }

    // MARK: The hand

    /// Scrolls, jumps, and edits what is shown, until ``rest()``.
    func play(edits wantsEdits: Bool = true) {
        hand = Task { @MainActor [weak self] in
            var top = 0
            while !Task.isCancelled {
                guard let self else { return }
                let count = provider.itemCount
                if count > 0 {
                    top = Int.random(in: 0..<20) == 0 ? Int.random(in: 0..<count) : (top + Int.random(in: 0..<15)) % count
                    look(at: top)
                    if wantsEdits { edit() }
                }
                try? await Task.sleep(for: .milliseconds(40))
            }
        }
    }

    private func look(at top: Int) {
        let shown = (top..<top + 12).compactMap { position(ofFlat: $0) }
        provider.setVisible(shown)
        for path in shown { _ = provider.item(at: path) }
    }

    private func position(ofFlat offset: Int) -> IndexPath? {
        var left = offset
        for section in 0..<provider.numberOfSections() {
            let count = provider.numberOfItems(in: section)
            if left < count { return IndexPath(indexes: [section, left]) }
            left -= count
        }
        return nil
    }

    private func edit() {
        let section = Int.random(in: 0..<max(1, provider.numberOfSections()))
        // A hand does not go on for ever where nothing is answered.
        guard edits - outcomes.values.reduce(0, +) < 8 else { return }
        guard section < provider.numberOfSections(), provider.numberOfItems(in: section) > 0 else { return }
        let path = IndexPath(indexes: [section, Int.random(in: 0..<provider.numberOfItems(in: section))])
        guard let row = provider.loadedRow(at: path), var value = row.value else { return }
        edits += 1
        value.title = "edit \(edits)"
        let kind = Int.random(in: 0..<6)
        let target: IndexPath = [path[0], Int.random(in: 0..<provider.numberOfItems(in: section))]
        writes.append(
            Task { @MainActor [provider, weak self] in
                do {
                    switch kind {
                    case 0: try await provider.insert(value, at: target)
                    case 1: try await provider.move(from: path, to: target)
                    default: try await provider.update(row, value: value)
                    }
                    self?.outcomes["done", default: 0] += 1
                } catch ListFailure.conflict {
                    self?.outcomes["conflict", default: 0] += 1
                } catch ListFailure.gone {
                    self?.outcomes["gone", default: 0] += 1
                } catch {
                    self?.outcomes["\(error)", default: 0] += 1
                }
            })
    }

    /// Takes the hand off, and waits for the answers to all edits.
    func rest() async {
        hand?.cancel()
        await hand?.value
        for write in writes { await write.value }
        writes = []
    }

    // MARK: The end

    /// Waits without holding up the main actor, where all of this happens.
    func wait(for what: String, within limit: Duration = .seconds(60), _ holds: () throws -> Bool) async throws {
        let deadline = ContinuousClock.now + limit
        while try !holds() {
            guard ContinuousClock.now < deadline else { throw TestFailure("\(what) never came; \(provider.state), \(view.violations)") }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Waits until the screen is at the head, loads every row, and compares all with an export of that version.
    ///
    /// - Returns: What is wrong, in words; empty where the screen equals the export and no rule was broken.
    func compare(with port: UInt16, list: String = "a") async throws -> [String] {
        let client = try HTTPConnection(port: port)
        let head = try client.get("/lists/\(list)").object["version"] as? Int ?? 0
        try await wait(for: "version \(head) on the screen") { provider.version >= head || !view.violations.isEmpty }
        var asked = 0
        try await wait(for: "every row") {
            asked += 1
            let missing = rows().filter { provider.loadedRow(at: $0) == nil }
            if asked % 20 == 1 { provider.prefetch(Array(missing.prefix(2_000))) }
            return missing.isEmpty
        }
        try await wait(for: "what is shown to be what is there") { view.staleRows.isEmpty || !view.violations.isEmpty }
        view.verify(values: true)
        return try view.violations + differences(client, list)
    }

    private func rows() -> [IndexPath] {
        (0..<provider.numberOfSections()).flatMap { section in
            (0..<provider.numberOfItems(in: section)).map { IndexPath(indexes: [section, $0]) }
        }
    }

    private struct Line: Decodable {
        struct Section: Decodable {
            let id: String
            let header: JSONValue?
        }
        struct Item: Decodable {
            let id: String
            let type: String?
            let value: Reading
        }
        let section: Section?
        let item: Item?
    }

    private func differences(_ client: HTTPConnection, _ list: String) throws -> [String] {
        var found: [String] = []
        var section = -1
        var row = 0
        let text = try client.get("/lists/\(list)/export?at=\(provider.version)").text
        for line in text.split(separator: "\n") {
            let line = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
            if let expected = line.section {
                if section >= 0, provider.numberOfItems(in: section) != row { found.append("section \(section) has not \(row) rows") }
                section += 1
                row = 0
                guard section < provider.numberOfSections() else { return found + ["section \(section) is missing"] }
                let shown = provider.section(at: section)
                if shown.id != expected.id || (shown.header ?? .null) != (expected.header ?? .null) {
                    found.append("section \(section) is \(shown), the export has \(expected)")
                }
            } else if let expected = line.item {
                guard row < provider.numberOfItems(in: section) else { return found + ["[\(section), \(row)] is missing"] }
                let shown = provider.loadedRow(at: IndexPath(indexes: [section, row]))
                if shown?.id != expected.id || shown?.type != expected.type || shown?.value != expected.value {
                    found.append("[\(section), \(row)] is \(shown.map { "\($0)" } ?? "unknown"), the export has \(expected)")
                }
                row += 1
            }
        }
        if section + 1 != provider.numberOfSections() { found.append("\(provider.numberOfSections()) sections, not \(section + 1)") }
        return found
    }

    /// A line of figures, for who runs the full lengths.
    func figures(_ name: String, writes: Int) {
        let outcomes = outcomes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        print(
            "client \(name): version \(provider.version), \(writes) writes, \(view.batches) stages, \(view.operations) operations, "
                + "\(view.reloads) reloads, \(edits) edits (\(outcomes)), \(states.count) states, \(view.violations.count) violations")
    }
}
