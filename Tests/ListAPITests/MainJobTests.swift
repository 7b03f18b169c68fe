import HTTPTypes
import ListAPI
import Lists
import Testing

@Suite("The main job")
struct MainJobTests {
    static let hello = #"[["java","swift","js"],["java","swift","js"]]"#

    @Test("an array of arrays is a list of sections, and putting it again makes no version")
    func hello() async throws {
        let api = try TestAPI()
        let made = try await api.send(.put, "/lists/hello", body: Self.hello)
        #expect(made.status == 201)
        #expect(made["location"] == "/lists/hello")
        #expect(made["list-version"] == "1" && made["etag"] == "\"v1\"")
        #expect(made.at("sectionCount") == "2" && made.at("itemCount") == "6" && made.at("version") == "1")
        let again = try await api.send(.put, "/lists/hello", body: " [ [\"java\", \"swift\",\"js\"],[\"java\",\"swift\",\"js\"] ]\n")
        #expect(again.status == 200 && again.at("version") == "1" && again["location"] == nil)
        #expect(again.at("updatedAt") == made.at("updatedAt"))

        let sections = try await api.get("/lists/hello/sections?items=3")
        #expect(sections.status == 200)
        #expect(sections.at("sections.1.items.2.value") == "js")
        #expect(sections.at("sections.1.items.2.indexPath") == "[1,2]")
        #expect(sections.at("sections.0.itemCount") == "3" && sections.at("sections.0.header") == "null")
        #expect(sections.at("sections.0.items.0.cell") == "Cell" && sections.at("sections.0.items.0.type") == "null")

        let item = try await api.get("/items/1-2?list=hello")
        #expect(item.status == 200 && item.at("value") == "js" && item.at("list") == "hello" && item.at("revision") == "1")

        let patched = try await api.send(.patch, "/items/1-2?list=hello", body: #""ecmascript""#)
        #expect(patched.status == 200 && patched.at("value") == "ecmascript" && patched.at("revision") == "2")
        #expect(patched["content-location"] == "/lists/hello/items/1-2?at=2" && patched["list-version"] == "2")
        #expect(patched.at("id") == item.at("id"))
        let reset = try await api.send(.put, "/lists/hello", body: Self.hello)
        #expect(reset.at("version") == "3")
        #expect(try await api.get("/lists/hello/items/@\(item.at("id") ?? "")?at=2").at("value") == "ecmascript")
    }

    @Test("one array is one section; an empty array is a list without sections; a mix is refused")
    func shapes() async throws {
        let api = try TestAPI()
        #expect(try await api.send(.put, "/lists/a", body: "[1,2,3]").at("sectionCount") == "1")
        #expect(try await api.send(.put, "/lists/b", body: "[]").at("sectionCount") == "0")
        #expect(try await api.send(.put, "/lists/c", body: #"[[["Paris","CDG"],["Rome","FCO"]]]"#).at("itemCount") == "2")
        let mix = try await api.send(.put, "/lists/d", body: "[[1],2]")
        #expect(mix.status == 422 && mix.at("type") == "/problems/invalid-value" && mix.at("errors.0.pointer") == "/1")
        #expect(try await api.get("/lists/d").status == 404)
    }

    @Test("a document brings ids, headers, types and properties, and a bare array keeps the properties")
    func document() async throws {
        let api = try TestAPI { $0.defaultList = .init("airports") }
        let document = """
            {"title":"Airports","metadata":{"b":1.0,"a":2},"defaultType":"AirportModel","sections":[
              {"id":"FR","header":"France","items":[{"id":"CDG","type":"HubItem","value":{"name":"Paris","runways":4.00}}]},
              {"id":"IT","header":{"text":"Italia"},"footer":"fine","items":[{"id":"FCO","value":null}]}]}
            """
        #expect(try await api.send(.put, "/lists/airports", body: document).status == 201)
        let list = try await api.get("/lists/airports")
        #expect(list.text.contains(#""metadata":{"b":1.0,"a":2}"#) && list.at("title") == "Airports")
        let item = try await api.get("/items/0-0")
        #expect(item.text.contains(#""value":{"name":"Paris","runways":4.00}"#))
        #expect(item.at("cell") == "HubCell" && item.at("type") == "HubItem")
        #expect(try await api.get("/lists/airports/items/@FCO").at("cell") == "AirportCell")
        #expect(try await api.get("/lists/airports/sections/@IT").text.contains(#""header":{"text":"Italia"},"footer":"fine""#))
        #expect(try await api.send(.put, "/lists/airports", body: document).at("version") == "1")
        #expect(try await api.send(.put, "/lists/airports", body: "[[1]]").at("title") == "Airports")
        let bare = try await api.send(.put, "/lists/airports", body: #"{"sections":[]}"#)
        #expect(bare.at("title") == "null" && bare.at("version") == "3")
    }

    @Test("an error about identity points into the document as it was written")
    func pointers() async throws {
        let api = try TestAPI()
        let made = try await api.send(.put, "/lists/a", body: #"{"identity":"/k","sections":[{"items":[{"value":{"k":"a"}}]}]}"#)
        #expect(made.status == 201)
        for (body, pointer) in [
            (#"[{"k":"a"},{"z":1}]"#, "/1"), (#"[[{"k":"a"}],[{"k":"a"}]]"#, "/1/0"),
            (#"{"identity":"/k","sections":[{"items":[{"value":1}]}]}"#, "/sections/0/items/0"),
        ] {
            let refused = try await api.send(.put, "/lists/a", body: body)
            #expect(refused.status == 422 && refused.at("errors.0.pointer") == pointer, "\(body)")
        }
    }

    @Test("a write is answered also when its version leaves the history at once")
    func answersOfShortHistories() async throws {
        let api = try TestAPI(history: 16)
        try await api.send(.put, "/lists/a", body: "[[\((0..<300).map(String.init).joined(separator: ","))]]")
        let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
            for client in 0..<32 {
                group.addTask {
                    var statuses: [Int] = []
                    for step in 0..<40 {
                        let target = "/lists/a/items/0-\((client * 7 + step) % 300)"
                        statuses.append(try await api.send(.put, target, body: "\"\(client)-\(step)\"").status)
                    }
                    return statuses
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(statuses == Array(repeating: 200, count: 32 * 40))
    }

    @Test("every version stays readable, with its places, ids, counts and properties")
    func versions() async throws {
        let api = try TestAPI()
        for count in 1...5 {
            let values = (0..<count).map(String.init).joined(separator: ",")
            try await api.send(.put, "/lists/a", body: "[[\(values)],[\"end\"]]")
        }
        for version in 1...5 {
            let page = try await api.get("/lists/a/items?at=\(version)")
            #expect(page.at("itemCount") == "\(version + 1)" && page.at("version") == "\(version)")
            #expect(page.at("items.\(version).value") == "end" && page.at("items.\(version).indexPath") == "[1,0]")
            #expect(page["cache-control"] == "max-age=31536000, immutable" && page["etag"] == "\"v\(version)\"")
        }
        #expect(try await api.get("/lists/a/items").at("version") == "5")
    }

    @Test("a list made again goes on counting, and its old versions are gone")
    func secondLife() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/a", body: "[1]")
        try await api.send(.put, "/lists/a", body: "[2]")
        let deleted = try await api.send(.delete, "/lists/a")
        #expect(deleted.status == 204 && deleted["list-version"] == "3" && deleted["etag"] == nil)
        #expect(try await api.get("/lists/a").at("type") == "/problems/list-not-found")
        #expect(try await api.get("/lists/a?at=3").status == 410)
        #expect(try await api.get("/lists/a?at=1").status == 410)
        #expect(try await api.get("/lists/a?at=4").at("type") == "/problems/list-not-found")
        #expect(try await api.send(.delete, "/lists/a").status == 404)
        let again = try await api.send(.put, "/lists/a", body: "[3]")
        #expect(again.status == 201 && again.at("version") == "4")
        #expect(try await api.get("/lists/a?at=2").at("type") == "/problems/version-gone")
        #expect(try await api.get("/lists/a?at=5").at("type") == "/problems/version-not-found")
        #expect(try await api.get("/items/0-0?list=a&at=4").at("value") == "3")
    }

    @Test("lists are listed by id, by prefix, a page at a time")
    func index() async throws {
        let api = try TestAPI()
        for id in ["b", "a2", "a10", "a1", "c~"] { try await api.send(.put, "/lists/\(id)", body: "[]") }
        let all = try await api.get("/lists")
        #expect((0..<5).map { all.at("lists.\($0).id") } == ["a1", "a10", "a2", "b", "c~"])
        #expect(all.at("next") == "null" && all["link"] == nil)
        let first = try await api.get("/lists?prefix=a&limit=2")
        #expect(first.at("next") == "a10" && first.link("next") == "/lists?prefix=a&limit=2&after=a10")
        let second = try await api.get(first.link("next") ?? "")
        #expect(second.at("lists.0.id") == "a2" && second.at("lists.1.id") == nil && second.at("next") == "null")
    }
}
