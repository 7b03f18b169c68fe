extension Keyword {
    /// The keyword as it stands in a schema.
    var name: String {
        switch self {
        case .reference: "$ref"
        case .dynamicReference: "$dynamicRef"
        case .type: "type"
        case .enumeration: "enum"
        case .constant: "const"
        case .multipleOf: "multipleOf"
        case .bound(let bound, _): bound.rawValue
        case .length(let extent, _): extent == .least ? "minLength" : "maxLength"
        case .pattern: "pattern"
        case .itemCount(let extent, _): extent == .least ? "minItems" : "maxItems"
        case .uniqueItems: "uniqueItems"
        case .propertyCount(let extent, _): extent == .least ? "minProperties" : "maxProperties"
        case .required: "required"
        case .dependentRequired: "dependentRequired"
        case .allOf: "allOf"
        case .anyOf: "anyOf"
        case .oneOf: "oneOf"
        case .not: "not"
        case .conditional: "if"
        case .dependentSchemas: "dependentSchemas"
        case .items: "items"
        case .contains: "contains"
        case .properties: "properties"
        case .propertyNames: "propertyNames"
        case .unevaluatedItems: "unevaluatedItems"
        case .unevaluatedProperties: "unevaluatedProperties"
        }
    }

    /// The demand of the keyword on a value, if it needs no other schema for it.
    var demand: String {
        switch self {
        case .type(let types): "must be of type \(types.description)"
        case .enumeration(let values):
            values.count == 1 ? "must be the one value of enum" : "must be one of the \(values.count) values of enum"
        case .constant: "must be the value of const"
        case .multipleOf: "must be a multiple of multipleOf"
        case .bound(.maximum, _): "must be at most maximum"
        case .bound(.exclusiveMaximum, _): "must be less than exclusiveMaximum"
        case .bound(.minimum, _): "must be at least minimum"
        case .bound(.exclusiveMinimum, _): "must be more than exclusiveMinimum"
        case .length(.least, let limit): "must have at least \(limit) characters"
        case .length(.most, let limit): "must have at most \(limit) characters"
        case .pattern: "must match the regular expression of pattern"
        case .itemCount(.least, let limit): "must have at least \(limit) elements"
        case .itemCount(.most, let limit): "must have at most \(limit) elements"
        case .uniqueItems: "must have no two elements that are equal"
        case .propertyCount(.least, let limit): "must have at least \(limit) members"
        case .propertyCount(.most, let limit): "must have at most \(limit) members"
        default: "must match \(name)"
        }
    }

    /// Whether it looks at what the others have evaluated.
    var asksForEvaluated: Bool {
        switch self {
        case .unevaluatedItems, .unevaluatedProperties: true
        default: false
        }
    }
}
