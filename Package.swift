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
    Context.environment["SECTIONAL_TESTABLE"] == nil ? [] : [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]

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
    platforms: [.macOS(.v15)],
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
        .target(name: "CLocaleData"),

        room("NamePatterns"),
        room("Threads"),
        room("JSON"),
        room("Lists", ["JSON", "NamePatterns"]),
        room("Ports", ["JSON", "Lists", "NamePatterns"]),
        room("Wire", ["JSON", "Lists", "Ports", "NamePatterns", httpTypes]),
        room("HTTPServing", ["NamePatterns", httpTypes, logging]),
        room("Gzip", ["CZlib"]),
        room("MicroHTTPServer", ["HTTPServing", "CMicroHTTPD", httpTypes, logging], isTestable: false),
        room("CurlClient", ["CCurl"]),
        room("Crypto", ["CCrypto"]),
        room("Webhooks", ["JSON", "Lists", "Ports", "Wire", "Crypto"]),
        room("WebhookDelivery", ["JSON", "Lists", "Ports", "Webhooks", "Threads", "CCurl", logging]),
        room("SQLiteStore", ["JSON", "Lists", "Ports", "NamePatterns", "Threads", grdb, logging, grdbSQLite]),
        room("Following", ["Lists", "Ports", "Threads"]),
        room(
            "ListAPI",
            [
                "JSON", "Lists", "Ports", "NamePatterns", "Wire", "Webhooks", "Following", "HTTPServing", "Gzip", "CDescription", "Crypto",
                httpTypes,
                logging,
            ]),
        .executableTarget(
            name: "sectional",
            dependencies: [
                "JSON", "Lists", "Ports", "NamePatterns", "Wire", "HTTPServing", "MicroHTTPServer", "SQLiteStore", "Webhooks",
                "WebhookDelivery", "ListAPI",
                "CurlClient", "Threads", "CLocaleData",
                arguments, httpTypes, logging, yams,
            ],
            swiftSettings: swiftSettings + testable
        ),

        support("MemoryStore", ["JSON", "Lists", "Ports", "NamePatterns"]),
        support("Conformance", ["JSON", "Lists", "Ports", "NamePatterns", "Seeds"]),
        support("Clocks"),
        support("InMemoryHTTP", ["HTTPServing", httpTypes]),
        support("Seeds"),
        support("WebhookReceiver", ["Clocks"], exclude: ["receiver.py", "make_certificate.py"]),

        tests("NamePatternsTests", ["NamePatterns"]),
        tests("ThreadsTests", ["Threads"]),
        tests("ListsTests", ["JSON", "Lists", "Ports", "MemoryStore", "NamePatterns", "Seeds"]),
        tests("WireTests", ["Wire", "JSON", "Lists", "Ports", "NamePatterns", httpTypes, "Seeds"]),
        tests("HTTPServingTests", ["HTTPServing", "NamePatterns", httpTypes, logging, "InMemoryHTTP"]),
        tests("WebhooksTests", ["Webhooks", "JSON", "Lists", "Ports", "MemoryStore", "CCurl", "Seeds"]),
        tests(
            "WebhookDeliveryTests",
            [
                "WebhookDelivery", "Webhooks", "JSON", "Lists", "Ports", "NamePatterns", "SQLiteStore", "Conformance", "WebhookReceiver",
                logging, "Clocks",
            ]),
        tests("FollowingTests", ["Following", "JSON", "Lists", "Ports", "MemoryStore"]),
        tests("CryptoTests", ["Crypto"]),
        tests("GzipTests", ["Gzip", "CZlib", "Seeds"]),
        tests("MicroHTTPServerTests", ["MicroHTTPServer", "HTTPServing", httpTypes, logging, "Clocks", "Seeds"]),
        .executableTarget(
            name: "StoreCrashChild", dependencies: ["SQLiteStore", "JSON", "Lists", "Ports", "Conformance", logging, "Seeds"],
            path: "Tests/Support/StoreCrashChild", swiftSettings: swiftSettings
        ),
        tests(
            "SQLiteStoreTests",
            [
                "SQLiteStore", "JSON", "Lists", "Ports", "NamePatterns", "MemoryStore", "Conformance", "StoreCrashChild", grdb, logging,
                "Clocks", "Seeds",
            ]),
        tests(
            "ListAPITests",
            [
                "ListAPI", "JSON", "Lists", "Ports", "NamePatterns", "Wire", "Webhooks", "HTTPServing", "Gzip", "SQLiteStore",
                "MemoryStore", "Conformance", httpTypes, logging, yams, "Clocks", "InMemoryHTTP", "Seeds",
            ]),
        tests(
            "SectionalTests",
            ["sectional", "ListAPI", "JSON", "Lists", "Ports", "NamePatterns", "HTTPServing", httpTypes, logging, "InMemoryHTTP", "Seeds"]),
        tests(
            "EndToEndTests",
            [
                "sectional", "JSON", "Lists", "Ports", "NamePatterns", "MemoryStore", "Conformance", "ListAPI", "MicroHTTPServer",
                "SQLiteStore", "HTTPServing",
                "Gzip", "Wire", "Webhooks", "WebhookDelivery", "WebhookReceiver", arguments, httpTypes, logging,
                "Clocks", "Seeds",
            ]),
    ]
)
