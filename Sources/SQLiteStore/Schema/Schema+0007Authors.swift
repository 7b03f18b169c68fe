extension Schema {
    /// The text of `migrations/0007-authors.sql`, which has shipped and is never edited; a test holds the two equal.
    static let authors = #"""
        -- Who made a version: the name of a token, NULL where it was made without one.
        ALTER TABLE version ADD COLUMN author TEXT;

        """#
}
