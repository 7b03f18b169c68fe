import HTTPTypes
import Lists
import TestSupport
import Testing

@Suite("Random operations by the names of random versions")
struct RandomBatchTests {
    /// A list over the API beside the arrays that it is to be like, in each of its versions.
    private final class Run {
        let seed: UInt64
        let api: TestAPI
        var random: SeededGenerator
        private(set) var versions: [ArrayModel]
        private var made = 0
        private var deleted: [String] = []

        init(seed: UInt64) async throws {
            self.seed = seed
            api = try TestAPI()
            random = SeededGenerator(seed: seed)
            var model = ArrayModel()
            for section in 0..<4 {
                let items = (0..<6).map { ArrayModel.Item(id: "s\(section)i\($0)", value: "0", revision: 1) }
                model.sections.append(ArrayModel.Section(id: "s\(section)", header: "0", items: items))
            }
            versions = [model]
            let sections = model.sections.map { section in
                let items = section.items.map { "{\"id\":\"\($0.id)\",\"value\":0}" }.joined(separator: ",")
                return "{\"id\":\"\(section.id)\",\"header\":0,\"items\":[\(items)]}"
            }
            try await api.send(.put, "/lists/l", body: "{\"sections\":[\(sections.joined(separator: ","))]}")
        }

        var version: Int { versions.count }
        var head: ArrayModel { versions[versions.count - 1] }

        /// An id that the list has not; now and then one that it had.
        func fresh(_ model: ArrayModel) -> String {
            if Int.random(in: 0...3, using: &random) == 0, let old = deleted.popLast(), model.path(of: old) == nil { return old }
            made += 1
            return "n\(made)"
        }

        /// The version that names are those of: the head, where none is said, or one before.
        func namedVersion() -> Int? {
            Bool.random(using: &random) ? nil : Int.random(in: max(1, version - 8)...version, using: &random)
        }

        func naming(_ named: ArrayModel) -> ModelOperation.Naming {
            let byPlace = Set((named.itemIDs + named.sections.map(\.id)).filter { _ in Bool.random(using: &random) })
            return ModelOperation.Naming(named: named, byPlace: byPlace.contains)
        }

        /// Keeps what a write has made.
        func keep(_ model: ArrayModel, touched: ArrayModel) {
            deleted += versions[versions.count - 1].itemIDs.filter { touched.path(of: $0) == nil }
            var model = model
            model.settle(since: head, version: Int64(version) + 1)
            if model != head { versions.append(model) }
        }

        /// Expects that the list is like the arrays, in its newest version and in the one that `at` names.
        func check(_ step: Int) async throws {
            for (version, model) in [(version, head), (max(1, version - 5), versions[max(0, version - 6)])] {
                let page = try await api.get("/lists/l/sections?limit=100&items=50&at=\(version)")
                let sections = (0..<(Int(page.at("sectionCount") ?? "") ?? 0)).map { index in
                    let items = (0..<(Int(page.at("sections.\(index).itemCount") ?? "") ?? 0)).map { row in
                        let item = "sections.\(index).items.\(row)."
                        return ArrayModel.Item(
                            id: page.at(item + "id") ?? "?", value: page.at(item + "value") ?? "?",
                            revision: page.at(item + "revision").flatMap { Int64($0) } ?? -1)
                    }
                    let section = "sections.\(index)."
                    return ArrayModel.Section(
                        id: page.at(section + "id") ?? "?", header: page.at(section + "header") ?? "?", items: items)
                }
                #expect(ArrayModel(sections) == model, "seed \(seed), step \(step), version \(version)")
            }
            #expect(try await api.get("/lists/l").at("version") == "\(version)", "seed \(seed), step \(step)")
        }
    }

