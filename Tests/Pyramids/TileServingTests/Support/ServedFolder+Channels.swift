import Foundation
import ImageCodecs
import PyramidTools
import TestSupport

@testable import TileServing

extension ServedFolder {
    /// Adds a TIFF of 200×150 pixels with two channels of 16 bits: "A" is ten times the column, and "B, 2%" twenty times the row.
    func addChannels(_ name: String) throws {
        var page = TIFFFixture(width: 200, height: 150) { x, y, channel in UInt64(channel == 0 ? 10 * x : 20 * y) }
        page.bits = 16
        page.samplesPerPixel = 2
        page.extraSamples = [0]
        page.tags[42112] = .text(
            #"<GDALMetadata><Item name="DESCRIPTION" sample="0" role="description">A</Item>"#
                + #"<Item name="DESCRIPTION" sample="1" role="description">B, 2%</Item></GDALMetadata>"#)
        try folder.write(Data(page.encoded()), to: name)
    }

    /// Adds the image of ``addChannels(_:)`` as an OME-Zarr with chunks of 64×64, in a folder or an archive.
    func addArrays(_ name: String) async throws {
        let other = try ServedFolder()
        try other.addChannels("a.tif")
        let image = try await ValueImage.open(
            other.folder.path("a.tif"), options: DecodeOptions(), network: nil)
        var options = ValueOptions(.omeZarr)
        options.chunkSide = 64
        options.codec = .gzip
        _ = try await ValuePyramidPlan(image, output: folder.path(name), options: options).write()
    }
}
