internal import ChannelImages
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// The drawing of a tile of elevations: as light and shade, or as numbers in the bytes of a color.
struct ElevationTile: Sendable {
    /// The way in which elevations are drawn.
    enum Style: Sendable {
        /// Light and shade; the size of a pixel is that of the tile's level.
        case shades(Hillshade)
        /// Numbers in the bytes of red, green and blue.
        case numbers(TerrainEncoding)
    }

    /// The way in which elevations are drawn.
    let style: Style
    /// The description of the image.
    let description: ChannelImageDescription
    /// The channel of the elevations.
    let channel: Int
    /// The elevations.
    let samples: SampleTile
    /// The elevations around the tile, whose edge continues the shades over the tile's border.
    let neighbors: NeighborTiles

    /// Draws premultiplied pixels, 0xAARRGGBB; invalid elevations are transparent.
    func draw(into pixels: UnsafeMutableBufferPointer<UInt32>) throws(OutOfMemory) {
        guard let target = pixels.baseAddress, let source = samples.firstSample else { return }
        switch style {
        case .numbers(let encoding): try draw(encoding, source, to: target)
        case .shades(let light): try draw(light, source, to: target)
        }
    }

    private func draw(
        _ encoding: TerrainEncoding, _ source: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt32>
    ) throws(OutOfMemory) {
        let width = samples.size.width
        var memory = ScratchBuffer()
        let values = try memory.reserve(width * MemoryLayout<Double>.stride)
            .bindMemory(to: Double.self, capacity: width)
        for y in 0..<samples.size.height {
            let row = source + y * width * description.sampleType.byteCount
            description.convertToReal(row, count: width, ofChannel: channel, to: values)
            for x in 0..<width { target[y * width + x] = encoding.code(of: values[x]).map { 0xFF00_0000 | $0 } ?? 0 }
        }
    }

    private func draw(
        _ light: Hillshade, _ source: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt32>
    ) throws(OutOfMemory) {
        let size = samples.size
        let left = neighbors.west == nil ? 0 : 1
        let right = neighbors.east == nil ? 0 : 1
        let above = neighbors.north == nil ? 0 : 1
        let below = neighbors.south == nil ? 0 : 1
        let width = left + size.width + right
        let height = above + size.height + below
        var memory = ScratchBuffer()
        let floats = try memory.reserve(width * height * MemoryLayout<Float>.stride)
            .bindMemory(to: Float.self, capacity: width * height)
        floats.update(repeating: .nan, count: width * height)
        var numbers = ScratchBuffer()
        let values = try numbers.reserve(size.width * MemoryLayout<Double>.stride)
            .bindMemory(to: Double.self, capacity: size.width)
        /// Copies a part of a row of a tile.
        func copy(_ tile: SampleTile?, _ x: Int, _ y: Int, count: Int, to column: Int, _ row: Int) {
            guard let tile, let first = tile.firstSample, x + count <= tile.size.width, y < tile.size.height else {
                return
            }
            let offset = (y * tile.size.width + x) * description.sampleType.byteCount
            description.convertToReal(first + offset, count: count, ofChannel: channel, to: values)
            for index in 0..<count { floats[row * width + column + index] = Float(values[index]) }
        }
        for y in 0..<size.height {
            copy(samples, 0, y, count: size.width, to: left, above + y)
            copy(neighbors.west, neighbors.lastColumn, y, count: 1, to: 0, above + y)
            copy(neighbors.east, 0, y, count: 1, to: left + size.width, above + y)
        }
        if above > 0 {
            copy(neighbors.north, 0, neighbors.lastRow, count: size.width, to: left, 0)
            if left > 0 { copy(neighbors.northWest, neighbors.lastColumn, neighbors.lastRow, count: 1, to: 0, 0) }
            if right > 0 { copy(neighbors.northEast, 0, neighbors.lastRow, count: 1, to: left + size.width, 0) }
        }
        if below > 0 {
            copy(neighbors.south, 0, 0, count: size.width, to: left, height - 1)
            if left > 0 { copy(neighbors.southWest, neighbors.lastColumn, 0, count: 1, to: 0, height - 1) }
            if right > 0 { copy(neighbors.southEast, 0, 0, count: 1, to: left + size.width, height - 1) }
        }
        var grays = ScratchBuffer()
        let gray = try grays.reserve(width).bindMemory(to: UInt8.self, capacity: width)
        for y in 0..<size.height {
            let row = floats + (above + y) * width
            let isFirst = above + y == 0
            let isLast = above + y + 1 == height
            light.shade(
                row, above: isFirst ? nil : row - width, below: isLast ? nil : row + width, count: width, to: gray)
            for x in 0..<size.width {
                let shade = UInt32(gray[left + x])
                target[y * size.width + x] = shade == UInt32(Hillshade.nodata) ? 0 : 0xFF00_0000 | shade * 0x01_0101
            }
        }
    }
}

/// The samples of a plane in the tiles around one; nil for those that are beyond the image, or not loaded.
struct NeighborTiles: Hashable, Sendable {
    var north: SampleTile?
    var south: SampleTile?
    var west: SampleTile?
    var east: SampleTile?
    var northWest: SampleTile?
    var northEast: SampleTile?
    var southWest: SampleTile?
    var southEast: SampleTile?

    /// The last column of the tiles at the left.
    var lastColumn: Int { ((west ?? northWest ?? southWest)?.size.width ?? 1) - 1 }
    /// The last row of the tiles above.
    var lastRow: Int { ((north ?? northWest ?? northEast)?.size.height ?? 1) - 1 }

    /// No tiles.
    init() {}

    /// Finds the tiles around one.
    ///
    /// - Parameter tile: returns the samples of the tile that is some columns and rows further; nil if there are none.
    init(_ tile: (_ columns: Int, _ rows: Int) throws -> SampleTile?) rethrows {
        north = try tile(0, -1)
        south = try tile(0, 1)
        west = try tile(-1, 0)
        east = try tile(1, 0)
        northWest = try tile(-1, -1)
        northEast = try tile(1, -1)
        southWest = try tile(-1, 1)
        southEast = try tile(1, 1)
    }
}
