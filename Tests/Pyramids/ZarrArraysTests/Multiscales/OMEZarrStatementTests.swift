import ChannelImages
import Foundation
import Georeferencing
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TileContainers
import TilePyramid

@testable import ZarrArrays

/// The attributes that say what values mean, and where they lie on the Earth.
@Suite(.timeLimited) struct OMEZarrStatementTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private let place = RasterGeoreference(
        crs: "EPSG:25832", transform: Geotransform(origin: (500_000, 5_600_000), column: (10, 0), row: (0, -20)))

    private func description(
        _ type: SampleType = .int16, channels: Int = 2, _ change: (Int, inout ChannelDescription) -> Void = { _, _ in }
    ) -> ChannelImageDescription {
        ChannelImageDescription(
            levels: [PixelSize(width: 9, height: 6), PixelSize(width: 5, height: 3)], sampleType: type,
            channels: (0..<channels).map { index in
                var channel = ChannelDescription(name: "band \(index)")
                change(index, &channel)
                return channel
            })
    }

    /// Writes an image without chunks, and opens it.
    private func writeAndOpen(
        _ description: ChannelImageDescription, _ version: OMEZarrWriter.Version = .version05,
        place: RasterGeoreference? = nil
    ) throws -> ZarrChannelImage {
        var options = OMEZarrWriter.Options()
        options.version = version
        options.store.replacesExisting = true
        let writer = try OMEZarrWriter(
            creating: folder.path("x.zarr"), description, georeference: place, options: options)
        try writer.finish()
        return try OMEZarrImage.open(folder.path("x.zarr"))
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try folder.bytes(of: "x.zarr/" + name), as: UTF8.self)
    }

    @Test(arguments: OMEZarrWriter.Version.allCases, SampleType.allCases)
    func `all that is known of channels comes back`(version: OMEZarrWriter.Version, type: SampleType) throws {
        var stated = description(type, channels: 3) { index, channel in
            channel.unit = index == 0 ? "m" : nil
            channel.wavelength = index == 1 ? 664.6 : nil
            channel.scale = index == 0 ? 1e-4 : 1
            channel.offset = index == 0 ? -0.1 : 0
            channel.nodata = [NodataValue("0"), NodataValue("99"), nil][index]
            if index == 2 {
                channel = ChannelDescription(alpha: .opacity)
            }
        }
        stated.significantBits = type.isFloatingPoint || type.byteCount == 1 ? nil : 12
        let image = try writeAndOpen(stated, version)
        if type == .uint8 {
            // The range of 8 bits is the usual one.
            for index in 0..<3 { stated.channels[index].displayRange = 0...255 }
        }
        #expect(image.description == stated)
        #expect(image.warnings == [] && image.georeference == nil)
        #expect(image.alphaMeaning(ofLevel: 1) == .opacity)
    }

    @Test(arguments: OMEZarrWriter.Version.allCases, ["-9999", "0", "nan", "-3.4e38", "0.1", "-32768"])
    func `the no-data value of all channels is the fill value`(version: OMEZarrWriter.Version, nodata: String) throws {
        let stated = description(.float32) { $1.nodata = NodataValue(nodata) }
        let image = try writeAndOpen(stated, version)
        #expect(image.description == stated)
        var samples = [Float](repeating: 1, count: 54)
        try samples.withUnsafeMutableBytes {
            try image.read(PixelRect(x: 0, y: 0, width: 9, height: 6), of: ChannelPlane(channel: 1), into: $0)
        }
        let value = try #require(Float(nodata))
        #expect(samples.allSatisfy { $0 == value || $0.isNaN && value.isNaN })
    }

    @Test func `a value that no sample has is stated, and not filled with`() throws {
        let stated = description(.uint16) { $1.nodata = NodataValue("-9999") }
        let image = try writeAndOpen(stated)
        #expect(image.description == stated && image.levelArrays[0].fillValue == [0, 0])
        #expect(try !text("0/zarr.json").contains("_FillValue"))
        let large = description(.uint64) { $1.nodata = NodataValue("18446744073709551615") }
        #expect(try writeAndOpen(large).description == large)
    }

    @Test(
        arguments: OMEZarrWriter.Version.allCases,
        [
            "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808",
            "18446744073709551615", "9007199254740992",
        ])
    func `no-data values and fill values of 64 bits are exact`(version: OMEZarrWriter.Version, nodata: String) throws {
        let value = try #require(NodataValue(nodata))
        for type in [SampleType.int64, .uint64] {
            for others in [value, nil, NodataValue("9007199254740995")] {
                let stated = description(type) { $1.nodata = $0 == 0 ? value : others }
                let image = try writeAndOpen(stated, version)
                #expect(image.description == stated)
                let fill = others == value ? value.sample(of: type) : nil
                #expect(image.levelArrays[0].fillValue == fill ?? [UInt8](repeating: 0, count: 8))
            }
        }
    }

    @Test(arguments: OMEZarrWriter.Version.allCases)
    func `sizes of pixels and places beyond the numbers of a file are not stated`(
        version: OMEZarrWriter.Version
    ) throws {
        for spacing in [1e308, .infinity, .nan, 0] {
            var stated = description()
            stated.pixelSpacing = ChannelImageDescription.PixelSpacing(x: spacing, y: 1)
            #expect(try writeAndOpen(stated, version).description == description())
        }
        var stated = description()
        stated.pixelSpacing = ChannelImageDescription.PixelSpacing(x: 8e307, y: 1, z: .infinity)
        let image = try writeAndOpen(stated, version)
        #expect(image.description.pixelSpacing?.x == 8e307)
        let far = RasterGeoreference(
            crs: "EPSG:25832", transform: Geotransform(origin: (0, 0), column: (1e308, 0), row: (0, -20)))
        let placed = try writeAndOpen(description(), version, place: far)
        #expect(placed.georeference == nil && placed.warnings == [])
    }

    @Test(arguments: [nil, 2.5] as [Double?])
    func `a single section has no distance that nobody has stated`(z: Double?) throws {
        var stated = description()
        stated.pixelSpacing = ChannelImageDescription.PixelSpacing(x: 2, y: 3, z: z)
        #expect(try writeAndOpen(stated).description == stated)
    }

    @Test func `arrays state what all channels have, as GDAL and Xarray read it`() throws {
        let stated = description { _, channel in
            channel.nodata = NodataValue("-9999")
            channel.scale = 0.5
            channel.offset = 3
            channel.unit = "K"
        }
        _ = try writeAndOpen(stated)
        let attributes = #""attributes": {"_FillValue":-9999,"scale_factor":0.5,"add_offset":3,"units":"K"}"#
        for level in 0..<2 { #expect(try text("\(level)/zarr.json").contains(attributes)) }
        #expect(try text("0/zarr.json").contains(#""fill_value": -9999"#))
        let bands =
            #""bands":[{"name":"band 0","data_type":"int16","nodata":-9999,"unit":"K","raster:scale":0.5,"raster:offset":3},"#
        #expect(try text("zarr.json").contains(bands))
        _ = try writeAndOpen(description(.float32) { $1.nodata = NodataValue("100") })
        #expect(try text("0/zarr.json").contains(#""_FillValue":"AAAAAAAAWUA=""#))
        _ = try writeAndOpen(stated, .version04)
        #expect(try text("0/.zarray").contains(#""fill_value": -9999"#))
        #expect(try !text("0/.zattrs").contains("_FillValue") && text("0/.zattrs").contains(#""scale_factor": 0.5"#))
    }

    @Test func `the attributes of arrays of other programs hold for all channels`() throws {
        var values = OMEZarrFixture().version05
        let metadata = String(decoding: values["0/zarr.json"] ?? [], as: UTF8.self)
        func open(_ attributes: String) throws -> ZarrChannelImage {
            values["0/zarr.json"] = Array(
                metadata.replacing(#""attributes": {}"#, with: #""attributes": {\#(attributes)}"#).utf8)
            return try OMEZarrImage.open(in: MemoryZarrStore(values))
        }
        let image = try open(#""scale_factor":2,"add_offset":-1,"units":"m","_FillValue":7"#)
        #expect(image.description.channels.map(\.scale) == [2, 2, 2] && image.description.channels[2].unit == "m")
        #expect(image.description.channels.map(\.offset) == [-1, -1, -1])
        #expect(image.description.channels.map(\.nodata) == Array(repeating: NodataValue("7"), count: 3))
        let base64 = try open(#""_FillValue":"AAAAAAAAWUA=""#)
        #expect(base64.description.channels[0].nodata == NodataValue("100"))
        for odd in [#""scale_factor":0"#, #""units":"""#, #""units":3,"_FillValue":[1]"#, #""_FillValue":"x""#, ""] {
            #expect(try open(odd).description.channels == Array(repeating: ChannelDescription(), count: 3))
        }
    }

    @Test(arguments: OMEZarrWriter.Version.allCases) func `a place comes back, and levels have larger pixels`(
        version: OMEZarrWriter.Version
    ) throws {
        let image = try writeAndOpen(description(), version, place: place)
        #expect(image.georeference == place && image.warnings == [])
        let coarse = try text(version == .version04 ? "1/.zattrs" : "1/zarr.json").filter { $0 != " " }
        #expect(coarse.contains(#""spatial:transform":[20,0,500000,0,-40,5600000]"#))
        #expect(coarse.contains(#""spatial:shape":[3,5],"#))
        #expect(coarse.contains(#""proj:code":"EPSG:25832""#))
        #expect(coarse.contains(#""_CRS":{"url":"http://www.opengis.net/def/crs/EPSG/0/25832"}"#))
        #expect(coarse.contains("689b58e2-cf7b-45e0-9fff-9cfc0883d6b4"))
        if version == .version04 { #expect(coarse.contains(#""_ARRAY_DIMENSIONS":["t","c","z","y","x"]"#)) }
        let text = #"PROJCRS["own \ \"name\""]"#
        let other = RasterGeoreference(crs: text, transform: place.transform)
        #expect(try writeAndOpen(description(), version, place: other).georeference == other)
    }

    private static let places: [(String, String?)] = [
        (#""spatial:transform":[10,0,5,0,-10,7],"proj:code":"EPSG:32633""#, nil),
        (#""spatial:transform":[10,0,5,0,-10,7],"spatial:registration":"node","_CRS":{"wkt":"W"}"#, nil),
        (#""proj:code":"EPSG:32633""#, "no position"), (#""spatial:transform":[10,0,5,0,-10,7]"#, "does not state"),
        (#""spatial:transform":[10,0,5,0,-10],"proj:code":"EPSG:32633""#, "not six numbers"),
        (#""spatial:transform":[10,0,5,0,0,7],"proj:code":"EPSG:32633""#, "no area"),
        (#""spatial:transform":[10,0,5,0,-1,7],"spatial:transform_type":"rpc","proj:code":"EPSG:1""#, "“rpc”"),
        (#""proj:code":3"#, nil), (#""spatial:transform":[1,0,0,0,1,0]"#, nil),
        (#""spatial:transform":[1,0,0,0,-1,0]"#, "does not state"),
    ]

    @Test(arguments: places) func `a place is read from the group, or a warning says why it is not`(
        attributes: String, warning: String?
    ) throws {
        var values = OMEZarrFixture().version05
        let text = String(decoding: values["zarr.json"] ?? [], as: UTF8.self)
        values["zarr.json"] = Array(text.replacing(#""attributes":{"#, with: #""attributes":{\#(attributes),"#).utf8)
        let image = try OMEZarrImage.open(in: MemoryZarrStore(values))
        #expect(image.warnings.count == (warning == nil ? 0 : 1))
        if let warning { #expect(image.warnings[0].contains(warning), "\(image.warnings)") }
        let isNode = attributes.contains("node")
        #expect(
            (image.georeference == nil)
                == (warning != nil || attributes.hasSuffix(":3") || attributes.hasSuffix("1,0]")))
        guard let place = image.georeference else { return }
        #expect(place.crs == (isNode ? "W" : "EPSG:32633"))
        #expect(place.transform.originX == (isNode ? 0 : 5) && place.transform.originY == (isNode ? 12 : 7))
    }

    @Test func `units, ranges and attributes that cannot be read are warnings`() throws {
        var fixture = OMEZarrFixture()
        fixture.attributes = #","omero":{"channels":[{"label":"a"},{"label":"b","window":{"start":9,"end":1}}]}"#
        var values = fixture.version05
        let text = String(decoding: values["zarr.json"] ?? [], as: UTF8.self)
        values["zarr.json"] = Array(
            text.replacing(#"{"name":"x"}"#, with: #"{"name":"x","unit":"cubit"}"#).utf8)
        let warnings = try OMEZarrImage.open(in: MemoryZarrStore(values)).warnings
        #expect(
            warnings == [
                "the unit “cubit” of its axis x is not a known length. The size of its pixels is not used.",
                "the range of its channel 2 (window) is not two numbers in order, and is not used.",
            ])
        fixture.attributes = #","omero":[]"#
        #expect(try OMEZarrImage.open(in: MemoryZarrStore(fixture.version04)).warnings.count == 1)
        var damaged = OMEZarrFixture().version04
        damaged["0/.zattrs"] = Array("{".utf8)
        let image = try OMEZarrImage.open(in: MemoryZarrStore(damaged))
        #expect(image.warnings.count == 1 && image.warnings[0].contains("0/.zattrs"), "\(image.warnings)")
    }
}
