/// What a column, or the place of a JSON pointer, is for; named as its flag is.
enum RowRole: String, CaseIterable {
    case section = "--section-by"
    case header = "--header"
    case id = "--id"
    case type = "--type"
}
