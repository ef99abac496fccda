import Foundation
import TestLimits
import Testing

@Suite(.timeLimited) struct `Invalid arguments of tilecut` {
    /// Arguments and the first line of the message.
    static let cases: [([String], String)] = [
        (["a.jpg", "--frobnicate"], "Unknown option '--frobnicate'"),
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
        (["a.jpg", "--page", "0"], "--page takes a number from 1; 0 is out of range."),
        (["a.jpg", "--dpi", "0"], "--dpi takes 1 to 100000; 0 is out of range."),
        (["a.jpg", "--depth", "16"], "16 bits a sample need PNG tiles, not jpg. Choose --format png."),
        (
            ["a.jpg", "--depth", "12"],
            "The value '12' is invalid for '--depth <bits>'. Please provide one of '8' and '16'."
        ),
        (
            ["a.jpg", "--range", "1,1"],
            "--range 1,1: the two values are equal. It takes auto, full, file, percentiles such as p2,p98, or values such as 0,4000; several "
                + "have semicolons between them."
        ),
        (
            ["a.jpg", "--range", "-1"],
            "--range -1: -1 is not a range. It takes auto, full, file, percentiles such as p2,p98, or values such as 0,4000; several "
                + "have semicolons between them."
        ),
        (
            ["a.jpg", "--range", "p98,p2"],
            "--range p98,p2: the first percentile is above the second one. It takes auto, full, file, percentiles such as p2,p98, or values such as 0,4000; several "
                + "have semicolons between them."
        ),
        (
            ["a.jpg", "--range", "p2,p198"],
            "--range p2,p198: percentiles go from 0 to 100. It takes auto, full, file, percentiles such as p2,p98, or values such as 0,4000; several "
                + "have semicolons between them."
        ),
        (
            ["a.jpg", "--range", "abc"],
            "--range abc: abc is not a range. It takes auto, full, file, percentiles such as p2,p98, or values such as 0,4000; several "
                + "have semicolons between them."
        ),
        (
            ["a.jpg", "--range", "p2;p98"],
            "--range p2;p98: p2 is not a range. It takes auto, full, file, percentiles such as p2,p98, or values such as 0,4000; several "
                + "have semicolons between them."
        ),
        (
            ["a.jpg", "--range", "0,5;9,3"],
            "--range 0,5;9,3: the first value is above the second one. It takes auto, full, file, percentiles such as p2,p98, or values such as 0,4000; several "
                + "have semicolons between them."
        ),
        (
            ["a.jpg", "--range", "0,5;"],
            "--range 0,5;: a range is missing. It takes auto, full, file, percentiles such as p2,p98, or values such as 0,4000; several "
                + "have semicolons between them."
        ),
        (
            ["a.jpg", "--background", "blu"],
            "The value 'blu' is invalid for '--background <color>': a color is #RRGGBB, #RGB or a CSS name, such "
                + "as white or ivory."
        ),
        (
            ["a.jpg", "--layout", "zoom"],
            "The value 'zoom' is invalid for '--layout <layout>'. Please provide one of the following:"
        ),
        (
            ["a.jpg", "--layout", "flat", "-o", "a.zip"],
            "a ZIP archive cannot hold the flat layout. It can hold deepzoom, zoomify, iiif, iiif2, xyz, tms and google."
        ),
        (["a.jpg", "--layout", "xyz", "-o", "a.mbtiles"], "MBTiles has a layout of its own. Leave --layout out."),
        (
            ["a.jpg", "--container", "szi", "-o", "a.zip"],
            "--container szi contradicts the extension of a.zip. Leave one of them out."
        ),
        (
            ["a.jpg", "--layout", "xyz", "--overlap", "1"],
            "tiles of the xyz layout cannot overlap. Leave --overlap out."
        ),
        (["a.jpg", "-o", "a.pmtiles", "--overlap", "1"], "tiles of PMTiles cannot overlap. Leave --overlap out."),
        (
            ["a.jpg", "--layout", "xyz", "--center"],
            "--center needs the google layout. Add --layout google, or leave --center out."
        ),
        (["a.jpg", "--id", "https://x"], "--id needs an IIIF layout. Add --layout iiif, or leave --id out."),
        (
            ["a.jpg", "--layout", "iiif", "--id", "https://x/a b"],
            "--id takes no spaces and no control characters. Write a space as %20."
        ),
        (
            ["a.jpg", "--layout", "iiif", "--id", "ftp://x/a"],
            "--id takes an address of http or https, or a name; not ftp://x/a."
        ),
        (
            ["a.jpg", "--layout", "iiif", "--id", "https://x/a?b"],
            "--id takes an address without ? and #, because viewers add to its end; not https://x/a?b."
        ),
        (
            ["a.jpg", "--layout", "iiif", "--id", "https://x/a/"],
            "--id takes an address without a slash at its end; not https://x/a/."
        ),
        (
            ["a.jpg", "--layout", "iiif", "--id", "https://x/a/info.json"],
            "--id takes the address of the image, without /info.json. Write https://x/a."
        ),
        (["a.jpg", "--layout", "iiif", "--format", "png"], "tiles of the iiif layout are jpg. Choose --format jpg."),
        (["a.jpg", "--layout", "iiif", "--format", "auto"], "tiles of the iiif layout are jpg. Choose --format jpg."),
        (
            ["a.jpg", "-o", "a.mbtiles", "--format", "avif"],
            "tiles of MBTiles are jpg, png or webp. Choose another --format."
        ),
        (
            ["a.jpg", "-o", "a.pmtiles", "--format", "mixed"],
            "tiles of PMTiles have one format, and only a GeoPackage (.gpkg) may mix them. Choose another --format."
        ),
        (
            ["a.jpg", "-o", "a.gpkg", "--format", "avif"],
            "tiles of a GeoPackage are jpg, png or webp. Choose another --format."
        ),
        (
            ["a.jpg", "--layout", "zoomify", "--skip-blank"],
            "the zoomify layout cannot mark tiles as absent, and its readers would show errors. Leave --skip-blank out."
        ),
        (
            ["a.jpg", "--bounds", "1,2,3,4"],
            "the deepzoom layout cannot be georeferenced. Choose --layout xyz or tms, MBTiles, GeoPackage, PMTiles or "
                + "TIFF, or leave --bounds, --srs and --zoom out."
        ),
        (
            ["a.jpg", "--srs", "25832"],
            "the deepzoom layout cannot be georeferenced. Choose --layout xyz or tms, MBTiles, GeoPackage, PMTiles or "
                + "TIFF, or leave --bounds, --srs and --zoom out."
        ),
        (
            ["a.jpg", "-o", "a.pmtiles", "--bounds", "1,2,3,4", "--srs", "25832", "--bounds-crs", "4326"],
            "--srs cannot be combined with --bounds-crs or --bounds none. Leave one of them out."
        ),
        (
            ["a.jpg", "-o", "a.pmtiles", "--bounds", "1,2,3"],
            "--bounds takes four numbers, west,south,east,north, or none; not 1,2,3."
        ),
        (
            ["a.jpg", "-o", "a.pmtiles", "--bounds", "20,40,20,60"],
            "--bounds takes west,south,east,north: west, 20.0, is not less than east, 20.0."
        ),
        (
            ["a.jpg", "-o", "a.pmtiles", "--bounds", "1,5,2,5"],
            "--bounds takes west,south,east,north: south, 5.0, is not less than north, 5.0."
        ),
        (
            ["a.jpg", "b.jpg", "-o", "out.pmtiles"],
            "out.pmtiles would be one pyramid (PMTiles), but several images are given. Name a folder with --output, cut "
                + "them one at a time, or join georeferenced images to one with --mosaic."
        ),
        (
            ["--mosaic", "a.tif", "b.tif", "-o", "maps/"],
            "--mosaic makes one pyramid of all images. Name it with --output, such as -o all.mbtiles."
        ),
        (
            ["--mosaic", "a.tif", "b.tif"],
            "--mosaic makes one pyramid of all images. Name it with --output, such as -o all.mbtiles."
        ),
        (["--mosaic", "a.tif", "-", "-o", "all.dzi"], "standard input cannot be part of a mosaic. Name files."),
        (["--mosaic", "a.tif", "a.tif", "-o", "all.dzi"], "a.tif is given twice. Give each image once."),
        (
            ["--mosaic", "a.tif", "b.tif", "-o", "all.mbtiles", "--bounds", "1,2,3,4"],
            "--mosaic places images where their files say. Leave --bounds out."
        ),
        (["-q", "90", "a.jpg"], "-q takes no number. Write --quality 90"),
        (
            ["a.jpg", "-html"],
            "-html is not an option: those of several letters begin with two dashes, as --html. For a file of that name, "
                + "write ./-html"
        ),
        (["-dash.jpg"], "-dash.jpg begins with a dash, as options do. For a file of that name, write ./-dash.jpg"),
        (
            ["-q", "a.jpg", "-hello.png"],
            "-hello.png begins with a dash, as options do. For a file of that name, write ./-hello.png"
        ),
        (
            ["a.jpg", "-o", "a.pmtiles", "--zoom", "7-3"],
            "--zoom 7-3: the coarser zoom comes first. It takes a zoom from 0 to 30, such as 14, or two such as 6-14."
        ),
        (
            ["a.jpg", "-o", "a.pmtiles", "--zoom", "40"],
            "--zoom 40: there is no such zoom. It takes a zoom from 0 to 30, such as 14, or two such as 6-14."
        ),
        (
            ["a.jpg", "-o", "a.pmtiles", "--zoom", "x"],
            "--zoom x: this is not a zoom. It takes a zoom from 0 to 30, such as 14, or two such as 6-14."
        ),
        (
            ["a.jpg", "-o", "a.zip", "--html"],
            "--html is for tiles in a folder, in any layout but flat. Leave it out, or choose another --output."
        ),
        (
            ["a.jpg", "--page-url", "https://example.org/"],
            "--page-url is the address of a web page. Add --html, or leave --page-url out."
        ),
        (
            ["a.jpg", "--html", "--basemap", "https://example.org/{z}/{x}/{y}.png"],
            "--basemap is for the web page of a map. Add --html and --layout xyz or tms, or leave --basemap out."
        ),
        (
            ["a.jpg", "--basemap", "nowhere"],
            "--basemap takes an address such as https://example.org/{z}/{x}/{y}.png; not nowhere."
        ),
        (
            ["a.jpg", "--subifds"],
            "--subifds needs a TIFF. Give the output the extension .tif, or leave --subifds out."
        ),
        (
            ["a.jpg", "--uncompressed"],
            "--uncompressed needs a TIFF. Give the output the extension .tif, or leave --uncompressed out."
        ),
        (
            ["a.jpg", "-o", "a.tif", "--cog", "--subifds"],
            "a Cloud-Optimized GeoTIFF stores reduced images as pages. Leave --subifds out."
        ),
        (["a.jpg", "--cog"], "--cog needs a TIFF. Give the output the extension .tif, or leave --cog out."),
        (["a.jpg", "--skip-blank", "256"], "--skip-blank takes 0 to 255; 256 is out of range."),
        (["a.jpg", "--skip-blanks", "300"], "--skip-blank takes 0 to 255; 300 is out of range."),
        (
            ["a.jpg", "--layout", "zoomify", "--levels", "2"],
            "the zoomify layout always has all levels. Leave --levels out."
        ),
        (
            ["a.jpg", "--rounding", "floor"],
            "readers of the deepzoom layout round sizes up. Leave --rounding out."
        ),
        (
            ["a.jpg", "--format", "gif"],
            "The value 'gif' is invalid for '--format <format>'. Please provide one of the following:"
        ),
        (
            ["a.jpg", "--layout", "flat", "--levels", "2"],
            "the flat layout has only the full-size level. Leave --levels out, or give 1."
        ),
        (["a.jpg", "--quiet", "--verbose"], "--quiet and --verbose cannot be combined."),
        (
            ["a.jpg", "a.png"],
            "a.jpg and a.png would both become a.dzi. Add --name-by extension, or cut them one at a time, each with its "
                + "own --output."
        ),
        (
            ["x/a.jpg", "./y/a.jpg", "-o", "out"],
            "x/a.jpg and ./y/a.jpg would both become out/a.dzi. Cut them one at a time, each with its own --output."
        ),
        (["a.jpg", "a.jpg"], "a.jpg is given twice. Give each image once."),
        (["a.jpg", "-o", ""], "--output is empty. Give a path, or leave it out to write beside the image."),
        (
            ["help", "nonsense"],
            "there is no subcommand nonsense. Name one of cut, info, verify, convert, fetch, merge."
        ),
        (["help", "verfy"], "there is no subcommand verfy. Did you mean tilecut help verify?"),
        (["verfy", "a.dzi"], "verfy is neither a file nor a subcommand. Did you mean tilecut verify?"),
        (["inof", "a.dzi", "--json"], "inof is neither a file nor a subcommand. Did you mean tilecut info?"),
        (
            ["https://example.org/x.jpg?token=S3CRET"],
            "https://example.org/x.jpg: an address is not cut, unless it is that of an OME-Zarr. Convert a pyramid instead: "
                + "tilecut convert ADDRESS OUTPUT. Download an image first, or pipe it: curl ADDRESS | tilecut - -o NAME"
        ),
        (
            ["s3://user:S3CRET@bucket/x.tif", "-o", "x.ome.zarr"],
            "s3://bucket/x.tif: an address is not cut, unless it is that of an OME-Zarr. Convert a pyramid instead: "
                + "tilecut convert ADDRESS OUTPUT. Download an image first, or pipe it: curl ADDRESS | tilecut - -o NAME"
        ),
        (
            ["a.jpg", "-o", "out.xyz"],
            "out.xyz: the extension .xyz names no kind of pyramid. For the xyz layout, add --layout xyz; to keep the name, "
                + "write out.xyz.dzi."
        ),
        (
            ["a.jpg", "-o", "x.pmtile"],
            "x.pmtile: the extension .pmtile names no kind of pyramid. Did you mean .pmtiles? For that, write x.pmtiles; to keep "
                + "the name, write x.pmtile.dzi."
        ),
        (
            ["a.jpg", "b.jpg", "-o", "x.dzl"],
            "x.dzl: the extension .dzl names no kind of pyramid. Did you mean .dzi? For a folder of that name, write x.dzl/."
        ),
        (
            ["a.jpg", "-o", "b.png"],
            "b.png: the extension .png names no kind of pyramid. For a single file, use .zip, .szi, .mbtiles, .gpkg, .pmtiles, "
                + ".tif or .tiff; to keep the name, write b.png.dzi."
        ),
        (["-"], "standard input has no file name. Name the pyramid with --output."),
        (
            ["-", "-o", "out/"],
            "standard input has no file name for a pyramid in the folder out/. Name the pyramid itself with --output."
        ),
    ]

