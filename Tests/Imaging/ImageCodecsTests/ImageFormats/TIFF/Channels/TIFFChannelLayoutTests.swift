import ChannelImages
import CTIFF
import Foundation
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

/// Pages as channels, sections, times and levels.
@Suite(.timeLimited) struct TIFFChannelLayoutTests {
    private func open(_ bytes: [UInt8], page: Int = 1) throws -> TIFFChannelImage {
        var options = DecodeOptions()
        options.page = page
        return try #require(try TIFFChannelImage.open(.bytes(bytes, name: "test.tif"), options: options))
    }

    /// A page of 6 × 4 pixels that all have a value.
    private func page(_ value: Int, width: Int = 6, height: Int = 4) -> TIFFFixture {
        var page = TIFFFixture(width: width, height: height) { _, _, _ in UInt64(value) }
        page.bits = 16
        return page
    }

    private func value(_ image: TIFFChannelImage, _ plane: ChannelPlane) throws -> UInt16 {
        let samples = try image.samples(UInt16.self, plane)
        #expect(Set(samples).count == 1)
        return samples[0]
    }

    /// All values by channel, section and time, the channel first.
    private func values(_ image: TIFFChannelImage) throws -> [UInt16] {
        let description = image.description
        return try (0..<description.timeCount).flatMap { time in
            try (0..<description.sectionCount).flatMap { section in
                try description.channels.indices.map {
                    try value(image, ChannelPlane(channel: $0, section: section, time: time))
                }
            }
        }
    }

    @Test func `pages of one size and type are sections`() throws {
        var thumbnail = page(9, width: 3, height: 2)
        thumbnail.rowsPerStrip = 2
        let file = TIFFFixture.encode([page(1), thumbnail, page(2), page(3)])
        let image = try open(file)
        #expect(image.description.sectionCount == 3 && image.description.channels.count == 1)
        #expect(try values(image) == [1, 2, 3])
        #expect(image.description.levels == [PixelSize(width: 6, height: 4)])
        // A page that is asked for is an image of its own.
        let third = try open(file, page: 3)
        #expect(third.description.sectionCount == 1)
        #expect(try values(third) == [2])
        #expect(throws: CodecError.self) { try open(file, page: 5) }
    }

