// swift-tools-version: 6.1
import PackageDescription

/// The house style of the compiler: one set of settings for every room.
let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// A room of the house: a library target under `Sources/`. `Scripts/check-rooms` holds these arrows.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

/// The tests that mirror a room.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

/// What several test targets use, under `Tests/Support/`; never part of a product.
func support(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/Support/\(name)", swiftSettings: swiftSettings)
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
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    ],
    targets: [
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        .target(name: "CDescription"),
        .target(name: "CLocaleData"),

        room("NamePatterns"),
        room("Threads"),
        room("JSON"),
        room("Lists", ["JSON", "NamePatterns"]),
        room("Ports", ["JSON", "Lists", "NamePatterns"]),
        room("Wire", ["JSON", "Lists", "Ports", "NamePatterns", httpTypes]),
        room("HTTPServing", [httpTypes, logging]),
        room("Gzip", ["CZlib"]),
        room("MicroHTTPServer", ["HTTPServing", "CMicroHTTPD", httpTypes, logging]),
        room("CurlClient", ["CCurl"]),
        room("Webhooks", ["JSON", "Lists", "Ports", "Wire", crypto]),
        room("WebhookDelivery", ["JSON", "Lists", "Ports", "Webhooks", "Threads", "CCurl", logging]),
        room("SQLiteStore", ["JSON", "Lists", "Ports", "NamePatterns", "Threads", grdb, logging]),
        room("Following", ["Lists", "Ports", "Threads"]),
        room(
            "ListAPI",
            [
                "JSON", "Lists", "Ports", "NamePatterns", "Wire", "Webhooks", "Following", "HTTPServing", "Gzip", "CDescription", crypto,
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
            swiftSettings: swiftSettings
        ),

        support("MemoryStore", ["JSON", "Lists", "Ports", "NamePatterns"]),
        support("Conformance", ["JSON", "Lists", "Ports", "NamePatterns"]),

        tests("NamePatternsTests", ["NamePatterns"]),
        tests("ThreadsTests", ["Threads"]),
        tests("ListsTests", ["JSON", "Lists", "Ports", "MemoryStore", "NamePatterns"]),
        tests("WireTests", ["Wire", "JSON", "Lists", "Ports", "NamePatterns", httpTypes]),
        tests("HTTPServingTests", ["HTTPServing", httpTypes, logging]),
        tests("WebhooksTests", ["Webhooks", "JSON", "Lists", "Ports", "MemoryStore", "CCurl"]),
        .target(
            name: "WebhookReceiver", path: "Tests/WebhookReceiver", exclude: ["receiver.py", "make_certificate.py"],
            swiftSettings: swiftSettings
        ),
        tests(
            "WebhookDeliveryTests",
            [
                "WebhookDelivery", "Webhooks", "JSON", "Lists", "Ports", "NamePatterns", "SQLiteStore", "Conformance", "WebhookReceiver",
                logging,
            ]),
        tests("FollowingTests", ["Following", "JSON", "Lists", "Ports", "MemoryStore"]),
        tests("GzipTests", ["Gzip", "CZlib"]),
        tests("MicroHTTPServerTests", ["MicroHTTPServer", "HTTPServing", httpTypes, logging]),
        .executableTarget(
            name: "StoreCrashChild", dependencies: ["SQLiteStore", "JSON", "Lists", "Ports", "Conformance", logging],
            path: "Tests/StoreCrashChild", swiftSettings: swiftSettings
        ),
        tests(
            "SQLiteStoreTests",
            ["SQLiteStore", "JSON", "Lists", "Ports", "NamePatterns", "MemoryStore", "Conformance", "StoreCrashChild", grdb, logging]),
        tests(
            "ListAPITests",
            [
                "ListAPI", "JSON", "Lists", "Ports", "NamePatterns", "Wire", "Webhooks", "HTTPServing", "Gzip", "SQLiteStore",
                "MemoryStore", "Conformance",
                httpTypes,
                logging, yams,
            ]),
        tests("SectionalTests", ["sectional", "ListAPI", "JSON", "Lists", "Ports", "NamePatterns", "HTTPServing", httpTypes, logging]),
        tests(
            "EndToEndTests",
            [
                "sectional", "JSON", "Lists", "Ports", "NamePatterns", "MemoryStore", "Conformance", "ListAPI", "MicroHTTPServer",
                "SQLiteStore", "HTTPServing",
                "Gzip", "Wire", "Webhooks", "WebhookDelivery", "WebhookReceiver", arguments, httpTypes, logging,
            ]),
    ]
)
