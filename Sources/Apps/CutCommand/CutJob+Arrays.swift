internal import ImageMetadata
internal import Mosaics
internal import PyramidTools
internal import RemotePyramids
internal import TileCutting

extension CutJob {
    /// Opens the image if it is an OME-Zarr; nil for files that decoders read.
    ///
    /// - Parameter network: the settings for an address; nil for the usual ones.
    /// - Returns: the image.
    /// - Throws: `CodecError` or `StoreError` if it cannot be opened.
    func arrays(_ network: NetworkAccess?) async throws -> ChannelImageInput? {
        guard !isMosaic, !isList, image != "-", ValueImage.isZarr(image) else { return nil }
        return try await ValueImage.openZarr(image, network: network).input
    }

    /// Plans the cut of arrays, or else of an input.
    func plan(_ arrays: ChannelImageInput?, _ input: MosaicInput?, _ options: CutOptions) throws -> CutPlan {
        if let arrays { return try CutPlan(arrays, options: options) }
        return try CutPlan(input ?? .image(.file(image)), options: options)
    }
}
