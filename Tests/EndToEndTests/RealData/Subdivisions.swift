import Foundation

/// The subdivisions of countries, from Debian's package iso-codes: flat rows, as somebody would export them.
struct Subdivisions {
    struct Row {
        let country: String
        let countryName: String
        let code: String
        let name: String
        let type: String
    }

    let rows: [Row]

    init() throws {
        let countries = try Self.table("3166-1")
        let names = Dictionary(uniqueKeysWithValues: countries.compactMap { row in row["alpha_2"].map { ($0, row["name"] ?? "") } })
        rows = try Self.table("3166-2").compactMap { row in
            guard let code = row["code"], let name = row["name"], let type = row["type"] else { return nil }
            let country = String(code.prefix(2))
            return Row(country: country, countryName: names[country] ?? country, code: code, name: name, type: type)
        }
    }

    /// The rows by country, in order of first appearance.
    var sections: [(country: String, name: String, rows: [Row])] {
        var indexes: [String: Int] = [:]
        var sections: [(country: String, name: String, rows: [Row])] = []
        for row in rows {
            let index = indexes[row.country] ?? sections.count
            if index == sections.count { sections.append((row.country, row.countryName, [])) }
            indexes[row.country] = index
            sections[index].rows.append(row)
        }
        return sections
    }

    /// The rows as CSV.
    var csv: String {
        let lines = rows.map { row in
            [row.country, row.countryName, row.code, row.name, row.type].map { "\"\($0.replacingOccurrences(of: "\"", with: "\"\""))\"" }
                .joined(separator: ",")
        }
        return (["country,countryName,code,name,type"] + lines).joined(separator: "\r\n")
    }

    private static func table(_ name: String) throws -> [[String: String]] {
        let file = URL(fileURLWithPath: "/usr/share/iso-codes/json/iso_\(name).json")
        guard let data = try? Data(contentsOf: file) else { throw TestFailure("\(file.path) is missing: Debian's package iso-codes") }
        let object = try JSONSerialization.jsonObject(with: data) as? [String: [[String: String]]]
        guard let rows = object?[name], rows.count > 100 else { throw TestFailure("\(file.path) is not what it was") }
        return rows
    }
}
