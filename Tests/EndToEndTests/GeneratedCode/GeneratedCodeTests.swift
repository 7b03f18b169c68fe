import Foundation
import Testing

@Suite("Generated code")
struct GeneratedCodeTests {
    @Test("Swift: the file compiles without a warning, and reads a page of every type, and what it writes it reads again")
    func swift() throws {
        let sample = try SampleServer()
        let file = try GeneratedFile("swift", of: sample, as: "CellTypes.swift")
        _ = try file.folder.write(SamplePrograms.swift, to: "main.swift")
        let compiler = try GeneratedFile.tool("swiftc")
        try file.run(compiler, "-swift-version", "6", "-warnings-as-errors", "CellTypes.swift", "main.swift", "-o", "show")
        #expect(try file.run(file.folder.path("show"), input: sample.page) == SampleCellTypes.shown)
        try file.run(compiler, "-swift-version", "5", "-warnings-as-errors", "-typecheck", "CellTypes.swift")
    }

    @Test("TypeScript: the file passes tsc --strict, and reads a page of every type")
    func typeScript() throws {
        let sample = try SampleServer()
        let file = try GeneratedFile("typescript", of: sample, as: "CellTypes.ts")
        _ = try file.folder.write(SamplePrograms.typeScript, to: "main.ts")
        let compiler = try GeneratedFile.tool("tsc")
        for target in ["ES5", "ES2020"] {
            try file.run(
                compiler, "--strict", "--noEmit", "--noUnusedLocals", "--noUnusedParameters", "--target", target, "--lib", "ES5",
                "CellTypes.ts")
        }
        try file.run(compiler, "--strict", "--target", "ES2020", "--module", "commonjs", "--outDir", "out", "CellTypes.ts", "main.ts")
        let shown = try file.run(try GeneratedFile.tool("node"), "out/main.js", input: sample.page)
        #expect(shown == SampleCellTypes.shown)
    }

    @Test("Kotlin: the file passes kotlinc, and reads a page of every type")
    func kotlin() throws {
        let sample = try SampleServer()
        let file = try GeneratedFile("kotlin", of: sample, as: "CellTypes.kt")
        _ = try file.folder.write(SamplePrograms.kotlin(sample.page), to: "Main.kt")
        try file.run(try GeneratedFile.tool("kotlinc"), "-nowarn", "CellTypes.kt", "Main.kt", "-d", "out")
        let shown = try file.run(try GeneratedFile.tool("kotlin"), "-cp", "out", "cells.MainKt")
        #expect(shown == SampleCellTypes.shown)
    }

    @Test("names, keys and descriptions that do their worst are no code in any language")
    func hostile() throws {
        let answer = HostileCellTypes.answer
        _ = try JSONSerialization.jsonObject(with: Data(answer.utf8))
        try GeneratedFile("swift", answer, as: "CellTypes.swift")
            .run(
                try GeneratedFile.tool("swiftc"), "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-c", "CellTypes.swift"
            )
        try GeneratedFile("typescript", answer, as: "CellTypes.ts")
            .run(try GeneratedFile.tool("tsc"), "--strict", "--noEmit", "--noUnusedLocals", "--lib", "ES5", "CellTypes.ts")
        try GeneratedFile("kotlin", answer, as: "CellTypes.kt").run(try GeneratedFile.tool("kotlinc"), "CellTypes.kt", "-d", "out")
    }

    @Test("without a type, every file compiles", arguments: ["swift", "typescript", "kotlin"])
    func empty(language: String) throws {
        let name = ["swift": "A.swift", "typescript": "A.ts", "kotlin": "A.kt"][language] ?? ""
        let file = try GeneratedFile(language, #"{"cellTypes":[]}"#, as: name)
        switch language {
        case "swift": try file.run(try GeneratedFile.tool("swiftc"), "-swift-version", "6", "-warnings-as-errors", "-typecheck", name)
        case "kotlin": try file.run(try GeneratedFile.tool("kotlinc"), name, "-d", "out")
        default: try file.run(try GeneratedFile.tool("tsc"), "--strict", "--noEmit", "--noUnusedLocals", name)
        }
    }

    @Test("a compiler finds what is wrong with a file, so that these tests can fail")
    func canFail() throws {
        let file = try GeneratedFile("swift", #"{"cellTypes":[]}"#, as: "A.swift")
        let wrong = try file.folder.write("let x: CellItem = 1\n", to: "wrong.swift")
        let compiler = try GeneratedFile.tool("swiftc")
        #expect(throws: TestFailure.self) { try file.run(compiler, "-typecheck", "A.swift", wrong) }
    }
}
