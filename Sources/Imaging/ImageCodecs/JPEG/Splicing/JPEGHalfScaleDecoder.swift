internal import Glibc
internal import TilePyramid

/// Decodes sequential JPEGs in memory to pixels of half the size, from their entropy-coded data: each is the mean of four,
/// as ``HalfScaleIDCT`` has it, in about half the time that libjpeg takes for its own.
///
/// What follows from a header is kept for the next image, which mostly has the same. One thread uses it at a time.
final class JPEGHalfScaleDecoder {
    /// What images with the same header have in common.
    private struct HeaderContext {
        /// The bytes before the data.
        let header: [UInt8]
        let scan: JPEGScan
        let transform: HalfScaleIDCT
        let decoder: EntropyDecoder
        /// Where colors and lightness come together to pixels; nil where samples go to their places at once.
        let planes: HalfScalePlanes?
        /// Those of a row of MCUs.
        let coefficients: DownscaledCoefficients
    }

    private let headerReader: JPEGSampleDecoder
    private let asPlanes: Bool
    private let size: PixelSize
    private let bitstream = DestuffedBitstream()
    private var context: HeaderContext?

    /// A decoder of images of one size.
    ///
    /// - Parameters:
    ///   - headerReader: reads headers.
    ///   - size: what the images have to have.
    ///   - asPlanes: whether each component is delivered by itself, half as large as it is stored; otherwise gray or RGB.
    init(_ headerReader: JPEGSampleDecoder, size: PixelSize, asPlanes: Bool) {
        (self.headerReader, self.size, self.asPlanes) = (headerReader, size, asPlanes)
    }

    /// Decodes an image.
    ///
    /// - Parameters:
    ///   - file: the JPEG.
    ///   - targets: room for half the image, for each component or for the pixels.
    /// - Returns: whether it is one that can be decoded so; if not, nothing has been done.
    /// - Throws: ``JPEGSampleDecoder/Failure`` when it is damaged, or of another size.
    func decode(_ file: [UInt8], into targets: [JPEGSampleDecoder.SampleBuffer]) throws(JPEGSampleDecoder.Failure)
        -> Bool
    {
        if context.map({ $0.header.count <= file.count && memcmp($0.header, file, $0.header.count) == 0 }) != true {
            context = try makeContext(of: file)
        }
        guard let context else { return false }
        file.withUnsafeBufferPointer { bytes in
            bitstream.load(UnsafeBufferPointer(rebasing: bytes[context.header.count...]))
        }
        context.decoder.reset()
        for row in 0..<context.scan.rows {
            do {
                try context.decoder.decodeRow(into: nil, context.coefficients.base)
            } catch {
                throw JPEGSampleDecoder.Failure(error)
            }
            writeSamples(row, of: context, in: targets)
        }
        return true
    }

    /// What can be done with an image and those that follow; nil when libjpeg has to decode it.
    private func makeContext(of file: [UInt8]) throws(JPEGSampleDecoder.Failure) -> HeaderContext? {
        guard let (scan, start) = try headerReader.scan(of: file, size: size),
            size.width.isMultiple(of: scan.mcuSize.across), size.height.isMultiple(of: scan.mcuSize.down),
            let transform = HalfScaleIDCT(scan, halvesAllComponents: asPlanes)
        else { return nil }
        return HeaderContext(
            header: Array(file[..<start]), scan: scan, transform: transform,
            decoder: EntropyDecoder(scan, transform: transform, bitstream: bitstream),
            planes: asPlanes || scan.components.count == 1 ? nil : HalfScalePlanes(transform),
            coefficients: DownscaledCoefficients(transform))
    }

    /// Makes the samples of a row of MCUs.
    private func writeSamples(_ row: Int, of context: HeaderContext, in targets: [JPEGSampleDecoder.SampleBuffer]) {
        if let planes = context.planes {
            planes.makeSamples(context.coefficients.base)
            let rows = context.scan.mcuSize.down / 2
            for y in 0..<rows {
                let target = targets[0].base + (row * rows + y) * targets[0].stride
                planes.makeRGB(row: y, count: size.width / 2, into: target)
            }
            return
        }
        for number in targets.indices {
            let target = targets[number]
            let rows = context.transform.componentLayouts[number].down * context.transform.componentLayouts[number].rows
            context.transform.makeSamples(
                of: number, context.coefficients.base,
                into: (target.base + row * rows * target.stride).assumingMemoryBound(to: UInt8.self),
                stride: target.stride)
        }
    }
}

extension JPEGSampleDecoder.Failure {
    /// What is wrong with an image in memory, as decoding its data has told.
    init(_ error: any Error) {
        self.init(
            reason: error as? EntropyDecoder.Damage == .truncated ? "it ends early" : "its data make no sense")
    }
}