    private func ome(_ order: String, _ c: Int, _ z: Int, _ t: Int, _ data: String = "<TiffData/>") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06">
        <Image ID="Image:0"><Pixels ID="Pixels:0" DimensionOrder="\(order)" Type="uint16" SizeX="6" SizeY="4" SizeC="\(c)"
        SizeZ="\(z)" SizeT="\(t)"><Channel ID="Channel:0:0" Name="DAPI" Color="65535"/>\(data)</Pixels></Image></OME>
        """
    }

    @Test func `planes of an OME-TIFF are where its description says`() throws {
        for (order, expected) in [("XYCZT", Array(1...12)), ("XYZCT", [1, 4, 2, 5, 3, 6, 7, 10, 8, 11, 9, 12])] {
            var pages = (1...12).map { page($0) }
            pages[0].tags[270] = .text(ome(order, 2, 3, 2))
            let image = try open(TIFFFixture.encode(pages))
            #expect(image.description.sectionCount == 3 && image.description.timeCount == 2)
            #expect(image.description.channels.map(\.name) == ["DAPI", nil])
            #expect(try values(image) == expected.map { UInt16($0) }, "\(order)")
        }
    }

    @Test func `planes that OME-XML leaves out are zeros, and those that the file lacks are an error`() throws {
        var pages = [page(1), page(2)]
        pages[0].tags[270] = .text(
            ome("XYCZT", 3, 1, 1, #"<TiffData IFD="1" FirstC="0"/><TiffData IFD="7" FirstC="1"/>"#))
        let image = try open(TIFFFixture.encode(pages))
        #expect(try value(image, ChannelPlane(channel: 0)) == 2)
        #expect(try value(image, ChannelPlane(channel: 2)) == 0)
        #expect(throws: CodecError.self) { try value(image, ChannelPlane(channel: 1)) }
    }

    @Test func `planes of an OME-TIFF may be in files beside it`() throws {
        let folder = try TemporaryFolder()
        var first = page(1)
        first.tags[270] = .text(
            ome(
                "XYCZT", 2, 1, 1,
                #"<TiffData IFD="0" FirstC="0"><UUID FileName="a.tif">urn:uuid:a</UUID></TiffData>"#
                    + #"<TiffData IFD="0" FirstC="1"><UUID FileName="b.tif">urn:uuid:b</UUID></TiffData>"#))
        try folder.write(Data(first.encoded()), to: "a.tif")
        try folder.write(Data(page(2).encoded()), to: "b.tif")
        let image = try #require(try TIFFChannelImage.open(.file(folder.path("a.tif")), options: DecodeOptions()))
        #expect(try values(image) == [1, 2])
        // In memory, nothing is beside it.
        #expect(throws: CodecError.self) { try open(first.encoded()) }
    }

    @Test func `the samples of a pixel are those of the first plane, and not of a picture before it`() throws {
        for samples in [1, 3] {
            var picture = page(9)
            picture.samplesPerPixel = 4 - samples
            picture.photometric = samples == 1 ? 2 : 1
            picture.tags[270] = .text(ome("XYCZT", 3, 1, 1, #"<TiffData IFD="1" PlaneCount="\#(4 - samples)"/>"#))
            var planes = samples == 1 ? (1...3).map { page($0) } : [page(5)]
            if samples == 3 {
                planes[0].samplesPerPixel = 3
                planes[0].photometric = 2
                planes[0].sample = { _, _, sample in UInt64(sample + 1) }
            }
            #expect(try values(open(TIFFFixture.encode([picture] + planes))) == [1, 2, 3])
        }
    }

    @Test func `planes in another file whose pixels have other samples are refused`() throws {
        let folder = try TemporaryFolder()
        var first = page(1)
        first.tags[270] = .text(
            ome(
                "XYCZT", 3, 1, 1,
                #"<TiffData IFD="0" FirstC="0"><UUID FileName="b.tif">urn:uuid:b</UUID></TiffData>"#
                    + #"<TiffData IFD="0" FirstC="1" PlaneCount="2"/>"#))
        var other = page(2)
        other.samplesPerPixel = 3
        other.photometric = 2
        try folder.write(Data(first.encoded()), to: "a.tif")
        try folder.write(Data(other.encoded()), to: "b.tif")
        let path = folder.path("a.tif")
        let error = #expect(throws: CodecError.self) {
            try TIFFChannelImage.open(.file(path), options: DecodeOptions())
        }
        #expect(error?.code == .unsupported && error?.message.contains("its planes differ") == true)
    }

    @Test func `other files of an OME-TIFF lie in its folder, and links lead to no other`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Data(page(2).encoded()), to: "secret/b.tif")
        try folder.write(Data(page(3).encoded()), to: "series/c.tif")
        try folder.link("series/link.tif", to: folder.path("secret/b.tif"))
        try folder.link("series/near.tif", to: "c.tif")
        for (name, isRead) in [
            ("link.tif", false), ("near.tif", true), ("none.tif", false), ("../secret/b.tif", false),
            (folder.path("secret/b.tif"), false), ("..", false), ("%2e%2e/secret/b.tif", false),
        ] {
            var first = page(1)
            first.tags[270] = .text(
                ome(
                    "XYCZT", 2, 1, 1,
                    #"<TiffData IFD="0" FirstC="0"/><TiffData IFD="0" FirstC="1">"#
                        + #"<UUID FileName="\#(name)">urn:uuid:b</UUID></TiffData>"#))
            try folder.write(Data(first.encoded()), to: "series/a.tif")
            let path = folder.path("series/a.tif")
            let image = try #require(try TIFFChannelImage.open(.file(path), options: DecodeOptions()))
            #expect(try value(image, ChannelPlane()) == 1)
            if isRead {
                #expect(try value(image, ChannelPlane(channel: 1)) == 3)
            } else {
                let error = #expect(throws: CodecError.self) { try value(image, ChannelPlane(channel: 1)) }
                #expect(error?.file == path, "\(name)")
            }
        }
    }

    @Test func `a hyperstack of ImageJ is read in its order`() throws {
        var pages = (1...12).map { page($0) }
        pages[0].tags[270] = .text("ImageJ=1.53t\nimages=12\nchannels=2\nslices=3\nframes=2\nhyperstack=true\n")
        let image = try open(TIFFFixture.encode(pages))
        #expect(image.description.channels.count == 2)
        #expect(image.description.sectionCount == 3 && image.description.timeCount == 2)
        #expect(try values(image) == Array(1...12))
        // Fewer pages than stated are sections.
        let part = try open(TIFFFixture.encode(Array(pages.prefix(5))))
        #expect(part.description.sectionCount == 5 && part.description.channels.count == 1)
        #expect(try values(part) == [1, 2, 3, 4, 5])
    }

    @Test func `a stack of ImageJ with one directory goes on after its first plane`() throws {
        for bigEndian in [false, true] {
            var first = page(1)
            first.rowsPerStrip = 4
            first.isDirectoryFirst = true
            first.tags[270] = .text("ImageJ=1.53t\nimages=6\nchannels=3\nslices=2\n")
            var file = first.encoded(bigEndian: bigEndian)
            for value in UInt8(2)...6 {
                file += (0..<24).flatMap { _ in bigEndian ? [0, value] : [value, 0] }
            }
            #expect(try values(open(file)) == Array(1...6))
            // Whoever wrote it has not finished.
            #expect(throws: CodecError.self) { try open(Array(file.dropLast())) }
        }
    }

    /// A file of two pages, the second of which is a subdirectory of the first.
    private func withSubdirectory(_ full: TIFFFixture, _ reduced: TIFFFixture) throws -> [UInt8] {
        var full = full
        full.tags[330] = .longs([0])
        func first(_ bytes: [UInt8]) throws -> TIFFDirectory {
            try #require(TIFFDirectory(page: 0, read: ImageBytes(bytes).read))
        }
        let next = try first(TIFFFixture.encode([full, reduced])).next
        full.tags[330] = .longs([next])
        var bytes = TIFFFixture.encode([full, reduced])
        let directory = try first(bytes)
        #expect(directory.next == next)
        // The chain ends after the first page.
        let link = directory.start + 2 + directory.entryCount * 12
        bytes.replaceSubrange(link..<link + 4, with: [0, 0, 0, 0])
        return bytes
    }

    @Test func `subdirectories and reduced pages are levels`() throws {
        let sizes = [PixelSize(width: 6, height: 4), PixelSize(width: 3, height: 2)]
        var reduced = page(2, width: 3, height: 2)
        reduced.tags[254] = .longs([1])
        for file in [try withSubdirectory(page(1), reduced), TIFFFixture.encode([page(1), reduced])] {
            let image = try open(file)
            #expect(image.description.levels == sizes)
            #expect(try value(image, ChannelPlane()) == 1)
            #expect(try value(image, ChannelPlane(level: 1)) == 2)
            #expect(image.description.sectionCount == 1)
        }
        // Planes have levels if there is one for each.
        var third = reduced
        third.sample = { _, _, _ in 3 }
        let stack = try open(TIFFFixture.encode([page(5), page(6), reduced, third]))
        #expect(stack.description.levels == sizes && stack.description.sectionCount == 2)
        #expect(try value(stack, ChannelPlane(level: 1, section: 1)) == 3)
        #expect(try open(TIFFFixture.encode([page(5), page(6), reduced])).description.levels.count == 1)
        // A mask, another type and another shape are not levels.
        var mask = reduced
        mask.tags[254] = .longs([5])
        var other = reduced
        other.bits = 8
        var wide = page(2, width: 6, height: 1)
        wide.tags[254] = .longs([1])
        #expect(try open(TIFFFixture.encode([page(1), mask, other, wide])).description.levels.count == 1)
    }

    @Test func `pages of a QPTIFF are channels, and its reduced pages their levels`() throws {
        func described(_ page: TIFFFixture, _ name: String, _ color: String) -> TIFFFixture {
            var page = page
            page.tags[270] = .text(
                """
                <?xml version="1.0" encoding="utf-16"?><PerkinElmer-QPI-ImageDescription>
                <ImageType>FullResolution</ImageType><Name>\(name)</Name><Color>\(color)</Color>
                </PerkinElmer-QPI-ImageDescription>
                """)
            return page
        }
        let reduced = [3, 4].map { value in
            var page = page(value, width: 3, height: 2)
            page.tags[254] = .longs([1])
            return page
        }
        var thumbnail = page(9, width: 2, height: 2)
        thumbnail.bits = 8
        let pages =
            [described(page(1), "DAPI", "0,0,255"), described(page(2), "FITC", "0, 255,0"), thumbnail] + reduced
        let image = try open(TIFFFixture.encode(pages))
        #expect(image.description.channels.map(\.name) == ["DAPI", "FITC"])
        #expect(image.description.channels.map(\.color) == ["0000FF", "00FF00"].map { ChannelColor(hexadecimal: $0) })
        #expect(image.description.levels.count == 2 && image.description.sectionCount == 1)
        #expect(try values(image) == [1, 2])
        #expect(try value(image, ChannelPlane(level: 1, channel: 1)) == 4)
    }

    @Test func `bands of a GeoTIFF have names, scales and no-data values`() throws {
        var page = page(1)
        page.samplesPerPixel = 2
        page.extraSamples = [0]
        page.tags[42112] = .text(
            """
            <GDALMetadata><Item name="DESCRIPTION" sample="0" role="description">B04</Item>
            <Item name="DESCRIPTION" sample="1" role="description">NIR</Item>
            <Item name="SCALE" sample="1" role="scale">0.0001</Item>
            <Item name="OFFSET" sample="1" role="offset">-0.1</Item></GDALMetadata>
            """)
        page.tags[42113] = .text("0")
        let channels = try open(page.encoded()).description.channels
        #expect(channels.map(\.name) == ["B04", "NIR"])
        #expect(channels.map(\.scale) == [1, 0.0001] && channels.map(\.offset) == [0, -0.1])
        #expect(channels.allSatisfy { $0.nodata == NodataValue("0") })
    }
}
