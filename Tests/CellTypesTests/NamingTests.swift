import CellTypes
import Testing

@Suite("The naming rule of cells")
struct NamingTests {
    @Test(
        "a cell is found by its type's name",
        arguments: [
            ("DemoModel", nil, "DemoCell"), ("DemoItem", nil, "DemoCell"), ("Demo", nil, "Demo"), ("Model", nil, "Cell"),
            (nil, "NewsModel", "NewsCell"), (nil, nil, "Cell"), ("Modelé", "X", "Modelé"),
        ] as [(String?, String?, String)])
    func cells(type: String?, defaultType: String?, cell: String) {
        #expect(CellNaming().cell(type: type, defaultType: defaultType) == cell)
    }

    @Test("a configured map of suffixes takes the place of the two built in, the longest suffix first")
    func suffixes() {
        let naming = CellNaming(suffixes: ["VM": "View", "RowVM": "Row"])
        #expect(naming.cell(type: "DemoModel", defaultType: nil) == "DemoModel")
        #expect(naming.cell(type: "DemoRowVM", defaultType: nil) == "DemoRow")
    }
}
