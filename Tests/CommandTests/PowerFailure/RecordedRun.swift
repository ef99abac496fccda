import Foundation
import TestSupport
import Testing
import TilePyramid
import TileStores

/// A run of the built tool, with its file operations in order, and its result.
struct RecordedRun: Sendable {
    /// The arguments of a run, and the facts to check afterward.
    struct Kind: Sendable, CustomTestStringConvertible {
        /// The arguments that name the output.
        var output: [String]
        /// The target of the library, to continue folders; nil for single files.
        var folder: PyramidTarget?
        /// Whether an older pyramid is replaced.
        var replaces = false
        /// Whether a folder is synced; without that, the run is replayed up to the moment when the pyramid gets its name.
        var syncs = true

        var testDescription: String {
            (output + (replaces ? ["--force"] : []) + (folder != nil && !syncs ? ["(not synced)"] : [])).joined(
                separator: " ")
        }

        /// Every kind of output, new and in place of an older one.
        static let all: [Kind] = {
            let folders: [([String], PyramidTarget)] = [
                (["-o", "p.dzi"], PyramidTarget(.deepZoom)),
                (["--layout", "xyz", "-o", "p"], PyramidTarget(.xyz)),
                (["--layout", "zoomify", "-o", "p"], PyramidTarget(.zoomify)),
                (["--layout", "flat", "-o", "p"], PyramidTarget(.flat)),
                (["--layout", "tms", "-o", "p"], PyramidTarget(.tms)),
                (["--layout", "google", "-o", "p"], PyramidTarget(.google)),
            ]
            let files = [
                ["-o", "p.zip"], ["-o", "p.szi"], ["-o", "p.mbtiles"], ["-o", "p.gpkg"], ["-o", "p.pmtiles"],
                ["-o", "p.tif"], ["--cog", "-o", "p.tif"], ["-o", "p.dzi", "--shard", "1/1"],
            ]
            return folders.flatMap { output, target in
                [
                    Kind(output: output, folder: target), Kind(output: output, folder: target, replaces: true),
                    Kind(output: output, folder: target, syncs: false),
                ]
            } + files.flatMap { [Kind(output: $0), Kind(output: $0, replaces: true)] }
        }()

        /// The arguments of a cut in many small tiles; an older pyramid has tiles of a lower quality.
        func arguments(isOlder: Bool = false) -> [String] {
            ["a.jpg", "-q", "--tile-size", "32", "--threads", "1", "--quality", isOlder ? "40" : "80"] + output
                + (replaces && !isOlder ? ["--force"] : []) + (folder != nil && syncs ? ["--sync"] : [])
        }
    }

    var kind: Kind
    /// The files before the run and after it, without the image.
    var (before, after): (DiskImage, DiskImage)
    /// The whole folder before the run.
    var start: DiskImage
    /// The recorded operations, up to the moment when an unsynced folder gets its name.
    var operations: [FileOperation]
    /// Calls that the model does not have.
    var unsupported: [String]
    /// The tiles of the result; none for single files.
    var tiles: [TileIndex: EncodedTile] = [:]
    var pyramid: Pyramid?
    var format = TileFormat.jpeg

    /// Whether strace is installed and may trace.
    static let canTrace: Bool = {
        guard let folder = try? ScratchFolder() else { return false }
        let outcome = try? BuiltTool.run(["--version"], in: folder, shell: #"exec strace -f -y -xx -o trace "$@""#)
        return outcome?.status == 0
    }()

    /// A new folder in memory where there is one, so that syncing it takes no time.
    static func makeFolder() throws -> String {
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : FileManager.default.temporaryDirectory.path
        let path = "\(parent)/tilekit-power-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    /// Runs the tool under strace.
    init(_ kind: Kind) throws {
        self.kind = kind
        let scratch = try ScratchFolder()
        let folder = try Self.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // Files are compared and not continued, so that they may have more tiles.
        let image = try kind.folder == nil ? TestImage.noise(480, 320) : TestImage.jpeg(100, 70)
        try image.write(to: URL(fileURLWithPath: "\(folder)/a.jpg"))
        func run(_ arguments: [String], _ tracing: String) throws {
            let outcome = try BuiltTool.run(arguments, in: scratch, shell: "cd '\(folder)' && exec \(tracing) \"$@\"")
            guard outcome.status == 0 else { throw TraceError(description: outcome.messages) }
        }
        if kind.replaces { try run(kind.arguments(isOlder: true), "") }
        start = try DiskImage(of: folder)
        let calls = SystemCallTrace.calls.map { "?\($0)" }.joined(separator: ",")
        try run(kind.arguments(), "strace -f -y -xx -s 1000000 -e trace=\(calls) -o '\(scratch("trace"))'")
        let trace = SystemCallTrace(
            String(decoding: try scratch.bytes("trace"), as: UTF8.self),
            folder: URL(fileURLWithPath: folder).resolvingSymlinksInPath().path)
        operations = trace.operations
        unsupported = trace.unsupported
        before = start.filter { $0 != "a.jpg" }
        after = try DiskImage(of: folder).filter { $0 != "a.jpg" }
        guard kind.folder != nil else { return }
        if !kind.syncs {
            let end = operations.firstIndex {
                if case .rename(let old, _) = $0 { old.contains(".partial") } else { false }
            }
            operations.removeSubrange((end ?? 0)...)
        }
        // Flat tiles are opened by their folder.
        let name = kind.output.contains("flat") ? folder : "\(folder)/\(path)"
        guard let opened = try Pyramids.openBlocking(name) else {
            throw TraceError(description: "\(path) is not a pyramid")
        }
        pyramid = opened.source.pyramid
        for index in opened.source.pyramid.indices { tiles[index] = try opened.source.read(index) }
    }

    /// The path of the output.
    var path: String { kind.output[(kind.output.firstIndex(of: "-o") ?? 0) + 1] }
}

/// The reason why a run could not be recorded.
struct TraceError: Error, CustomStringConvertible {
    var description: String
}
