import ChannelImages
import Compression
import Foundation
import ImageMetadata
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TileContainers
import TilePyramid

@testable import ValuePyramids

@Suite(.timeLimited) struct OMETIFFWriterTests {
    private static let text = "<OME/>"
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Writes an image with tiles of 16 pixels; returns the bytes of the file.
    private func write(
        _ image: GeneratedChannelImage, _ compression: OMETIFFCompression, threads: Int = 1, classicLimit: Int? = nil,
        name: String = "a.ome.tif"
    ) throws -> [UInt8] {
        var options = OMETIFFWriter.Options()
        options.compression = compression
        options.tileSide = 16
        options.store.replacesExisting = true
        let writer = try OMETIFFWriter(
            creating: folder.path(name), image.description.pyramid(chunk: PixelSize(width: 16, height: 16)),
            text: Self.text, options: options, classicLimit: classicLimit)
        try ValuePyramidBuilder(image, threads: threads).write(to: writer)
        return Array(try folder.bytes(of: name))
    }

    @Test(arguments: SampleType.allCases, [OMETIFFCompression.none, .lzw, .deflate(level: 1)])
    func `every tile of every level has its values`(type: SampleType, compression: OMETIFFCompression) throws {
        let image = GeneratedChannelImage(70, 45, type, channels: 2, sections: 2)
        let file = try WrittenTIFF(write(image, compression))
        #expect(file.directories.count == 4)
        for (number, plane) in planes(of: image.description).enumerated() {
            let directories = file.directories[number]
            let levels = try plainLevels(image, plane, count: 4)
            #expect(directories.count == levels.count)
            for (directory, expected) in zip(directories, levels) {
                #expect(try file.samples(of: directory) == expected)
            }
        }
    }

    @Test func `a file that is too large for 32-bit offsets is a BigTIFF of the same values`() throws {
        let image = GeneratedChannelImage(70, 45, .uint16, channels: 3)
        let classic = try WrittenTIFF(write(image, .lzw))
        let big = try WrittenTIFF(write(image, .lzw, classicLimit: 1000))
        #expect(!classic.isBigTIFF && big.isBigTIFF)
        #expect(
            try big.directories.map { try $0.map(big.samples) }
                == classic.directories.map { try $0.map(classic.samples) })
    }

    @Test func `the first directory has the description, and tags say what samples are`() throws {
        let image = GeneratedChannelImage(40, 20, .int16, channels: 2, nodata: NodataValue("-9999"))
        let file = try WrittenTIFF(write(image, .deflate(level: 6)))
        let first = file.directories[0][0]
        #expect(first.text(.imageDescription, file) == Self.text)
        #expect(file.directories[1][0].fields[TIFFTag.imageDescription.rawValue] == nil)
        #expect(first.number(.sampleFormat, file) == 2)
        #expect(first.number(.bitsPerSample, file) == 16)
        #expect(first.number(.predictor, file) == 2)
        #expect(first.number(.newSubfileType, file) == 0)
        #expect(first.text(.gdalNodata, file) == "-9999")
        #expect(file.directories[0][1].number(.newSubfileType, file) == 1)
    }

    @Test func `many threads write the same bytes as one`() throws {
        let image = GeneratedChannelImage(300, 200, .uint16, channels: 3)
        let expected = try write(image, .deflate(level: 1))
        for threads in [2, 5] {
            let bytes = try write(image, .deflate(level: 1), threads: threads, name: "\(threads).tif")
            #expect(bytes == expected)
        }
    }

    @Test func `a damaged image leaves nothing, and an older file stays`() throws {
        let image = GeneratedChannelImage(64, 200, .uint8, damagedRow: 150)
        #expect(throws: CodecError.self) { try write(image, .lzw) }
        #expect(folder.contents() == [])
        try folder.write(Data([1, 2]), to: "a.ome.tif")
        #expect(throws: CodecError.self) { try write(image, .lzw) }
        #expect(try folder.bytes(of: "a.ome.tif") == Data([1, 2]))
        #expect(folder.contents() == ["a.ome.tif"])
    }

    @Test(arguments: [0, 100, 16384]) func `tiles are multiples of 16 pixels a side, within a limit`(side: Int) {
        let image = GeneratedChannelImage(64, 64, .uint8)
        var options = OMETIFFWriter.Options()
        options.tileSide = side
        #expect(throws: StoreError.self) {
            try OMETIFFWriter(
                creating: folder.path("a.tif"), image.description, text: Self.text, options: options)
        }
        #expect(folder.contents() == [])
    }

    @Test func `each plane has GDAL's metadata of its channel, its range and the place of its level`() throws {
        let image = GeneratedChannelImage(40, 20, .int16, channels: 2)
        var description = image.description.pyramid(chunk: PixelSize(width: 16, height: 16))
        description.channels[1].unit = "m"
        description.channels[1].nodata = NodataValue("-9999")
        description.channels[1].displayRange = -1.5...40000
        description.channels[1].colormap = .invertedGray
        var options = OMETIFFWriter.Options()
        options.tileSide = 16
        options.geoTags = (0..<3).map { level in
            var tags = GeoTIFFTags(epsg: 25832, isGeographic: false)
            tags.pixelScale = [Double(1 << level), Double(1 << level), 0]
            return tags
        }
        let writer = try OMETIFFWriter(
            creating: folder.path("a.ome.tif"), description, text: Self.text, options: options)
        try ValuePyramidBuilder(image, threads: 1).write(to: writer)
        let file = try WrittenTIFF(Array(folder.bytes(of: "a.ome.tif")))
        let first = file.directories[0][0]
        let second = file.directories[1][0]
        #expect(
            first.text(.gdalMetadata, file) == """
                <GDALMetadata><Item name="DESCRIPTION" sample="0" role="description">channel 0</Item></GDALMetadata>
                """)
        #expect(second.text(.gdalMetadata, file)?.contains(#"role="unittype">m</Item>"#) == true)
        #expect(first.text(.gdalNodata, file) == nil && second.text(.gdalNodata, file) == "-9999")
        #expect(first.doubles(.sMinSampleValue, file) == [] && second.doubles(.sMinSampleValue, file) == [-1.5])
        #expect(second.doubles(.sMaxSampleValue, file) == [40000])
        #expect(first.number(.photometric, file) == 1)
        for plane in 0..<2 {
            for level in 0..<3 {
                let directory = file.directories[plane][level]
                let side = Double(1 << level)
                #expect(directory.doubles(.modelPixelScale, file) == [side, side, 0])
                #expect(directory.numbers(.geoKeyDirectory, file).suffix(1) == [25832])
                #expect(directory.number(.photometric, file) == (plane == 0 ? 1 : 0))
                #expect((directory.text(.gdalMetadata, file) != nil) == (level == 0))
            }
        }
    }
}
