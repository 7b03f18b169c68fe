import Foundation

extension HTTPReply {
    /// A value inside the JSON body, as text: `section.items.0.value`; strings without quotes, objects with sorted keys, `-` where
    /// there is nothing.
    func at(_ path: String) -> String {
        guard var value = try? JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed) else { return "no JSON: \(text)" }
        for key in path.split(separator: ".").map(String.init) {
            if let array = value as? [Any], let index = Int(key), array.indices.contains(index) {
                value = array[index]
            } else if let object = value as? [String: Any], let next = object[key] {
                value = next
            } else {
                return "-"
            }
        }
        if let text = value as? String { return text }
        let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes]
        return (try? JSONSerialization.data(withJSONObject: value, options: options)).map { String(decoding: $0, as: UTF8.self) } ?? "?"
    }

    /// Several values inside the JSON body, parted by blanks.
    func at(each paths: String...) -> String { paths.map { at($0) }.joined(separator: " ") }

    /// The status; of a problem also its slug, and the first place that it names where that is not the whole body: `422 invalid-value /title`.
    var outcome: String {
        guard header("Content-Type") == "application/problem+json" else { return String(status) }
        let places = ["pointer", "parameter", "line"].map { at("errors.0.\($0)") }.filter { $0 != "-" && !$0.isEmpty }
        return ([String(status), String(at("type").dropFirst("/problems/".count))] + places).joined(separator: " ")
    }

    /// The ids of the items that a page shows, or those in `{"items":[…]}`.
    var ids: String {
        guard let items = try? object["items"] as? [[String: Any]] else { return "no items: \(text)" }
        return items.map { $0["id"] as? String ?? "?" }.joined(separator: " ")
    }

    /// The names of the body's members in the order sent.
    var memberNames: [String] {
        var names: [String] = []
        var depth = 0
        var isInString = false
        var isEscaped = false
        var string = ""
        for character in text.unicodeScalars {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if character == "\"" {
                    isInString = false
                }
                if isInString { string.unicodeScalars.append(character) }
                continue
            }
            switch character {
            case "\"":
                isInString = true
                string = ""
            case ":" where depth == 1: names.append(string)
            case "{", "[": depth += 1
            case "}", "]": depth -= 1
            default: break
            }
        }
        return names
    }

    /// All links: `first prev next`.
    var relations: String {
        (header("Link") ?? "").components(separatedBy: "rel=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
            .joined(separator: " ")
    }
}
