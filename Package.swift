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

/// A product of another package. Only the server uses one: an app that takes the client with `traits: []` fetches no other package, and may
/// use any version of these itself.
func product(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Server"]))
}

let httpTypes = product("HTTPTypes", "swift-http-types")
let logging = product("Logging", "swift-log")
let grdb = product("GRDB", "GRDB.swift")
let grdbSQLite = product("GRDBSQLite", "GRDB.swift")
let yams = product("Yams", "Yams")
let arguments = product("ArgumentParser", "swift-argument-parser")

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
    // Those of apps with the client. The server needs the standard library of macOS 26, and a package has one version of a platform for all.
    platforms: [.iOS(.v15), .tvOS(.v15), .watchOS(.v8), .macOS("26.0")],
    products: [
        .executable(name: "sectional", targets: ["sectional"]),
        .library(name: "SectionalClient", targets: ["SectionalClient"]),
    ],
    traits: [
        .default(enabledTraits: ["Server"]),
        .trait(name: "Server", description: "The server and its commands. An app that takes the client alone turns it off: traits: []."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    ],
    targets: [
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),

        .target(name: "CDescription"),
        .target(name: "CPage"),
        .target(name: "CMigrations"),
        .target(name: "CChecksum"),
        .target(name: "CReceive"),
        .target(name: "CLocaleData"),

        room("ASCII"),
        room("ByteBuffers"),
        room("NamePatterns"),
        room("Threads"),
        room("Caching"),
        room("Files"),
        room("Console", ["Files"]),
        room("JSON", ["ASCII", "ByteBuffers"]),
        room("Lists", ["JSON", "ASCII"]),
        room("JSONSchema", ["CPCRE2", "ASCII", "JSON"]),
        room("CellTypes", ["JSON", "JSONSchema", "Lists"]),
        room("TypeGenerating", ["JSON", "CellTypes"]),
        room("Ports", ["NamePatterns", "JSON", "Lists", "CellTypes"]),
        room("Wire", ["NamePatterns", "JSON", "Lists", "CellTypes", "Ports", httpTypes, "ASCII", "ByteBuffers"]),
        room("HTTPServing", [httpTypes, "ASCII", "ByteBuffers"]),
        room("Gzip", ["CZlib"]),
        room("MicroHTTPServer", ["CMicroHTTPD", "CReceive", "ASCII", "ByteBuffers", "HTTPServing", httpTypes, logging], isTestable: false),
        room("CurlClient", ["CCurl"]),
        room("Crypto", ["CCrypto"]),
        room("Webhooks", ["JSON", "Lists", "Ports", "Wire", "Crypto", "ASCII"]),
        room("WebhookDelivery", ["CCurl", "ASCII", "Threads", "Caching", "Lists", "Ports", "Webhooks", logging]),
        room(
            "SQLiteStore",
            [
                "CMigrations", "CChecksum", "ASCII", "NamePatterns", "Threads", "Caching", "Files", "JSON", "JSONSchema", "Lists",
                "CellTypes", "Ports", grdb, grdbSQLite, logging,
            ]),
        room("Following", ["Threads", "Caching", "Lists", "CellTypes", "Ports", "Wire"]),
        room(
            "ListAPI",
            [
                "CDescription", "CPage", "ASCII", "ByteBuffers", "NamePatterns", "Caching", "JSON", "JSONSchema", "Lists", "CellTypes",
                "Ports", "Wire",
                "HTTPServing", "Gzip", "Crypto", "Webhooks", "Following", httpTypes, logging, yams,
            ]),
        room("LogOutput", ["Threads", "JSON", "Lists", "Wire", logging]),
        room(
            "Settings",
            [
                "NamePatterns", "JSON", "Lists", "CellTypes", "Ports", "Wire", "HTTPServing", "MicroHTTPServer", "Webhooks",
                "WebhookDelivery", "SQLiteStore", "ListAPI", "LogOutput", logging, yams, "ASCII",
            ]),
        room("Importing", ["JSON", "Lists", "Ports", "Wire", "ASCII"]),
        support("LogCapture", [logging]),
        room("RemoteServer", ["Threads", "Console", "JSON", "Lists", "CellTypes", "Wire", "CurlClient", "Webhooks", "Importing"]),
        room("SectionalClient"),
        .executableTarget(
            name: "sectional",
            dependencies: [
                "CLocaleData", "ASCII", "NamePatterns", "Threads", "Caching", "Files", "Console", "JSON", "Lists", "Ports", "Wire",
                "HTTPServing",
                "MicroHTTPServer", "Webhooks", "WebhookDelivery", "SQLiteStore", "Following", "ListAPI", "LogOutput", "Settings",
                "Importing", "CellTypes", "TypeGenerating", "RemoteServer", arguments, httpTypes, logging,
            ],
            swiftSettings: swiftSettings + testable
        ),

        support("MemoryStore", ["JSON", "Lists", "CellTypes", "Ports"]),
        support("Conformance", ["NamePatterns", "JSON", "Lists", "CellTypes", "Ports", "Seeds"]),
        support("Clocks"),
        support("Gunzip", ["CZlib", "Gzip"]),
        support("InMemoryHTTP", ["ByteBuffers", "HTTPServing", httpTypes]),
        support("PlainArrays", ["JSON", "Lists"]),
        support("ListScreens", ["SectionalClient"]),
        support("Seeds"),
        support("TreeChecks", ["Lists"]),
        support("WebhookReceiver", ["Clocks"], exclude: ["receiver.py", "make_certificate.py"]),
        tests("ASCIITests", ["ASCII"]),
        tests("ByteBuffersTests", ["ByteBuffers", "Seeds"]),

        tests("NamePatternsTests", ["NamePatterns"]),
        tests("ThreadsTests", ["Threads"]),
        tests("CellTypesTests", ["CellTypes", "JSON", "JSONSchema", "Lists"]),
        tests("TypeGeneratingTests", ["JSON", "CellTypes", "TypeGenerating"]),
        tests("ListsTests", ["JSON", "Lists", "Ports", "MemoryStore", "PlainArrays", "Seeds", "TreeChecks"]),
        tests("WireTests", ["NamePatterns", "JSON", "Lists", "CellTypes", "Ports", "Wire", "Seeds", httpTypes]),
        tests("HTTPServingTests", ["HTTPServing", "InMemoryHTTP", httpTypes]),
        tests("WebhooksTests", ["CCurl", "Lists", "Ports", "Webhooks", "Seeds"]),
        tests("CachingTests", ["Caching"]),
        tests("FilesTests", ["Files"]),
        tests("ConsoleTests", ["Console"]),
        tests("JSONTests", ["JSON", "Lists", "Seeds"]),
        tests("JSONSchemaTests", ["JSON", "JSONSchema"]),
        tests("PortsTests", ["Lists", "Ports"]),
        tests(
            "WebhookDeliveryTests",
            [
                "NamePatterns", "JSON", "Lists", "CellTypes", "Ports", "Webhooks", "WebhookDelivery", "SQLiteStore", "Following",
                "Conformance", "Clocks", "LogCapture", "WebhookReceiver", grdbSQLite, logging,
            ]),
        tests("FollowingTests", ["JSON", "Lists", "CellTypes", "Ports", "Wire", "Following", "MemoryStore"]),
        tests("GzipTests", ["CZlib", "Gzip", "Gunzip", "Seeds"]),
        tests("MicroHTTPServerTests", ["HTTPServing", "MicroHTTPServer", "Clocks", "InMemoryHTTP", "Seeds", httpTypes, logging]),
        tests("CryptoTests", ["Crypto"]),
        .executableTarget(
            name: "StoreCrashChild", dependencies: ["JSON", "Lists", "Ports", "SQLiteStore", "Conformance", "Seeds", logging],
            path: "Tests/Support/StoreCrashChild", swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "ClientCrashChild", dependencies: ["SectionalClient", "ListScreens"], path: "Tests/Support/ClientCrashChild",
            swiftSettings: swiftSettings
        ),
        tests(
            "SQLiteStoreTests",
            [
                "CChecksum", "StoreCrashChild", "Caching", "Files", "NamePatterns", "JSON", "Lists", "CellTypes", "Ports", "SQLiteStore",
                "MemoryStore", "Conformance", "Clocks", "LogCapture", "Seeds", "TreeChecks", logging,
            ]),
        tests(
            "ListAPITests",
            [
                "NamePatterns", "Caching", "JSON", "JSONSchema", "Lists", "CellTypes", "Ports", "Wire", "HTTPServing", "Gzip", "Webhooks",
                "SQLiteStore", "Following", "ListAPI", "MemoryStore", "Conformance", "Clocks", "Gunzip", "InMemoryHTTP", "LogCapture",
                "PlainArrays", "Seeds", httpTypes, logging, yams,
            ]),
        tests("LogOutputTests", ["LogOutput", "LogCapture", logging]),
        tests(
            "SettingsTests",
            [
                "NamePatterns", "Lists", "CellTypes", "HTTPServing", "MicroHTTPServer", "SQLiteStore", "ListAPI", "LogOutput", "Settings",
                "Seeds",
                logging,
            ]),
        tests("ImportingTests", ["JSON", "Lists", "Ports", "Importing", "Seeds"]),
        tests("RemoteServerTests", ["JSON", "RemoteServer"]),
        tests("SectionalClientTests", ["JSON", "Lists", "Ports", "Wire", "SectionalClient", "MemoryStore", "ListScreens", "Seeds"]),
        tests(
            "SectionalTests",
            [
                "Console", "Lists", "HTTPServing", "SQLiteStore", "LogOutput", "Settings", "Importing", "sectional", "InMemoryHTTP",
                "LogCapture", httpTypes, logging,
            ]),
        tests(
            "EndToEndTests",
            [
                "NamePatterns", "JSON", "Lists", "CellTypes", "Ports", "Wire", "HTTPServing", "Gzip", "MicroHTTPServer", "Webhooks",
                "WebhookDelivery", "SQLiteStore", "ListAPI", "LogOutput", "Settings", "sectional", "MemoryStore", "Conformance", "Clocks",
                "Gunzip", "Seeds", "TypeGenerating", "WebhookReceiver", "SectionalClient", "ListScreens", "ClientCrashChild", arguments,
                httpTypes,
                logging,
            ]),
    ]
)
