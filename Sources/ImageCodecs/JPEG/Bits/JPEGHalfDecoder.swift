internal import Glibc
internal import TilePyramid

/// Decodes sequential JPEGs in memory to pixels of half the size, from their entropy-coded data: each is the mean of four,
/// as ``HalfSizeTransform`` has it, in about half the time that libjpeg takes for its own.
///
/// What follows from a header is kept for the next image, which mostly has the same. One thread uses it at a time.
final class JPEGHalfDecoder {
    /// What images with the same header have in common.
    private struct Kind {
        /// The bytes before the data.
        let header: [UInt8]
        let scan: JPEGScan
        let transform: HalfSizeTransform
        let decoder: EntropyDecoder
        /// Where colors and lightness come together to pixels; nil where samples go to their places at once.
        let planes: HalfSizePlanes?
        /// Those of a row of MCUs.
        let coefficients: FoldedCoefficients
    }

    private let headers: JPEGSampleDecoder
    private let asPlanes: Bool
    private let size: PixelSize
    private let window = EntropyWindow()
    private var kind: Kind?

    /// A decoder of images of one size.
    ///
    /// - Parameters:
    ///   - headers: reads headers.
    ///   - size: what the images have to have.
    ///   - asPlanes: whether each component is delivered by itself, half as large as it is stored; otherwise gray or RGB.
    init(_ headers: JPEGSampleDecoder, size: PixelSize, asPlanes: Bool) {
        (self.headers, self.size, self.asPlanes) = (headers, size, asPlanes)
    }

    /// Decodes an image.
    ///
    /// - Parameters:
    ///   - file: the JPEG.
    ///   - targets: room for half the image, for each component or for the pixels.
    /// - Returns: whether it is one that can be decoded so; if not, nothing has been done.
    /// - Throws: ``JPEGSampleDecoder/Failure`` when it is damaged, or of another size.
    func decode(_ file: [UInt8], into targets: [JPEGSampleDecoder.Plane]) throws(JPEGSampleDecoder.Failure) -> Bool {
        if kind.map({ $0.header.count <= file.count && memcmp($0.header, file, $0.header.count) == 0 }) != true {
            kind = try makeKind(of: file)
        }
        guard let kind else { return false }
        file.withUnsafeBufferPointer { bytes in
            window.show(UnsafeBufferPointer(rebasing: bytes[kind.header.count...]))
        }
        kind.decoder.begin()
        for row in 0..<kind.scan.rows {
            do {
                try kind.decoder.decodeRow(into: nil, kind.coefficients.base)
            } catch {
                throw JPEGSampleDecoder.Failure(error)
            }
            place(row, of: kind, in: targets)
        }
        return true
    }

    /// What can be done with an image and those that follow; nil when libjpeg has to decode it.
    private func makeKind(of file: [UInt8]) throws(JPEGSampleDecoder.Failure) -> Kind? {
        guard let (scan, start) = try headers.scan(of: file, size: size),
            size.width.isMultiple(of: scan.unit.across), size.height.isMultiple(of: scan.unit.down),
            let transform = HalfSizeTransform(scan, foldsAll: asPlanes)
        else { return nil }
        return Kind(
            header: Array(file[..<start]), scan: scan, transform: transform,
            decoder: EntropyDecoder(scan, transform: transform, window: window),
            planes: asPlanes || scan.components.count == 1 ? nil : HalfSizePlanes(transform),
            coefficients: FoldedCoefficients(transform))
    }

    /// Makes the samples of a row of MCUs.
    private func place(_ row: Int, of kind: Kind, in targets: [JPEGSampleDecoder.Plane]) {
        if let planes = kind.planes {
            planes.take(kind.coefficients.base)
            let rows = kind.scan.unit.down / 2
            for y in 0..<rows {
                let target = targets[0].base + (row * rows + y) * targets[0].stride
                planes.makeRGB(row: y, count: size.width / 2, into: target)
            }
            return
        }
        for number in targets.indices {
            let target = targets[number]
            let rows = kind.transform.parts[number].down * kind.transform.parts[number].rows
            kind.transform.makeSamples(
                of: number, kind.coefficients.base,
                into: (target.base + row * rows * target.stride).assumingMemoryBound(to: UInt8.self),
                stride: target.stride)
        }
    }
}

extension JPEGSampleDecoder.Failure {
    /// What is wrong with an image in memory, as decoding its data has told.
    init(_ error: any Error) {
        self.init(
            reason: error as? EntropyDecoder.Damage == .endsEarly ? "it ends early" : "its data make no sense")
    }
}
