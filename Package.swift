// swift-tools-version: 6.1
import PackageDescription

/// The house style of the compiler: one set of settings for every room.
let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Set by `make`, so that the program and its tests are one release build: `@testable` sees into a room that is built with this. A package
/// that depends on this one builds without it.
let testable: [SwiftSetting] =
    Context.environment["TESTABLE_RELEASE"] == nil ? [] : [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]

let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// A room of the house: a library target under `Sources/`, and the arrows that `Scripts/check-rooms` holds.
///
/// - Parameter isTestable: False where a request would pay for it: the compiler then checks each access to a class's variables as it runs.
func room(_ name: String, _ dependencies: [Target.Dependency] = [], isTestable: Bool = true) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings + (isTestable ? testable : []))
}

/// The tests that mirror a room. In a release build they are not optimised, and they load Swift's own libraries, as the testing library does.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: dependencies,
        swiftSettings: swiftSettings + [.unsafeFlags(["-no-static-stdlib", "-Onone"], .when(configuration: .release))])
}

/// What several test targets use, under `Tests/Support/`; never part of a product.
func support(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/Support/\(name)", exclude: exclude, swiftSettings: swiftSettings)
}

let package = Package(
    name: "sectional",
    platforms: [.macOS("26.0")],
    products: [
        .executable(name: "sectional", targets: ["sectional"]),
        .library(name: "Lists", targets: ["Lists"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    ],
    targets: [
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),

        .target(name: "CDescription"),
        .target(name: "CMigrations"),
        .target(name: "CLocaleData"),

        room("NamePatterns"),
        room("Threads"),
        room("Caching"),
        room("JSON"),
        room("Lists", ["JSON"]),
        room("JSONSchema", ["JSON"]),
        room("CellTypes", ["JSON", "JSONSchema", "Lists"]),
        room("Ports", ["NamePatterns", "JSON", "Lists", "CellTypes"]),
        room("Wire", ["NamePatterns", "JSON", "Lists", "CellTypes", "Ports", httpTypes]),
        room("HTTPServing", [httpTypes]),
        room("Gzip", ["CZlib"]),
        room("MicroHTTPServer", ["CMicroHTTPD", "HTTPServing", httpTypes, logging], isTestable: false),
        room("CurlClient", ["CCurl"]),
        room("Crypto", ["CCrypto"]),
        room("Webhooks", ["JSON", "Lists", "Ports", "Wire", "Crypto"]),
        room("WebhookDelivery", ["CCurl", "Threads", "Lists", "Ports", "Webhooks", logging]),
        room(
            "SQLiteStore",
            [
                "CMigrations", "NamePatterns", "Threads", "Caching", "JSON", "JSONSchema", "Lists", "CellTypes", "Ports", grdb, grdbSQLite,
                logging,
            ]),
        room("Following", ["Threads", "Lists", "CellTypes", "Ports", "Wire"]),
        room(
            "ListAPI",
            [
                "CDescription", "NamePatterns", "JSON", "JSONSchema", "Lists", "CellTypes", "Ports", "Wire", "HTTPServing", "Gzip",
                "Crypto", "Webhooks", "Following", httpTypes, logging,
            ]),
        room("LogOutput", ["Threads", "JSON", "Lists", "Wire", logging]),
        room(
            "Settings",
            [
                "NamePatterns", "JSON", "Lists", "CellTypes", "Ports", "Wire", "HTTPServing", "MicroHTTPServer", "Webhooks",
                "WebhookDelivery", "SQLiteStore", "ListAPI", "LogOutput", logging, yams,
            ]),
        room("Importing", ["JSON", "Lists", "Ports", "Wire"]),
        .executableTarget(
            name: "sectional",
            dependencies: [
                "CLocaleData", "NamePatterns", "Threads", "Caching", "JSON", "Lists", "Ports", "Wire", "HTTPServing", "MicroHTTPServer",
                "CurlClient", "Webhooks", "WebhookDelivery", "SQLiteStore", "Following", "ListAPI", "LogOutput", "Settings", "Importing",
                arguments, httpTypes, logging,
            ],
            swiftSettings: swiftSettings + testable
        ),

        support("MemoryStore", ["JSON", "Lists", "CellTypes", "Ports"]),
        support("Conformance", ["NamePatterns", "JSON", "Lists", "CellTypes", "Ports", "Seeds"]),
        support("Clocks"),
        support("Gunzip", ["CZlib", "Gzip"]),
        support("InMemoryHTTP", ["HTTPServing", httpTypes]),
        support("PlainArrays", ["JSON", "Lists"]),
        support("Seeds"),
        support("WebhookReceiver", ["Clocks"], exclude: ["receiver.py", "make_certificate.py"]),

        tests("NamePatternsTests", ["NamePatterns"]),
        tests("ThreadsTests", ["Threads"]),
        tests("CellTypesTests", ["JSON", "JSONSchema", "Lists", "CellTypes"]),
        tests("ListsTests", ["JSON", "Lists", "Ports", "MemoryStore", "PlainArrays", "Seeds"]),
        tests("WireTests", ["NamePatterns", "JSON", "Lists", "Ports", "Wire", "Seeds", httpTypes]),
        tests("HTTPServingTests", ["HTTPServing", "InMemoryHTTP", httpTypes]),
        tests("WebhooksTests", ["CCurl", "Lists", "Ports", "Webhooks", "Seeds"]),
        tests("CachingTests", ["Caching"]),
        tests("JSONTests", ["JSON", "Lists", "Seeds"]),
        tests("PortsTests", ["Lists", "Ports"]),
        tests(
            "WebhookDeliveryTests",
            [
                "NamePatterns", "JSON", "Lists", "CellTypes", "Ports", "Webhooks", "WebhookDelivery", "SQLiteStore", "Following",
                "Conformance", "Clocks", "WebhookReceiver", grdbSQLite, logging,
            ]),
        tests("FollowingTests", ["JSON", "Lists", "CellTypes", "Ports", "Wire", "Following", "MemoryStore"]),
        tests("GzipTests", ["CZlib", "Gzip", "Gunzip", "Seeds"]),
        tests("MicroHTTPServerTests", ["HTTPServing", "MicroHTTPServer", "Clocks", "InMemoryHTTP", "Seeds", httpTypes, logging]),
        tests("CryptoTests", ["Crypto"]),
        .executableTarget(
            name: "StoreCrashChild", dependencies: ["JSON", "Lists", "Ports", "SQLiteStore", "Conformance", "Seeds", logging],
            path: "Tests/Support/StoreCrashChild", swiftSettings: swiftSettings
        ),
        tests(
            "SQLiteStoreTests",
            [
                "StoreCrashChild", "Caching", "JSON", "Lists", "CellTypes", "Ports", "SQLiteStore", "MemoryStore", "Conformance", "Clocks",
                "Seeds", logging,
            ]),
        tests(
            "ListAPITests",
            [
                "NamePatterns", "JSON", "JSONSchema", "Lists", "CellTypes", "Ports", "Wire", "HTTPServing", "Gzip", "Webhooks",
                "SQLiteStore",
                "Following", "ListAPI", "MemoryStore", "Conformance", "Clocks", "Gunzip", "InMemoryHTTP", "PlainArrays", "Seeds", httpTypes,
                logging,
                yams,
            ]),
        tests("LogOutputTests", ["LogOutput", logging]),
        tests(
            "SettingsTests",
            [
                "NamePatterns", "Lists", "CellTypes", "HTTPServing", "MicroHTTPServer", "SQLiteStore", "ListAPI", "LogOutput", "Settings",
                "Seeds",
                logging,
            ]),
        tests("ImportingTests", ["JSON", "Lists", "Ports", "Importing", "Seeds"]),
        tests(
            "SectionalTests",
            [
                "JSON", "Lists", "Ports", "HTTPServing", "SQLiteStore", "LogOutput", "Settings", "Importing", "sectional", "InMemoryHTTP",
                httpTypes, logging,
            ]),
        tests(
            "EndToEndTests",
            [
                "NamePatterns", "JSON", "Lists", "CellTypes", "Ports", "Wire", "HTTPServing", "Gzip", "MicroHTTPServer", "Webhooks",
                "WebhookDelivery", "SQLiteStore", "ListAPI", "LogOutput", "Settings", "sectional", "MemoryStore", "Conformance", "Clocks",
                "Gunzip", "Seeds",
                "WebhookReceiver", arguments, httpTypes, logging,
            ]),
    ]
)
