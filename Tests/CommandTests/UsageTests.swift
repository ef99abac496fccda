import Testing

@Suite struct `Arguments that make no sense` {
    /// Arguments and the first line of the message.
    static let cases: [([String], String)] = [
        (["a.jpg", "--bogus"], "Unknown option '--bogus'"),
        (["a.jpg", "--tile-size", "0"], "a tile size of 0 is outside 1 to 8192 pixels."),
        (["a.jpg", "--tile-size", "8193"], "a tile size of 8193 is outside 1 to 8192 pixels."),
        (["a.jpg", "--tile-size", "big"], "The value 'big' is invalid for '--tile-size <pixels>'"),
        (
            ["a.jpg", "--tile-size", "64", "--overlap", "64"],
            "an overlap of 64 is outside 0 to 63, less than the tile size."
        ),
        (["a.jpg", "--quality", "0"], "a quality of 0 is outside 1 to 100."),
        (["a.jpg", "--levels", "0"], "the number of levels has to be at least 1."),
        (["a.jpg", "--threads", "0"], "the number of threads has to be from 1 to 1024."),
        (["a.jpg", "--page", "0"], "--page counts from 1; 0 is too small."),
        (["a.jpg", "--dpi", "0"], "--dpi is from 1 to 100000; 0 is outside."),
        (["a.jpg", "--depth", "16"], "16 bits a sample need PNG tiles, not jpg. Add --format png."),
        (
            ["a.jpg", "--depth", "12"],
            "The value '12' is invalid for '--depth <bits>'. Please provide one of '8' and '16'."
        ),
        (["a.jpg", "--range", "1,1"], "The value '1,1' is invalid for '--range <auto|full|min,max>'"),
        (["a.jpg", "--range", "-1"], "The value '-1' is invalid for '--range <auto|full|min,max>'"),
        (
            ["a.jpg", "--background", "blu"],
            "The value 'blu' is invalid for '--background <colour>': give a colour as #RRGGBB, as #RGB or by its CSS "
                + "name, such as white or ivory."
        ),
        (
            ["a.jpg", "--layout", "zoom"],
            "The value 'zoom' is invalid for '--layout <layout>'. Please provide one of 'deepzoom' and 'flat'."
        ),
        (
            ["a.jpg", "--format", "gif"],
            "The value 'gif' is invalid for '--format <format>'. Please provide one of the following:"
        ),
        (
            ["a.jpg", "--layout", "flat", "--levels", "2"],
            "the flat layout holds the full-size level only. Leave --levels out, or give 1."
        ),
        (["a.jpg", "--quiet", "--verbose"], "--quiet and --verbose exclude each other."),
        (
            ["a.jpg", "a.png"],
            "a.jpg and a.png would both become a.dzi. Cut them one at a time, each with its own --output."
        ),
        (
            ["x/a.jpg", "./y/a.jpg", "-o", "out"],
            "x/a.jpg and ./y/a.jpg would both become out/a.dzi. Cut them one at a time, each with its own --output."
        ),
        (["a.jpg", "a.jpg"], "a.jpg is given twice. Name each image once."),
        (["a.jpg", "-o", ""], "--output is empty. Give a path, or leave it out to write beside the image."),
        (["-"], "standard input has no name to call the pyramid by. Say where it goes with --output."),
        (
            ["-", "-o", "out/"],
            "standard input has no name to call the pyramid by inside the folder out/. Name the pyramid itself with "
                + "--output."
        ),
    ]

    @Test(arguments: cases)
    func `A sentence says what is accepted, and nothing is done`(arguments: [String], message: String) throws {
        let folder = try ScratchFolder()
        let outcome = try BuiltTool.run(arguments, in: folder)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.split(separator: "\n").first.map(String.init) == "tilecut: \(message)")
        #expect(outcome.messages.hasSuffix(`Help of tilecut`.usageErrorEnd))
        #expect(try folder.names().isEmpty)
    }
}
