import TestSupport

/// Small TIFFs of many channels.
enum ChannelFiles {
    /// The stains of ``slide``.
    static let stains = ["DAPI", "FITC", "TRITC", "Cy5"]
    /// The bands of ``scene(width:height:)``.
    static let bands = ["B02", "B03", "B04", "B08"]

    /// An OME-TIFF of 300×200 pixels with four channels of 16 bits, a page each.
    ///
    /// Samples are 1000 or 0: of DAPI in the left half, of FITC in the upper half, of TRITC in the right half and of Cy5
    /// everywhere.
    static var slide: [UInt8] {
        let isFull: [(Int, Int) -> Bool] = [
            { x, _ in x < 150 }, { _, y in y < 100 }, { x, _ in x >= 150 }, { _, _ in true },
        ]
        let channels = stains.enumerated().map {
            #"<Channel ID="Channel:0:\#($0)" Name="\#($1)" SamplesPerPixel="1"/>"#
        }
        let pages = stains.indices.map { channel in
            var page = TIFFFixture(width: 300, height: 200) { x, y, _ in isFull[channel](x, y) ? 1000 : 0 }
            page.bits = 16
            guard channel == 0 else { return page }
            page.tags[270] = .text(
                #"<?xml version="1.0" encoding="UTF-8"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06">"#
                    + #"<Image ID="Image:0"><Pixels ID="Pixels:0" DimensionOrder="XYCZT" Type="uint16" SizeX="300" "#
                    + #"SizeY="200" SizeC="4" SizeZ="1" SizeT="1" PhysicalSizeX="0.325" PhysicalSizeY="0.325">"#
                    + channels.joined() + "<TiffData/></Pixels></Image></OME>")
            return page
        }
        return TIFFFixture.encode(pages)
    }

    /// A GeoTIFF with four named bands of 16 bits in one page, around 50° north.
    ///
    /// Samples are 1000 or 0: of B02 nowhere, of B03 in the upper half, of B04 in the left half and of B08 everywhere; the first
    /// row and column have others, so that percentiles differ between parts.
    static func scene(width: Int = 64, height: Int = 64, west: Double = 15) -> [UInt8] {
        var page = TIFFFixture(width: width, height: height) { x, y, band in
            if x == 0 { return UInt64(y * 4 + band) }
            let isFull = [false, y < height / 2, x < width / 2, true][band]
            return isFull ? 1000 : 0
        }
        page.bits = 16
        page.samplesPerPixel = 4
        page.extraSamples = [0, 0, 0]
        page.tile = (32, 32)
        let items = bands.enumerated().map {
            #"<Item name="DESCRIPTION" sample="\#($0)" role="description">\#($1)</Item>"#
        }
        page.tags = place(west: west)
        page.tags[42112] = .text("<GDALMetadata>\(items.joined())</GDALMetadata>")
        return page.encoded()
    }

    /// A GeoTIFF of elevations as 32-bit floating-point numbers, around 15° east and 50° north.
    static func elevation(width: Int, height: Int, _ meters: @escaping (_ x: Int, _ y: Int) -> Float) -> [UInt8] {
        var page = TIFFFixture(width: width, height: height) { x, y, _ in UInt64(meters(x, y).bitPattern) }
        page.bits = 32
        page.sampleFormat = 3
        page.tags = place(west: 15)
        return page.encoded()
    }

    /// The tags of a place in degrees, with pixels of a 1024th.
    private static func place(west: Double) -> [Int: TIFFFixture.Value] {
        let pixel = 1.0 / 1024
        return [
            33550: .doubles([pixel, pixel, 0]), 33922: .doubles([0, 0, 0, west, 50, 0]),
            34735: .shorts([1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326]),
        ]
    }
}
