import Foundation
import Testing

@Suite("A disk that can't be read once")
struct DiskErrorTests {
    /// Has one read of a database fail once a file is there, which goes with it.
    private static let shim = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>
        ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
            static ssize_t (*next)(int, void *, size_t, off64_t);
            if (!next) next = dlsym(RTLD_NEXT, "pread64");
            char link[64], path[4096];
            snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
            ssize_t length = readlink(link, path, sizeof path - 1);
            if (length > 0) {
                path[length] = 0;
                if (strstr(path, ".sqlite") && unlink(getenv("READ_FAULT")) == 0) {
                    errno = EIO;
                    return -1;
                }
            }
            return next(descriptor, bytes, count, offset);
        }
        """

    /// - Returns: The library; `nil` where there is no compiler.
    private static func library(in folder: TestFolder) throws -> String? {
        let source = try folder.write(shim, to: "shim.c")
        let build = try ProgramRun(
            ["cc", "-shared", "-fPIC", "-D_FILE_OFFSET_BITS=64", "-o", folder.path("shim.so"), source, "-ldl"],
            executable: URL(fileURLWithPath: "/usr/bin/env"), environment: ["PATH": "/usr/bin:/bin:/opt/swift/usr/bin"])
        return try build.status() == 0 ? folder.path("shim.so") : nil
    }

    @Test("is an error of one request, and no damage")
    func once() throws {
        let folder = try TestFolder()
        guard let library = try Self.library(in: folder) else { return }
        let rows = try folder.write("[\((1...50_000).map(String.init).joined(separator: ","))]", to: "rows.json")
        try CommandLineTool.run("import", "l", rows, "--database", folder.database)
        let fault = folder.path("fault")
        let server = try ServerProcess(
            database: folder.database, environment: ["LD_PRELOAD": library, "READ_FAULT": fault, "SECTIONAL_LOG_LEVEL": "info"])
        let connection = try server.connect()
        var failures = 0
        for round in 0..<20 {
            let path = "/lists/l/items?offset=\(round * 2_400)&limit=50"
            try Data().write(to: URL(fileURLWithPath: fault))
            let status = try connection.get(path).status
            #expect([200, 500, 503].contains(status))
            if status != 200 { failures += 1 }
            unlink(fault)
            #expect(try connection.get(path).status == 200, "round \(round)")
            #expect(try connection.get("/readyz").status == 200, "round \(round)")
        }
        #expect(failures > 0)
        #expect(!server.run.errors.contains("restore a backup"), "\(server.run.errors)")
        #expect(try server.stop() == 0)
    }
}
