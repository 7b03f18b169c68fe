import HTTPTypes
import ListAPI
import Lists
import Testing

@Suite("Values")
struct ValueTests {
    @Test(
        "come back as they were sent",
        arguments: [
            "1.0", "1e400", "-0", "12345678901234567890", #""\u0041\ud83d\ude00 é""#, #"{"b":1,"a":[true,null,{}]}"#, #""a  b""#, "[]",
            "null",
        ])
    func verbatim(value: String) async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/a", body: "[[0]]")
        let put = try await api.send(.put, "/lists/a/items/0-0", body: " \(value)\n")
        #expect(put.status == 200 && put.text.hasSuffix(#""value":\#(value)}"#))
        #expect(try await api.get("/lists/a/items/0-0").text.hasSuffix(#""value":\#(value)}"#))
        #expect(try await api.send(.put, "/lists/a/items/0-0", body: value)["list-version"] == put["list-version"])
    }

    @Test("are merged without touching what the patch does not name")
    func merge() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/a", body: #"[[{"z":1.0,"n":1e400,"o":{"k":1,"l":2}}]]"#)
        let patched = try await api.send(
            .patch, "/lists/a/items/0-0", ["Content-Type": "application/merge-patch+json"], body: #"{"o":{"k":null,"m":3},"new":[1.50]}"#)
        #expect(patched.text.hasSuffix(#""value":{"z":1.0,"n":1e400,"o":{"l":2,"m":3},"new":[1.50]}}"#))
        #expect(try await api.send(.patch, "/lists/a/items/0-0", body: "{}")["list-version"] == "2")
    }

    @Test("differ when their texts differ")
    func equality() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/a", body: #"[[1,"A"]]"#)
        #expect(try await api.send(.put, "/items/0-0?list=a", body: "1.0").at("revision") == "2")
        #expect(try await api.send(.put, "/items/0-1?list=a", body: #""\u0041""#).at("revision") == "3")
        #expect(try await api.get("/lists/a/items?at=2").text.contains(#"1.0"#))
    }
}
