/// An item of the list `cities`, which `make serve` loads: `samples/cities.json`.
struct City: Codable {
    let city: String
    let airport: String
}
