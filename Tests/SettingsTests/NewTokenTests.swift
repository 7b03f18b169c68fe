import Foundation
import Foundations
import HTTPServing
import ListAPI
import TestSupport
import Testing

@testable import Settings

@Suite("A new token")
struct NewTokenTests {
    @Test("is 256 random bits as base64url behind a prefix")
    func bits() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var (random, again) = (SeededGenerator(seed: seed), SeededGenerator(seed: seed))
        for _ in 0..<200 {
            let token = NewToken(name: "a", scope: .read, lists: nil) { random.next() }
            let bytes = (0..<4).flatMap { _ in withUnsafeBytes(of: again.next().littleEndian) { Array($0) } }
            let base64 = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            #expect(token.text == "sectional_" + base64, "seed \(seed)")
        }
    }

    @Test("its line says from when on it opens nothing")
    func notAfter() throws {
        let token = NewToken(name: "a", scope: .read, lists: nil, notAfter: "2027-01-31T00:00:00Z") { 7 }
        let file = try SettingsFile(text: "auth:\n  tokens:\n\(token.line)\n", path: "s.yaml").values(of: SettingsTable.keys)
        #expect(try file["auth.tokens"].map { try TokenReader.tokens($0).map(\.notAfter) } == [1_801_353_600_000])
    }

    @Test(
        "its line stands under auth.tokens in a file, and from its brace on in the environment",
        arguments: [("phone", nil), ("x\"y: {z} #é", ["a", "inbox-*"]), ("007", ["*"]), ("idle", []), ("null", nil)]
            as [(String, [String]?)])
    func line(name: String, lists: [String]?) throws {
        for scope in Scope.allCases {
            var random = SystemRandomNumberGenerator()
            let token = NewToken(name: name, scope: scope, lists: lists) { random.next() }
            let grant = Grant(name: name, scope: scope, lists: lists?.map { NamePattern($0) })
            let expected = [AccessToken(digest: SHA256Digest(of: Array(token.text.utf8)), grant: grant)]
            let file = try SettingsFile(text: "auth:\n  tokens:\n\(token.line)\n", path: "s.yaml").values(of: SettingsTable.keys)
            #expect(try file["auth.tokens"].map { try TokenReader.tokens($0) } == expected)
            let environment = ["SECTIONAL_AUTH_TOKENS": "[\(token.line.drop { $0 != "{" })]"]
            #expect(try SettingsReader(environment: environment).read().settings.api.access.tokens == expected)
            #expect(!token.line.contains(token.text) && !token.line.contains("\n"))
        }
    }
}
