import Testing

/// A kind of pyramid that `tilecut` writes, for tests that hold for all of them.
struct WrittenKind: CustomTestStringConvertible, Sendable {
    /// The arguments that name the output and its kind.
    var output: [String]
    /// What the name of the unfinished output is.
    var partial: String

    var testDescription: String { output.joined(separator: " ") }

    /// Folders, whose tiles a later run can continue with.
    static let folders = [
        WrittenKind(output: ["-o", "p"], partial: "p_files.partial"),
        WrittenKind(output: ["--layout", "zoomify", "-o", "p"], partial: "p.partial"),
        WrittenKind(output: ["--layout", "flat", "-o", "p"], partial: "p.partial"),
    ]

    /// Single files, which a later run starts over.
    static let files =
        ["p.szi", "p.zip", "p.pmtiles", "p.mbtiles", "p.tif"].map {
            WrittenKind(output: ["-o", $0], partial: "\($0).partial")
        } + [WrittenKind(output: ["--cog", "-o", "p.tif"], partial: "p.tif.partial")]

    static let all = folders + files

    /// The arguments of a cut of `a.jpg` in many small tiles, whose operations come in the same order every time.
    var cut: [String] { ["a.jpg", "-q", "--tile-size", "32", "--threads", "1"] + output }
}
