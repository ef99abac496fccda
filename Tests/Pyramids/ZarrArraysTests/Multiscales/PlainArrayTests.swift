import ChannelImages
import ImageMetadata
import TestLimits
import Testing
import TilePyramid
import ZarrArrays

@Suite(.timeLimited) struct `Arrays without metadata of OME` {
    private func open(_ values: [String: [UInt8]]) throws -> ZarrChannelImage {
        try OMEZarrImage.open(in: MemoryZarrStore(values))
    }

    private func counts(_ image: ZarrChannelImage) -> [Int] {
        let description = image.description
        return [
            description.timeCount, description.channels.count, description.sectionCount, description.size.height,
            description.size.width,
        ]
    }

    private func array(_ shape: String, names: String = "") throws -> [Int] {
        let chunks = shape.replacing(#/\d+/#, with: "1")
        let more = names.isEmpty ? "" : #","dimension_names":\#(names)"#
        return counts(try open(["zarr.json": Array(zarr3(shape: shape, chunks: chunks, more: more).utf8)]))
    }

    @Test func `without names, dimensions follow from their number`() throws {
        #expect(try array("[5,7]") == [1, 1, 1, 5, 7])
        #expect(try array("[3,5,7]") == [1, 3, 1, 5, 7])
        #expect(try array("[3,2,5,7]") == [1, 3, 2, 5, 7])
        #expect(try array("[4,3,2,5,7]") == [4, 3, 2, 5, 7])
        #expect(try array("[3,5,7]", names: "[null,null,null]") == [1, 3, 1, 5, 7])
    }

    @Test func `names of other conventions tell dimensions`() throws {
        #expect(try array("[3,5,7]", names: #"["Band","Y","X"]"#) == [1, 3, 1, 5, 7])
        #expect(try array("[4,5,7]", names: #"["time","latitude","longitude"]"#) == [4, 1, 1, 5, 7])
        #expect(try array("[2,3,5,7]", names: #"["depth","channel","row","column"]"#) == [1, 3, 2, 5, 7])
        let xarray = try open([
            ".zarray": Array(zarr2(shape: "[4,5,7]", chunks: "[1,5,7]").utf8),
            ".zattrs": Array(#"{"_ARRAY_DIMENSIONS":["time","lat","lon"],"units":"K","scale_factor":0.5}"#.utf8),
        ])
        #expect(counts(xarray) == [4, 1, 1, 5, 7])
        #expect(xarray.description.channels.map(\.unit) == ["K"] && xarray.description.channels.map(\.scale) == [0.5])
    }

    @Test(arguments: [
        ("[5]", ""), ("[1,1,1,1,5,7]", ""), ("[5,7]", #"["x","y"]"#), ("[5,7,3]", #"["y","x","band"]"#),
        ("[3,5,7]", #"["ensemble","y","x"]"#), ("[2,5,7]", #"["lat","y","x"]"#),
    ])
    func `an array whose dimensions are others is refused, with their names`(shape: String, names: String) {
        let error = #expect(throws: CodecError.self) { try array(shape, names: names) }
        #expect(
            error?.message.contains(" dimensions") == true && error?.message.contains("rows and columns last") == true)
    }

    @Test func `values are those of the array`() throws {
        let fixture = OMEZarrFixture()
        for values in [fixture.version04, fixture.version05] {
            let whole = try open(values)
            let plain = try OMEZarrImage.open(in: MemoryZarrStore(values), group: "0")
            #expect(counts(plain) == counts(whole))
            let rect = PixelRect(x: 1, y: 1, width: 5, height: 3)
            let plane = ChannelPlane(channel: 2, section: 1, time: 1)
            var bytes = [[UInt8](repeating: 0, count: 30), [UInt8](repeating: 0, count: 30)]
            try bytes[0].withUnsafeMutableBytes { try whole.read(rect, of: plane, into: $0) }
            try bytes[1].withUnsafeMutableBytes { try plain.read(rect, of: plane, into: $0) }
            #expect(bytes[0] == bytes[1])
            #expect(
                bytes[0].numbers(UInt16.self).first
                    == OMEZarrFixture.number(time: 1, channel: 2, section: 1, y: 1, x: 1))
        }
    }
}
