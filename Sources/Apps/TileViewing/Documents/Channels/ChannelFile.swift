internal import ChannelImages
internal import Concurrency
internal import FilePyramids
internal import ImageCodecs
internal import ImageMetadata
internal import PyramidTools
internal import RemotePyramids
internal import TilePyramid
internal import ValuePyramids

/// The image of a file, folder or address that is opened by its channels, because pictures would lose channels or values.
struct ChannelFile: Sendable {
    /// The image.
    let image: any ChannelImage
    /// The name of the format.
    let format: String
    /// Whether it is an OME-Zarr, which decoders of pictures do not read.
    let isZarr: Bool

    /// Opens an image by its channels.
    ///
    /// Blocks while it reads headers.
    ///
    /// - Parameters:
    ///   - path: a path or an address.
    ///   - options: the options of the document.
    /// - Returns: nil for what is opened as pictures: photographs, pyramids of tiles, further pages.
    /// - Throws: `CodecError` or `StoreError` for an OME-Zarr that cannot be read.
    static func open(_ path: String, options: DocumentOptions) throws -> ChannelFile? {
        guard options.page == 1 else { return nil }
        if ValueImage.isZarr(path) {
            let network = options.network
            let opened = try waitForAsyncWork(cancelledBy: Cancellation.current) {
                try await ValueImage.openZarr(path, network: network)
            }
            return ChannelFile(image: opened.image, format: opened.container, isZarr: true)
        }
        // What is wrong with a file is found, and said, when it is opened as a picture.
        guard !PyramidLocation(path).isRemote,
            let image = try? RenderedChannels.openUnasked(
                .file(path), options: options.decoding, countsValues: true)
        else { return nil }
        return ChannelFile(image: image, format: ImageFormat.tiff.name, isZarr: false)
    }

    /// Measures the automatic rendering; nil if samples cannot be read, which a picture may forgive.
    ///
    /// - Throws: `CodecError` for an OME-Zarr whose samples cannot be read.
    func channels() throws -> DocumentChannels? {
        do {
            return try DocumentChannels(measuring: image)
        } catch {
            if isZarr { throw error }
            return nil
        }
    }

    /// Whether the document has the channels; otherwise it has pictures, whose tiles are cut from top to bottom.
    func isOpenedByChannels(_ options: DocumentOptions) -> Bool {
        isShownDirectly(options) || !image.holdsLargeStrips
    }

    /// Whether no further levels are needed: the coarsest one has few enough pixels for a view of the whole image.
    func isShownDirectly(_ options: DocumentOptions) -> Bool {
        guard !isZarr, let coarsest = image.description.levels.last else { return true }
        return coarsest.area <= options.previewPixelLimit || CoarseLevels.areNone(of: coarsest)
    }
}
