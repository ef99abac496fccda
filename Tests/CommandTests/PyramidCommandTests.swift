import Foundation
import TestLimits
import TestSupport
import Testing

@Suite(.timeLimited) struct `Pyramids in tilecut` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(300, 200), to: "big.jpg")
    }

    private func run(_ arguments: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: folder)
    }

    private func object(_ outcome: BuiltTool.Outcome) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    @Test(arguments: [
        (["-o", "p.zip"], ["p.zip"]), (["-o", "p.szi"], ["p.szi"]), (["-o", "p.pmtiles"], ["p.pmtiles"]),
        (["-o", "p.mbtiles"], ["p.mbtiles"]), (["-o", "p.tif"], ["p.tif"]), (["-o", "p.tiff", "--cog"], ["p.tiff"]),
        (["-o", "p.tif", "--subifds"], ["p.tif"]), (["-o", "p.tif", "--format", "png", "--uncompressed"], ["p.tif"]),
        (["--container", "szi"], ["big.szi"]), (["-o", "p", "--container", "pmtiles"], ["p.pmtiles"]),
        (["-o", "p", "--layout", "zoomify"], ["p/ImageProperties.xml", "p/TileGroup0"]),
        (["--layout", "iiif"], ["big/info.json"]), (["-o", "there", "--layout", "iiif2"], ["there/big/info.json"]),
        (["-o", "new/", "--layout", "xyz"], ["new/big/0/0/0.jpg"]),
        (["-o", "p", "--layout", "tms"], ["p/tilemapresource.xml"]),
        (["-o", "p", "--layout", "google", "--center"], ["p/blank.png"]),
        (["-o", "p", "--layout", "google", "--centre"], ["p/blank.png"]),
        (["-o", "there/", "--container", "zip", "--layout", "zoomify"], ["there/big.zip"]),
    ])
    func `Layout and container come from options or the output's extension`(arguments: [String], names: [String]) throws
    {
        try FileManager.default.createDirectory(atPath: folder("there"), withIntermediateDirectories: false)
        let outcome = try BuiltTool.run(["big.jpg", "-q"] + arguments, in: folder)
        #expect(outcome == BuiltTool.Outcome(status: 0, output: "", messages: ""))
        for name in names {
            #expect(FileManager.default.fileExists(atPath: folder(name)), "\(name) is there")
        }
        let pyramid =
            names[0].contains("/") && !names[0].hasSuffix(".zip") ? String(names[0].prefix { $0 != "/" }) : names[0]
        #expect(try run("verify", pyramid, "-q") == BuiltTool.Outcome(status: 0, output: "", messages: ""))
    }

    @Test func `A pyramid in a folder is replaced or refused, not nested`() throws {
        #expect(try run("big.jpg", "-q", "-o", "p", "--layout", "zoomify").status == 0)
        let refused = try run("big.jpg", "-q", "-o", "p", "--layout", "zoomify")
        #expect(refused.status == 73 && refused.messages.hasPrefix("tilecut: p: this exists already."))
        #expect(try run("big.jpg", "-q", "-o", "p", "--layout", "zoomify", "--force").status == 0)
        #expect(try folder.names() == ["big.jpg", "p"])
        #expect(try folder.names("p") == ["ImageProperties.xml", "TileGroup0"])
    }

    @Test func `The summary counts deduplicated and skipped tiles`() throws {
        try folder.write(TestImage.jpeg(1, 1), to: "small.jpg")
        try folder.write(TestImage.white(700, 500), to: "white.jpg")
        let linked = try run("white.jpg", "--deduplicate", "--tile-size", "64", "-o", "linked")
        #expect(linked.output.contains(" deduplicated ("))
        let former = try run("white.jpg", "--link-equal", "--tile-size", "64", "-o", "former")
        #expect(former.status == 0 && former.output.contains(" deduplicated ("))
        #expect(try run("info", "linked.dzi").output.contains(" deduplicated ("))
        let nothing = try run("white.jpg", "--skip-blank", "-q", "-o", "nothing.pmtiles")
        #expect(nothing.status != 0 && nothing.messages.contains("nothing would be left"))
        let spot = Data(
            #"<svg xmlns="http://www.w3.org/2000/svg" width="700" height="500"><rect width="9" height="9"/></svg>"#.utf8
        )
        try folder.write(spot, to: "spot.svg")
        let sparse = try run("spot.svg", "--skip-blank", "--json", "-o", "sparse.pmtiles")
        let skipped = try #require(object(sparse)["skippedTiles"] as? Int)
        #expect(sparse.status == 0 && skipped > 0)
        #expect(try run("spot.svg", "--skip-blanks", "0", "-q", "-o", "sparse").status == 0)
        #expect(try run("verify", "sparse.dzi").status == 0)
    }

    @Test func `An image with bounds is georeferenced, and stays so when it is converted`() throws {
        let bounds = ["--bounds", "-10,40,20,60", "--zoom", "4", "--format", "png", "-q"]
        for output in ["map.mbtiles", "map.pmtiles"] {
            #expect(try BuiltTool.run(["big.jpg", "-o", output] + bounds, in: folder).status == 0)
        }
        #expect(try BuiltTool.run(["big.jpg", "-o", "map", "--layout", "xyz"] + bounds, in: folder).status == 0)
        // 10° west and 60° north are in column 7 and row 4 of zoom 4, 20° east and 40° north in column 8 and row 6.
        #expect(try folder.names("map/4") == ["7", "8"] && folder.names("map/4/7") == ["4.png", "5.png", "6.png"])
        #expect(try run("convert", "map.mbtiles", "again", "--layout", "xyz", "-q").status == 0)
        #expect(try run("convert", "map.pmtiles", "twice", "--layout", "xyz", "-q").status == 0)
        let tiles = try folder.tree("map/4")
        #expect(try folder.tree("again/4") == tiles && folder.tree("twice/4") == tiles)
        #expect(try run("verify", "map", "map.mbtiles", "map.pmtiles", "again", "-q").status == 0)
    }

    @Test(arguments: [("p", "p.html"), ("there/", "there/big.html")])
    func `A web page is written beside the pyramid`(output: String, page: String) throws {
        #expect(try run("big.jpg", "-q", "--html", "-o", output).status == 0)
        #expect(try String(decoding: folder.bytes(page), as: UTF8.self).hasPrefix("<!doctype html>"))
        #expect(
            try run("convert", "\(page.dropLast(5)).dzi", "zoom", "--layout", "zoomify", "--html", "-q").status == 0)
        #expect(try folder.names("zoom").contains("index.html"))
    }

    @Test func `Title, description and attribution are on the page and in the file`() throws {
        let texts = ["--title", "A & B", "--description", "Of both", "--attribution", "Me"]
        #expect(try BuiltTool.run(["big.jpg", "-q", "--html", "-o", "p"] + texts, in: folder).status == 0)
        let page = try String(decoding: folder.bytes("p.html"), as: UTF8.self)
        for part in ["<h1>A &amp; B</h1>", "<p>Of both</p>", ">Me</p>"] { #expect(page.contains(part), "\(part)") }
        #expect(try BuiltTool.run(["big.jpg", "-q", "-o", "p.pmtiles"] + texts, in: folder).status == 0)
        let info = try run("info", "p.pmtiles").output
        for part in ["name: A & B\n", "description: Of both\n", "attribution: Me\n"] { #expect(info.contains(part)) }
        let id = "https://example.org/kept"
        let converted = try run("convert", "p.pmtiles", "kept", "--layout", "iiif", "--id", id, "-q")
        #expect(converted.status == 0)
        let manifest = try String(decoding: folder.bytes("kept/manifest.json"), as: UTF8.self)
        for part in ["\"A & B\"", "\"Of both\"", "\"Me\""] { #expect(manifest.contains(part), "\(part)") }
        // The title of a table in a GeoPackage is its identifier.
        #expect(try run("convert", "p.pmtiles", "p.gpkg", "-q").status == 0)
        #expect(try run("convert", "p.gpkg", "back.pmtiles", "-q").status == 0)
        let back = try run("info", "back.pmtiles").output
        #expect(back.contains("name: A & B\n") && back.contains("attribution: Me\n"), "\(back)")
    }

    @Test func `The copyright notice of an image is the attribution on its page and in its manifest`() throws {
        var page = TIFFFixture(width: 300, height: 200) { x, y, _ in UInt64((x ^ y) % 256) }
        page.tags = [33432: .text("© Grete & Sons")]
        try folder.write(page.encoded(), to: "scan.tif")
        let names = ">© Grete &amp; Sons</p>"
        #expect(try run("scan.tif", "-q", "--html", "-o", "own").status == 0)
        #expect(try String(decoding: folder.bytes("own.html"), as: UTF8.self).contains(names))
        #expect(try run("scan.tif", "-q", "--html", "-o", "given", "--attribution", "Me").status == 0)
        let given = try String(decoding: folder.bytes("given.html"), as: UTF8.self)
        #expect(given.contains(">Me</p>") && !given.contains("Grete"))
        let id = "https://example.org/scan"
        #expect(try run("scan.tif", "-q", "-o", "scan", "--layout", "iiif", "--id", id).status == 0)
        #expect(try String(decoding: folder.bytes("scan/manifest.json"), as: UTF8.self).contains("© Grete & Sons"))
    }

    @Test func `Texts that nothing stores are warned of`() throws {
        let folders = try run("big.jpg", "-q", "-o", "q", "--title", "A", "--attribution", "Me")
        #expect(
            folders.messages == """
                tilecut: big.jpg: warning: the deepzoom layout does not store the title and attribution. Add --html for a \
                web page that has them.

                """)
        let archive = try run("big.jpg", "-q", "-o", "q.szi", "--attribution", "Me").messages
        #expect(archive.contains("does not store the attribution. Write a folder with --html, or choose PMTiles."))
        let image = try run("big.jpg", "-q", "-o", "r", "--layout", "iiif", "--description", "B").messages
        #expect(
            image.contains(
                "does not store the description. Add --id for a manifest or --html for a web page that has it."))
    }

    @Test func `A manifest has the description, and an identifier that names another folder is warned of`() throws {
        let options = ["--layout", "iiif", "--id", "https://m.example/plain", "--description", "Of 1902", "-q"]
        try FileManager.default.createDirectory(atPath: folder("plain"), withIntermediateDirectories: false)
        let inside = try BuiltTool.run(["big.jpg", "-o", "plain"] + options, in: folder)
        #expect(
            inside.messages == """
                tilecut: big.jpg: warning: --id ends in plain, and the folder of the pyramid is big. Publish it as plain, \
                or give an --id that ends in big.

                """)
        #expect(try String(decoding: folder.bytes("plain/big/manifest.json"), as: UTF8.self).contains("Of 1902"))
        let named = try BuiltTool.run(["big.jpg", "-o", "web/plain"] + options, in: folder)
        #expect(named.status == 0 && named.messages.isEmpty)
    }

    @Test func `Info is a table, or an object with exactly these keys`() throws {
        #expect(try run("big.jpg", "-q", "--levels", "2").status == 0)
        let outcome = try run("info", "big.dzi")
        #expect(outcome.status == 0 && outcome.messages.isEmpty)
        #expect(
            `Output of tilecut`.withoutFigures(outcome.output) == """
                big.dzi: Deep Zoom, 300×200 pixels, jpg tiles of 256 pixels, overlap 0
                  level             size       tiles     missing
                      9          300×200         2×1           0
                      8          150×100         1×1           0
                2 levels, 3 tiles, # kB

                """)
        let json = try object(run("info", "big.dzi", "--json"))
        #expect(
            Set(json.keys) == [
                "path", "kind", "width", "height", "tileWidth", "tileHeight", "overlap", "format", "sparse", "levels",
                "tiles", "missing", "deduplicatedTiles", "savedBytes", "bytes", "properties", "crs", "transform",
                "bounds", "zooms", "nodata", "warnings",
            ])
        #expect(json["kind"] as? String == "Deep Zoom" && json["tiles"] as? Int == 3 && json["missing"] as? Int == 0)
    }

    @Test func `Info of an image is its size and what the file says, or an object with exactly these keys`() throws {
        let text = try run("info", "big.jpg")
        #expect(text.status == 0 && text.messages.isEmpty)
        #expect(
            text.output == "big.jpg: JPEG, 300×200 pixels, 3 × 8 bits, RGB; cut it with: tilecut big.jpg\n")
        let json = try object(run("info", "big.jpg", "--json"))
        #expect(
            Set(json.keys) == [
                "path", "kind", "container", "width", "height", "orientation", "pages", "samples", "profile",
                "millimetersPerPixel", "nodata", "mask", "reducedCopies", "crs", "transform", "bounds", "warnings",
            ])
        #expect(json["kind"] as? String == "image" && json["width"] as? Int == 300 && json["pages"] as? Int == 1)
    }

    @Test func `Other files and missing ones are named in errors, and the other pyramids are still described`() throws {
        #expect(try run("big.jpg", "-q").status == 0)
        try folder.write([UInt8]("notes".utf8), to: "notes.txt")
        let outcome = try run("info", "nope.dzi", "notes.txt", "big.dzi", "--json")
        #expect(outcome.status == 66)
        #expect(
            outcome.messages == """
                tilecut: nope.dzi: no such file or folder. Check the spelling.
                tilecut: notes.txt: this is neither a pyramid nor an image of a known format. Check the path.

                """)
        #expect(outcome.output.split(separator: "\n").count == 1)
    }

    @Test(arguments: ["big.dzi", "big.pmtiles"])
    func `A pyramid given to cut is named as one, with the command that converts it`(pyramid: String) throws {
        #expect(try run("big.jpg", "-q", "-o", pyramid).status == 0)
        for arguments in [["cut", pyramid, "-o", "new"], [pyramid, "-o", "new"]] {
            let outcome = try BuiltTool.run(arguments, in: folder)
            let kind = pyramid == "big.dzi" ? "Deep Zoom" : "PMTiles"
            #expect(
                outcome
                    == BuiltTool.Outcome(
                        status: 65, output: "",
                        messages: "tilecut: \(pyramid): this is a pyramid (\(kind)), not an image. Convert it instead: "
                            + "tilecut convert \(pyramid) OUTPUT\n"))
        }
    }

    @Test func `A damaged tile is named when a pyramid is converted`() throws {
        #expect(try run("big.jpg", "-q").status == 0)
        try folder.write(Data("no image".utf8), to: "big_files/9/0_0.jpg")
        let outcome = try run("convert", "big.dzi", "new.pmtiles", "--tile-size", "128")
        #expect(
            outcome.status == 65 && outcome.messages.hasPrefix("tilecut: big.dzi: tile 9/0_0: this is not an image"))
    }

    @Test func `Verify lists the first issues, in JSON all, and exits with 65`() throws {
        #expect(try run("big.jpg", "-q", "--tile-size", "32", "--overlap", "1").status == 0)
        #expect(try run("verify", "big.dzi", "--source", "big.jpg", "--min-psnr", "10").status == 0)
        for column in 0..<10 {
            for row in 0..<3 {
                try FileManager.default.removeItem(atPath: folder("big_files/9/\(column)_\(row).jpg"))
            }
        }
        let outcome = try run("verify", "big.dzi")
        let lines = outcome.output.split(separator: "\n")
        #expect(outcome.status == 65 && outcome.messages.isEmpty && lines.count == 23)
        #expect(lines.first?.hasPrefix("big.dzi: not valid, 30 issues; 10 levels, ") == true)
        #expect(lines[1] == "  big_files/9/0_0.jpg: this tile is missing.")
        #expect(lines[21] == "  and 10 more; --json lists them")
        #expect(lines[22] == "  Cut it again, or get it again from its source.")
        let json = try object(run("verify", "big.dzi", "--json"))
        #expect((json["issues"] as? [Any])?.count == 30 && json["valid"] as? Bool == false)
        #expect(
            Set(json.keys).isSuperset(of: [
                "valid", "issues", "issueCount", "checkedTiles", "comparedEdges", "similarities", "seconds", "levels",
            ]))
    }

    @Test func `Verify prints the similarity of each level to the image`() throws {
        #expect(try run("big.jpg", "-q", "--format", "png", "--levels", "2").status == 0)
        let outcome = try run("verify", "big.dzi", "--source", "big.jpg")
        #expect(
            outcome.output.split(separator: "\n").dropFirst() == [
                "  level             PSNR", "      9            exact", "      8            exact",
            ])
    }

    @Test func `Convert copies tiles where possible and says why others are re-encoded`() throws {
        #expect(try run("big.jpg", "-q", "--tile-size", "64").status == 0)
        let outcome = try run("convert", "big.dzi", "new.pmtiles", "-v")
        #expect(outcome.status == 0 && outcome.messages.hasSuffix("big.dzi: 100 %\n"))
        let lines = outcome.output.split(separator: "\n")
        #expect(lines[0].hasPrefix("new.pmtiles: 300×200 pixels, 14 tiles copied, 15 re-encoded, "))
        #expect(lines[1...] == ["  re-encoded: edge tiles become padded"])
        let json = try object(run("convert", "new.pmtiles", "zoom", "--layout", "zoomify", "--json", "-q"))
        #expect(
            Set(json.keys) == [
                "source", "output", "container", "layout", "width", "height", "tileSize", "overlap", "format",
                "reasons",
                "tiles", "copiedTiles", "repaddedTiles", "recutTiles", "resumedTiles", "deduplicatedTiles",
                "savedBytes",
                "bytes",
                "seconds", "peakMemoryBytes",
            ])
        #expect(json["copiedTiles"] as? Int == 14)
        #expect(try run("verify", "zoom", "new.pmtiles", "-q").status == 0)
    }

    @Test(arguments: [
        ["big.dzi", "big.dzi", "--force"], ["big_files", "big", "--force"],
        ["zoom", "zoom", "--layout", "zoomify", "--force"],
        ["zoom", "zoom/in", "--layout", "xyz"], ["zoom", "link", "--layout", "iiif", "--force"],
    ])
    func `A pyramid is not converted onto or into itself`(arguments: [String]) throws {
        #expect(try run("big.jpg", "-q").status == 0)
        #expect(try run("big.jpg", "-q", "-o", "zoom", "--layout", "zoomify").status == 0)
        try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: "zoom")
        let before = try folder.tree("zoom")
        let outcome = try BuiltTool.run(["convert"] + arguments, in: folder)
        #expect(outcome.status == 64, "\(outcome)")
        #expect(
            outcome.messages.hasPrefix("tilecut: the new pyramid would replace the old one or lie inside it."))
        #expect(try folder.tree("zoom") == before)
    }

    @Test func `Ctrl-C stops a conversion without leaving files`() throws {
        try folder.write(TestImage.noise(3000, 2000), to: "noise.jpg")
        #expect(try run("noise.jpg", "-q", "--tile-size", "128").status == 0)
        let running = try RunningTool(["convert", "noise.dzi", "new.pmtiles", "--tile-size", "100", "-v"], in: folder)
        #expect(running.waitForMessage("noise.dzi: 10 %"))
        running.send(SIGINT)
        #expect(running.wait() == 130)
        #expect(try !folder.names().contains { $0.hasPrefix("new") })
    }
}
