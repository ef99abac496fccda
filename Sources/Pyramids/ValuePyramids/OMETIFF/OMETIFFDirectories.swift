internal import ChannelImages
internal import ImageMetadata
internal import TileContainers
internal import TilePyramid

/// The offset and the length of a tile in a file.
struct TIFFTileLocation: Sendable {
    /// The offset of the first byte.
    var offset = 0
    /// The number of bytes.
    var byteCount: UInt32 = 0
}

/// Lays out and writes the directories of an OME-TIFF: a chain with one for each plane, whose coarser levels are its SubIFDs.
struct OMETIFFDirectories {
    let description: ChannelImageDescription
    let layout: ValuePyramidLayout
    /// The OME-XML, which is the description of the first directory.
    let text: String
    let compression: OMETIFFCompression
    /// The tags that say where the pixels of each level lie on the Earth; empty if that is not known.
    let geoTags: [GeoTIFFTags]
    /// The tiles of each plane and level, planes first, row by row.
    let tiles: [[TIFFTileLocation]]

    /// The number of planes.
    private var planeCount: Int { tiles.count / layout.levels.count }

    /// The size of all directories in bytes.
    func size(isBigTIFF: Bool) -> Int {
        (0..<planeCount).reduce(0) { size, plane in
            size + layout.levels.indices.reduce(0) { $0 + directory(plane, $1).size(isBigTIFF: isBigTIFF) }
        }
    }

    /// Writes the directories from an offset on, which is a multiple of 8.
    func write(to file: any WritableFile, at start: Int, isBigTIFF: Bool) throws {
        let writer = BufferedFileWriter(file, from: start, bufferBytes: TileBlobStore.copyBufferBytes)
        for plane in 0..<planeCount {
            var directories = layout.levels.indices.map { directory(plane, $0) }
            var ends = [writer.end]
            for directory in directories {
                ends.append((ends.last ?? 0) + directory.size(isBigTIFF: isBigTIFF))
            }
            if directories.count > 1 { directories[0][.subIFDs] = .offsets(Array(ends[1..<directories.count])) }
            let next = plane + 1 < planeCount ? ends[directories.count] : 0
            for (level, directory) in directories.enumerated() {
                try directory.write(at: ends[level], next: level == 0 ? next : 0, isBigTIFF: isBigTIFF) { bytes in
                    try bytes.withUnsafeBytes { try writer.append($0) }
                }
            }
        }
        try writer.flush()
    }

    /// The directory of a level of a plane, without the offsets of its SubIFDs.
    private func directory(_ plane: Int, _ index: Int) -> TIFFDirectoryBuilder {
        let level = layout.levels[index]
        let type = description.sampleType
        var directory = TIFFDirectoryBuilder()
        directory[.newSubfileType] = .longs([index == 0 ? 0 : 1])
        directory[.imageWidth] = .longs([level.size.width])
        directory[.imageLength] = .longs([level.size.height])
        directory[.bitsPerSample] = .shorts([8 * type.byteCount])
        directory[.compression] = .shorts([compression.code.rawValue])
        let channel = description.channels[plane % description.channels.count]
        let isInverted = channel.colormap == .invertedGray
        directory[.photometric] = .shorts([(isInverted ? TIFFPhotometric.whiteIsZero : .blackIsZero).rawValue])
        directory[.samplesPerPixel] = .shorts([1])
        directory[.planarConfiguration] = .shorts([1])
        directory[.software] = .text("TileKit")
        directory[.tileWidth] = .longs([layout.chunk.width])
        directory[.tileLength] = .longs([layout.chunk.height])
        directory[.sampleFormat] = .shorts([Self.sampleFormat(type)])
        if compression.usesPredictor(type) { directory[.predictor] = .shorts([2]) }
        if let spacing = description.pixelSpacing, spacing.x > 0, spacing.y > 0 {
            let scale = Double(1 << index)
            directory.setResolution(x: spacing.x * scale, y: spacing.y * scale)
        }
        if let nodata = channel.nodata { directory[.gdalNodata] = .text("\(nodata)") }
        if index < geoTags.count { geoTags[index].write(to: &directory) }
        let tiles = tiles[plane * layout.levels.count + index]
        directory[.tileOffsets] = .computedOffsets(count: tiles.count) { tiles[$0].offset }
        directory[.tileByteCounts] = .computedLongs(count: tiles.count) { Int(tiles[$0].byteCount) }
        guard index == 0 else { return directory }
        // Readers look for such metadata of all channels if the first directory has some.
        if description.channels.contains(where: \.hasStatements) {
            directory[.gdalMetadata] = .text(GDALMetadata.text(of: channel))
        }
        if let range = channel.displayRange {
            directory[.sMinSampleValue] = .doubles([range.lowerBound])
            directory[.sMaxSampleValue] = .doubles([range.upperBound])
        }
        if plane == 0 { directory[.imageDescription] = .text(text) }
        if layout.levels.count > 1 {
            directory[.subIFDs] = .offsets(Array(repeating: 0, count: layout.levels.count - 1))
        }
        return directory
    }

    /// The value of the tag SampleFormat.
    private static func sampleFormat(_ type: SampleType) -> Int {
        switch type {
        case .uint8, .uint16, .uint32, .uint64: 1
        case .int8, .int16, .int32, .int64: 2
        case .float32, .float64: 3
        }
    }
}
