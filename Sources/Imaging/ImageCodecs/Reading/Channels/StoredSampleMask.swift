internal import ChannelImages
internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

/// The mask beside an image whose stored samples are decoded: pixels are valid where it is not 0.
///
/// It is a TIFF with the extension `.msk` after the whole name, as GDAL writes it for any format.
struct StoredSampleMask: Sendable {
    private let image: TIFFChannelImage

    /// Opens the mask beside an image; nil if there is none, or if the image has alpha.
    ///
    /// - Parameters:
    ///   - input: the image.
    ///   - samples: the samples of the image; gets warnings.
    ///   - options: the options of reading.
    /// - Throws: ``CodecError`` for a mask that cannot be read, unless that loss is allowed.
    init?(beside input: ImageInput, _ samples: inout StoredSamples, _ options: DecodeOptions) throws {
        guard options.nodata == .stated, options.page == 1, case .file(let image) = input,
            let path = TIFFValidity.sidecar(image)
        else { return nil }
        guard samples.alphaSample == nil else {
            samples.warnings.append(TIFFValidity.unused("mask"))
            return nil
        }
        do {
            self.image = try Self.open(path, size: samples.size, options)
        } catch let error as UnreadValidity {
            try error.accept(file: input.name, options, &samples.warnings)
            return nil
        }
    }

    private static func open(_ path: String, size: PixelSize, _ options: DecodeOptions) throws -> TIFFChannelImage {
        let name = "its mask, \(path.split(separator: "/").last ?? ""),"
        var maskOptions = DecodeOptions()
        maskOptions.nodata = .none
        maskOptions.autorotate = false
        maskOptions.threads = options.threads
        let mask: TIFFChannelImage?
        do {
            mask = try TIFFChannelImage.open(.file(path), options: maskOptions)
        } catch let error as CodecError {
            throw UnreadValidity("\(name) cannot be read: \(error.message)")
        }
        guard let mask, mask.description.channels.count == 1 else {
            throw UnreadValidity("\(name) is of a kind that cannot be read.")
        }
        guard mask.description.size == size else {
            throw UnreadValidity("\(name) has \(mask.description.size) pixels, and the image \(size).")
        }
        return mask
    }

    /// Reads the alpha of a rectangle: 255 for valid pixels, and 0 for others.
    ///
    /// - Throws: ``CodecError`` when the mask cannot be read, `OutOfMemory` when the system refuses the memory.
    func read(_ rect: PixelRect, into target: UnsafeMutablePointer<UInt8>) throws {
        let type = image.description.sampleType
        // Sides are limited: the product is far below 2^63.
        let byteCount = rect.size.area * type.byteCount
        var memory = ScratchBuffer()
        let samples = try memory.reserve(byteCount)
        try image.read(rect, of: ChannelPlane(), into: UnsafeMutableRawBufferPointer(start: samples, count: byteCount))
        type.convertToAlpha(samples, count: rect.size.area, opaque: nil, to: target)
    }
}
