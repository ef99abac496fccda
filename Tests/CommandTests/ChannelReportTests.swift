import Foundation
import TestLimits
import TestSupport
import Testing

@Suite(.timeLimited) struct `Reports of channels by tilecut` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func run(_ arguments: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: folder)
    }

    /// The value of `channels` in the JSON object that a cut prints.
    private func channels(_ arguments: String...) throws -> [String: Any] {
        let outcome = try BuiltTool.run(arguments + ["--json", "--format", "png"], in: folder)
        #expect(outcome.status == 0, "\(outcome.messages)")
        let object = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        return try #require(object["channels"] as? [String: Any])
    }

    /// An elevation model, in which some pixels may have no value.
    private func writeElevation(holes: Bool) throws {
        try folder.write(
            ChannelFiles.elevation(width: 40, height: 30) { x, y in holes && x == 7 ? .nan : Float(100 + x + y) },
            to: "elevation.tif")
    }

    @Test func `JSON of a cut has the type of samples, and name, unit, range, gamma and color of what is shown`() throws
    {
        try folder.write(ChannelFiles.slide, to: "slide.ome.tif")
        let slide = try channels(
            "slide.ome.tif", "-o", "a", "--composite", "DAPI", "--range", "0,500", "--gamma", "0.5")
        #expect(slide["mode"] as? String == "composite" && slide["sampleType"] as? String == "uint16")
        let shown = try #require((slide["shown"] as? [[String: Any]])?.first)
        #expect(shown["name"] as? String == "DAPI" && shown["color"] as? String == "0000FF")
        #expect(shown["range"] as? [Int] == [0, 500] && shown["gamma"] as? Double == 0.5)
        #expect(shown["unit"] is NSNull && slide["light"] is NSNull && slide["encoding"] is NSNull)
        try writeElevation(holes: false)
        let relief = try channels("elevation.tif", "-o", "b", "--hillshade", "--azimuth", "90")
        #expect(relief["mode"] as? String == "hillshade" && relief["sampleType"] as? String == "float32")
        let light = try #require(relief["light"] as? [String: Any])
        #expect(light["azimuth"] as? Int == 90 && light["altitude"] as? Int == 45)
        let terrain = try channels("elevation.tif", "-o", "c", "--terrain-rgb", "terrarium")
        #expect(terrain["mode"] as? String == "terrain" && terrain["encoding"] as? String == "terrarium")
    }

    @Test func `Pixels without a value are a warning only if there are any, and they are lost`() throws {
        try writeElevation(holes: false)
        let cut = ["elevation.tif", "-q", "--force", "-o", "relief", "--hillshade"]
        #expect(try BuiltTool.run(cut, in: folder).messages == "")
        try writeElevation(holes: true)
        #expect(
            try BuiltTool.run(cut, in: folder).messages
                == "tilecut: elevation.tif: warning: some pixels have no value (NaN), and get the color of the background. "
                + "Keep them transparent with --format png.\n")
        #expect(try BuiltTool.run(cut + ["--format", "png"], in: folder).messages == "")
    }

    @Test func `Info says how far sections are apart where there are several`() throws {
        let text =
            #"<OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06"><Image ID="Image:0"><Pixels ID="Pixels:0" "#
            + #"DimensionOrder="XYZCT" Type="uint8" SizeX="9" SizeY="8" SizeC="1" SizeZ="%" SizeT="1" PhysicalSizeX="1" "#
            + #"PhysicalSizeY="1" PhysicalSizeZ="2"><Channel ID="Channel:0:0" Name="GFP" SamplesPerPixel="1"/><TiffData/>"#
            + "</Pixels></Image></OME>"
        for count in 1...2 {
            var pages = (0..<count).map { _ in TIFFFixture(width: 9, height: 8) { x, _, _ in UInt64(x) } }
            pages[0].tags[270] = .text(text.replacing("%", with: "\(count)"))
            try folder.write(TIFFFixture.encode(pages), to: "stack.ome.tif")
            let output = try run("info", "stack.ome.tif").output
            #expect(output.contains("Channel 1: GFP"))
            #expect(output.contains("Distance of sections: 2.00 µm") == (count == 2), "\(output)")
        }
    }
}
