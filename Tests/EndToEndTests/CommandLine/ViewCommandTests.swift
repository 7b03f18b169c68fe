import Foundation
import Testing

@Suite("Views and the command line")
struct ViewCommandTests {
    @Test(
        "lists shows what a view is of; an import brings the views of its list along, and fails like a PUT into a view; check finds all whole"
    )
    func commands() throws {
        let folder = try TestFolder()
        do {
            let server = try TestServer(database: folder.database)
            let connection = try server.connect()
            try connection.send("PUT", "/lists/cities", body: "[1,2,3]")
            try connection.send("PUT", "/lists/all", body: #"{"title":"All","view":{"of":"cities"}}"#)
            let expected = "all  version 1  1 section  3 items  of cities  “All”\ncities  version 1  1 section  3 items\n"
            #expect(try CommandLineTool.run("lists", "--server", "http://127.0.0.1:\(server.port)") == expected)
        }
        let rows = try folder.write("[1,2,3,4]", to: "rows.json")
        try CommandLineTool.run("import", "cities", rows, "--database", folder.database)
        #expect(try CommandLineTool.run("lists", "--database", folder.database).contains("all  version 2  1 section  4 items  of cities"))
        let refused = try ProgramRun(["import", "all", rows, "--database", folder.database])
        #expect(try refused.status() == 1)
        #expect(refused.errors.contains("view of 'cities'"), "\(refused.errors)")
        #expect(try CommandLineTool.run("check", "--database", folder.database).contains("is whole"))
        let copy = folder.path("copy.backup")
        try CommandLineTool.run("backup", copy, "--database", folder.database)
        try CommandLineTool.run("restore", copy, "--database", folder.path("restored.sqlite"))
        let lists = try CommandLineTool.run("lists", "--database", folder.path("restored.sqlite"))
        #expect(lists.contains("all  version 1000002  1 section  4 items  of cities"), "\(lists)")
    }
}
