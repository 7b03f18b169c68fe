import JSON
import Testing
@testable import Commands

@Suite("How a change is shown")
struct ChangeLinesTests {
    @Test("each operation is a line, with what it is about where that is known")
    func operations() throws {
        let change = try FollowedChange(
            #"""
            {"list":"l","from":4,"to":5,"reload":false,"properties":{"id":"l"},"new":[1],"stages":[
             {"sections":{"deleted":[],"inserted":[{"index":1,"section":{"id":"ES","index":1,"header":"Spain","itemCount":1}}],
              "moved":[{"id":"IT","from":2,"to":0}],"updated":[{"index":0,"section":{"id":"IT","header":null}}],"other":[{}]},
              "items":{"deleted":[],"inserted":[],"moved":[],"updated":[]}},
             {"sections":{"deleted":[{"id":"FR","index":3}]},
              "items":{"deleted":[{"id":"a","indexPath":[0,3]}],"inserted":[{"indexPath":[1,0],"item":{"id":"b","value":{"to":1.0}}}],
              "moved":[{"id":"CDG","from":[0,3],"to":[1,0]}],"updated":[{"indexPath":[2,0],"item":{"id":"c","value":1e400}}]}}]}
            """#)
        #expect(change.from == 4 && change.to == 5 && change.hasProperties && !change.reload)
        var asked: [Int64] = []
        let lines = ChangeLines { operation, version in
            asked.append(version)
            return operation.id == "CDG" ? JSONText(string: "Paris") : nil
        }.lines(of: change)
        #expect(
            lines == [
                "version 5", "changed the list's properties", #"inserted section "Spain" 1"#, "moved section @IT 2 → 0",
                "updated section @IT 0", "deleted section @FR 3", "deleted @a 0-3", #"inserted {"to":1.0} 1-0"#,
                #"moved "Paris" 0-3 → 1-0"#,
                "updated 1e400 2-0",
            ])
        // What is gone is looked up where it still was.
        #expect(asked == [5, 4, 4, 5])
    }

    @Test("a long value is shortened, and the content of many operations is not looked up one by one")
    func bounds() throws {
        let moves = (0...ChangeLines.lookUps).map { #"{"id":"i\#($0)","from":[0,\#($0)],"to":[1,\#($0)]}"# }
        let long = JSONText(string: String(repeating: "x", count: 100)).text
        let many = try FollowedChange(#"{"from":1,"to":2,"stages":[{"items":{"moved":[\#(moves.joined(separator: ","))]}}]}"#)
        let lines = ChangeLines { _, _ in
            Issue.record("it asked")
            return nil
        }.lines(of: many)
        #expect(lines.count == ChangeLines.lookUps + 2 && lines[1] == "moved @i0 0-0 → 1-0")
        let one = try FollowedChange(#"{"from":1,"to":2,"stages":[{"items":{"updated":[{"indexPath":[0,0],"item":{"value":\#(long)}}]}}]}"#)
        #expect(ChangeLines { _, _ in nil }.lines(of: one)[1] == "updated \"\(String(repeating: "x", count: 59))… 0-0")
    }

    @Test("a change that is too much is said so")
    func reload() throws {
        let change = try FollowedChange(#"{"from":1,"to":2,"reload":true,"properties":null,"stages":[]}"#)
        #expect(
            ChangeLines { _, _ in nil }.lines(of: change)
                == ["version 2", "too much has changed to be listed: read the list again"])
    }
}
