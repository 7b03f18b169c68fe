import Foundation
import Testing

/// Clients that wait for a body of the length that a 304 says.
@Suite("Revalidation by clients of others")
struct RevalidationTests {
    private static let target = "/lists/cities/items"
    private let server: ServerProcess

    init() throws {
        server = try ServerProcess()
        try server.putSamples()
    }

    private var notModifiedCount: Int {
        get throws {
            let lines = try server.connect().get("/metrics").text.split(separator: "\n")
            return lines.filter { $0.contains(#"status="304""#) }.compactMap { Int($0.split(separator: " ").last ?? "") }.reduce(0, +)
        }
    }

    @Test("OkHttp revalidates over one connection")
    func okHTTP() throws {
        let folder = try TestFolder()
        let program = try folder.write(Self.okHTTPProgram, to: "Revalidation.java")
        let classes = "/usr/share/java/okhttp.jar:/usr/share/java/okio.jar"
        let run = try ToolRun(
            "java", ["-cp", classes, program, "http://127.0.0.1:\(server.port)\(Self.target)", folder.path("cache")])
        #expect(try run.status() == 0, "\(run.output)")
        #expect(run.output == "5 revalidated, 1 connections\n")
        #expect(try notModifiedCount == 5)
        #expect(try server.stop() == 0)
    }

    @Test("wget takes a 304 for the end of the answer")
    func wget() throws {
        let arguments = ["-T", "20", "-t", "1", "-O", "-", "--header", #"If-None-Match: "v1""#]
        let run = try ToolRun("wget", arguments + ["http://127.0.0.1:\(server.port)\(Self.target)"])
        // The status for an answer that is an error to it; that of a network that fails is 4.
        #expect(try run.status() == 8, "\(run.output)")
        #expect(try notModifiedCount == 1)
        #expect(try server.stop() == 0)
    }

    @Test("squid revalidates what it keeps, and gives it")
    func squid() throws {
        let folder = try TestFolder()
        let port = try HTTPConnection.freePort()
        let settings = try folder.write(
            """
            http_port 127.0.0.1:\(port)
            http_access allow all
            pid_filename none
            access_log none
            cache_log /dev/null
            cache_store_log none
            cache_mem 8 MB
            shutdown_lifetime 0 seconds

            """, to: "squid.conf")
        let proxy = try ToolRun("squid", ["-N", "-f", settings])
        let page = try server.connect().get(Self.target).text
        for _ in 0..<4 {
            let curl = try ToolRun(
                "curl",
                ["-s", "--max-time", "30", "--retry", "50", "--retry-delay", "1", "--retry-connrefused"]
                    + ["-x", "http://127.0.0.1:\(port)", "http://127.0.0.1:\(server.port)\(Self.target)"])
            #expect(try curl.status() == 0)
            #expect(curl.output == page)
        }
        #expect(proxy.isRunning, "\(proxy.output)")
        #expect(try notModifiedCount == 3)
        #expect(try server.stop() == 0)
    }

    /// Asks for a URL six times through OkHttp's cache; prints how many answers came from there after a 304, and over how many connections.
    private static let okHTTPProgram = """
        import java.io.File;
        import java.net.InetSocketAddress;
        import java.net.Proxy;
        import java.util.concurrent.TimeUnit;
        import java.util.concurrent.atomic.AtomicInteger;
        import okhttp3.*;

        class Revalidation {
            public static void main(String[] arguments) throws Exception {
                AtomicInteger connections = new AtomicInteger();
                OkHttpClient client = new OkHttpClient.Builder()
                    .cache(new Cache(new File(arguments[1]), 1 << 20))
                    .readTimeout(20, TimeUnit.SECONDS)
                    .eventListener(new EventListener() {
                        @Override public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
                            connections.incrementAndGet();
                        }
                    })
                    .build();
                int revalidated = 0;
                String first = null;
                for (int round = 0; round < 6; round++) {
                    try (Response response = client.newCall(new Request.Builder().url(arguments[0]).build()).execute()) {
                        String body = response.body().string();
                        if (first == null) first = body;
                        boolean isKnown = response.networkResponse() != null && response.networkResponse().code() == 304;
                        if (isKnown && response.cacheResponse() != null && body.equals(first)) revalidated++;
                    }
                }
                System.out.println(revalidated + " revalidated, " + connections + " connections");
                System.exit(0);
            }
        }

        """
}
