import Foundation
import TestLimits
import TestSupport
import Testing

/// Names of files that are not UTF-8: on Linux they are any bytes.
@Suite(.timeLimited) struct `Names of any bytes` {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(300, 200), to: "a.jpg")
    }

    /// Runs a command of bash in which `$n` is the name `b`, the byte 0xFF, `g`, and `$t` is tilecut.
    private func run(_ command: String) throws -> BuiltTool.Outcome {
        try BuiltTool.run([], in: folder, shell: #"n=$'b\xFFg'; t="$1"; \#(command)"#)
    }

    /// The names in a folder, with the bytes that are not ASCII in octal digits.
    private func names(_ folder: String = ".") throws -> [String] {
        let outcome = try run("LC_ALL=C ls -b \(folder)")
        #expect(outcome.status == 0, "\(outcome.messages)")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    private func expectSuccess(
        _ command: String, output: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try run(command)
        #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome.messages)", sourceLocation: sourceLocation)
        if let output { #expect(outcome.output == output, sourceLocation: sourceLocation) }
    }

    @Test func `An image is cut beside itself`() throws {
        try expectSuccess(#"mv a.jpg "$n.jpg"; "$t" "$n.jpg" -q"#)
        #expect(try names() == [#"b\377g.dzi"#, #"b\377g.jpg"#, #"b\377g_files"#])
    }

    @Test(arguments: ["jpg", "png", "webp", "jxl", "avif", "jp2", "tif", "heic", "gif", "svg"])
    func `An image of any kind is cut`(kind: String) throws {
        switch kind {
        case "heic": try folder.write(#require(Data(base64Encoded: SmallImages.heic)), to: "c.heic")
        case "gif": try folder.write(#require(Data(base64Encoded: SmallImages.gif)), to: "c.gif")
        case "svg":
            try folder.write(
                Data(#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>"#.utf8),
                to: "c.svg")
        case "tif": #expect(try BuiltTool.run(["a.jpg", "-q", "-o", "c.tif"], in: folder).status == 0)
        case "jpg": try folder.write(folder.bytes("a.jpg"), to: "c.jpg")
        default:
            let arguments = ["a.jpg", "-q", "--layout", "flat", "--format", kind, "--tile-size", "512", "-o", "c"]
            #expect(try BuiltTool.run(arguments, in: folder).status == 0)
            try FileManager.default.moveItem(atPath: folder("c_00_00.\(kind)"), toPath: folder("c.\(kind)"))
        }
        // Tiles of all kinds keep what is transparent in a drawing.
        try expectSuccess(
            #"mv c.\#(kind) "$n.\#(kind)"; "$t" "$n.\#(kind)" -q --format png -o p.szi && "$t" verify p.szi >/dev/null"#
        )
        let missing = try run(#""$t" "$n.x.\#(kind)""#)
        #expect(missing.status == 66)
        #expect(
            missing.messages == #"tilecut: b\xFFg.x.\#(kind): no such file. Check the spelling and the folder."# + "\n")
    }

    @Test(arguments: ["szi", "zip"])
    func `An archive that has such names inside is described, checked and converted`(container: String) throws {
        try expectSuccess(#""$t" a.jpg -q -o latin-name.\#(container)"#)
        try expectSuccess(
            #"LC_ALL=C sed 's/latin-name/latin\xFFname/g' latin-name.\#(container) >b.\#(container); ! cmp -s b.* latin*"#
        )
        let described = try run(#""$t" info b.\#(container)"#)
        #expect(described.status == 0 && !described.output.contains("\u{10FEFF}"), "\(described)")
        try expectSuccess(#""$t" verify b.\#(container) >/dev/null"#)
        try expectSuccess(#""$t" convert b.\#(container) new.dzi -q && "$t" verify new.dzi >/dev/null"#)
    }

    @Test(arguments: ["dzi", "szi", "zip", "mbtiles", "gpkg", "pmtiles", "tif"])
    func `A pyramid of any container is written, described, checked and converted`(container: String) throws {
        let name = #"$n.\#(container)"#
        try expectSuccess(#""$t" a.jpg -q -o "\#(name)""#)
        let described = try run(#""$t" info "\#(name)""#)
        #expect(described.status == 0 && described.output.hasPrefix(#"b\xFFg.\#(container): "#), "\(described)")
        try expectSuccess(#""$t" verify "\#(name)" >/dev/null"#)
        try expectSuccess(#""$t" convert "\#(name)" "$n.2.zip" -q && "$t" verify "$n.2.zip" >/dev/null"#)
        // Nothing is left under other names.
        let names = try names()
        #expect(names.allSatisfy { $0 == "a.jpg" || $0.hasPrefix(#"b\377g"#) }, "\(names)")
        // The name of the file is also that of the map.
        if container == "pmtiles" {
            #expect(described.output.contains(#"b\xFFg"#) && !described.output.contains("\u{10FEFF}"))
        }
    }

    @Test func `Tiles side by side have such a name`() throws {
        try expectSuccess(#""$t" a.jpg -q --layout flat --tile-size 512 -o "$n""#)
        #expect(try names() == ["a.jpg", #"b\377g_00_00.jpg"#])
    }

    @Test(arguments: ["iiif", "zoomify", "xyz", "tms", "google"])
    func `A pyramid of any layout is written and described`(layout: String) throws {
        try expectSuccess(#""$t" a.jpg -q --layout \#(layout) -o "$n""#)
        #expect(try names().contains { $0.hasPrefix(#"b\377g"#) })
        let described = try run(#""$t" info "$n""#)
        #expect(described.status == 0, "\(described.messages)")
    }

    @Test func `A folder of such a name is created, and its pyramids are replaced`() throws {
        try expectSuccess(#""$t" a.jpg -q -o "$n/$n/" && "$t" a.jpg -q --force -o "$n/$n/""#)
        #expect(try names(#""$n/$n""#) == ["a.dzi", "a_files"])
        let again = try run(#""$t" a.jpg -q -o "$n/$n/""#)
        #expect(again.status == 73)
        #expect(again.messages.hasPrefix(#"tilecut: b\xFFg/b\xFFg/a.dzi: this exists already."#))
    }

    @Test func `JSON has the name with escapes, and its bytes beside it`() throws {
        let cut = try run(#"mv a.jpg "$n.jpg"; "$t" "$n.jpg" -q --json"#)
        #expect(cut.output.contains(#""path":"b\\xFFg.jpg","pathBytes":"Yv9nLmpwZw==""#))
        #expect(cut.output.contains(#""output":"b\\xFFg.dzi","outputBytes":"Yv9nLmR6aQ==""#))
        for name in ["dzi", "jpg"] {
            let described = try run(#""$t" info --json "$n.\#(name)""#)
            #expect(described.output.hasPrefix(#"{"path":"b\\xFFg.\#(name)","pathBytes":"Yv9n"#))
            #expect((try? JSONSerialization.jsonObject(with: Data(described.output.utf8))) != nil)
        }
    }

    @Test func `Images in folders of such names are listed and served by their bytes`() async throws {
        let bytes = try folder.bytes("a.jpg")
        try expectSuccess(#"mkdir "$n"; mv a.jpg "$n/$n.jpg"; "$t" "$n/$n.jpg" -q -o "$n/c.dzi""#)
        let server = try RunningServer(in: folder, command: #""$@" $'b\xFFg'"#)
        let list = try await server.get("/index.json")
        #expect(list.text.contains(#""name":"b\\xFFg","nameBytes":"Yv9n""#), "\(list.text)")
        #expect(list.text.contains("/dzi/b%FFg.dzi"))
        let page = try await server.get("/")
        #expect(page.text.contains(#"b\xFFg"#) && page.text.contains("/view/b%FFg"))
        #expect(try await server.get("/files/b%FFg").body == bytes)
        #expect(try await server.get("/iiif/3/b%FFg/full/max/0/default.jpg").status == 200)
        #expect(try await server.get("/files/b%FEg").status == 404)
        #expect(server.stop() == 0)
    }

    @Test(arguments: ["szi", "zip"])
    func `An archive that has such names inside is served`(container: String) async throws {
        try expectSuccess(#""$t" a.jpg -q -o latin-name.\#(container)"#)
        try expectSuccess(
            #"mkdir new; LC_ALL=C sed 's/latin-name/latin\xFFname/g' latin-name.\#(container) >new/b.\#(container)"#)
        let server = try RunningServer(in: folder, command: #""$@" new"#)
        #expect(try await server.get("/iiif/3/b/full/max/0/default.jpg").status == 200)
        #expect(try await server.get("/iiif/3/b/0,0,256,200/256,/0/default.jpg").status == 200)
        #expect(try await server.get("/").status == 200)
        #expect(server.stop() == 0)
    }

    @Test func `A screenshot shows the image and has such a name`() throws {
        let outcome = try BuiltTool.run(
            [], in: folder, tool: "tileview",
            shell: #"n=$'b\xFFg'; mv a.jpg "$n.jpg"; exec "$1" "$n.jpg" --screenshot "$n.png""#)
        #expect(outcome == BuiltTool.Outcome(status: 0, output: "", messages: ""))
        #expect(try names() == [#"b\377g.jpg"#, #"b\377g.png"#])
    }
}
