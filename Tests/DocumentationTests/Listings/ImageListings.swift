import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import SyntheticImages
import TilePyramid

func terrainListing() throws {
    // listing
    let image = TerrainImage(size: PixelSize(width: 6000, height: 4000), seed: 7)
    let writer = try ImageFileFormat.jpeg.makeWriter("terrain.jpg", size: image.size, layout: image.layout)
    try image.write(to: writer)
    // end
}

func reducedImageListing() throws -> [UInt32] {
    // listing
    let preview = try ReducedImage(.file("big.jpg"), pixelLimit: 4 << 20)
    var pixels: [UInt32] = []
    try preview.readRows { _, row in
        pixels += UnsafeBufferPointer(start: row, count: preview.size.width)
    }
    // end
    return pixels
}

func printStoredValues() throws {
    // listing
    if let reader = try PixelValueReader(.file("elevation.tif")), let values = try reader.values(x: 120, y: 45) {
        print(values)  // 0.7312
    }
    // end
}

func formatChoiceListing(source: any ImageSource, sample: [TilePixels]) throws -> TileEncoding {
    var encoding = TileEncoding()
    // listing
    var choice = try FormatChoice(layout: source.info.layout)
    for tile in sample { try choice.add(tile) }
    encoding.format = choice.format
    // end
    return encoding
}

func decodeInASecondProcess() {
    // listing
    DecoderProcess.enable()  // first in main
    // end
}
