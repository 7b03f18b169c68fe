import JSON
public import Lists
public import Ports

/// A page of a list's versions as the contract shows it (section 2).
public enum VersionPageShape {
    public static func bytes(_ page: VersionPage, of list: ListID) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(128 + page.versions.count * 128)
        JSONText.append(literal: "{\"list\":", to: &output)
        JSONText.append(list.text, to: &output)
        JSONText.append(literal: ",\"oldest\":", to: &output)
        JSONText.append(page.oldest, to: &output)
        JSONText.append(literal: ",\"head\":", to: &output)
        JSONText.append(page.head, to: &output)
        JSONText.append(literal: ",\"versions\":[", to: &output)
        for (index, entry) in page.versions.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            append(entry, to: &output)
        }
        JSONText.append(literal: "],\"next\":", to: &output)
        if let next = page.next {
            JSONText.append(next, to: &output)
        } else {
            JSONText.append(literal: "null", to: &output)
        }
        output.append(UInt8(ascii: "}"))
        return output
    }

    private static func append(_ entry: VersionPage.Entry, to output: inout [UInt8]) {
        JSONText.append(literal: "{\"version\":", to: &output)
        JSONText.append(entry.version, to: &output)
        JSONText.append(literal: ",\"updatedAt\":", to: &output)
        JSONText.append(Timestamp.text(entry.updatedAt), to: &output)
        JSONText.append(literal: ",\"sectionCount\":", to: &output)
        JSONText.append(entry.sectionCount, to: &output)
        JSONText.append(literal: ",\"itemCount\":", to: &output)
        JSONText.append(entry.itemCount, to: &output)
        if let author = entry.author {
            JSONText.append(literal: ",\"by\":", to: &output)
            JSONText.append(author, to: &output)
        }
        output.append(UInt8(ascii: "}"))
    }
}
