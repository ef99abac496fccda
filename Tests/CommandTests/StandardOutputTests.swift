import TestLimits
import Testing

@Suite(.timeLimited) struct `Pyramids on standard output` {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(300, 200), to: "big.jpg")
    }

    @Test(arguments: ["zip", "szi", "pmtiles", "tiff"]) func `A pipe gets the bytes of the file`(
        container: String
    ) throws {
        let name = container == "tiff" ? "big.tif" : "big.\(container)"
        #expect(try BuiltTool.run(["big.jpg", "-q", "-o", name], in: folder).status == 0)
        let outcome = try BuiltTool.run(
            ["big.jpg", "-o", "-", "--container", container], in: folder,
            shell: #""$@" | cat > piped; cmp piped \#(name)"#)
        #expect(outcome.status == 0 && outcome.output.isEmpty)
        #expect(outcome.messages.contains("\(name): 300×200 pixels"))
        #expect(try folder.names() == [name, "big.jpg", "piped"].sorted())
    }

    @Test func `A folder, a database and several images are refused`() throws {
        for arguments in [
            ["big.jpg"], ["big.jpg", "--container", "mbtiles"], ["big.jpg", "b.jpg", "--container", "zip"],
        ] {
            let outcome = try BuiltTool.run(arguments + ["-o", "-"], in: folder)
            #expect(outcome.status == 64 && outcome.output.isEmpty)
            #expect(outcome.messages.contains("standard output"))
        }
        #expect(try folder.names() == ["big.jpg"])
    }

    @Test func `A conversion is piped as well`() throws {
        #expect(try BuiltTool.run(["big.jpg", "-q", "-o", "big.zip"], in: folder).status == 0)
        #expect(try BuiltTool.run(["convert", "big.zip", "big.pmtiles", "-q"], in: folder).status == 0)
        let outcome = try BuiltTool.run(
            ["convert", "big.zip", "-", "--container", "pmtiles", "--json"], in: folder,
            shell: #""$@" | cat > piped; cmp piped big.pmtiles"#)
        #expect(outcome.status == 0 && outcome.output.isEmpty)
    }
}
