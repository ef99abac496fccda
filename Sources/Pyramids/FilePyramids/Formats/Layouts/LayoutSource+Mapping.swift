internal import ImageCodecs
internal import ImageMetadata
internal import TileContainers
package import TilePyramid

extension LayoutSource: MappedTileSource {
    /// Whether the tiles are KTX 2.0 files in a folder.
    package var mapsTiles: Bool { format == .ktx2 && files.mapsFiles }

    /// Maps a tile's file; may be called from any thread.
    ///
    /// A file of another program is decoded into memory instead if its alpha is straight, or if its pixels do not begin at
    /// a page.
    ///
    /// - Returns: `nil` if there is no such tile.
    /// - Throws: ``StoreError`` when the file cannot be read, `CodecError` when it is damaged.
    package func map(_ index: TileIndex) throws -> MappedTile? {
        guard pyramid.contains(index) else { return nil }
        for name in description.naming.possibleNames(of: index) {
            guard let file = try files.map(name) else { continue }
            let header = try KTX2Header(
                head: Array(file.bytes.prefix(KTX2Header.headLimit)), fileSize: file.bytes.count,
                name: files.location(of: name))
            guard header.canBeMapped else { return try decoded(file, name: files.location(of: name)) }
            let pixels = UnsafeRawBufferPointer(rebasing: file.bytes[header.pixelOffset...].prefix(header.pixelBytes))
            return MappedTile(
                size: header.size, isOpaque: header.isOpaque, pixels: pixels.assumingMemoryBound(to: UInt32.self)
            ) { [file] in _ = file }
        }
        return nil
    }

    /// Decodes a tile into memory of its own.
    private func decoded(_ file: MappedFile, name: String) throws -> MappedTile {
        try TileDecoder().decode(Array(file.bytes), name: name) { opened in
            let pixels = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: opened.size.area)
            let owned = OwnedPixels(pixels)
            let isOpaque = try opened.write(to: pixels)
            return MappedTile(size: opened.size, isOpaque: isOpaque, pixels: UnsafeBufferPointer(pixels)) {
                [owned] in _ = owned
            }
        }
    }
}

/// Memory that is freed with this object.
private final class OwnedPixels: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: only `deinit` uses the memory.
    private let pixels: UnsafeMutableBufferPointer<UInt32>

    init(_ pixels: UnsafeMutableBufferPointer<UInt32>) { self.pixels = pixels }

    deinit { pixels.deallocate() }
}
