package import FilePyramids
package import Networking
internal import TileContainers
internal import TilePyramid

/// Opens pyramids in single files at an address, which are read by ranges.
package enum RangedPyramid {
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
    package static func open(
        _ url: String, head: [UInt8], file: RemoteFile, formats: PyramidFormats
    ) async throws -> OpenedPyramid? {
        guard let opening = formats.all.lazy.compactMap(\.rangedOpening).first(where: { $0.recognize(head) }) else {
            return nil
        }
        return try await RangedOpening.run {
            let networkFile = NetworkFile(file)
            let (source, format) = try opening.open(networkFile, formats)
            try PyramidLimits.check(source.pyramid, path: networkFile.path)
            return OpenedPyramid(
                source: RangedPyramidSource(source, in: networkFile), format: format, path: networkFile.path)
        }
    }
}
