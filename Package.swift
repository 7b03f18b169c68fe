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
        room("Lists", ["NamePatterns"]),
        room("Wire", ["Lists", "NamePatterns", httpTypes]),
        room("HTTPServing", ["NamePatterns", httpTypes, logging]),
        room("Gzip", ["CZlib"]),
        room("MicroHTTPServer", ["HTTPServing", "CMicroHTTPD", httpTypes, logging], isTestable: false),
        room("CurlClient", ["CCurl"]),
        room("Crypto", ["CCrypto"]),
        room("Webhooks", ["Lists", "Wire", "Crypto"]),
        room("WebhookDelivery", ["Lists", "Webhooks", "Threads", "CCurl", logging]),
        room("SQLiteStore", ["Lists", "NamePatterns", "Threads", grdb, grdbSQLite, logging]),
        room("Following", ["Lists", "Threads"]),
        room(
            "ListAPI",
            ["Lists", "NamePatterns", "Wire", "Webhooks", "Following", "HTTPServing", "Gzip", "CDescription", "Crypto", httpTypes, logging]),
        room("ListStoreConformance", ["Lists", "NamePatterns"]),
        .executableTarget(
            name: "sectional",
            dependencies: [
                "Lists", "NamePatterns", "Wire", "HTTPServing", "MicroHTTPServer", "SQLiteStore", "Webhooks", "WebhookDelivery", "ListAPI",
                "CurlClient", "Threads", "CLocaleData",
                arguments, httpTypes, logging, yams,
            ],
            swiftSettings: swiftSettings + testable
        ),

        tests("NamePatternsTests", ["NamePatterns"]),
        tests("ThreadsTests", ["Threads"]),
        tests("ListsTests", ["Lists", "NamePatterns"]),
        tests("WireTests", ["Wire", "Lists", "NamePatterns", httpTypes]),
        tests("HTTPServingTests", ["HTTPServing", "NamePatterns", httpTypes, logging]),
        tests("WebhooksTests", ["Webhooks", "Lists", "CCurl"]),
        .target(
            name: "WebhookReceiver", path: "Tests/WebhookReceiver", exclude: ["receiver.py", "make_certificate.py"],
            swiftSettings: swiftSettings
        ),
        tests(
            "WebhookDeliveryTests",
            [
                "WebhookDelivery", "Webhooks", "Lists", "NamePatterns", "SQLiteStore", "ListStoreConformance", "WebhookReceiver", logging,
            ]),
        tests("FollowingTests", ["Following", "Lists"]),
        tests("CryptoTests", ["Crypto"]),
        tests("GzipTests", ["Gzip", "CZlib"]),
        tests("MicroHTTPServerTests", ["MicroHTTPServer", "HTTPServing", httpTypes, logging]),
        .executableTarget(
            name: "StoreCrashChild", dependencies: ["SQLiteStore", "Lists", "ListStoreConformance", logging],
            path: "Tests/StoreCrashChild", swiftSettings: swiftSettings
        ),
        tests("SQLiteStoreTests", ["SQLiteStore", "Lists", "NamePatterns", "ListStoreConformance", "StoreCrashChild", grdb, logging]),
        tests(
            "ListAPITests",
            [
                "ListAPI", "Lists", "NamePatterns", "Wire", "Webhooks", "HTTPServing", "Gzip", "SQLiteStore", "ListStoreConformance",
                httpTypes,
                logging, yams,
            ]),
        tests("SectionalTests", ["sectional", "ListAPI", "Lists", "NamePatterns", "HTTPServing", httpTypes, logging]),
        tests(
            "EndToEndTests",
            [
                "sectional", "Lists", "NamePatterns", "ListStoreConformance", "ListAPI", "MicroHTTPServer", "SQLiteStore", "HTTPServing",
                "Gzip", "Wire", "Webhooks", "WebhookDelivery", "WebhookReceiver", arguments, httpTypes, logging,
            ]),
    ]
)
