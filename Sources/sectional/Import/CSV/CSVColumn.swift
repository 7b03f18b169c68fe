import JSON
import Lists

/// A column of a CSV file.
struct CSVColumn {
    let name: String
    /// The name as an object's key, its colon included.
    let key: [UInt8]

    init(name: String) {
        self.name = name
        var key: [UInt8] = []
        JSONText.append(name, to: &key)
        key.append(UInt8(ascii: ":"))
        self.key = key
    }
}
