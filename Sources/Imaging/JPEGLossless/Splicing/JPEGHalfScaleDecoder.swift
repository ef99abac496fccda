internal import ImageSources
package import TilePyramid

/// Decodes sequential JPEGs in memory at half scale, by 2×2 means as in ``HalfScaleIDCT``, in about half of libjpeg's time.
///
/// Data derived from a header is kept for the next image, which usually has the same header. One thread uses a decoder at a
/// time.
package final class JPEGHalfScaleDecoder {
    /// The state that images with the same header share.
    private struct HeaderContext {
        /// The bytes before the entropy-coded data.
        let header: [UInt8]
        let scan: JPEGScan
        let transform: HalfScaleIDCT
        let decoder: EntropyDecoder
        /// Samples to be converted to RGB; nil if samples are written to their target directly.
        let planes: HalfScalePlanes?
        /// The coefficients of an MCU row.
        let coefficients: DownscaledCoefficients
    }

    private let headerReader: JPEGSampleDecoder
    private let asPlanes: Bool
    private let size: PixelSize
    private let bitstream: DestuffedBitstream
    private var context: HeaderContext?

    /// Creates a decoder of images of one size.
    ///
    /// - Parameters:
    ///   - headerReader: reads headers.
    ///   - size: the size that the images must have.
    ///   - asPlanes: whether each component is delivered separately, at half its stored size; otherwise gray or RGB.
    /// - Throws: ``JPEGSampleDecoder/Failure`` when the system refuses memory.
    package init(_ headerReader: JPEGSampleDecoder, size: PixelSize, asPlanes: Bool) throws(JPEGSampleDecoder.Failure) {
        do throws(OutOfMemory) { bitstream = try DestuffedBitstream() } catch { throw .noMemory }
        self.headerReader = headerReader
        self.size = size
        self.asPlanes = asPlanes
    }

    /// Decodes an image.
    ///
    /// - Parameters:
    ///   - file: the JPEG.
    ///   - targets: memory for the half-scale samples of each component, or for the pixels.
    /// - Returns: whether the image can be decoded this way; if not, nothing is written.
    /// - Throws: ``JPEGSampleDecoder/Failure`` if the image is damaged.
    package func decode(
        _ file: [UInt8], into targets: [JPEGSampleDecoder.SampleBuffer]
    ) throws(JPEGSampleDecoder.Failure) -> Bool {
        if context.map({ file.starts(with: $0.header) }) != true {
            context = try makeContext(of: file)
        }
        guard let context else { return false }
        try file.withUnsafeBufferPointer { bytes throws(JPEGSampleDecoder.Failure) in
            do throws(OutOfMemory) {
                try bitstream.load(UnsafeBufferPointer(rebasing: bytes[context.header.count...]))
            } catch {
                throw .noMemory
            }
        }
        context.decoder.reset()
        for row in 0..<context.scan.mcuRows {
            do {
                try context.decoder.decodeRow(into: nil, context.coefficients.base)
            } catch {
                throw JPEGSampleDecoder.Failure(error)
            }
            writeSamples(row, of: context, in: targets)
        }
        return true
    }

    /// Makes the context for an image and the following ones; nil if libjpeg has to decode it.
    private func makeContext(of file: [UInt8]) throws(JPEGSampleDecoder.Failure) -> HeaderContext? {
        guard let (scan, start) = try headerReader.scan(of: file, size: size),
            size.width.isMultiple(of: scan.mcuSize.width), size.height.isMultiple(of: scan.mcuSize.height),
            let transform = HalfScaleIDCT(scan, halvesAllComponents: asPlanes)
        else { return nil }
        let (planes, coefficients): (HalfScalePlanes?, DownscaledCoefficients)
        do throws(OutOfMemory) {
            planes = asPlanes || scan.components.count == 1 ? nil : try HalfScalePlanes(transform)
            coefficients = try DownscaledCoefficients(transform)
        } catch {
            throw .noMemory
        }
        return HeaderContext(
            header: Array(file[..<start]), scan: scan, transform: transform,
            decoder: EntropyDecoder(scan, transform: transform, bitstream: bitstream),
            planes: planes,
            coefficients: coefficients)
    }

    private func writeSamples(_ row: Int, of context: HeaderContext, in targets: [JPEGSampleDecoder.SampleBuffer]) {
        if let planes = context.planes {
            planes.makeSamples(context.coefficients.base)
            let rows = context.scan.mcuSize.height / 2
            for y in 0..<rows {
                let target = targets[0].base + (row * rows + y) * targets[0].stride
                planes.makeRGB(row: y, count: size.width / 2, into: target)
            }
            return
        }
        for number in targets.indices {
            let target = targets[number]
            let layout = context.transform.componentLayouts[number]
            let rows = layout.blockRows * layout.rows
            context.transform.makeSamples(
                of: number, context.coefficients.base,
                into: (target.base + row * rows * target.stride).assumingMemoryBound(to: UInt8.self),
                stride: target.stride)
        }
    }
}

extension JPEGSampleDecoder.Failure {
    /// Creates a failure from the error that ended the entropy decoding.
    init(_ error: any Error) {
        if error is OutOfMemory {
            self = .noMemory
            return
        }
        self.init(
            reason: error as? JPEGDamage == .truncated
                ? "it ends early" : "its entropy-coded data is corrupt")
    }
}