    @Test(arguments: cases)
    func `They are refused with a sentence, and nothing is written`(arguments: [String], message: String) throws {
        let folder = try ScratchFolder()
        let outcome = try BuiltTool.run(arguments, in: folder)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.split(separator: "\n").first.map(String.init) == "tilecut: \(message)")
        #expect(outcome.messages.hasSuffix(`Help of tilecut`.usageErrorEnd))
        #expect(try folder.names().isEmpty)
    }

    @Test func `An image is never replaced by its own pyramid`() throws {
        let folder = try ScratchFolder()
        for (name, arguments) in [("scan.tif", ["--container", "tiff"]), ("scan", ["--layout", "zoomify"])] {
            try folder.write(TestImage.jpeg(8, 8), to: name)
            let outcome = try BuiltTool.run([name, "--force"] + arguments, in: folder)
            #expect(outcome.status == 64)
            let message = "tilecut: the pyramid would replace the image \(name). Choose another --output.\n"
            #expect(outcome.messages.hasPrefix(message))
            #expect(try folder.bytes(name) == TestImage.jpeg(8, 8))
        }
    }

    @Test func `A pyramid is none to be cut, and a damaged one in a folder is named with the line`() throws {
        let folder = try ScratchFolder()
        try folder.write(Data("<Image/>".utf8), to: "a.dzi")
        let cut = try BuiltTool.run(["a.dzi"], in: folder)
        #expect(cut.status == 64)
        let message = "tilecut: a.dzi is a pyramid by its name. Convert it instead: tilecut convert a.dzi OUTPUT\n"
        #expect(cut.messages.hasPrefix(message))
        try folder.write(Data("{\n \"width\": 12,,\n".utf8), to: "p/info.json")
        for words in [["p"], ["info", "p"], ["verify", "p"], ["convert", "p", "q"], ["info", "p/info.json"]] {
            let outcome = try BuiltTool.run(words, in: folder)
            #expect(outcome.status == 65, "\(words)")
            #expect(
                outcome.messages
                    == "tilecut: p/info.json: the file is damaged: line 2: a name in quotes is missing. Get it "
                    + "again from its source.\n", "\(words)")
        }
        try folder.write(Data("{\n \"zarr_format\": 3,,\n".utf8), to: "z/zarr.json")
        let zarr = try BuiltTool.run(["info", "z"], in: folder)
        #expect(
            zarr.messages == "tilecut: z/zarr.json: the metadata cannot be read: line 2: a name in quotes is missing.\n"
        )
    }

    @Test(arguments: [
        (["verify", "a.dzi", "--threads", "0"], "the number of threads has to be from 1 to 1024."),
        (
            ["verify", "a.dzi", "--min-psnr", "30"],
            "--min-psnr needs --source. Add the image to compare with."
        ),
        (["verify", "a.dzi", "b.dzi", "--source", "a.jpg"], "--source takes one pyramid; 2 are given."),
        (
            ["convert", "a.dzi", "b.foo"],
            "b.foo: the extension .foo names no kind of pyramid. For a single file, use .zip, .szi, .mbtiles, .gpkg, .pmtiles, "
                + ".tif or .tiff; to keep the name, write b.foo.dzi."
        ),
        (
            ["fetch", "map.pmtiles", "--region", "8,47,9,48", "-o", "x.pmtile"],
            "x.pmtile: the extension .pmtile names no kind of pyramid. Did you mean .pmtiles? For a folder of that name, write "
                + "x.pmtile/."
        ),
        (["convert", "a.dzi", "b.dzi", "--quality", "0"], "a quality of 0 is outside 1 to 100."),
    ])
    func `Those of subcommands are refused too`(arguments: [String], message: String) throws {
        let outcome = try BuiltTool.run(arguments, in: ScratchFolder())
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.messages.split(separator: "\n").first.map(String.init) == "tilecut: \(message)")
    }
}
