internal import FilePyramids
internal import Glibc
internal import TileContainers

/// A program that cuts an image, and its command line for the comparison.
struct Competitor {
    /// The name in the table.
    var name: String
    /// The suffix of the folder or file that holds the tiles.
    var outputSuffix: String
    /// Whether it prints where its time has gone, as `tilecut --json` does.
    var reportsTimes = false
    /// Returns the program and its arguments for an output without its extension.
    var command: (_ output: String) -> [String]

    /// Returns tilecut, built beside this program; without `passthrough` it re-encodes every tile, as dzsave does.
    static func tilecut(
        _ program: String, image: String, format: TileBenchFormat, container target: PyramidTarget,
        passthrough: Bool = true
    ) -> Competitor {
        let outputSuffix = target.container?.fileExtensions.first.map { "." + $0 }
        let name = (target.container.map { "tilecut \($0.id)" } ?? "tilecut") + (passthrough ? "" : " re-encoding")
        let options = encoding(format) + (passthrough ? [] : ["--lossless", "never"]) + ["--json"]
        return Competitor(name: name, outputSuffix: outputSuffix ?? "_files", reportsTimes: true) { output in
            [program, image, "--output", output + (outputSuffix ?? ".dzi")] + options
        }
    }

    /// Returns tilecut writing the tiles of a container as single files.
    ///
    /// Edge tiles are padded as in the container: those of maps and TIFF are, those of Deep Zoom are not.
    static func tilecutFolder(
        _ program: String, image: String, format: TileBenchFormat, like target: PyramidTarget
    ) -> Competitor {
        guard target.layout == nil else {
            return tilecut(program, image: image, format: format, container: PyramidTarget())
        }
        return Competitor(name: "tilecut xyz", outputSuffix: "") { output in
            [program, image, "--output", output, "--layout", "xyz"] + encoding(format)
        }
    }

    private static func encoding(_ format: TileBenchFormat) -> [String] {
        ["--format", format.rawValue, "--quality", "\(format.quality)", "--quiet"]
    }

    /// Returns libvips' dzsave, called from Python; without a suffix it uses its fast direct mode for JPEG.
    ///
    /// The archive is an SZI. `preparation` is a Python statement that makes `image` what is cut.
    static func dzsave(
        python: String, image: String, preparation: String, format: TileBenchFormat, isArchive: Bool = false
    ) -> Competitor {
        let options =
            switch format {
            case .jpg: "Q=\(format.quality)"
            case .png: "suffix='.png'"
            case .webp: "suffix='.webp[Q=\(format.quality)]'"
            }
        let script = """
            import pyvips, sys
            image = pyvips.Image.new_from_file(sys.argv[1], access='sequential')
            \(preparation)
            image.dzsave(sys.argv[2], layout='dz', tile_size=256, overlap=0, \(options))
            """
        return Competitor(name: isArchive ? "dzsave szi" : "dzsave", outputSuffix: isArchive ? ".szi" : "_files") {
            output in
            [python, "-c", script, image, isArchive ? output + ".szi" : output]
        }
    }

    /// Returns whether this Python has a libvips whose dzsave has the direct mode: 8.15 or later.
    static func canRunDzsave(python: String) -> Bool {
        let script = "import pyvips, sys; sys.exit((pyvips.version(0), pyvips.version(1)) < (8, 15))"
        return MeasuredRun.of([python, "-c", script])?.status == 0
    }

    /// Returns the bytes of a file, or of all files in a folder and its subfolders.
    static func bytes(in path: String) -> Int {
        var status = stat()
        guard lstat(path, &status) == 0 else { return 0 }
        guard status.st_mode & S_IFMT == S_IFDIR else { return Int(status.st_size) }
        return ((try? FileSystem.entries(of: path)) ?? []).reduce(0) { $0 + bytes(in: "\(path)/\($1)") }
    }
}

/// The tile formats that are compared.
enum TileBenchFormat: String, CaseIterable {
    case jpg, png, webp

    /// The quality that all competitors use.
    var quality: Int { 85 }
}
