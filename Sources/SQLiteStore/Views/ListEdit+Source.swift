import Lists

extension ListEdit {
    /// Gives a view the properties that are its source's.
    ///
    /// - Returns: Whether it had others.
    @discardableResult
    func takeProperties(of source: ListHead?) -> Bool {
        var properties = properties
        (properties.defaultType, properties.search) = (source?.properties.defaultType, source?.properties.search)
        guard properties != self.properties else { return false }
        setProperties(properties)
        return true
    }
}

extension ListProperties {
    /// Whether a view has the properties that are its source's.
    func hasPropertiesOfSource(_ source: ListProperties) -> Bool { defaultType == source.defaultType && search == source.search }
}
