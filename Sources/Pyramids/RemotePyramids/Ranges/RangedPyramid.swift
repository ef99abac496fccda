public import FilePyramids
internal import ImageMetadata
public import Networking
internal import TileContainers
internal import TilePyramid

/// Opens pyramids in single files at an address, which are read by ranges.
public enum RangedPyramid {
    /// Opens the pyramid in a file, recognized by its first bytes: PMTiles, a tiled TIFF, or a ZIP archive such as SZI.
    ///
    /// A TIFF that is stored in tiles is opened even if it is a single image: as a pyramid of one level.
    ///
    /// - Parameters:
    ///   - url: the address.
    ///   - head: the first bytes of the file, ``PyramidCandidate/headLength`` if there are as many.
    ///   - file: the file.
    ///   - formats: the formats that are recognized.
    /// - Returns: the pyramid, whose path is the address without a password and a query; `nil` for other files.
    /// - Throws: ``StoreError``, naming this address, and what is wrong.
    public static func open(
        _ url: String, head: [UInt8], file: RemoteFile, formats: PyramidFormats
    ) async throws -> OpenedPyramid? {
        guard let open = opener(head, formats) else { return nil }
        return try await RangedOpening.run {
            let networkFile = NetworkFile(file)
            let (source, format) = try open(networkFile)
            try PyramidLimits.check(source.pyramid, path: networkFile.path)
            return OpenedPyramid(
                source: RangedPyramidSource(source, in: networkFile), format: format, path: networkFile.path)
        }
    }

    private typealias Opener = @Sendable (NetworkFile) throws -> (source: any PyramidSource, format: PyramidFormat)

    private static func opener(_ head: [UInt8], _ formats: PyramidFormats) -> Opener? {
        if head.starts(with: "PMTiles".utf8), formats.all.contains(.pmtiles) {
            return { (try PMTilesSource($0), .pmtiles) }
        }
        if TIFFHeader(head) != nil, formats.all.contains(.tiff) { return { (try tiff($0), .tiff) } }
        let archives = [PyramidFormat.szi, .zip].filter(formats.all.contains)
        if ZIPPyramid.isArchive(head: head), let first = archives.first {
            return { file in
                let archive = try ZIPPyramid(file)
                let format = archive.isSZI || archives.count == 1 ? first : .zip
                return (try archive.source(formats: formats), format)
            }
        }
        return nil
    }

    private static func tiff(_ file: NetworkFile) throws -> TIFFPyramidSource {
        let reader = try TIFFByteReader(file)
        let first = try TIFFDirectory(at: reader.firstDirectory(), of: reader)
        guard first.has(.tileOffsets) || first.has(.subIFDs) || first.next != 0 else {
            throw StoreError(
                .malformed, path: file.path,
                "this TIFF is stored in strips, of which too much would have to be read. Download it, and open the file."
            )
        }
        let source = try TIFFPyramidSource(file)
        guard source.canDecodeTiles else {
            throw StoreError(
                .malformed, path: file.path,
                "its pixel format is not supported in tiles. Download it, and open the file.")
        }
        return source
    }
}
