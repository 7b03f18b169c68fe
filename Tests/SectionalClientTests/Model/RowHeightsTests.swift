import Foundation
import TestSupport
import Testing

@testable import SectionalClient

@Suite("The heights that rows are expected to have")
struct RowHeightsTests {
    private static let heights: [String: Double?] = ["ACell": 40, "BCell": 60, "CCell": nil]

    private static func page(_ sections: [(id: String, cells: [String])]) throws -> GeometryAnswer {
        let parts = sections.map { section in
            var runs: [(count: Int, cell: String)] = []
            for cell in section.cells {
                if runs.last?.cell == cell { runs[runs.count - 1].count += 1 } else { runs.append((1, cell)) }
            }
            let texts = runs.map { "[\($0.count),\"\($0.cell)\",\(heights[$0.cell].flatMap { $0 }.map { "\($0)" } ?? "null")]" }
            return #"{"id":"\#(section.id)","header":false,"footer":false,"runs":[\#(texts.joined(separator: ","))]}"#
        }
        return try JSONDecoder().decode(GeometryAnswer.self, from: Data("{\"sections\":[\(parts.joined(separator: ","))]}".utf8))
    }

    private static func mean(_ cells: [String]) -> Double? {
        let known = cells.compactMap { heights[$0].flatMap { $0 } }
        return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }

    @Test("are those of the rows' cells, and the section's mean where a cell has none", arguments: [1, 3, 20])
    func cells(sections count: Int) throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let names = Self.heights.keys.sorted()
        let sections = (0..<count).map { number in
            (id: "s\(number)", cells: (0..<random.below(200)).map { _ in names[random.below(random.below(4) == 0 ? 3 : 1)] })
        }
        let heights = RowHeights(try Self.page(sections))
        let all = Self.mean(sections.flatMap(\.cells))
        #expect(heights.isEmpty == (all == nil), "seed \(seed)")
        for section in sections {
            let mean = Self.mean(section.cells) ?? all
            for (row, cell) in section.cells.enumerated() {
                let height = heights.height(ofRow: row, of: section.cells.count, in: section.id)
                #expect(height == Self.heights[cell].flatMap { $0 } ?? mean, "seed \(seed), row \(row) of \(section.id)")
            }
            #expect(heights.height(ofRow: 0, of: section.cells.count + 1, in: section.id) == mean, "seed \(seed)")
        }
        #expect(heights.height(ofRow: 0, of: 1, in: "new") == all, "seed \(seed)")
    }

    @Test("of more runs than are kept are their mean; the cells are known all the same")
    func manyRuns() throws {
        let cells = (0..<2_002).map { $0.isMultiple(of: 2) ? "ACell" : "BCell" }
        let heights = RowHeights(try Self.page([("s", cells)]))
        #expect(heights.height(ofRow: 1, of: cells.count, in: "s") == 50)
        #expect(heights.height(of: "ACell") == 40 && heights.height(of: "BCell") == 60 && heights.height(of: "CCell") == nil)
    }

    @Test("are none of counts that are not the contract's")
    func counts() throws {
        for count in ["-1", "\(Int.max)"] {
            let text = "{\"sections\":[{\"id\":\"s\",\"runs\":[[2,\"ACell\",40],[\(count),\"BCell\",60]]}]}"
            #expect(RowHeights(try JSONDecoder().decode(GeometryAnswer.self, from: Data(text.utf8))).isEmpty)
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(GeometryAnswer.self, from: Data(#"{"sections":[{"id":"s","runs":[["A",1]]}]}"#.utf8))
        }
    }
}
