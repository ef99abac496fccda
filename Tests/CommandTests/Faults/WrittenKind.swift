import Testing

/// A kind of pyramid that `tilecut` writes, for tests that hold for all of them.
struct WrittenKind: CustomTestStringConvertible, Sendable {
    /// The arguments that name the output and its kind.
    var output: [String]
    /// The name of the unfinished output.
    var partial: String
    /// Whether it is a folder, whose tiles a later run can continue with; a single file is started over.
    var isFolder = false

    var testDescription: String { output.joined(separator: " ") }

    /// A folder with its descriptor beside it, one with its descriptor in it, and tiles among other files.
    static let folders = [
        WrittenKind(output: ["-o", "p"], partial: "p_files.partial", isFolder: true),
        WrittenKind(output: ["--layout", "zoomify", "-o", "p"], partial: "p.partial", isFolder: true),
        WrittenKind(output: ["--layout", "flat", "-o", "p"], partial: "p.partial", isFolder: true),
    ]

    /// One file of each writer; a COG is a TIFF whose tiles are put in order at the end.
    static let files = [
        WrittenKind(output: ["-o", "p.szi"], partial: "p.szi.partial"),
        WrittenKind(output: ["-o", "p.pmtiles"], partial: "p.pmtiles.partial"),
        WrittenKind(output: ["-o", "p.mbtiles"], partial: "p.mbtiles.partial"),
        WrittenKind(output: ["--cog", "-o", "p.tif"], partial: "p.tif.partial"),
    ]

    static let all = folders + files

    /// The folders and one file: every file is locked, finished and replaced by the same code.
    static let exemplary = folders + files.prefix(1)

    /// The same kind, with tiles of a lower quality.
    var coarser: WrittenKind {
        var kind = self
        kind.output += ["--quality", "30"]
        return kind
    }

    /// The arguments of a cut of `a.jpg` in many small tiles, whose operations come in the same order every time.
    var cut: [String] { ["a.jpg", "-q", "--tile-size", "32", "--threads", "1"] + output }
}
