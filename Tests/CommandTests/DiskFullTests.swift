import Foundation
import TestLimits
import Testing

@Suite(.timeLimited) struct `A full disk` {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.noise(1200, 900), to: "noise.jpg")
        #expect(try BuiltTool.run(["noise.jpg", "-q", "-o", "whole"], in: folder).status == 0)
    }

    @Test func `A tile that does not fit ends the run, and --resume finishes it`() throws {
        let largest = try #require(folder.tree("whole_files").values.map(\.count).max())
        #expect(largest > 20 * 1024)
        // Bash counts in units of 1024 bytes.
        let outcome = try BuiltTool.run(["noise.jpg", "-q", "-o", "p"], in: folder, shell: #"ulimit -f 16; exec "$@""#)
        #expect(outcome.status == 74)
        #expect(
            outcome.messages.wholeMatch(
                of:
                    #/tilecut: p_files.partial\/[0-9]+\/[0-9]+_[0-9]+.jpg: writing failed: File too large. Free some space and continue with --resume.\n/#
            ) != nil)
        #expect(try !folder.names().contains("p.dzi"))
        #expect(try BuiltTool.run(["noise.jpg", "-q", "-o", "p", "--resume"], in: folder).status == 0)
        #expect(try folder.tree("p_files") == folder.tree("whole_files"))
    }

    /// Whether a shell can mount a private file system on this machine.
    static let canMount: Bool = {
        let probe = try? BuiltTool.run(
            [], in: ScratchFolder(), shell: #"exec unshare --map-root-user --mount mount -t tmpfs tmpfs /mnt"#)
        return probe?.status == 0
    }()

    /// Runs the tool in `mnt`, a tmpfs of a number of bytes, and again with more space; copies the results to `first` and
    /// `second`.
    ///
    /// The second `mount` names the file system so that it inherits no options from the first: for other users than root
    /// one of them is an owner without a name in the shell's namespace.
    private func runOnSmallDisk(_ bytes: Int, _ arguments: [String]) throws -> BuiltTool.Outcome {
        let script = """
            mkdir mnt && mount -t tmpfs -o size=\(bytes) tmpfs mnt || exit 99
            "$@"; code=$?
            cp -r mnt first
            mount -o remount,size=64m tmpfs mnt && "$@" --resume && cp -r mnt second
            exit $code
            """
        try folder.write(Data(script.utf8), to: "script")
        return try BuiltTool.run(
            arguments, in: folder, shell: #"exec unshare --map-root-user --mount bash script "$@""#)
    }

    @Test(.enabled(if: canMount, "needs a private mount; the test with a file size limit covers the same"))
    func `A disk that fills up keeps the partial pyramid, and --resume finishes it`() throws {
        let actual = try folder.tree("whole_files").values.reduce(0) { $0 + $1.count }
        #expect(actual > 400_000)

        let outcome = try runOnSmallDisk(actual * 3 / 4, ["noise.jpg", "-o", "mnt/p"])
        #expect(outcome.status == 74)
        #expect(
            outcome.messages.contains(
                #/tilecut: noise.jpg: warning: the tiles need about [0-9.]+ [kM]B, and only [0-9.]+ [kM]B are free.\n/#)
        )
        #expect(
            outcome.messages.contains(
                "writing failed: No space left on device. Free some space and continue with --resume.\n"))
        #expect(try folder.names("first") == ["p_files.partial"])
        #expect(try folder.names("second") == ["p.dzi", "p_files"])
        #expect(try folder.tree("second/p_files") == folder.tree("whole_files"))
    }

    @Test(.enabled(if: canMount, "needs a private mount"))
    func `Too little free space is reported before the first tile`() throws {
        let outcome = try runOnSmallDisk(100 * 1024, ["noise.jpg", "-q", "-o", "mnt/p"])
        #expect(outcome.status == 74)
        #expect(
            outcome.messages.wholeMatch(
                of:
                    #/tilecut: mnt\/p.dzi: the tiles need about [0-9.]+ [kM]B, but only [0-9.]+ kB are free. Free some space, or choose another --output.\n/#
            ) != nil)
        #expect(try folder.names("first").isEmpty)
        #expect(try folder.tree("second/p_files") == folder.tree("whole_files"))
    }
}
