internal import Concurrency
internal import ImageMetadata
internal import ImageSources
internal import JPEGLossless
internal import PixelKernels
internal import TilePyramid

/// A JPEG with an EXIF orientation other than upright.
///
/// Where the image consists of whole MCUs, tiles are cut losslessly: blocks are moved, and their coefficients
/// transposed and negated, as jpegtran does. Otherwise pixels are turned upright by an ``OrientedSource``.
final class RotatedJPEGSource: PassthroughTileSource {
    let orientation: Orientation
    private let pixels: OrientedSource
    private var stored: JPEGImageSource?
    private let name: String

    /// Wraps a source that delivers the stored image.
    ///
    /// - Parameters:
    ///   - stored: the source.
    ///   - name: the image's name for error messages.
    ///   - threads: the number of threads; with several, pixels are decoded on one of them while others write them.
    init(_ stored: JPEGImageSource, name: String, threads: Int?) {
        self.stored = stored
        self.name = name
        orientation = stored.orientation
        pixels = OrientedSource(
            stored, orientation: stored.orientation, name: name, decodesAhead: (threads ?? Processors.count) > 1)
    }

    var info: ImageInfo { pixels.info }

    var warnings: [String] { pixels.warnings }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        // Release the decoder here, so that `pixels` is its only owner and can free it.
        stored = nil
        try pixels.readBands(body)
    }

    func passthroughBlocker(for pyramid: Pyramid, encoding: TileEncoding) -> String? {
        guard let stored else { return "the image has been read already" }
        if let passthroughBlocker = stored.passthroughBlocker(for: pyramid, encoding: encoding) {
            return passthroughBlocker
        }
        // Partial MCUs exist only at the right and lower edge, and cannot be moved to the left or upper edge.
        let mcuWidth = 8 * stored.maxSamplingFactors.horizontal
        let mcuHeight = 8 * stored.maxSamplingFactors.vertical
        let size = stored.info.size
        if orientation.mirrorsStoredColumns, !size.width.isMultiple(of: mcuWidth) {
            return
                "it is rotated by EXIF, and its stored width of \(size.width) pixels is not a multiple of the MCU's \(mcuWidth)"
        }
        if orientation.mirrorsStoredRows, !size.height.isMultiple(of: mcuHeight) {
            return
                "it is rotated by EXIF, and its stored height of \(size.height) pixels is not a multiple of the MCU's \(mcuHeight)"
        }
        return nil
    }

    func matchesSubsampling(of encoding: TileEncoding) -> Bool { stored?.matchesSubsampling(of: encoding) ?? false }

    var hasHalfScalePlanes: Bool { stored?.hasPlanes ?? false }

    func readTiles(
        of pyramid: Pyramid, encoding: TileEncoding, asPlanes: Bool, threads: Int,
        into receiver: any PassthroughReceiver
    ) throws {
        guard let stored else { preconditionFailure("an image can be read only once") }
        try stored.readRotatedTiles(
            of: pyramid, encoding: encoding, orientation: orientation, asPlanes: asPlanes, threads: threads,
            into: receiver
        ) { half in
            let upright = OrientedSource(half, orientation: orientation, name: name)
            if asPlanes {
                try YCbCr420Source(upright).readPlanes(receiver.receiveHalfScale)
            } else {
                try upright.readBands(receiver.receiveHalfScale)
            }
        }
    }
}
