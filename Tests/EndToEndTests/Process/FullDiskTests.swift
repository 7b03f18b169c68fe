import Foundation
import Testing

@Suite("A disk without room")
struct FullDiskTests {
    /// A file system in a file, with blocks of 1 KiB, which only an administrator can mount.
    private final class SmallDisk {
        let folder: TestFolder
        var path: String { folder.path("disk") }

        /// `nil` where none can be mounted here.
        init?() throws {
            folder = try TestFolder()
            let script = """
                dd if=/dev/zero of=image bs=1M count=4 2>/dev/null && mkfs.ext4 -q -b 1024 -m 0 -O ^has_journal image 2>/dev/null &&
                mkdir disk && mount -o loop image disk
                """
            let run = try SmallDisk.shell(script, in: folder)
            guard try run.status() == 0 else { return nil }
        }

        deinit {
            _ = try? SmallDisk.shell("umount -l disk", in: folder).status()
        }

        /// Takes all room but so many KiB.
        func fill(leaving room: Int) throws {
            let run = try SmallDisk.shell(
                "rm -f disk/fill; dd if=/dev/zero of=disk/fill bs=1024 2>/dev/null; truncate -s -\(room)K disk/fill", in: folder)
            guard try run.status() == 0 else { throw TestFailure("the disk can't be filled: \(run.errors)") }
        }

        private static func shell(_ script: String, in folder: TestFolder) throws -> ProgramRun {
            try ProgramRun(
                ["-c", script], executable: URL(fileURLWithPath: "/bin/sh"), environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"],
                in: folder.url.path)
        }
    }

    @Test("with blocks of 1 KiB is reported in one line at the start, or is enough: no signal ends the server")
    func smallBlocks() throws {
        // Where nothing can be mounted there is no such disk either.
        guard let disk = try SmallDisk() else { return }
        let database = disk.path + "/lists.sqlite"
        try CommandLineTool.run("migrate", "--database", database)
        var refused = 0
        for room in [0, 8, 9, 24, 64, 128, 400, 1_200] {
            try disk.fill(leaving: room)
            let server = try ProgramRun(["serve", "--port", "0", "--database", database], environment: ["SECTIONAL_LOG_LEVEL": "error"])
            guard let port = try? server.port() else {
                #expect(try server.status() == 1, "\(room) KiB")
                #expect(server.errors.split(separator: "\n").count == 1 && server.errors.contains("no room"), "\(server.errors)")
                refused += 1
                continue
            }
            let connection = try HTTPConnection(port: port)
            // The log grows until there is no room any more.
            for number in 0..<40 {
                let status = try connection.send("PUT", "/lists/l\(number)", body: "[\"\(String(repeating: "x", count: 20_000))\"]").status
                #expect([200, 201, 503].contains(status), "\(room) KiB")
            }
            #expect(try connection.get("/healthz").status == 200)
            server.send(signal: SIGTERM)
            #expect(try server.status() == 0, "\(room) KiB: \(server.errors)")
        }
        #expect((1..<8).contains(refused))
    }
}