    @Test("batches do what they do to plain arrays, all or nothing, and answer with what is there then", arguments: 0..<8)
    func batches(number: Int) async throws {
        let run = try await Run(seed: UInt64.random(in: 0...UInt64.max))
        var (successes, failures) = (0, 0)
        for step in 0..<30 {
            let at = run.namedVersion()
            let named = run.versions[(at ?? run.version) - 1]
            let names = run.naming(named)
            var model = run.head
            var operations: [ModelOperation] = []
            var failure: ModelOperation.Failure?
            var made: (items: [String], sections: [String]) = ([], [])
            for _ in 0..<Int.random(in: 0...6, using: &run.random) where failure == nil {
                let nameable = (items: named.itemIDs + made.items, sections: named.sections.map(\.id) + made.sections)
                var random = run.random
                let operation = ModelOperation.random(model, nameable: nameable, fresh: { run.fresh(model) }, using: &random)
                run.random = random
                operations.append(operation)
                do throws(ModelOperation.Failure) {
                    try operation.apply(to: &model)
                } catch {
                    failure = error
                }
                if case .insertItems(let ids, _, _, _) = operation { made.items += ids }
                if case .insertSection(let id, let items, _) = operation {
                    made.sections.append(id)
                    made.items += items
                }
            }
            let body =
                "{\(at.map { "\"at\":\($0)," } ?? "")\"operations\":[\(operations.map { $0.operation(names) }.joined(separator: ","))]}"
            let answer = try await run.api.send(.post, "/lists/l/batch", body: body)
            if let failure {
                failures += 1
                let slug = String(answer.at("type")?.dropFirst("/problems/".count) ?? "")
                #expect("\(answer.status) \(slug)" == failure.rawValue, "seed \(run.seed), step \(step): \(body) \(answer.text)")
                #expect(answer.at("errors.0.pointer") == "/operations/\(operations.count - 1)", "seed \(run.seed), step \(step)")
            } else {
                successes += 1
                run.keep(model, touched: model)
                #expect(
                    answer.status == 200 && answer.at("version") == "\(run.version)",
                    "seed \(run.seed), step \(step): \(body) \(answer.text)")
                for (index, operation) in operations.enumerated() {
                    Self.check(answer, index, operation, run.head, "seed \(run.seed), step \(step): \(body) \(answer.text)")
                }
            }
            try await run.check(step)
        }
        #expect(successes > 3 && failures > 0, "seed \(run.seed)")
    }

    /// Expects the result of an operation to be what the list has after all of them.
    private static func check(_ answer: TestResponse, _ index: Int, _ operation: ModelOperation, _ model: ArrayModel, _ comment: Comment) {
        let result = "results.\(index)"
        let touched = operation.touched
        func expect(_ id: String, at place: String) {
            guard let path = model.path(of: id) else {
                #expect(answer.at(place) == "null", comment)
                return
            }
            let item = model.sections[path.section].items[path.row]
            #expect(answer.at(place + ".id") == id && answer.at(place + ".indexPath") == "[\(path.section),\(path.row)]", comment)
            #expect(answer.at(place + ".value") == item.value && answer.at(place + ".revision") == "\(item.revision)", comment)
        }
        if case .insertItems = operation {
            for (row, id) in touched.items.enumerated() { expect(id, at: "\(result).items.\(row)") }
        } else if let id = touched.items.first {
            expect(id, at: result)
        } else if let id = touched.section, let place = model.index(of: id) {
            #expect(answer.at(result + ".id") == id && answer.at(result + ".index") == "\(place)", comment)
            #expect(answer.at(result + ".itemCount") == "\(model.sections[place].items.count)", comment)
        } else {
            #expect(answer.at(result) == "null", comment)
        }
    }

    @Test("a write by the names of an older version lands on the same thing, wherever it is", arguments: 0..<8)
    func staleNames(number: Int) async throws {
        let run = try await Run(seed: UInt64.random(in: 0...UInt64.max))
        var (successes, failures) = (0, 0)
        for step in 0..<80 {
            let at = run.namedVersion()
            let named = run.versions[(at ?? run.version) - 1]
            var model = run.head
            let nameable = (items: named.itemIDs, sections: named.sections.map(\.id))
            var random = run.random
            let operation = ModelOperation.random(model, nameable: nameable, fresh: { run.fresh(model) }, using: &random)
            run.random = random
            let (method, path, body) = operation.request(run.naming(named))
            let type = method == .patch && path.hasPrefix("/items") ? ["Content-Type": "application/merge-patch+json"] : [:]
            let target = "/lists/l\(path)" + (at.map { "?at=\($0)" } ?? "")
            let answer = try await run.api.send(method, target, type, body: body)
            let comment: Comment = "seed \(run.seed), step \(step): \(method) \(target) \(body): \(answer.text)"
            do throws(ModelOperation.Failure) {
                try operation.apply(to: &model)
                successes += 1
                run.keep(model, touched: model)
                #expect((200..<300).contains(answer.status) && answer["list-version"] == "\(run.version)", comment)
                if case .insertItems = operation {
                } else if let id = operation.touched.items.first, let place = run.head.path(of: id) {
                    #expect(answer.at("id") == id && answer.at("indexPath") == "[\(place.section),\(place.row)]", comment)
                    #expect(answer["content-location"] == "/lists/l/items/\(place.section)-\(place.row)?at=\(run.version)", comment)
                }
            } catch {
                failures += 1
                let slug = String(answer.at("type")?.dropFirst("/problems/".count) ?? "")
                #expect("\(answer.status) \(slug)" == error.rawValue, comment)
            }
            try await run.check(step)
        }
        #expect(successes > 20 && failures > 0, "seed \(run.seed)")
    }
}
