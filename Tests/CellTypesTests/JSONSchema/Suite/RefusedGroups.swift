/// The groups of the official suite whose schemas this room refuses when it compiles them, with the keyword that the refusal names.
enum RefusedGroups {
    /// By "file: description". Nothing is fetched, so a reference to another document is refused; that to the metaschema is one.
    static let required: [String: String] = {
        var groups: [String: String] = [:]
        for description in remote { groups["refRemote.json: " + description] = "$ref" }
        groups["refRemote.json: $ref to $ref finds detached $anchor"] = "$ref"
        groups["defs.json: validate definition against metaschema"] = "$ref"
        groups["ref.json: remote ref, containing refs itself"] = "$ref"
        for description in dynamic { groups["dynamicRef.json: " + description] = "$ref" }
        // Dialects with vocabularies of their own.
        groups["vocabulary.json: schema that uses custom metaschema with with no validation vocabulary"] = "$schema"
        groups["vocabulary.json: ignore unrecognized optional vocabulary"] = "$schema"
        return groups
    }()

    private static let remote = [
        "remote ref", "fragment within remote ref", "anchor within remote ref", "ref within remote ref", "base URI change",
        "base URI change - change folder", "base URI change - change folder in subschema", "root ref in remote ref",
        "remote ref with ref to defs",
        "Location-independent identifier in remote ref", "retrieved nested refs resolve relative to their URI not $id",
        "remote HTTP ref with different $id", "remote HTTP ref with different URN $id", "remote HTTP ref with nested absolute ref",
    ]

    private static let dynamic = [
        "strict-tree schema, guards against misspelled properties", "tests for implementation dynamic anchor and reference link",
        "$ref and $dynamicAnchor are independent of order - $defs first", "$ref and $dynamicAnchor are independent of order - $ref first",
        "$ref to $dynamicRef finds detached $dynamicAnchor",
    ]
}
